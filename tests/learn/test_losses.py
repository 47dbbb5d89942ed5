# SPDX-License-Identifier: Apache-2.0
"""Losses: residuals within their bound and alike whatever is beside them; slopes that are those of the values."""

import numpy as np
import pytest

from diffident.learn.layout import NOBODY, ONE
from diffident.learn.losses import LOSSES, Softmax
from diffident.learn.sums import MARGIN_BITS, RESIDUAL

RANDOM = np.random.default_rng(0)
NUMBERS = 400


def targets(loss):
    """Return targets of every kind, the last one nobody's where there are classes."""
    if type(loss).__name__ in {"Rate", "Distance"}:
        return RANDOM.integers(-ONE, ONE + 1, NUMBERS).astype(np.int16)
    return np.append(RANDOM.integers(0, max(2, loss.outputs), NUMBERS - 1), NOBODY).astype(np.int16)


@pytest.mark.parametrize("loss", LOSSES, ids=repr)
class TestEveryLoss:
    def test_residuals_are_no_larger_than_it_says_and_alike_whatever_is_beside_them(self, loss):
        wide = RANDOM.integers(-(2**40), 2**40, size=(NUMBERS, loss.outputs))
        target = targets(loss)
        for margins in (wide, wide >> 8, wide >> 40):
            found = loss.residuals(margins, target)
            assert ((found.astype(object) ** 2).sum(axis=1) <= loss.square * RESIDUAL**2).all()
            order = RANDOM.permutation(NUMBERS)[:99]
            assert (loss.residuals(margins[order], target[order]) == found[order]).all()
            if target[-1] == NOBODY:
                assert not found[-1].any()

    def test_residuals_are_slopes_on_a_grid(self, loss):
        margins, target = RANDOM.normal(size=(NUMBERS, loss.outputs)) * 3, targets(loss)
        found = loss.residuals(np.rint(margins * 2**MARGIN_BITS).astype(np.int64), target) / RESIDUAL
        assert np.abs(found - loss.slope(margins, target)).max() < 1e-3
        assert (np.linalg.norm(loss.slope(margins * 9, target), axis=1) ** 2 <= loss.square + 1e-9).all()

    def test_slopes_are_those_of_the_values_and_no_steeper_than_it_says(self, loss):
        margins, target = RANDOM.normal(size=(NUMBERS, loss.outputs)) * 3, targets(loss)
        for output in range(loss.outputs):
            ahead = margins.copy()
            ahead[:, output] += 1e-6
            rise = (loss.value(ahead, target) - loss.value(margins, target)).sum(axis=1) / 1e-6
            assert np.abs(rise - loss.slope(margins, target)[:, output]).max() < 1e-4
            steep = np.linalg.norm(loss.slope(ahead, target) - loss.slope(margins, target), axis=1) / 1e-6
            assert steep.max() <= loss.steepness + 1e-4


def test_chances_add_up_to_one_at_most():
    found = Softmax(3).residuals(RANDOM.integers(-(2**36), 2**36, size=(500, 3)), np.zeros(500, dtype=np.int16))
    assert (found.sum(axis=1) <= 0).all()
    assert (found.sum(axis=1) > -4).all()
