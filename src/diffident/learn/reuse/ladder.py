# SPDX-License-Identifier: Apache-2.0
"""The Ladder: a leaderboard that tells the best loss so far, and moves only when somebody is better by a whole step.

Blum and Hardt 2015. Who submits learns so little each time that the board stays near the truth.
"""

import math
from typing import Final

from diffident.exact.number import decimal, whole
from diffident.learn.reuse.declared import NotPrivate, ReuseSpent, Statistic, declared

WORST: Final = 1.0
CONFIDENCE: Final = "0.95"


class Ladder:
    """A leaderboard of losses between 0 and 1, for so many submissions.

    Guarantee:
        With probability `confidence` over the draw of the holdout, the board is at every time within `bound` of the
        smallest loss, in the population, of all that was submitted so far, however submissions depend on the board.
    Because:
        The board shows one of M steps below the first, or that, and only ever goes down: after t submissions it has
        shown one of C(t + M, M) histories, and for each the next submission is fixed. Over all t below k these are
        N = C(k + M, M + 1). By Hoeffding, in none of them is a loss on the holdout further from the true one than
        sqrt(ln(2 N / (1 - confidence)) / 2n). Whoever moves the board has the smallest loss so far on the holdout, which
        is rounded by half a step at most, and whoever does not is less than a step below it.
    Checked by: tests/learn/reuse/test_ladder.py::test_the_board_stays_within_its_bound
    """

    def __init__(
        self,
        holdout: object,
        *,
        rows: object,
        submissions: object,
        step: object = None,
        confidence: object = CONFIDENCE,
    ) -> None:
        self.holdout: NotPrivate = declared(holdout)
        self.rows = whole(rows, name="rows", at_least=1)
        self.submissions = whole(submissions, name="submissions", at_least=1)
        self.confidence = float(decimal(confidence, name="confidence", above=0, below=1))
        self.steps = (
            self._best_steps() if step is None else math.ceil(1 / decimal(step, name="step", above=0, at_most=1))
        )
        self.submitted, self.best = 0, WORST

    def submit(self, loss: Statistic) -> float:
        """Return the board after a submission, whose loss is a number between 0 and 1 for each row."""
        return self.settle(float(self.holdout.values(loss).mean()))

    def settle(self, held_out: float) -> float:
        """Return the board after a submission with this mean loss on the holdout."""
        if self.submitted >= self.submissions:
            raise ReuseSpent(answers=self.submitted, budget=self.submissions)
        self.submitted += 1
        if held_out < self.best - self.step:
            self.best = round(held_out * self.steps) / self.steps
        return self.best

    @property
    def step(self) -> float:
        """By how much somebody must be better to move the board."""
        return 1 / self.steps

    @property
    def bound(self) -> float:
        """How far the board can be from the smallest true loss."""
        return self._bound(self.steps)

    def _bound(self, steps: int) -> float:
        histories = math.lgamma(self.submissions + steps + 1) - math.lgamma(steps + 2) - math.lgamma(self.submissions)
        return math.sqrt((math.log(2 / (1 - self.confidence)) + histories) / (2 * self.rows)) + 1 / steps

    def _best_steps(self) -> int:
        """Return how many steps make the bound smallest: it falls with finer steps, and then rises."""
        steps = 1
        while self._bound(steps + 1) < self._bound(steps):
            steps += 1
        return steps

    def __repr__(self) -> str:
        return f"<Ladder at {self.best:.4g}: {self.submitted} of {self.submissions} submissions>"
