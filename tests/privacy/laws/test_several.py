# SPDX-License-Identifier: Apache-2.0
"""Tails of several draws: never below the truth, and not far above it."""

import math
from fractions import Fraction

import numpy as np
import pytest

from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.privacy.laws.several import tail_of_several
from diffident.privacy.laws.weighted import APART, WIDE

NARROW = [DiscreteLaplace(Fraction(2)), DiscreteGaussian(Fraction(9)), DiscreteLaplace(Fraction(1, 2))]
WIDER = [DiscreteLaplace(Fraction(6)), DiscreteGaussian(Fraction(70)), DiscreteLaplace(Fraction(25, 2))]
WEIGHTS = [(1.0,), (0.75, -0.25), (1.0, 1.0, 1.0), (0.2, -0.3, 0.5), (0.01, 0.99, -0.5), (0.25, 0.25, -0.25, 0.75)]


def exact(law, weights, beyond):
    """Return P(sum > beyond) by adding up all outcomes: densities of sums on a fine grid, each rounded downwards."""
    reach = math.ceil(14 * law.sd)
    values = np.arange(-reach, reach + 1)
    mass, total = law.mass(values), np.zeros(1)
    sums, chances = np.zeros(1), np.ones(1)
    for weight in weights[:-1]:
        total = (sums[:, None] + weight * values[None, :]).ravel()
        chances = (chances[:, None] * mass[None, :]).ravel()
        sums, place = np.unique(np.floor(total * 1000) / 1000, return_inverse=True)
        chances = np.bincount(place, chances)
    needed = np.floor((beyond - sums) / abs(weights[-1])) + 1
    return float(chances @ law.upper(np.clip(needed, -(1 << 40), 1 << 40).astype(np.int64)))


@pytest.mark.parametrize("weights", WEIGHTS, ids=str)
@pytest.mark.parametrize("law", NARROW + WIDER, ids=str)
def test_the_tail_of_several_is_not_below_that_of_all_outcomes(law, weights):
    for beyond in (0.0, 0.5, 1.0, 2.0, 3.5):
        far = beyond * law.sd * math.hypot(*weights)
        assert tail_of_several(law, weights, far) >= exact(law, weights, far + 1e-9) * (1 - 1e-9) - 1e-12


@pytest.mark.parametrize("weights", [each for each in WEIGHTS if len(each) > 2], ids=str)
@pytest.mark.parametrize("law", WIDER, ids=str)
def test_the_tail_of_wide_noise_is_hardly_above_it(law, weights):
    """Scales are at most 1.02^(n - 1) times too large, and each draw is moved by little more than half a step, twice."""
    nearer = 2 * sum(map(abs, weights)) * (0.5 + 2 / law.sd)
    for beyond in (1.0, 2.0, 3.0):
        far = beyond * law.sd * math.hypot(*weights)
        assert tail_of_several(law, weights, far) <= exact(law, weights, far / APART ** (len(weights) - 1) - nearer)


@pytest.mark.parametrize("law", [*WIDER, DiscreteLaplace(Fraction(10**4)), DiscreteGaussian(Fraction(10**6))], ids=str)
def test_discrete_noise_lies_below_continuous_noise_moved_by_little_more_than_half_a_step(law):
    assert law.sd > WIDE
    values = np.unique(np.round(np.linspace(-40 * law.sd, 40 * law.sd, 4001)).astype(np.int64))
    for moved, holds in ((0.5 + 2 / law.sd, True), (0.4, False)):
        short = values - moved
        upper = law.upper(values)
        if isinstance(law, DiscreteGaussian):
            known = np.array([math.erfc(each / law.sigma / math.sqrt(2)) / 2 for each in short])
        else:
            scale = float(law.scale)
            half = np.exp(-np.abs(short) / scale) / 2
            known = np.where(short > 0, half, 1 - half)
        assert bool((upper <= known * (1 + 1e-10)).all()) is holds


def test_without_weights_nothing_is_out_there():
    assert tail_of_several(NARROW[0], (0.0, 0.0), 1.0) == 0
    assert tail_of_several(NARROW[0], (1.0, 1.0, 0.9), 0.0) == 1
    assert tail_of_several(WIDER[0], (1.0, 1.0, 0.9), 0.0) == 1
    assert 0.5 <= tail_of_several(NARROW[0], (1.0, 1.0, 1.0), 0.0) <= 1
