# SPDX-License-Identifier: Apache-2.0
"""The discrete Laplace law: P(Z = z) = (1 - q)/(1 + q) * q^|z| with q = exp(-1/scale)."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.exact import enclosure
from diffident.exact.enclosure import Enclosure
from diffident.privacy.laws.law import BITS, Law
from diffident.randomness.laplace import discrete_laplace
from diffident.randomness.source import Source


@dataclass(frozen=True, slots=True)
class DiscreteLaplace(Law):
    """Two-sided geometric noise.

    >>> DiscreteLaplace(Fraction(2)).quantile(Fraction(95, 100))
    6
    """

    scale: Fraction

    @property
    def sd(self) -> float:
        """The standard deviation, sqrt(2q)/(1 - q)."""
        rate = float(1 / self.scale)
        return math.sqrt(2) * math.exp(-rate / 2) / -math.expm1(-rate)

    @property
    def mean_absolute(self) -> float:
        """The mean distance from zero, 2q/(1 - q^2)."""
        rate = float(1 / self.scale)
        return 2 * math.exp(-rate) / -math.expm1(-2 * rate)

    def mass(self, values: NDArray[Any]) -> NDArray[np.float64]:
        """Return P(Z = k) for each value k.

        Guarantee:
            The floats are off by at most `relative_error` of themselves, or by 1e-300.
        Because:
            The exponent |k| / scale is off by four roundings, and below 700 where it matters: 700 * 4 * 2^-53 is below
            4e-13. What exp, tanh and the product add is below 1e-14.
        Checked by: tests/privacy/laws/test_laplace.py::test_floats_are_as_close_as_they_say
        """
        rate = float(1 / self.scale)
        return math.tanh(rate / 2) * np.exp(-rate * np.abs(np.asarray(values, np.float64)))

    def upper(self, values: NDArray[Any]) -> NDArray[np.float64]:
        """Return P(Z >= k) for each value k: q^k/(1 + q) above zero, and the mirror image below.

        Guarantee:
            The floats are off by at most `relative_error` of themselves, or by 1e-300.
        Because:
            As for `mass`; below zero the answer is at least a half, and the difference adds one rounding.
        Checked by: tests/privacy/laws/test_laplace.py::test_floats_are_as_close_as_they_say
        """
        rate, places = float(1 / self.scale), np.asarray(values, np.float64)
        far = np.exp(-rate * np.where(places > 0, places, 1 - places)) / (1 + math.exp(-rate))
        return np.where(places > 0, far, 1 - far)

    def enclosed(self, k: int) -> Enclosure:
        """Return two rationals with P(Z >= k) certainly between them.

        Guarantee:
            They enclose it, apart by at most 2^-150 of themselves where k is at most 65,000 scales.
        Because:
            It is q^k/(1 + q) for k >= 1, in enclosures, and its mirror image below.
        Checked by: tests/privacy/laws/test_laplace.py::test_tails_are_enclosed
        """
        if k <= 0:
            return 1 - self.enclosed(1 - k)
        return enclosure.exp(-k / self.scale, BITS) / (1 + enclosure.exp(-1 / self.scale, BITS))

    def _roughly(self, missed: Enclosure) -> int:
        """Return about the smallest t with 2q^(t+1)/(1 + q) <= missed: solved for t + 1."""
        least = enclosure.log(2 / ((1 + enclosure.exp(-1 / self.scale, BITS).high) * missed.high), BITS).low
        return max(math.ceil(least * self.scale) - 1, 0)

    def draw(self, count: int, source: Source) -> NDArray[Any]:
        """Return this many independent draws.

        Guarantee:
            Each is exactly of this law, independent of the others and of everything else.
        Because:
            `discrete_laplace` draws it from certified cut points with every tie resolved.
        Checked by: tests/privacy/laws/test_laplace.py::test_draws_follow_the_law_and_not_its_neighbour
        """
        return discrete_laplace(self.scale, count, source)
