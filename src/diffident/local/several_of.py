# SPDX-License-Identifier: Apache-2.0
"""Several of k options: each person has any number of them, and all of these answers are protected together."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from diffident.exact.number import Epsilon, decimal
from diffident.local.counted import Counted, positive_weights
from diffident.local.options import labels, named
from diffident.local.protocol import NoReports, Reports, chunks, described, integers_below, windowed
from diffident.local.sets import some_of
from diffident.local.shares import Shares
from diffident.local.thresholds import chance, likelier
from diffident.local.window import lies
from diffident.privacy.mechanisms.mechanism import settle
from diffident.privacy.tradeoff.setting import Sampling, chosen
from diffident.randomness.source import Source

MOST: Final = 50  # answers together are a whole number that JavaScript holds exactly
NOT_ASKED: Final = -1


@dataclass(frozen=True, slots=True, init=False, repr=False)
class SeveralOf(Counted):
    """Any number of several options.

    Each person's device draws `asked` of the options, and says yes or no to each by randomised response with
    epsilon / asked. How many are best follows from their number and epsilon: one, unless epsilon is large.
    """

    kind: ClassVar[str] = "several_of"
    options: tuple[str, ...] | int
    epsilon: Fraction
    asked: int = field(compare=False)
    inside: int = field(compare=False)

    def __init__(self, *, options: object, epsilon: object) -> None:
        settle(self, options=named(options, most=MOST), epsilon=Epsilon.of(epsilon).value)
        best = min(range(1, self.many + 1), key=lambda asked: variance_of(self.epsilon, self.many, asked))
        settle(self, asked=best, inside=likelier(self.epsilon / best, 1, 1))

    @property
    def p(self) -> Fraction:
        """How likely a yes stays a yes, if it is asked for."""
        return chance(self.inside)

    @property
    def q(self) -> Fraction:
        """How likely a no becomes a yes."""
        return 1 - self.p

    def variance(self, share: object = 0, people: object = 1, *, sampling: object = "simple") -> float:
        """Return the variance of an option's estimated share: only some are asked for it, a random sample."""
        del sampling
        return Counted.variance(self, share, people, sampling="simple") * self.many / self.asked

    def device(self) -> dict[str, Any]:
        """Return how many are asked, and the window of each."""
        each = windowed(2, cells=2, width=1, inside=self.inside)
        return described("sampled", 1 << self.many, questions=self.many, asked=self.asked, each=each)

    def answers(self, values: object) -> NDArray[np.int64]:
        """Return rows of 0 and 1, one for each option."""
        rows = np.asarray(values)
        if rows.ndim != 2 or rows.shape[1] != self.many or not np.isin(rows, (0, 1)).all():
            raise self.unreadable(f"answers are rows of {self.many} times yes or no")
        return rows.astype(np.int64)

    def perturb(self, values: object, source: Source | None = None) -> Reports:
        """Return rows of replies: 1 for yes, 0 for no, -1 where it was not asked.

        Guarantee:
            Whatever two people have, their reports are at most e^epsilon apart.
        Because:
            What is asked does not depend on answers, and each of the `asked` replies is (epsilon / asked)-private.
        Checked by: tests/local/test_protocols.py::test_no_report_is_likelier_by_more_than_the_factor
        """
        answers, bits = self.answers(values), source or Source.fresh()
        asked = some_of(self.asked, self.many, len(answers), bits)
        said = answers ^ ~lies(self.inside, answers.size, bits).reshape(answers.shape)
        return np.where(asked, said, NOT_ASKED)

    def gathered(self, sent: Iterable[object]) -> Reports:
        """Return lists of question, reply, question, reply, ... as rows of replies."""
        lists = list(sent)
        rows = np.full((len(lists), self.many), NOT_ASKED, np.int64)
        for row, told in zip(rows, lists, strict=True):
            if type(told) is not list or len(told) != 2 * self.asked:
                raise self.unreadable(f"{self.asked} pairs of question and reply")
            questions = integers_below(self, told[0::2], self.many)
            if not (np.diff(questions) > 0).all():
                raise self.unreadable("questions in order, each once")
            row[questions] = integers_below(self, told[1::2], 2)
        return rows

    def supports(self, reports: Reports) -> NDArray[np.bool_]:
        """Return whether each option was asked for and affirmed."""
        return np.asarray(self._replies(reports) == 1)

    def estimate(
        self, reports: object, *, weights: object = None, sampling: object = "simple", confidence: object = 0.95
    ) -> Shares:
        """Return the share of people who have each option; they need not add up to one."""
        if weights is not None:
            return self._estimate_weighted(np.asarray(reports), weights, confidence)
        yes, asked = np.zeros(self.many), np.zeros(self.many)
        for part in chunks(reports):
            rows = self._replies(part)
            yes += (rows == 1).sum(axis=0)
            asked += (rows != NOT_ASKED).sum(axis=0)
        if not asked.all():
            raise NoReports
        sampled = chosen(Sampling, sampling, name="sampling") is Sampling.SIMPLE or self.asked < self.many
        sure = decimal(confidence, name="confidence", above=0, below=1)
        return Shares(labels(self.options), yes, asked, self.p, self.q, sampled=sampled, confidence=sure)

    def _estimate_weighted(self, reports: Reports, weights: object, confidence: object) -> Shares:
        """Return the shares from those who were asked each option, as if a smaller, unweighted sample were (Kish)."""
        rows = self._replies(reports)
        each = positive_weights(weights, len(rows))[:, None] * (rows != NOT_ASKED)
        if not each.any(axis=0).all():
            raise NoReports
        people = each.sum(axis=0) ** 2 / (each**2).sum(axis=0)
        yes = (each * (rows == 1)).sum(axis=0) / each.sum(axis=0) * people
        sure = decimal(confidence, name="confidence", above=0, below=1)
        return Shares(labels(self.options), yes, people, self.p, self.q, sampled=True, confidence=sure)

    def moved(self, fake: object = 0.01) -> tuple[float, float]:
        """Return how far fake reports can move an option's share, if all of them are about that option."""
        part = decimal(fake, name="fake", at_least=0, at_most=1)
        return Counted.moved(self, part / (part + (1 - part) * self.asked / self.many))

    def scores(self, reports: Reports) -> NDArray[np.float64]:
        """Return for each report and option a number that is right on average: 1 for those the person has."""
        rows, part = self._replies(reports), self.asked / self.many
        said = ((rows == 1) - float(self.q)) / float(self.p - self.q)
        return np.where(rows == NOT_ASKED, 0.0, said / part)

    def _replies(self, reports: Reports) -> NDArray[np.int64]:
        rows = np.asarray(reports)
        if rows.ndim != 2 or rows.shape[1] != self.many or not np.isin(rows, (-1, 0, 1)).all():
            raise self.unreadable(f"rows of {self.many} replies")
        if not ((rows != NOT_ASKED).sum(axis=1) == self.asked).all():
            raise self.unreadable(f"{self.asked} replies in each row")
        return rows


def variance_of(epsilon: Fraction, questions: int, asked: int) -> float:
    """Return n times the variance of the share of an option that half of the people have."""
    p = float(chance(likelier(epsilon / asked, 1, 1)))
    return questions / asked * 0.25 / (2 * p - 1) ** 2
