# SPDX-License-Identifier: Apache-2.0
"""The discrete Gaussian law: its floats against certain tails, its moments against sums."""

from fractions import Fraction

import numpy as np
import pytest
from mpmath import mp, mpf

from diffident.privacy.laws import DiscreteGaussian
from diffident.randomness.source import Source
from privacy.laws.fit import fits

VARIANCES = [
    Fraction(1, 2**20),
    Fraction(1, 5),
    Fraction(1),
    Fraction(100),
    Fraction(2**20),
    2**20 + Fraction(1, 3),
    Fraction(10**9),
    Fraction(2**120),
]


def of(fraction):
    return mpf(fraction.numerator) / fraction.denominator


def places(variance):
    """Values out to where a float holds no mass."""
    multiples = (-37, -3, -1, -0.01, 0, 0.003, 0.1, 1, 2.5, 5, 9, 14)
    return sorted({int(Fraction(m) * Fraction(variance**0.5)) for m in multiples} | {-2, -1, 0, 1, 2, 3})


@pytest.mark.parametrize("variance", VARIANCES)
def test_floats_are_as_close_as_they_say(variance):
    law, values = DiscreteGaussian(variance), places(variance)
    array = np.array(values, dtype=object if variance > 2**100 else np.int64)
    twin = DiscreteGaussian(variance * (1 + Fraction(1, 10**9)))
    with mp.workdps(60):
        tails = [law.enclosed(k) for k in values]
        after = [law.enclosed(k + 1) for k in values]

        def is_tail(found):
            slack = [law.relative_error * of(end.low) + mpf("1e-300") for end in tails]
            return all(of(e.low) - s <= f <= of(e.high) + s for f, e, s in zip(found, tails, slack, strict=True))

        def is_mass(found):
            steps = [one - next_one for one, next_one in zip(tails, after, strict=True)]
            slack = [law.relative_error * max(of(step.low), 0) + mpf("1e-300") for step in steps]
            return all(of(e.low) - s <= f <= of(e.high) + s for f, e, s in zip(found, steps, slack, strict=True))

        assert is_tail(law.upper(array))
        assert is_mass(law.mass(array))
        assert not (is_tail(twin.upper(array)) and is_mass(twin.mass(array))) or variance < 1 / 100


@pytest.mark.parametrize("variance", [v for v in VARIANCES if v < 10**4])
def test_deviations_are_those_of_the_masses(variance):
    law = DiscreteGaussian(variance)
    with mp.workdps(40):
        heights = {k: mp.exp(-(mpf(k) ** 2) / (2 * of(variance))) for k in range(1, 30 + int(30 * variance**0.5))}
        whole = 1 + 2 * mp.fsum(heights.values())
        second = 2 * mp.fsum(k**2 * height for k, height in heights.items()) / whole
        first = 2 * mp.fsum(k * height for k, height in heights.items()) / whole
        assert law.sd == pytest.approx(float(mp.sqrt(second)), rel=1e-11)
        assert law.mean_absolute == pytest.approx(float(first), rel=1e-11)


def test_deviations_agree_where_the_sum_gives_way_to_the_series():
    below, above = (DiscreteGaussian(Fraction(2**20) * (1 + Fraction(sign, 10**12))) for sign in (-1, 1))
    assert above.sd == pytest.approx(below.sd, rel=1e-11)
    assert above.mean_absolute == pytest.approx(below.mean_absolute, rel=1e-11)


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize("variance", [Fraction(1, 2), Fraction(100), Fraction(10**6), Fraction(2**80)])
def test_draws_follow_the_law_and_not_its_neighbour(variance):
    drawn = DiscreteGaussian(variance).draw(50_000, Source.replay(b"gaussian"))
    assert fits(drawn, DiscreteGaussian(variance))
    assert not fits(drawn, DiscreteGaussian(variance * Fraction(121, 100)))
