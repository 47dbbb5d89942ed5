# SPDX-License-Identifier: Apache-2.0
"""The tail of a weighted sum of two draws, against every outcome of both and against integrals."""

from fractions import Fraction

import numpy as np
import pytest

from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace, two
from diffident.privacy.laws.two import tail_of_two

LAWS = [
    DiscreteLaplace(Fraction(1, 2)),
    DiscreteLaplace(Fraction(7)),
    DiscreteLaplace(Fraction(60)),
    DiscreteGaussian(Fraction(9, 4)),
    DiscreteGaussian(Fraction(66**2)),
]
WEIGHTS = [(1.0, 0.0), (1.0, 1.0), (0.75, 0.25), (3.0, 0.001)]


def added(law, large, small, beyond):
    """Return the sum over all outcomes of one draw that matter, each with what the other has to be."""
    reach = int(40 * law.sd) + 40
    second = np.arange(-reach, reach + 1)
    first = np.floor((beyond - small * second) / large + 1e-12).astype(np.int64) + 1
    return float(law.mass(second) @ law.upper(first))


@pytest.mark.parametrize("law", LAWS, ids=str)
@pytest.mark.parametrize(("large", "small"), WEIGHTS)
def test_the_tail_of_two_is_not_below_that_of_all_outcomes(law, large, small):
    for far in (0.3, 1.0, 2.5, 6.0):
        beyond = far * law.sd * large + 0.1
        exact, found = added(law, large, small, beyond), tail_of_two(law, large, small, beyond)
        assert exact <= found * (1 + 1e-9)
        shifted = added(law, large, small, max(beyond - (large + small) * (1.01 + 4 / law.sd), 0.0))
        assert found <= max(shifted, exact) * (1 + 1e-6), "hardly more than a step and a little"


def test_continuous_noise_without_the_shift_is_too_little(monkeypatch):
    law = DiscreteLaplace(Fraction(60))
    exact = added(law, 1.0, 0.0, 60.0)
    assert two.continuous_laplace_tail(60.0, 0.0, 60.5) > exact
    assert two.continuous_laplace_tail(60.0, 0.0, 61.0) < exact


@pytest.mark.parametrize("law", [DiscreteLaplace(Fraction(10**6)), DiscreteGaussian(Fraction(10**12))], ids=str)
def test_where_nothing_is_left_beyond_all_of_it_counts(law):
    assert tail_of_two(law, 1.0, 1.0, 0.0) == 1.0


@pytest.mark.parametrize("small", [0.0, 1e-9, 0.4, 1.0 - 1e-9, 1.0])
def test_the_tail_of_two_continuous_draws_is_that_of_many_narrow_ones(small):
    """Against sums over a grid so fine that it hardly matters."""
    step = 1e-3
    places = np.arange(-40_000, 40_001) * step
    for beyond in (0.1, 1.0, 5.0):
        tail = np.where((rest := beyond - small * places) > 0, np.exp(-np.abs(rest)) / 2, 1 - np.exp(-np.abs(rest)) / 2)
        exact = float(np.exp(-np.abs(places)) / 2 @ tail) * step
        assert two.continuous_laplace_tail(1.0, small, beyond) == pytest.approx(exact, rel=1e-5)
