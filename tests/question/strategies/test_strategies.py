# SPDX-License-Identifier: Apache-2.0
"""Strategies: nobody moves what is released further than they say, cells come back, and many sums are nearly exact."""

import hashlib
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffident.question.contribution import Contribution
from diffident.question.strategies import STRATEGIES, Hierarchy, Ranges, Running, Separate

ONE = Contribution(1, 1, 1)
CELLS = (1, 2, 3, 7, 30)
DIGESTS = {  # of the matrices for 100 cells: answers that are stored hold no matrix, so it must be the same for good
    Separate: "d613a1eba21fa9ca",
    Hierarchy: "f5dfa8fcd50bb038",
    Running: "865c2cad606c3b19",
    Ranges: "398ac006352e624a",
}


@pytest.mark.parametrize("kind", STRATEGIES)
@given(st.data())
@settings(max_examples=40)
def test_nobody_moves_what_is_released_further(kind, data):
    strategy = kind(data.draw(st.sampled_from(CELLS)))
    rows = data.draw(st.lists(st.integers(0, strategy.cells - 1), min_size=1, max_size=4))
    moved = strategy.matrix @ np.bincount(rows, minlength=strategy.cells)
    reach = strategy.reach(Contribution(strategy.cells, len(rows), len(rows)))
    assert np.abs(moved).sum() <= reach.l1
    assert (moved**2).sum() <= reach.l2_squared


@pytest.mark.parametrize("kind", STRATEGIES)
@pytest.mark.parametrize("cells", CELLS)
def test_somebody_with_one_row_moves_it_as_far(kind, cells):
    strategy = kind(cells)
    lengths = [(np.abs(column).sum(), (column**2).sum()) for column in strategy.matrix.T]
    assert max(l1 for l1, _ in lengths) == strategy.reach(ONE).l1
    assert max(l2 for _, l2 in lengths) == strategy.reach(ONE).l2_squared


@pytest.mark.parametrize("kind", STRATEGIES)
@pytest.mark.parametrize("cells", CELLS)
def test_cells_come_back(kind, cells):
    strategy = kind(cells)
    assert strategy.solution @ strategy.matrix == pytest.approx(np.eye(cells), abs=1e-9)
    assert strategy.released == len(strategy.matrix)
    assert int(np.abs(strategy.matrix).max()) < 2**15  # and so 2^48 rows, mixed from 2,048 cells, fit into 64 bits


@pytest.mark.parametrize("kind", STRATEGIES)
def test_a_matrix_is_the_same_for_good(kind):
    assert hashlib.sha256(kind(100).matrix.astype("<i8").tobytes()).hexdigest()[:16] == DIGESTS[kind]


def spread(strategy, queries):
    """Return the deviation of each query, in deviations of a single cell that gets the same noise by itself."""
    weights = queries @ strategy.solution
    return np.sqrt((weights**2).sum(axis=1) * float(strategy.reach(ONE).l2_squared))


def test_running_totals_are_as_exact_as_they_can_be():
    prefixes = np.tril(np.ones((1024, 1024)))
    assert spread(Running(1024), prefixes).max() <= 3.3
    assert spread(Hierarchy(1024, members=2), prefixes).max() > 3.3


def test_ranges_are_as_exact_as_they_can_be():
    """The mean square over all ranges follows from how often two cells are in one together."""
    n, places = 1024, np.arange(1, 1025)
    together = np.minimum.outer(places, places) * (n + 1 - np.maximum.outer(places, places))

    def over_all(strategy):
        inverse = strategy.solution @ strategy.solution.T
        return math.sqrt((inverse * together).sum() / (n * (n + 1) / 2) * float(strategy.reach(ONE).l2_squared))

    assert over_all(Ranges(n)) <= 3.6
    assert over_all(Running(n)) > 3.6
