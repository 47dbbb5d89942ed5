# SPDX-License-Identifier: Apache-2.0
"""A mean of values in [0, 1] from the complement pair: noisy totals A of u and B of 1 - u, and the estimate A/(A + B).

One person moves the two totals by u and 1 - u, together by exactly one: the whole epsilon goes into each, and how many
people there are stays private (Kulesza, Suresh and Wang 2024). With Z1 and Z2 the noise, n people and the true mean m,
the error is ((1-m) Z1 - m Z2)/(n + Z1 + Z2). It exceeds a > 0 exactly if (1-m-a) Z1 - (m+a) Z2 > an, falls below -a
exactly if (m-a) Z2 - (1-m+a) Z1 > an, and one of the two holds wherever A + B < 0. The noise is symmetric, so each is
the tail of |c| Z1 + |d| Z2.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.privacy.tradeoff.law import ErrorLaw
from diffident.privacy.tradeoff.noise import Noise

SUMMED = 64  # up to this standard deviation tails are added up over the whole numbers, above it integrals bound them
DEVIATIONS = 30  # further out the noise has a mass below e^-40
FARTHEST = 1 << 40
TIE = 1e-9  # a quotient so close to a whole number counts as that number, against us


@dataclass(frozen=True, slots=True, kw_only=True)
class ComplementPair(ErrorLaw):
    """The mean of values between two bounds `width` apart, each a whole number of `steps` above the lower one.

    `mean` is the place of the true mean between the bounds. Unknown, it counts as at one of them, where errors are
    largest.
    """

    width: Fraction = Fraction(1)
    steps: int = 1
    mean: Fraction = Fraction(0)

    noise: Noise

    @property
    def mechanism(self) -> str:
        """What is done to the data, in a few words."""
        return f"{self.noise.name} noise on the pair (total above the lower bound, total below the upper bound)"

    def coverage(self, within: Fraction, people: int, epsilon: Fraction) -> float:
        """Return P(error <= within); where noise is far wider than a step a lower bound, closer than a step in a total."""
        law = self.noise.law(epsilon)
        far = within / self.width
        allowed = float(far * people * self.steps)
        above = _tail(1 - self.mean - far, self.mean + far, allowed, law)
        below = _tail(1 - self.mean + far, self.mean - far, allowed, law)
        return max(0.0, 1 - (above + below) * (1 + 2 * law.relative_error))

    def sd(self, people: int, epsilon: Fraction) -> float:
        """Return the standard deviation of the error where the noise in the denominator is small beside people."""
        spread = math.hypot(float(self.mean), float(1 - self.mean))
        return self.noise.law(epsilon).sd * spread * float(self.width) / (people * self.steps)


def _tail(one: Fraction, other: Fraction, beyond: float, law: DiscreteLaplace | DiscreteGaussian) -> float:
    """Return P(one * Z1 + other * Z2 > beyond), or a little more."""
    small, large = sorted((abs(float(one)), abs(float(other))))
    if law.sd > SUMMED:
        # Z is stochastically below L + 1/2 + 2/sd, L of the continuous law with the same parameter.
        short = beyond - (small + large) * (0.5 + 2 / law.sd)
        far = _laplace_tail if isinstance(law, DiscreteLaplace) else _gaussian_tail
        scale = float(law.scale) if isinstance(law, DiscreteLaplace) else law.sigma
        return far(large * scale, small * scale, short) if short > 0 else 1.0
    reach = math.ceil(DEVIATIONS * law.sd)
    second = np.arange(-reach, reach + 1)
    needed = np.floor((beyond - small * second) / large - TIE) + 1
    return float(law.mass(second) @ law.upper(np.clip(needed, -FARTHEST, FARTHEST).astype(np.int64)))


def _laplace_tail(large: float, small: float, beyond: float) -> float:
    """Return P(X + Y > beyond > 0) for continuous Laplace X and Y of these scales, large > 0.

    It is (a^2 e^(-x/a) - b^2 e^(-x/b)) / (2 (a^2 - b^2)), written so that a = b and b = 0 are no exceptions.
    """
    lag = beyond * (large - small) / (large * small) if small else math.inf
    slope = -math.expm1(-lag) / lag if lag else 1.0
    return math.exp(-beyond / large) / 2 * (1 + slope * beyond * small / (large * (large + small)))


def _gaussian_tail(large: float, small: float, beyond: float) -> float:
    """Return P(X + Y > beyond) for normal X and Y of these standard deviations."""
    return math.erfc(beyond / (math.sqrt(2) * math.hypot(large, small))) / 2
