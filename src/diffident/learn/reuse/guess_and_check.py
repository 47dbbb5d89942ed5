# SPDX-License-Identifier: Apache-2.0
"""Guess and check: any guess of a mean, by any means, is checked on a holdout; what is returned is an interval that holds.

Rogers, Roth, Smith, Srebro, Thakkar and Woodworth 2020, with Hoeffding's inequality at each check.
"""

import math
from dataclasses import dataclass
from typing import Final

from diffident.exact.number import decimal, whole
from diffident.learn.reuse.declared import NotPrivate, ReuseSpent, Statistic, declared

CELLS: Final = 1_000  # an answer after a wrong guess is told in so many steps


@dataclass(frozen=True, slots=True)
class Checked:
    """A mean, within which distance of the truth it is, and whether the guess stood."""

    mean: float
    within: float
    stood: bool

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the interval."""
        return max(0.0, self.mean - self.within), min(1.0, self.mean + self.within)


class GuessAndCheck:
    """A holdout that says whether guesses are right; all its intervals hold together but for `1 - confidence`.

    Guarantee:
        However questions and guesses depend on earlier answers, with probability `confidence` over the draw of the
        holdout every interval contains the mean of its statistic in the population.
    Because:
        What somebody asks depends on the answers before it, and not otherwise on the holdout. Before question i with f
        wrong guesses there were at most C(i - 1, f) * CELLS^f different answers, and for each of them the question is
        fixed. By Hoeffding the holdout's mean is off by more than sqrt(ln(2/b) / 2n) with probability b at most. With
        b = (1 - confidence) c(i) c(f + 1) / (C(i - 1, f) CELLS^f), and c(j) = 6 / (pi j)^2 which add up to 1, all of
        them together fail with 1 - confidence at most. A guess stands if it is no further from the holdout than its
        width less that distance; a wrong one is answered by the nearest of CELLS steps.
    Checked by: tests/learn/reuse/test_guess_and_check.py::test_all_intervals_hold_though_questions_follow_answers
    """

    def __init__(self, holdout: object, *, rows: object, confidence: object = "0.95", within: object = "0.05") -> None:
        self.holdout: NotPrivate = declared(holdout)
        self.rows = whole(rows, name="rows", at_least=1)
        self.confidence = decimal(confidence, name="confidence", above=0, below=1)
        self.within = float(decimal(within, name="within", above=0, at_most=1))
        self.asked, self.wrong = 0, 0

    def check(self, statistic: Statistic, guess: float, within: float | None = None) -> Checked:
        """Return the guess with its width if the holdout does not contradict it, and else what the holdout says."""
        return self.settle(
            float(self.holdout.values(statistic).mean()), guess, self.within if within is None else within
        )

    def settle(self, held_out: float, guess: float, within: float) -> Checked:
        """Return what is told about a guess, given the mean of the holdout."""
        margin = self.margin
        if margin + 1 / CELLS > self.within:
            raise ReuseSpent(answers=self.asked, budget=self.asked)
        self.asked += 1
        if abs(held_out - guess) <= within - margin:
            return Checked(guess, within, stood=True)
        self.wrong += 1
        return Checked(round(held_out * CELLS) / CELLS, margin + 1 / (2 * CELLS), stood=False)

    @property
    def margin(self) -> float:
        """How far the holdout may be from the population at the next question."""
        earlier = math.lgamma(self.asked + 1) - math.lgamma(self.wrong + 1) - math.lgamma(self.asked - self.wrong + 1)
        answers = earlier + self.wrong * math.log(CELLS + 1)
        shares = 2 * math.log(math.pi**2 / 6) + 2 * math.log(self.asked + 1) + 2 * math.log(self.wrong + 1)
        return math.sqrt((math.log(2 / float(1 - self.confidence)) + answers + shares) / (2 * self.rows))

    def __repr__(self) -> str:
        return f"<GuessAndCheck of {self.rows} rows: {self.asked} asked, {self.wrong} guesses wrong>"
