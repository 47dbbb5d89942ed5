# SPDX-License-Identifier: Apache-2.0
"""Cuts: rows below them, exactly and as runs, on small grids where everything can be counted."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.privacy.mechanisms.cuts import Cuts, Runs

LEAST = -2
HELD = st.lists(st.integers(0, 5), min_size=4, max_size=4)
FINE = st.integers(1, 4)


def cuts_of(rows, fine):
    steps = [step for step, many in enumerate(rows) if many]
    held = np.array([rows[step] for step in steps], np.int64)
    return Cuts.of(np.array(steps, np.int64) + LEAST, held, least=LEAST, most=LEAST + len(rows) - 1, fine=fine)


@given(HELD, FINE, st.integers(0, 3))
def test_one_row_moves_what_lies_below_a_cut_by_at_most_itself(rows, fine, step):
    one, more = cuts_of(rows, fine), cuts_of([many + (place == step) for place, many in enumerate(rows)], fine)
    moved = [more.below(cut) - one.below(cut) for cut in range(one.total)]
    assert moved == sorted(moved)
    assert set(moved[: step * fine]) <= {0}
    assert set(moved[(step + 1) * fine :]) <= {2 * fine}
    assert all(0 < each < 2 * fine for each in moved[step * fine : (step + 1) * fine])


@given(HELD, FINE)
def test_rows_lie_evenly_among_the_cuts_of_their_step(rows, fine):
    cuts = cuts_of(rows, fine)
    found = [cuts.below(cut) / (2 * fine) for cut in range(cuts.total)]
    expected = [sum(rows[:step]) + rows[step] * (part + 0.5) / fine for step in range(4) for part in range(fine)]
    assert found == pytest.approx(expected)
    assert cuts.size == sum(rows)


@given(HELD, FINE, st.floats(-2, 25), st.floats(0, 10), st.floats(0.3, 9))
def test_runs_hold_every_cut_of_a_window_once_and_are_as_rough_as_they_say(rows, fine, low, width, height):
    cuts = cuts_of(rows, fine)
    begin, end = cuts.around(low, low + width)
    inside = [cut for cut in range(cuts.total) if low <= cuts.below(cut) / (2 * fine) <= low + width]
    assert all(begin <= cut < end for cut in inside)
    runs = Runs.of(cuts, begin, end, height)
    held = [cut for first, size in zip(runs.first, runs.size, strict=True) for cut in range(first, first + size)]
    assert held == list(range(begin, end))
    about = np.repeat(runs.below, runs.size)
    exact = np.array([cuts.below(cut) / (2 * fine) for cut in held])
    assert np.all(np.abs(about - exact) <= runs.height / 2 + 1e-9)
    assert runs.height <= height + 1e-9
