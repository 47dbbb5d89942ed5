# SPDX-License-Identifier: Apache-2.0
"""A row becomes the same integers whatever is beside it, within its length whatever it holds."""

import numpy as np
import pytest

from diffident.learn.layout import BLOCK, NOBODY, ONE, Feature, within
from learn.rows import batch, layouts, part_of

LAYOUTS = layouts()


def integers(layout, columns):
    """Return all rows as integers, the target last."""
    blocks = list(layout.blocks(columns))
    return np.vstack([np.column_stack([block.features, block.target]) for block in blocks]).astype(np.int64)


@pytest.mark.parametrize("layout", LAYOUTS)
class TestEveryLayout:
    def test_a_row_becomes_the_same_integers_whatever_is_beside_it(self, layout):
        columns = batch()
        together = integers(layout, columns)
        order = np.random.default_rng(1).permutation(500)
        assert (integers(layout, part_of(columns, order)) == together[order]).all()
        assert (integers(layout, part_of(columns, slice(1, None))) == together[1:]).all()
        alone = [integers(layout, part_of(columns, [place])) for place in range(0, 500, 7)]
        assert (np.vstack(alone) == together[::7]).all()

    def test_no_row_is_longer_than_its_length(self, layout):
        rows = integers(layout, batch(seed=2))
        assert (np.abs(rows) <= ONE).all()
        if layout.length is not None:
            assert ((rows[:, :-1] ** 2).sum(axis=1) <= ONE**2).all()

    def test_a_row_without_its_number_counts_as_zeros(self, layout):
        columns = {name: np.full(3, 1.0) for name in batch(1)} | {"y": np.array([1.0, np.nan, 7.0])}
        rows = integers(layout, columns)
        if isinstance(layout.target, Feature):
            assert not rows[1].any()
            assert rows[0].any()
        elif layout.target == 3:
            assert rows[:, -1].tolist() == [1, NOBODY, NOBODY]


def test_no_row_is_longer_than_its_length():
    random = np.random.default_rng(3)
    rows = random.integers(-(2**20), 2**20, size=(1000, 4))
    assert ((within(rows) ** 2).sum(axis=1) <= ONE**2).all()
    just = np.array([[ONE, 0], [ONE, 1], [-ONE, 1], [ONE - 1, 100]])
    assert within(just).tolist()[0] == [ONE, 0]
    assert ((within(just) ** 2).sum(axis=1) <= ONE**2).all()


def test_a_missing_number_counts_as_the_middle_and_an_infinite_one_as_the_limit():
    layout = LAYOUTS[3]
    assert layout.length is None
    columns = {name: np.array([np.nan, np.inf, -np.inf, 1e308]) for name in batch(1)}
    first = integers(layout, columns)[:, 0]
    assert first.tolist() == [0, ONE, -ONE, ONE]


def test_blocks_are_as_large_as_sums_allow():
    sizes = [len(block.features) for block in LAYOUTS[0].blocks(batch(2 * BLOCK + 5))]
    assert sizes == [BLOCK, BLOCK, 5]


def test_a_cast_without_a_bound_would_be_noticed():
    """What the layout does not do: numbers cast as they come wrap round, and no later check of squares sees it."""
    with np.errstate(invalid="ignore"):
        careless = np.array([[1e30, np.nan]]).astype(np.int64)
    assert ((careless * careless).sum(axis=1) <= ONE**2).all(), "squares of -2^63 wrap to 0 and pass"
