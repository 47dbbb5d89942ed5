# SPDX-License-Identifier: Apache-2.0
"""Where people's rows meet a model: bounded, added exactly, and alike whatever is beside them."""

import numpy as np
import pytest

from diffident.engine.memory import Memory
from diffident.learn import contribution
from diffident.learn.layout import ONE, Feature, Layout
from diffident.learn.least_squares import LeastSquares
from diffident.learn.losses import Distance, Rate
from diffident.learn.sums import RESIDUAL, Gradient, Gram, Moments, as_integers
from diffident.privacy.private import Private
from diffident.privacy.unseal import unseal
from learn.rows import FEATURES, batch, part_of

LAYOUT = Layout.of_length(FEATURES, Feature.between("y", -1, 1), has_constant=True, length=None)
WEIGHTS = as_integers(np.random.default_rng(4).normal(size=(6, 1)) * 40)
SUMS = [
    Gram(6),
    Gram(6, with_target=True),
    Moments(6),
    Gradient(WEIGHTS, lambda margins, _: margins >> 14),
    *(Gradient(WEIGHTS, loss.residuals) for loss in (Rate(20.0), Distance())),
    *(LeastSquares(LAYOUT, 1.0)._gradient(WEIGHTS, cut) for cut in (1.0, 0.1, 2.0**-12)),
]


class Handing:
    """An engine that hands over batches of these sizes."""

    def __init__(self, columns, sizes):
        self.columns, self.sizes = columns, sizes

    def feed(self, rows, columns, take):
        first = 0
        for size in self.sizes:
            take(Private(part_of(self.columns, slice(first, first + size))))
            first += size


def summed(columns, of, sizes=None, layout=LAYOUT):
    rows = contribution.held(Handing(columns, sizes or [len(columns["y"])]), None, layout)
    return unseal(contribution.total(rows, of))


@pytest.mark.parametrize("of", SUMS)
class TestEverySum:
    def test_a_persons_integers_are_the_same_whatever_is_beside_them(self, of):
        columns = batch(600, seed=5)
        whole = summed(columns, of)
        order = np.random.default_rng(6).permutation(600)
        assert (summed(part_of(columns, order), of, [7, 300, 293]) == whole).all()
        alone = summed(part_of(columns, [0]), of)
        assert (summed(part_of(columns, slice(1, None)), of, [1] * 599) + alone == whole).all()

    def test_one_row_moves_a_sum_by_no_more_than_it_says(self, of):
        columns = batch(300, seed=7)
        longest = 0
        for place in range(300):
            added = summed(part_of(columns, [place]), of).ravel()
            assert sum(int(each) ** 2 for each in added) <= of.l2_squared
            assert sum(abs(int(each)) for each in added) <= of.l1
            longest = max(longest, sum(int(each) ** 2 for each in added) / of.l2_squared)
        assert longest > 0.01, "the bound is one that rows come near to"


def test_a_persons_integers_are_the_same_whatever_is_beside_them():
    columns = batch(50, seed=8)
    for of in SUMS:
        whole, others = summed(columns, of), summed(part_of(columns, slice(0, 49)), of)
        assert (whole - others == summed(part_of(columns, [49]), of)).all()


def test_one_row_moves_a_sum_by_no_more_than_it_says():
    """The longest rows there are: every number at its limit, every residual cut off."""
    for corner in (-1e9, 1e9):
        columns = {f"x{place}": np.array([corner]) for place in range(5)} | {"y": np.array([corner])}
        for of in SUMS:
            added = [int(each) for each in summed(columns, of).ravel()]
            assert sum(each**2 for each in added) <= of.l2_squared
            assert sum(map(abs, added)) <= of.l1


def test_sums_of_floats_would_depend_on_what_is_beside_them():
    """Why integers: in floats the same row adds something else when another row is gone."""
    random = np.random.default_rng(9)
    rows, weights = random.normal(size=(1001, 20)), random.normal(size=20)
    floats = [(part @ weights)[-1000:] for part in (rows, rows[1:])]
    sums = [float(np.sum(each)) for each in (rows[:, 0], rows[::-1, 0])]
    assert (floats[0] != floats[1]).any() or sums[0] != sums[1]


def test_a_sum_reaches_beyond_64_bits():
    blocks = list(LAYOUT.blocks({name: np.ones(4) for name in batch(1)}))

    class Large:
        shape, l1, l2_squared = (1,), 1, 1

        @staticmethod
        def of(_):
            return np.array([(1 << 53) - 1])

    assert unseal(contribution.total(Private(blocks * 3000), Large))[0] == 3000 * ((1 << 53) - 1)


def test_residuals_of_a_cut_stay_within_one():
    margins = np.array([[-(2**40)], [0], [2**40], [1 << 30]])
    target = np.array([ONE, 0, -ONE, ONE], dtype=np.int16)
    for cut in (1.0, 0.3, 2.0**-12):
        found = LeastSquares._gradient(WEIGHTS, cut).residuals(margins, target)
        assert found.min() == -RESIDUAL
        assert found.max() == RESIDUAL
        assert found[1, 0] == found[3, 0] == 0


def test_an_engine_of_any_kind_feeds_it():
    assert callable(Memory("secret").feed)
    assert Gradient(WEIGHTS, lambda margins, _: margins * 0).shape == (6, 1)
