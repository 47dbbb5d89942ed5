# SPDX-License-Identifier: Apache-2.0
"""Sums of many draws: half-widths beside the exact probabilities of all outcomes."""

import math
from fractions import Fraction

import numpy as np
import pytest

from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.privacy.laws.many import half_width_of_many
from diffident.privacy.laws.weighted import Weighted

LAWS = [
    DiscreteLaplace(Fraction(3)),
    DiscreteLaplace(Fraction(20)),
    DiscreteGaussian(Fraction(9)),
    DiscreteGaussian(Fraction(400)),
]
WEIGHTS = [(1,), (3, 1), (1,) * 5, (4, 1, 1, 1, 1, 1), (1,) * 40, (9, *(1,) * 60)]


def beyond(law, weights, far):
    """Return P(|sum| > far) and P(|sum| >= far) for whole weights, by convolving all of them."""
    reach = math.ceil(40 * law.sd)
    mass = law.mass(np.arange(-reach, reach + 1))
    total, middle = np.ones(1), 0
    for weight in weights:
        spread = np.zeros(2 * reach * weight + 1)
        spread[::weight] = mass
        size = len(total) + len(spread) - 1
        total = np.fft.irfft(np.fft.rfft(total, size) * np.fft.rfft(spread, size), size)
        middle += reach * weight
    places = np.abs(np.arange(len(total)) - middle)
    return float(total[places > far].sum()), float(total[places >= far].sum())


@pytest.mark.parametrize("missed", [0.32, 0.05, 0.01, 1e-3])
@pytest.mark.parametrize("law", LAWS, ids=str)
def test_half_widths_miss_as_often_as_they_say(law, missed):
    for weights in WEIGHTS:
        padded = [[*weights, *(0,) * 4]]
        far = float(half_width_of_many(law, padded, missed)[0])
        low, high = beyond(law, weights, far - 0.5)[1], beyond(law, weights, far + 0.5)[0]
        assert high <= missed * 1.05
        assert low >= missed * 0.95


def test_no_weights_no_error():
    assert half_width_of_many(LAWS[1], np.zeros((2, 5)), 0.05).tolist() == [0, 0]
    assert half_width_of_many(LAWS[3], np.zeros((2, 5)), 0.05).tolist() == [0, 0]


@pytest.mark.parametrize("missed", [0.32, 0.05, 0.01])
def test_combined_noise_is_the_noise_of_all_its_draws(missed):
    """Two thirds of one draw and a third of another, ten times, are thirty draws of two laws."""
    both = Weighted(((LAWS[1], Fraction(2, 3)), (LAWS[3], Fraction(1, 3))))
    far = float(half_width_of_many(both, np.full((1, 10), 3.0), missed)[0])
    bell = Weighted(((LAWS[3], Fraction(1)),))
    steady = Weighted(((LAWS[1], Fraction(1)),))
    low = float(half_width_of_many(steady, np.full((1, 10), 2.0), missed)[0])
    added = float(half_width_of_many(bell, np.full((1, 10), 1.0), missed)[0])
    assert math.hypot(low, added) * 0.97 <= far <= math.hypot(low, added) * 1.03
    assert half_width_of_many(bell, [[1.0]], missed) == pytest.approx(half_width_of_many(LAWS[3], [[1.0]], missed))
