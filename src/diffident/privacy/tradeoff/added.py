# SPDX-License-Identifier: Apache-2.0
"""A count, a sum or a histogram with noise: the error is the noise, however many people there are."""

import math
from dataclasses import dataclass
from fractions import Fraction

from diffident.privacy.tradeoff.law import WithNoise


@dataclass(frozen=True, slots=True, kw_only=True)
class Added(WithNoise):
    """Whole numbers of steps plus noise.

    >>> from diffident.privacy.tradeoff.noise import Noise
    >>> Added(noise=Noise(1)).coverage(Fraction(3), 1, Fraction(1)) > 0.95
    True
    """

    step: Fraction = Fraction(1)

    @property
    def people_matter(self) -> bool:
        """Whether the error depends on how many people there are: it does not."""
        return False

    @property
    def mechanism(self) -> str:
        """What is done to the data, in a few words."""
        return f"{self.noise.name} noise on the total"

    def coverage(self, within: Fraction, people: int, epsilon: Fraction) -> float:
        """Return P(every error is at most `within`), whatever the number of people."""
        del people
        return self.all_of(self.noise.missed(math.floor(within / self.step), epsilon))

    def sd(self, people: int, epsilon: Fraction) -> float:
        """Return the standard deviation of one error."""
        del people
        return self.noise.sd(epsilon) * float(self.step)


@dataclass(frozen=True, slots=True, kw_only=True)
class Divided(WithNoise):
    """A total with noise, divided by a number of people that is declared, not counted."""

    step: Fraction

    @property
    def mechanism(self) -> str:
        """What is done to the data, in a few words."""
        return f"{self.noise.name} noise on the total, divided by the declared number of people"

    def coverage(self, within: Fraction, people: int, epsilon: Fraction) -> float:
        """Return P(error <= within): the noise may be as many times larger as there are people."""
        return self.all_of(self.noise.missed(math.floor(within * people / self.step), epsilon))

    def sd(self, people: int, epsilon: Fraction) -> float:
        """Return the standard deviation of the error."""
        return self.noise.sd(epsilon) * float(self.step) / people
