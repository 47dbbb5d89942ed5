# SPDX-License-Identifier: Apache-2.0
"""Output perturbation: the minimum is met, and one row moves it by no more than it says."""

import numpy as np
import pytest

from diffident.learn import contribution
from diffident.learn.layout import Feature, Layout
from diffident.learn.losses import LOSSES, Logistic, Rate
from diffident.learn.minimum import NEAR, Minimum
from diffident.privacy.unseal import unseal
from learn.rows import FEATURES, batch, part_of
from learn.test_contribution import Handing


def layout_for(loss):
    target = Feature("y", 0, 4) if type(loss).__name__ in {"Rate", "Distance"} else max(2, loss.outputs)
    return Layout.of_length(FEATURES, target, has_constant=True, length=None, shrinks_target=not isinstance(loss, Rate))


def met(loss, columns, alpha):
    layout = layout_for(loss)
    rows = contribution.held(Handing(columns, [len(columns["y"])]), None, layout)
    return unseal(contribution.total(rows, Minimum(layout.width, loss, alpha))), unseal(rows)


@pytest.mark.parametrize("loss", LOSSES, ids=repr)
class TestEveryLoss:
    def test_the_minimum_is_met(self, loss):
        alpha = 3.0
        found, blocks = met(loss, batch(300, seed=11), alpha)
        minimum = Minimum(layout_for(loss).width, loss, alpha)
        gradient = minimum._gradient(blocks, found * minimum.step)[1]
        assert np.linalg.norm(gradient) < 2 * np.sqrt(loss.square) / NEAR

    def test_one_row_moves_the_minimum_by_no_more_than_it_says(self, loss):
        columns = batch(120, seed=12)
        minimum = Minimum(layout_for(loss).width, loss, 0.5)
        whole = met(loss, columns, 0.5)[0]
        moved = []
        for place in range(0, 120, 10):
            others = part_of(columns, [row for row in range(120) if row != place])
            by = (whole - met(loss, others, 0.5)[0]).ravel()
            assert sum(int(each) ** 2 for each in by) <= minimum.l2_squared
            assert sum(abs(int(each)) for each in by) <= minimum.l1
            moved.append(sum(int(each) ** 2 for each in by))
        assert max(moved) > 0


def test_one_row_moves_the_minimum_by_no_more_than_it_says():
    """A first row of all moves it furthest: with alpha large, nearly as far as is said."""
    one = {f"x{place}": np.array([9.0]) for place in range(5)} | {"y": np.array([1.0])}
    alone, nobody = met(Logistic(), one, 50.0)[0], met(Logistic(), part_of(one, slice(0, 0)), 50.0)[0]
    square = sum(int(each) ** 2 for each in (alone - nobody).ravel())
    said = Minimum(6, Logistic(), 50.0).l2_squared
    assert said / 5 < square <= said, "the slope at 0 is a half of the largest"


def test_the_minimum_is_met():
    """Without any rows it is at 0, and on rows that a plane parts it is met as well."""
    nobody = part_of(batch(3), slice(0, 0))
    assert not met(Logistic(), nobody, 1.0)[0].any()
    random = np.random.default_rng(13)
    parted = {f"x{place}": random.normal(size=400) for place in range(5)}
    parted["y"] = (parted["x0"] > 0).astype(float)
    found, blocks = met(Logistic(), parted, 0.01)
    minimum = Minimum(6, Logistic(), 0.01)
    assert np.linalg.norm(minimum._gradient(blocks, found * minimum.step)[1]) < 2 / NEAR
