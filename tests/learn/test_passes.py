# SPDX-License-Identifier: Apache-2.0
"""What looks is what was priced."""

from fractions import Fraction

import numpy as np
import pytest

from diffident.learn.least_squares import LeastSquares
from diffident.learn.passes import Part, Passes, noise_for
from diffident.learn.sums import Gram
from diffident.privacy import accounting
from diffident.privacy.mechanisms import Gaussian, Laplace
from diffident.privacy.private import Private
from diffident.randomness.source import Source
from learn.test_contribution import LAYOUT

PARTS = LeastSquares(LAYOUT, 1.0).parts


@pytest.mark.parametrize("epsilon", [Fraction(1, 10), Fraction(1), Fraction(8)])
@pytest.mark.parametrize("rows", [1, 5])
def test_the_noise_of_all_parts_keeps_what_was_asked(epsilon, rows):
    delta = Fraction(1, 10**6)
    noise = noise_for(PARTS, rows, epsilon, delta)
    spent = accounting.epsilon(noise, delta=delta)
    assert epsilon * Fraction(995, 1000) < spent <= epsilon, "at most what was asked, and hardly less"
    twin = [Gaussian(sensitivity_squared=one.sensitivity_squared, rho=one.rho * Fraction(11, 10)) for one in noise]
    assert not accounting.epsilon(twin, delta=delta) <= epsilon
    for part, one in zip(PARTS, noise, strict=True):
        assert one.sensitivity_squared == part.reach(rows).l2_squared == rows**2 * part.of.l2_squared


def test_without_a_delta_epsilons_add_up():
    noise = noise_for(PARTS, 2, Fraction(1), Fraction(0))
    assert all(isinstance(one, Laplace) for one in noise)
    assert 1 - Fraction(1, 10**8) < sum(one.epsilon for one in noise) <= 1
    assert noise[0].sensitivity == 2 * PARTS[0].of.l1


def test_nothing_is_released_that_was_not_priced():
    parts = (Part("products", Gram(6), Fraction(1)),)
    noise = noise_for(parts, 1, Fraction(1), Fraction(1, 10**6))
    passes = Passes(Private([]), parts, noise, Source.fresh())
    with pytest.raises(AssertionError):
        passes.total(Gram(6, with_target=True))
    with pytest.raises(AssertionError):
        passes.total(Gram(5))
    assert np.asarray(passes.total(Gram(6))).shape == (6, 6)
    with pytest.raises(IndexError):
        passes.total(Gram(6))
