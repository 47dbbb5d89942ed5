# SPDX-License-Identifier: Apache-2.0
"""Which of many counts reach a threshold: the error is how far from it a count that is told wrongly may be."""

import math
from dataclasses import dataclass
from fractions import Fraction

from diffident.privacy.mechanisms import AboveThreshold
from diffident.privacy.tradeoff.law import Picked


@dataclass(frozen=True, slots=True, kw_only=True)
class Above(Picked):
    """So many counts, until `take` of them have reached it; `one_way` if a person who is added can only raise counts.

    >>> Above(take=1, answers=100, one_way=True).coverage(Fraction(60), 1, Fraction(1, 2)) > 0.9
    True
    """

    take: int
    answers: int
    one_way: bool

    @property
    def mechanism(self) -> str:
        """What is done to the data, in a few words."""
        return f"sparse vector over {self.answers} counts, until {self.take} reach the threshold"

    def coverage(self, within: Fraction, people: int, epsilon: Fraction) -> float:
        """Return P(no count is told wrongly that is further from the threshold), for the worst counts."""
        del people
        spent = {"epsilon": epsilon, "positives": self.take, "monotone": self.one_way}
        return max(0.0, AboveThreshold(threshold=0, sensitivity=1, **spent).right(math.floor(within), self.answers))
