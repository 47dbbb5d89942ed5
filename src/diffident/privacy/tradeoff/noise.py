# SPDX-License-Identifier: Apache-2.0
"""The noise that a curator adds once: discrete Laplace for an epsilon, discrete Gaussian where there is a delta too."""

from dataclasses import dataclass
from fractions import Fraction

from diffident.privacy.accounting import calibrate
from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.privacy.tradeoff import part

FARTHEST = 1 << 62  # nothing is drawn so far out that this would matter


@dataclass(frozen=True, slots=True)
class Noise:
    """What is added to whole numbers that one person moves by so much: in sum, and in sum of squares."""

    l1: int = 1
    l2_squared: int = 1
    delta: Fraction | None = None

    @property
    def name(self) -> str:
        """What the noise is called."""
        return "discrete Laplace" if self.delta is None else "discrete Gaussian"

    def law(self, epsilon: Fraction) -> DiscreteLaplace | DiscreteGaussian:
        """Return the law of the noise in one number."""
        if self.delta is None:
            return DiscreteLaplace(calibrate.laplace_scale(self.l1, epsilon))
        if self.l2_squared == 1:
            return DiscreteGaussian(calibrate.variance_of_one(1, epsilon, self.delta))
        return DiscreteGaussian(calibrate.variance_of_many(Fraction(self.l2_squared), epsilon, self.delta))

    def part(self, epsilon: Fraction) -> part.Part:
        """Return the noise in one number as a part of a sum."""
        law = self.law(epsilon)
        return part.Laplace(float(law.scale)) if isinstance(law, DiscreteLaplace) else part.Gaussian(law.sigma)

    def missed(self, steps: int, epsilon: Fraction) -> float:
        """Return P(|noise| > steps), rounded up."""
        law = self.law(epsilon)
        return min(law.tail(min(steps, FARTHEST) + 1) * (1 + 2 * law.relative_error), 1.0)
