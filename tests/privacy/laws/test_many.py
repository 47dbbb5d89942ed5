# SPDX-License-Identifier: Apache-2.0
"""Sums of many draws: half-widths beside the exact probabilities of all outcomes."""

import math
from fractions import Fraction

import numpy as np
import pytest

from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.privacy.laws.many import half_width_of_many

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


@pytest.mark.parametrize("missed", [0.32, 0.05, 0.01, 1e-4])
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
