# SPDX-License-Identifier: Apache-2.0
"""Two randomised questions of the same people, crossed: the share of each pair of answers, with its interval."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diffident.exact.number import decimal
from diffident.local.counted import Counted
from diffident.local.options import labels
from diffident.local.protocol import ROWS, NoReports, NotAReport, Reports


@dataclass(frozen=True, slots=True, eq=False)
class Crossed:
    """The share of people with each pair of answers, first question down, second across."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: NDArray[np.float64]
    sd: NDArray[np.float64]
    people: int
    confidence: Fraction

    @property
    def low(self) -> NDArray[np.float64]:
        """The lower ends of the intervals."""
        return self.interval(self.confidence)[0]

    @property
    def high(self) -> NDArray[np.float64]:
        """The upper ends of the intervals."""
        return self.interval(self.confidence)[1]

    def interval(self, confidence: object = 0.95) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return both ends of each share, which hold with about this probability."""
        from scipy.special import ndtri  # noqa: PLC0415 - slow to import

        sure = float(decimal(confidence, name="confidence", above=0, below=1))
        far = float(ndtri((1 + sure) / 2)) * self.sd / math.sqrt(self.people)
        return self.values - far, self.values + far


def crossed(
    first: Counted, reports: Reports, second: Counted, others: Reports, *, confidence: object = 0.95
) -> Crossed:
    """Return the shares of pairs, from reports about two questions in the same order of people.

    Each report gives every option a score that is right on average; the two are randomised independently, so that the
    product of two scores is right on average about the pair.
    """
    if len(reports) != len(others):
        raise NotAReport(protocol="crossed", due="as many for the second question as for the first, in one order")
    if len(reports) == 0:
        raise NoReports
    total, squares = np.zeros((first.many, second.many)), np.zeros((first.many, second.many))
    for begin in range(0, len(reports), ROWS):
        one = first.scores(reports[begin : begin + ROWS])
        other = second.scores(others[begin : begin + ROWS])
        total += one.T @ other
        squares += (one**2).T @ other**2
    people = len(reports)
    mean = total / people
    sd = np.sqrt(np.maximum(squares / people - mean**2, 0) * people / max(people - 1, 1))
    sure = decimal(confidence, name="confidence", above=0, below=1)
    return Crossed(labels(first.options), labels(second.options), mean, sd, people, sure)
