# SPDX-License-Identifier: Apache-2.0
"""The noise that a curator adds once: discrete Laplace for an epsilon, discrete Gaussian where there is a delta too."""

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

from diffident.privacy.accounting.calibrate import continuous_sigma, laplace_scale, variance_of_many, variance_of_one
from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.privacy.tradeoff import part

NARROW = 1000  # up to this standard deviation one number gets the noise that was calibrated for it alone
FARTHEST = 1 << 62  # nothing is drawn so far out that this would matter


@dataclass(frozen=True, slots=True)
class Noise:
    """What is added to whole numbers that one person moves by so much: in sum, and in sum of squares.

    `numbers` is how many of them one person moves. Where noise is wide, one number gets that of several: it is quicker
    found, and larger by less than a ten-thousandth. `wider` makes it a draft: the textbook's variance, times this.
    """

    l1: int = 1
    l2_squared: int = 1
    delta: Fraction | None = None
    numbers: int = 1
    wider: float | None = None

    @property
    def name(self) -> str:
        """What the noise is called."""
        return "discrete Laplace" if self.delta is None else "discrete Gaussian"

    def law(self, epsilon: Fraction) -> DiscreteLaplace | DiscreteGaussian:
        """Return the law of the noise in one number."""
        if self.delta is None:
            return DiscreteLaplace(laplace_scale(self.l1, epsilon))
        if self.wider is not None:
            return DiscreteGaussian(Fraction(self.wider * self.sd(epsilon) ** 2))
        if self.numbers == 1 and self.sd(epsilon) <= NARROW:
            return DiscreteGaussian(variance_of_one(self.l1, epsilon, self.delta))
        return DiscreteGaussian(variance_of_many(Fraction(self.l2_squared), epsilon, self.delta))

    def sd(self, epsilon: Fraction) -> float:
        """Return the standard deviation: of Laplace noise exactly, of Gaussian noise as textbooks have it."""
        if self.delta is None:
            return self.law(epsilon).sd
        return math.sqrt(self.l2_squared) * continuous_sigma(float(epsilon), float(self.delta))

    def drafted(self, near: Fraction) -> Self:
        """Return noise that is quickly found and nearly the same around this epsilon: the textbook's, wider by a factor."""
        law = self.law(near)
        if isinstance(law, DiscreteLaplace):
            return self
        return replace(self, wider=float(law.variance) / self.sd(near) ** 2)

    def part(self, epsilon: Fraction) -> part.Part:
        """Return the noise in one number as a part of a sum."""
        law = self.law(epsilon)
        return part.Laplace(float(law.scale)) if isinstance(law, DiscreteLaplace) else part.Gaussian(law.sigma)

    def missed(self, steps: int, epsilon: Fraction) -> float:
        """Return P(|noise| > steps), rounded up."""
        law = self.law(epsilon)
        return min(law.tail(min(steps, FARTHEST) + 1) * (1 + 2 * law.relative_error), 1.0)
