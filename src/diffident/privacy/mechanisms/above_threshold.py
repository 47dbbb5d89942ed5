# SPDX-License-Identifier: Apache-2.0
"""Above-threshold (the sparse vector technique): which of many answers reach a threshold, paying only for those that do."""

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.exact.number import Epsilon, decimal, whole
from diffident.privacy.event import Event
from diffident.privacy.laws import DiscreteLaplace
from diffident.privacy.loss import Pure
from diffident.privacy.mechanisms.integers import plus
from diffident.privacy.mechanisms.mechanism import Mechanism, not_too_wide, settle, told, yes_or_no
from diffident.privacy.mechanisms.scores import listed
from diffident.privacy.private import Private
from diffident.randomness.source import Source

SHARES = 1024  # the part of epsilon that goes to the threshold is a multiple of 1/1024
MOST_QUERIES = 10**9
FINE = 64  # blocks for each scale of the threshold's noise, when its law is added up
FAR = 48  # scales beyond which that noise lies with probability e^-48


@dataclass(frozen=True, slots=True, init=False, repr=False)
class AboveThreshold(Mechanism):
    """Says of one integer answer after the other whether it reaches a public threshold, and stops after some that do.

    `sensitivity` is how far one person moves any answer, `positives` after how many answers above it stops, `monotone`
    whether a person who is added moves all answers up, or all down. The answer is a list of True and False, which ends
    with the last positive or with the list. The values of the answers are not released, and a second look at them is
    another release.
    """

    threshold: int
    sensitivity: int
    epsilon: Fraction
    positives: int
    monotone: bool
    threshold_law: DiscreteLaplace = field(compare=False)
    answer_law: DiscreteLaplace = field(compare=False)

    def __init__(
        self,
        *,
        threshold: object,
        sensitivity: object,
        epsilon: object,
        positives: object = 1,
        monotone: object = False,
    ) -> None:
        far, spent = whole(sensitivity, name="sensitivity", at_least=1), Epsilon.of(epsilon).value
        most, one_way = whole(positives, name="positives", at_least=1), yes_or_no(monotone, name="monotone")
        settle(self, threshold=whole(threshold, name="threshold"), sensitivity=far, epsilon=spent)
        settle(self, positives=most, monotone=one_way)
        steps = most * (1 if one_way else 2)
        first = spent * Fraction(max(1, round(SHARES / (1 + steps ** (2 / 3)))), SHARES)
        settle(self, threshold_law=DiscreteLaplace(not_too_wide(far / first)))
        settle(self, answer_law=DiscreteLaplace(not_too_wide(steps * far / (spent - first))))

    @property
    def loss(self) -> Pure:
        """What one run can tell about a person, however long the list.

        Guarantee:
            The probability of every list of True and False changes by at most the factor exp(epsilon).
        Because:
            above_threshold.proof.md.
        Checked by: tests/contracts/test_mechanisms.py::test_the_loss_covers_what_neighbours_show
        """
        return Pure(self.epsilon)

    @property
    def event(self) -> Event:
        """One draw, as public data."""
        bounds = {"threshold": self.threshold, "sensitivity": self.sensitivity, "positives": self.positives}
        return told("above_threshold", **bounds, epsilon=self.epsilon, monotone=self.monotone)

    def error(self, confidence: object = 0.95, *, answers: object = 1) -> float:
        """Return the smallest t such that so many answers are all told right within t with at least this probability.

        Right within t: who is above is at least threshold - t, who is not is less than threshold + t.
        """
        sure = decimal(confidence, name="confidence", above=0, below=1)
        many = whole(answers, name="answers", at_least=1, at_most=MOST_QUERIES)
        half = 1 - (1 - sure) / 2
        low, high = -1, self.threshold_law.quantile(half) + self.answer_law.largest_of(many, half)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.right(middle, many) >= sure else (middle, high)
        return float(high)

    def right(self, within: int, answers: int) -> float:
        """Return a lower bound of P(so many answers are all told right within this), whatever they are.

        No list is worse than one of answers at threshold - t - 1, and as many at threshold + t as may be told above
        before it ends, but not more than half: given the threshold's noise they are right independently, and the mean
        of the product of so many of one kind and of the other is log-convex, and symmetric, in how many there are of
        each. The threshold's noise is added up in blocks, each answer as if it lay at the worse end.
        """
        above = min(self.positives, answers // 2)
        block = max(1, int(self.threshold_law.scale) // FINE)
        ends = np.arange(-math.ceil(FAR * self.threshold_law.scale), math.ceil(FAR * self.threshold_law.scale), block)
        likely = -np.diff(self.threshold_law.upper(np.append(ends, ends[-1] + block)))  # P(end <= noise < next end)
        not_told, told = 1 - self.answer_law.upper(ends + within + 1), self.answer_law.upper(ends + block - 1 - within)
        return float(likely @ (not_told ** (answers - above) * told**above))

    def draw(self, values: Private[Any], source: Source) -> NDArray[Any]:
        """Return True for each answer that reaches the threshold, False for the others, until enough do.

        Guarantee:
            With T noise of `threshold_law` and independent noise of `answer_law` for each answer, answer i is told to
            be above exactly if answer + noise >= threshold + T, up to and with the last of `positives`.
        Because:
            These sums and comparisons are made, in integers; noise for answers after the end is thrown away.
        Checked by: tests/privacy/mechanisms/test_above_threshold.py::test_runs_follow_the_law_and_not_its_neighbour
        """
        answers = listed(values)
        bar = self.threshold + int(self.threshold_law.draw(1, source)[0])
        above = np.asarray(plus(answers, self.answer_law.draw(answers.size, source)) >= bar, np.bool_)
        ends = np.flatnonzero(above)[self.positives - 1 : self.positives]
        return above[: ends[0] + 1] if ends.size else above
