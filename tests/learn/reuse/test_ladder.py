# SPDX-License-Identifier: Apache-2.0
"""The Ladder stays near the truth, whatever is submitted to it, and the plain leaderboard does not."""

import numpy as np
import pytest

from diffident.errors import Refused
from diffident.invented.dice import rolled
from diffident.learn.reuse import Ladder, NotPrivate

ROWS, SUBMISSIONS = 1_000, 3_000
FALSE_ALARM = 1e-9


def boosted(number, board):
    """Attack a board as Blum and Hardt do: submit coins, and take the majority of those that seemed to be better."""
    labels = rolled(2, ROWS, number=number)
    best, kept = 1.0, []
    for attempt in range(SUBMISSIONS - 1):
        coins = rolled(2, ROWS, number=1_000 * number + attempt)
        seen = board(coins != labels)
        if seen < best or seen < 0.5:
            best, kept = min(best, seen), [*kept, coins]
    return board(((np.mean(kept, axis=0) > 0.5) if kept else labels * 0) != labels)


@pytest.mark.statistical(false_alarm=FALSE_ALARM)
def test_the_board_stays_within_its_bound():
    """No submission knows a label, so the truth is one half."""
    from scipy.special import bdtr

    def ladder(number):
        made = Ladder(NotPrivate(None, because="invented"), rows=ROWS, submissions=SUBMISSIONS)
        return boosted(number, lambda loss: made.settle(float(loss.mean()))), made.bound

    failed = sum(abs(board - 0.5) > bound for board, bound in map(ladder, range(3)))
    assert bdtr(3 - failed, 3, 0.95) > FALSE_ALARM
    twin = boosted(1, lambda loss: float(loss.mean()))  # a board that tells every loss
    assert not abs(twin - 0.5) <= ladder(1)[1]


def test_only_a_whole_step_moves_the_board():
    board = Ladder(NotPrivate(None, because="invented"), rows=1_000, submissions=5, step="0.1")
    assert [board.settle(loss) for loss in (0.52, 0.45, 0.44, 0.39, 0.06)] == [0.5, 0.5, 0.5, 0.4, 0.1]
    with pytest.raises(Refused, match=r"reuse_spent: .* 5 of 5"):
        board.settle(0.0)


def test_the_best_step_has_the_smallest_bound():
    board = Ladder(NotPrivate(None, because="invented"), rows=ROWS, submissions=SUBMISSIONS)
    others = [Ladder(board.holdout, rows=ROWS, submissions=SUBMISSIONS, step=step) for step in ("0.02", "0.05", "0.5")]
    assert all(board.bound <= other.bound for other in others)
    larger = Ladder(board.holdout, rows=1_000 * ROWS, submissions=SUBMISSIONS)
    assert larger.bound < board.bound / 3
    assert larger.step < board.step


def test_losses_are_read_from_rows():
    board = Ladder(NotPrivate(np.array([0, 1, 0, 0]), because="invented"), rows=4, submissions=2, step="0.25")
    assert board.submit(lambda rows: rows) == 0.25
