# SPDX-License-Identifier: Apache-2.0
"""Reports that people randomise and somebody shuffles: each may tell more, as it hides in a crowd."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Self

import numpy as np

from diffident.privacy.accounting.calibrate import continuous_sigma
from diffident.privacy.accounting.report import Report
from diffident.privacy.tradeoff.law import Estimate
from diffident.privacy.tradeoff.part import Floats
from diffident.privacy.tradeoff.reports import Reports

PACE = math.log(1.02)  # people are counted as the next lower number on a ladder with rungs two in a hundred apart


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffled(Estimate):
    """What is `collected` from a batch of people, at what epsilon of one report the shuffled batch allows.

    Epsilon and `delta` are what the batch tells whoever sees it shuffled, `alike` says which reports they are. Fewer people
    are hidden less, so that a lower number of them will do for that. `wider` makes it a draft: the rule of thumb by
    which the search for the report's epsilon starts, times this.
    """

    collected: Reports
    alike: Report
    delta: Fraction
    wider: float | None = None

    @property
    def more_people_help(self) -> bool:
        """Whether more people make the error smaller: that of a share, not that of a total."""
        return self.collected.more_people_help

    @property
    def mechanism(self) -> str:
        """What is done to the data, in a few words."""
        return f"{self.collected.mechanism}, and all reports shuffled"

    def report(self, people: int, epsilon: Fraction) -> Fraction:
        """Return the epsilon of one report before it is shuffled."""
        if self.wider is not None:
            return Fraction(max(self._roughly(people, epsilon, self.wider), float(epsilon)))
        return self.alike.most_told(_fewer(people), epsilon, self.delta)

    def coverage(self, within: Fraction, people: int, epsilon: Fraction) -> float:
        """Return P(every error is at most `within`), exactly but for rounding."""
        return self.collected.coverage(within, people, self.report(people, epsilon))

    def coverages(self, within: Fraction, people: Sequence[int], epsilon: Fraction) -> Floats:
        """Return the coverage for several numbers of people, which rise."""
        alike = [
            (self.report(some[0], epsilon), some) for _, group in groupby(people, _fewer) for some in [list(group)]
        ]
        return np.concatenate([self.collected.coverages(within, some, told) for told, some in alike])

    def lasting(self, within: Fraction, people: int, epsilon: Fraction) -> float:
        """Return the coverage as if the ends of the window fell where they take the most away."""
        return self.collected.lasting(within, people, self.report(people, epsilon))

    def drafted(self, near: Fraction | None) -> Self:
        """Return a law by a rule of thumb; it is not far from any epsilon, so one for all of them."""
        del near
        return replace(self, wider=1.0)

    def sd(self, people: int, epsilon: Fraction) -> float:
        """Return the standard deviation of one error, about."""
        return self.collected.sd(people, Fraction(max(self._roughly(people, epsilon, 1.0), float(epsilon))))

    def all_of(self, missed: float) -> float:
        """Return a lower bound of P(no number misses), whatever they have to do with each other."""
        return self.collected.all_of(missed)

    def _roughly(self, people: int, epsilon: Fraction, wider: float) -> float:
        """Return about the epsilon of one report: a batch is like a number that one person moves by mu deviations."""
        return self.alike.told(people, wider / _sigma(epsilon, self.delta))


@lru_cache(maxsize=256)
def _sigma(epsilon: Fraction, delta: Fraction) -> float:
    return continuous_sigma(float(epsilon), float(delta))


def _fewer(people: int) -> int:
    """Return the next rung below a number of people.

    >>> _fewer(30), _fewer(1000)
    (30, 983)
    """
    rung = math.floor(math.exp(PACE * math.floor(math.log(people) / PACE)))
    return people if people * PACE < 1 else min(rung, people)
