# SPDX-License-Identifier: Apache-2.0
"""Sums over bins and clusters: one row adds no more than it says, and the same whatever is beside it."""

from fractions import Fraction

import numpy as np
import pytest

from diffident.learn.bins import BinnedResiduals, Histograms, as_margins, bins_of
from diffident.learn.clusters import Assigned, Grid
from diffident.learn.layout import ONE, Feature, Layout
from diffident.learn.losses import Distance, Logistic
from diffident.learn.sums import Moments
from learn.rows import FEATURES, batch, part_of
from learn.test_contribution import summed

RANDOM = np.random.default_rng(0)
SHAPES = as_margins(RANDOM.normal(size=(5, 8)) * 3)
CLASSES, NUMBER = Layout(FEATURES, 3), Layout(FEATURES, Feature.between("y", Fraction(-1), Fraction(1)))
PLACED = Layout.of_length(FEATURES, None, has_constant=True, length=None)
CASES = [
    (Histograms(5, 8), NUMBER),
    (Histograms(5, 8, 3), CLASSES),
    (BinnedResiduals(SHAPES, 12345, Logistic()), Layout(FEATURES, 2)),
    (BinnedResiduals(SHAPES, -1, Distance()), NUMBER),
    (Moments(5, 3), CLASSES),
    (Grid(np.eye(5, dtype=np.int64)[:, :2] * ONE, np.zeros(2, dtype=np.int64), 7), PLACED),
    (Grid(RANDOM.integers(-(2**17), 2**17, size=(5, 3)), RANDOM.integers(-99, 99, 3), 4), PLACED),
    (Assigned(RANDOM.integers(-ONE, ONE, size=(4, 5))), PLACED),
]


@pytest.mark.parametrize(("of", "layout"), CASES)
class TestEverySum:
    def test_one_row_moves_a_sum_by_no_more_than_it_says(self, of, layout):
        columns = batch(200, seed=21)
        most = 0
        for place in range(200):
            added = [int(each) for each in summed(part_of(columns, [place]), of, layout=layout).ravel()]
            assert sum(each**2 for each in added) <= of.l2_squared
            assert sum(map(abs, added)) <= of.l1
            most = max(most, sum(each**2 for each in added))
        assert most > of.l2_squared / 20

    def test_a_row_adds_the_same_whatever_is_beside_it(self, of, layout):
        columns = batch(300, seed=22)
        whole = summed(columns, of, layout=layout)
        alone = sum(summed(part_of(columns, [place]), of, layout=layout) for place in range(300))
        assert (whole == alone).all()
        assert (summed(part_of(columns, RANDOM.permutation(300)), of, [1, 299], layout) == whole).all()


def test_one_row_moves_a_sum_by_no_more_than_it_says():
    """At both ends of every feature there is a bin, and none beyond."""
    ends = np.array([[-ONE, 0, ONE]], dtype=np.int16)
    for bins in (2, 7, 256):
        assert bins_of(ends, bins).tolist() == [[0, bins // 2, bins - 1]]
