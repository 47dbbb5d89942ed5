# SPDX-License-Identifier: Apache-2.0
"""The best of many candidates, one or several: the error is how many people fewer have it than the best that was left."""

import math
from dataclasses import dataclass
from fractions import Fraction

from diffident.privacy.accounting.calibrate import rho_for
from diffident.privacy.mechanisms import NoisyTopK, PermuteAndFlip
from diffident.privacy.tradeoff.law import Picked


@dataclass(frozen=True, slots=True, kw_only=True)
class Top(Picked):
    """So many of so many candidates; `one_way` if a person who is added can only raise counts.

    >>> law = Top(take=3, among=1000, one_way=True)
    >>> law.coverage(Fraction(30), 1, Fraction(1)) > 0.9
    True
    """

    take: int
    among: int
    one_way: bool
    delta: Fraction | None = None

    @property
    def mechanism(self) -> str:
        """What is done to the data, in a few words."""
        name = "permute-and-flip" if self.delta is None else "the exponential mechanism"
        often = "" if self.take == 1 else f", {self.take} times,"
        return f"{name}{often} among {self.among} candidates"

    def coverage(self, within: Fraction, people: int, epsilon: Fraction) -> float:
        """Return a lower bound of P(every choice is so near): each is wherever the others are left just further behind."""
        del people
        missed = self._missed(math.floor(within), epsilon)
        return 0.0 if missed >= 1 else math.exp(self.take * math.log1p(-missed))

    def _missed(self, within: int, epsilon: Fraction) -> float:
        """Return P(one choice is further behind) on the worst list."""
        if self.delta is None:
            one = PermuteAndFlip(sensitivity=1, epsilon=epsilon / self.take, monotone=self.one_way)
            return one.missed(self.among, within)
        rho = rho_for(epsilon, self.delta)
        all_of = NoisyTopK(count=self.take, sensitivity=1, rho=rho, monotone=self.one_way)
        others = (self.among - 1) * math.exp(-float(all_of.rate * (within + 1)))
        return others / (1 + others)
