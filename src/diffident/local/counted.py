# SPDX-License-Identifier: Apache-2.0
"""What the protocols for options share: a report supports options, and how often each is supported tells its share."""

import math
from abc import abstractmethod
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from diffident.exact.number import LARGEST_WHOLE, decimal, whole
from diffident.local.options import how_many, labels, numbered
from diffident.local.protocol import NoReports, NotAReport, Protocol, Reports, chunks, spelled
from diffident.local.shares import Shares
from diffident.privacy.tradeoff.setting import Sampling, chosen


class Counted(Protocol):
    """A protocol for one of several options."""

    __slots__ = ()
    options: tuple[str, ...] | int

    @property
    @abstractmethod
    def p(self) -> Fraction:
        """How likely a report supports the option of the person who sends it."""

    @property
    @abstractmethod
    def q(self) -> Fraction:
        """How likely a report supports a given other option."""

    @abstractmethod
    def supports(self, reports: Reports) -> NDArray[np.bool_]:
        """Return for each report and each option whether the one supports the other."""

    def counts(self, reports: Reports) -> NDArray[np.float64]:
        """Return how many of some reports support each option."""
        return np.asarray(self.supports(reports).sum(axis=0), np.float64)

    @property
    def many(self) -> int:
        """How many options there are."""
        return how_many(self.options)

    def answers(self, values: object) -> NDArray[np.int64]:
        """Return answers as numbers of options."""
        return numbered(values, self.options, protocol=type(self).__name__)

    def parameters(self) -> dict[str, object]:
        """Return the options and epsilon, as plain data."""
        given = self.options if isinstance(self.options, int) else list(self.options)
        return {"options": given, "epsilon": spelled(self.epsilon)}

    def estimate(
        self, reports: object, *, weights: object = None, sampling: object = "simple", confidence: object = 0.95
    ) -> Shares:
        """Return the share of each option.

        Reports are an array, or an iterator of arrays that do not fit into memory together. `weights`, one for each
        report, make people who answered stand for people who did not; they must not depend on answers.
        """
        sampled = chosen(Sampling, sampling, name="sampling") is Sampling.SIMPLE
        sure = decimal(confidence, name="confidence", above=0, below=1)
        counted, people = self.counted(reports) if weights is None else self._weighted(np.asarray(reports), weights)
        if people == 0:
            raise NoReports
        return Shares(labels(self.options), counted, people, self.p, self.q, sampled=sampled, confidence=sure)

    def counted(self, reports: object) -> tuple[NDArray[np.float64], float]:
        """Return how many reports support each option, and how many there are."""
        counted, people = np.zeros(self.many), 0
        for rows in chunks(reports):
            counted += self.counts(rows)
            people += len(rows)
        return counted, people

    def _weighted(self, reports: Reports, weights: object) -> tuple[NDArray[np.float64], float]:
        """Return counts of a smaller, unweighted sample that says as much (Kish): weights cost certainty."""
        each = positive_weights(weights, len(reports))
        people = float(each.sum() ** 2 / (each**2).sum())
        supported = self.supports(reports).T.astype(np.float64) @ each
        return np.asarray(supported * (people / each.sum()), np.float64), people

    def scores(self, reports: Reports) -> NDArray[np.float64]:
        """Return for each report and option a number that is right on average: 1 for the person's own, 0 for others."""
        return np.asarray((self.supports(reports) - float(self.q)) / float(self.p - self.q), np.float64)

    def variance(self, share: object = 0, people: object = 1, *, sampling: object = "none") -> float:
        """Return the variance of an option's estimated share, where so many people have it."""
        f = float(decimal(share, name="share", at_least=0, at_most=1))
        n = whole(people, name="people", at_least=1, at_most=LARGEST_WHOLE)
        p, q = float(self.p), float(self.q)
        if chosen(Sampling, sampling, name="sampling") is Sampling.SIMPLE:
            rate = q + f * (p - q)
            return rate * (1 - rate) / (n * (p - q) ** 2)
        return (f * p * (1 - p) + (1 - f) * q * (1 - q)) / (n * (p - q) ** 2)

    def people(
        self, within: object, *, confidence: object = 0.95, share: object = None, sampling: object = "simple"
    ) -> int:
        """Return how many people must report for an option's share to be within a distance, by the normal law.

        Without a share it is enough for every share.

        >>> from diffident.local import Response
        >>> Response(epsilon=1).people("0.03")
        4997
        """
        worst = self._varies_most(sampled=chosen(Sampling, sampling, name="sampling") is Sampling.SIMPLE)
        return people_for(self.variance(worst if share is None else share, sampling=sampling), within, confidence)

    def _varies_most(self, *, sampled: bool) -> Fraction:
        """Return the share at which the estimate varies most: reports support the option as often as not, if they can."""
        if sampled:
            return min(max((Fraction(1, 2) - self.q) / (self.p - self.q), Fraction(0)), Fraction(1))
        return Fraction(int(self.p * (1 - self.p) > self.q * (1 - self.q)))

    def moved(self, fake: object = 0.01) -> tuple[float, float]:
        """Return how far down and up this share of fake reports can move an option's share, at worst.

        A fake report need not follow the protocol: it says what moves most. No estimator can tell it from others.
        """
        part = float(decimal(fake, name="fake", at_least=0, at_most=1))
        p, q = float(self.p), float(self.q)
        return part * -q / (p - q) - part, part * (1 - q) / (p - q)

    def matrix(self, sent: Iterable[object], size: int | None = None) -> NDArray[np.bool_]:
        """Return lists of options, as they arrive, as rows of marks; of so many each, if that is fixed."""
        lists = list(sent)
        marks = np.zeros((len(lists), self.many), np.bool_)
        for row, told in zip(marks, lists, strict=True):
            if type(told) is not list or not _rising(told, self.many) or (size is not None and len(told) != size):
                raise self.unreadable(f"rising whole numbers from 0 to {self.many - 1}")
            row[told] = True
        return marks

    def marks(self, reports: Reports, size: int | None = None) -> NDArray[np.bool_]:
        """Return marks as they are, or refuse what has another shape."""
        rows = np.asarray(reports)
        if rows.dtype != np.bool_ or rows.ndim != 2 or rows.shape[1] != self.many:
            raise self.unreadable(f"rows of {self.many} marks")
        if size is not None and rows.size and not (rows.sum(axis=1) == size).all():
            raise self.unreadable(f"rows with {size} marks each")
        return rows


def _rising(told: list[object], many: int) -> bool:
    """Tell whether a list has different numbers of options in order."""
    numbers = [each for each in told if type(each) is int and 0 <= each < many]
    return len(numbers) == len(told) and all(one < other for one, other in pairwise(numbers))


def positive_weights(given: object, many: int) -> NDArray[np.float64]:
    """Return one weight for each report, or refuse them."""
    weights = np.asarray(given, np.float64)
    if weights.shape != (many,) or not np.isfinite(weights).all() or not (weights > 0).all():
        raise NotAReport(protocol="weights=", due=f"{many} positive numbers, one for each report")
    return weights


def people_for(variance: float, within: object, confidence: object) -> int:
    """Return how many reports of this variance have an average within a distance, by the normal law."""
    from scipy.special import ndtri  # noqa: PLC0415 - slow to import

    far = float(decimal(within, name="within", above=0))
    sure = float(decimal(confidence, name="confidence", above=0, below=1))
    return math.ceil(float(ndtri((1 + sure) / 2)) ** 2 * variance / far**2)
