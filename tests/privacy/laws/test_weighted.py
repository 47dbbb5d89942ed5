# SPDX-License-Identifier: Apache-2.0
"""Tails of weighted sums of different laws: never below the truth, and not far above it."""

import math
from fractions import Fraction

import numpy as np
import pytest

from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.privacy.laws.weighted import WIDE, Weighted, tail_of

NARROW = [
    [(DiscreteLaplace(Fraction(2)), 0.8), (DiscreteLaplace(Fraction(4)), 0.2)],
    [(DiscreteLaplace(Fraction(3, 2)), 0.5), (DiscreteGaussian(Fraction(9)), 0.5)],
    [(DiscreteLaplace(Fraction(1, 2)), 1.0)],
    [(DiscreteLaplace(Fraction(2)), 0.5), (DiscreteLaplace(Fraction(30)), 0.01)],
]
WIDER = [
    [(DiscreteLaplace(Fraction(20)), 0.7), (DiscreteLaplace(Fraction(31)), 0.3)],
    [(DiscreteLaplace(Fraction(20)), 0.5), (DiscreteGaussian(Fraction(400)), 0.5)],
    [(DiscreteLaplace(Fraction(200)), 0.001), (DiscreteGaussian(Fraction(400)), 0.5)],
    [(DiscreteGaussian(Fraction(100)), 0.5), (DiscreteGaussian(Fraction(400)), 0.5)],
]


def exact(draws, beyond):
    """Return P(sum > beyond) by adding up all outcomes of two draws."""
    (law, weight), *others = draws
    reach = math.ceil(40 * law.sd)
    values = np.arange(-reach, reach + 1)
    if not others:
        return float(law.mass(values)[weight * values > beyond].sum())
    ((other, small),) = others
    needed = np.floor((beyond - weight * values) / small) + 1
    return float(law.mass(values) @ other.upper(np.clip(needed, -(1 << 40), 1 << 40).astype(np.int64)))


@pytest.mark.parametrize("draws", NARROW + WIDER, ids=str)
@pytest.mark.parametrize("deviations", [0.3, 1.0, 2.0, 3.0, 5.0])
def test_the_tail_is_not_below_that_of_all_outcomes(draws, deviations):
    far = deviations * math.hypot(*(weight * law.sd for law, weight in draws))
    assert tail_of(draws, far) >= exact(draws, far + 1e-9) * (1 - 1e-9) - 1e-13


@pytest.mark.parametrize("draws", NARROW + WIDER, ids=str)
@pytest.mark.parametrize("deviations", [1.0, 2.0, 3.0])
def test_it_is_hardly_above_it(draws, deviations):
    sd = math.hypot(*(weight * law.sd for law, weight in draws))
    is_wide = all(law.sd > WIDE for law, _ in draws)
    nearer = 2 * sum(weight * (0.5 + 2 / law.sd) for law, weight in draws) + 0.04 * sd if is_wide else 0.04 * sd
    assert tail_of(draws, deviations * sd) <= exact(draws, deviations * sd - nearer) + 1e-7


def test_weights_are_as_one_over_the_variance():
    law = Weighted.by_precision([DiscreteLaplace(Fraction(10)), DiscreteLaplace(Fraction(20))])
    (_, one), (_, other) = law.draws
    assert one + other == 1
    assert float(one / other) == pytest.approx(4, rel=0.01)
    assert law.sd < DiscreteLaplace(Fraction(10)).sd
    assert law.mean([3, 3]) == 3


@pytest.mark.parametrize("confidence", ["0.5", "0.95", "0.999999"])
@pytest.mark.parametrize("draws", [*NARROW[:2], *WIDER[:2]], ids=str)
def test_the_quantile_is_where_the_tail_is_what_may_be_missed(draws, confidence):
    law = Weighted(tuple((each, Fraction(weight)) for each, weight in draws))
    found = law.quantile(Fraction(confidence))
    assert 2 * exact(draws, found + 1e-9) <= float(1 - Fraction(confidence)) * (1 + 1e-6)
    assert law.tail((0.0,), 1.0) == 0.0


@pytest.mark.parametrize("places", [8, 30, 45, 58])
def test_alike_draws_of_very_wide_noise_have_an_end(places):
    law = DiscreteLaplace(Fraction(2) ** places)
    far = 1.96 * law.sd * math.sqrt(3)
    assert 0.01 < tail_of([(law, 1.0)] * 3, far) < 0.04
    assert tail_of([(law, 1.0)] * 3, 20 * far) < 1e-6
