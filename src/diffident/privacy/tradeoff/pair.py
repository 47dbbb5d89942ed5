# SPDX-License-Identifier: Apache-2.0
"""A mean of values in [0, 1] from the complement pair: noisy totals A of u and B of 1 - u, and the estimate A/(A + B).

One person moves the two totals by u and 1 - u, together by exactly one: the whole epsilon goes into each, and how many
people there are stays private (Kulesza, Suresh and Wang 2024). With Z1 and Z2 the noise, n people and the true mean m,
the error is ((1-m) Z1 - m Z2)/(n + Z1 + Z2). It exceeds a > 0 exactly if (1-m-a) Z1 - (m+a) Z2 > an, falls below -a
exactly if (m-a) Z2 - (1-m+a) Z1 > an, and one of the two holds wherever A + B < 0. So with c = m + a, and with
c = m - a and signs turned round, it is the tail of |1-c| Z1 + |c| Z2, as the noise is symmetric.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.privacy.laws.two import wide_tail
from diffident.privacy.tradeoff.law import WithNoise

SUMMED = 24  # up to this standard deviation tails are added up over the whole numbers, above it integrals bound them
DEVIATIONS = 20  # how far they are added up
LEFT_OUT = 1e-12  # more than lies further out: e^-28 of Laplace noise
PARTS = tuple(
    Fraction(part, 32) for part in (0, 1, 2, 4, 8, 12, 16)
)  # means up to one half, finer where errors are large
MIDDLE = Fraction(1, 2)
CLOSEST_TO_IT = Fraction(499, 1000)  # the middle of the bounds is within one half of any mean, without any data
FARTHEST = 1 << 40
MOST = 1 << 62

Whole = NDArray[Any]  # int64, or Python integers where those are too short
Law = DiscreteLaplace | DiscreteGaussian


@dataclass(frozen=True, slots=True, kw_only=True)
class ComplementPair(WithNoise):
    """The mean of values between two bounds `width` apart, each a whole number of `steps` above the lower one.

    `mean` is the place of the true mean between the bounds. Unknown, it counts as wherever errors are largest.
    """

    width: Fraction = Fraction(1)
    steps: int = 1
    mean: Fraction | None = None

    @property
    def mechanism(self) -> str:
        """What is done to the data, in a few words."""
        return f"{self.noise.name} noise on the pair (total above the lower bound, total below the upper bound)"

    def coverage(self, within: Fraction, people: int, epsilon: Fraction) -> float:
        """Return P(error <= within) or a little less: where noise is wide, by less than a step in a total.

        For a mean that is not known it is the least over all of them.
        """
        law = self.noise.law(epsilon)
        far = min(within / self.width, CLOSEST_TO_IT)
        missed = _summed if law.sd <= SUMMED else _integrated
        return max(0.0, 1 - missed(law, far, people * self.steps, self.mean) * (1 + 2 * law.relative_error))

    def sd(self, people: int, epsilon: Fraction) -> float:
        """Return the standard deviation of the error where the noise in the denominator is small beside people."""
        mean = self.mean or Fraction(0)
        spread = math.hypot(float(mean), float(1 - mean))
        return self.noise.sd(epsilon) * spread * float(self.width) / (people * self.steps)


def _summed(law: Law, far: Fraction, total: int, mean: Fraction | None) -> float:
    """Return P(|error| > far) by a sum over Z2, each time with what Z1 has to be.

    Unknown means up to one half (the others are mirror images) are cut into parts. An error is linear in the mean, so
    whoever misses at some mean of a part misses at one of its two ends: both together are counted.
    """
    ends = PARTS if mean is None else (min(mean, 1 - mean),)
    second, masses = _second(law)
    missed = np.zeros(max(len(ends) - 1, 1))
    for side in (far, -far):
        needed = _needed([(1 - m - side, m + side) for m in ends], far * total, second)
        if mean is None:
            needed = np.minimum(needed[1:], needed[:-1])
        missed += law.upper(needed) @ masses
    nobody_left = masses @ law.mass(-total - second)  # then there is no estimate
    return float(missed.max() + nobody_left) + LEFT_OUT


@lru_cache(maxsize=16)
def _second(law: Law) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the values of Z2 that matter, and their masses."""
    reach = math.ceil(DEVIATIONS * law.sd) + 1
    values = np.arange(-reach, reach + 1)
    return values, law.mass(values)


def _needed(lines: list[tuple[Fraction, Fraction]], beyond: Fraction, second: Whole) -> NDArray[np.int64]:
    """Return for each line and Z2 the smallest Z1 with one * Z1 > beyond + other * Z2, in whole numbers; one > 0."""
    unit = math.lcm(beyond.denominator, *(number.denominator for line in lines for number in line))
    fits = unit * (abs(beyond) + 2 * int(second[-1])) < MOST
    one, other = (
        np.array([[int(line[place] * unit)] for line in lines], np.int64 if fits else object) for place in (0, 1)
    )
    exact: Whole = (int(beyond * unit) + other * second) // one + 1
    return np.clip(exact, -FARTHEST, FARTHEST).astype(np.int64)


def _integrated(law: Law, far: Fraction, total: int, mean: Fraction | None) -> float:
    """Return an upper bound of P(|error| > far), by the continuous law with the same parameter.

    Z is stochastically below a draw of that law plus 1/2 + 2/sd. The more unequal |1-c| and |c| are, the longer the
    tail of a sum of two continuous log-concave draws (Proschan 1965), so the worst c are those furthest from 1/2.
    """
    beyond = float(far * total)
    worst = (1 + far, MIDDLE + max(MIDDLE - far, far)) if mean is None else (mean + far, mean - far)
    weights = (sorted((float(abs(1 - c)), float(abs(c)))) for c in worst)
    return sum(wide_tail(law, large, small, beyond) for small, large in weights)
