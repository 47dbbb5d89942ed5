# SPDX-License-Identifier: Apache-2.0
"""One of several candidates by how many people have it: the error is how many people fewer than the best."""

import math
from dataclasses import dataclass
from fractions import Fraction

from diffident.privacy.mechanisms import PermuteAndFlip
from diffident.privacy.tradeoff.law import ErrorLaw


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(ErrorLaw):
    """A choice among so many; `one_way` if a person who is added can only raise counts.

    >>> Choice(among=1000, one_way=True).coverage(Fraction(9), 1, Fraction(1)) > 0.95
    True
    """

    among: int
    one_way: bool
    grain: Fraction | None = Fraction(1)

    @property
    def people_matter(self) -> bool:
        """Whether the error depends on how many people there are: it does not."""
        return False

    @property
    def mechanism(self) -> str:
        """What is done to the data, in a few words."""
        return f"permute-and-flip among {self.among} candidates"

    def coverage(self, within: Fraction, people: int, epsilon: Fraction) -> float:
        """Return P(error <= within) where all candidates but one are just further behind: no data are worse."""
        del people
        chooser = PermuteAndFlip(sensitivity=1, epsilon=epsilon, monotone=self.one_way)
        return max(0.0, 1 - chooser.missed(self.among, math.floor(within)))
