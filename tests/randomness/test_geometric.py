# SPDX-License-Identifier: Apache-2.0
"""Waiting times: one for both halves of Laplace noise, and geometric."""

from fractions import Fraction

import numpy as np
import pytest

from diffident.errors import Refused
from diffident.randomness.geometric import geometric
from diffident.randomness.laplace import discrete_laplace
from diffident.randomness.source import Source
from randomness.fit import follows


def below(rate):
    return lambda k: -np.expm1(-float(rate) * max(k, 0))


@pytest.mark.parametrize("rate", [Fraction(2), Fraction(1, 10), Fraction(7, 12345), Fraction(1, 1 << 40)])
@pytest.mark.statistical(false_alarm=1e-9)
def test_draws_follow_the_law_and_not_its_neighbour(rate):
    drawn = geometric(rate, 100_000, Source.replay(51))
    edges = sorted({int(Fraction(step, 10) / rate) + 1 for step in range(50)})
    assert drawn.min() >= 0
    assert follows(drawn, edges, below(rate))
    assert not follows(drawn, edges, below(rate * Fraction(11, 10)))


def test_both_halves_of_the_noise_are_used():
    noise, drawn = (draw(Fraction(3), 1000, Source.replay(52)) for draw in (discrete_laplace, of_scale))
    assert (drawn == np.where(noise < 0, -1 - noise, noise)).all()
    assert (noise < 0).any()


def of_scale(scale, count, source):
    return geometric(1 / scale, count, source)


def test_beyond_64_bits_waiting_times_are_python_integers():
    drawn = geometric(Fraction(1, 1 << 60), 100_000, Source.replay(53))
    assert drawn.dtype == object
    assert drawn.max() > 1 << 63
    assert drawn.min() >= 0


@pytest.mark.parametrize(
    "given", [0, -1, Fraction(0), Fraction(1, 1 << 61), 1025, True, None, "\u0661", float("nan"), []]
)
def test_what_is_no_rate_is_refused_by_its_name(given):
    with pytest.raises(Refused, match="rate"):
        geometric(given, 1, Source.fresh())


def test_rates_may_be_spelled():
    assert geometric("0.5", 9, Source.replay(1)).tolist() == geometric(Fraction(1, 2), 9, Source.replay(1)).tolist()
