# SPDX-License-Identifier: Apache-2.0
"""The discrete Gaussian law: P(Z = z) proportional to exp(-z^2 / (2 variance)) (Canonne, Kamath and Steinke 2020)."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.exact.enclosure import Enclosure
from diffident.privacy.laws import tails
from diffident.privacy.laws.law import Law
from diffident.randomness.gaussian import discrete_gaussian
from diffident.randomness.source import Source

SUMMED = 1 << 10  # up to this sigma tails are summed term by term; above, a series is as exact
REACH = 40  # sigmas beyond which a double cannot hold the mass


@dataclass(frozen=True, slots=True)
class DiscreteGaussian(Law):
    """Bell-shaped integer noise; `variance` is the parameter sigma^2, just above the law's own variance.

    >>> DiscreteGaussian(Fraction(100)).quantile(Fraction(95, 100))
    20
    """

    variance: Fraction

    @property
    def sigma(self) -> float:
        """The parameter sigma."""
        return math.sqrt(self.variance)

    @property
    def sd(self) -> float:
        """The standard deviation: sigma, less a correction that vanishes beyond a sigma of 3."""
        if self.sigma > SUMMED:
            return self.sigma
        places = np.arange(1.0, _table(self.variance).size)
        return math.sqrt(2 * float(np.sum(self.mass(places) * places**2)))

    @property
    def mean_absolute(self) -> float:
        """The mean distance from zero; for a large sigma by the Euler-Maclaurin series at zero."""
        if self.sigma > SUMMED:
            return 2 * (float(self.variance) - 1 / 12) / _normaliser(self.variance)
        places = np.arange(1.0, _table(self.variance).size)
        return 2 * float(np.sum(self.mass(places) * places))

    def mass(self, values: NDArray[Any]) -> NDArray[np.float64]:
        """Return P(Z = k) for each value k.

        Guarantee:
            The floats are off by at most `relative_error` of themselves, or by 1e-300.
        Because:
            The exponent k^2 / 2v is off by five roundings, and below 700 where it matters: 700 * 5 * 2^-53 is below
            4e-13. The normaliser is a short sum in the quicker of its two forms, which adds less than 1e-14.
        Checked by: tests/privacy/laws/test_gaussian.py::test_floats_are_as_close_as_they_say
        """
        squares = np.asarray(values, np.float64) ** 2
        return np.exp(-squares / (2 * float(self.variance))) / _normaliser(self.variance)

    def upper(self, values: NDArray[Any]) -> NDArray[np.float64]:
        """Return P(Z >= k) for each value k.

        Guarantee:
            The floats are off by at most `relative_error` of themselves, or by 1e-300.
        Because:
            Up to SUMMED it is a sum of at most 41,000 positive masses: as many roundings are below 5e-12. Beyond, a
            series whose first term left out is below 1e-14 of the tail, at an argument x off by four roundings, which
            the tail multiplies by x^2 <= 1,400.
        Checked by: tests/privacy/laws/test_gaussian.py::test_floats_are_as_close_as_they_say
        """
        places = np.asarray(values, np.float64)
        above = np.where(places > 0, places, 1 - places)
        if self.sigma > SUMMED:
            far = _series(above, self.variance)
        else:
            table = _table(self.variance)
            far = table[np.minimum(above, table.size - 1).astype(np.int64)]
        return np.where(places > 0, far, 1 - far)

    def enclosed(self, k: int) -> Enclosure:
        """Return two rationals with P(Z >= k) certainly between them.

        Guarantee:
            They enclose it, apart by at most 2^-100 of themselves where k is at most ten sigmas.
        Because:
            `tails.upper` proves it.
        Checked by: tests/privacy/laws/test_tails.py::test_tails_are_enclosed_and_a_last_place_off_is_not
        """
        return tails.upper(k, self.variance)

    def _roughly(self, missed: Enclosure) -> int:
        """Return about the smallest t for which P(|Z| > t) is at most `missed`: the normal quantile, then Newton's steps.

        A step is needed only where a float's last place is many integers.
        """
        sigmas = -NormalDist().inv_cdf(float(missed.low) / 2)
        t = max(math.ceil(Fraction(sigmas) * Fraction(self.sigma) - Fraction(1, 2)), 0)
        for _ in range(2 if self.sigma > 1 << 40 else 0):
            density = Fraction(float(self.mass(np.array([float(t)]))[0]))
            t += math.ceil((self.enclosed(t + 1).high - missed.low / 2) / density)
        return t

    def draw(self, count: int, source: Source) -> NDArray[Any]:
        """Return this many independent draws.

        Guarantee:
            Each is exactly of this law, independent of the others and of everything else.
        Because:
            `discrete_gaussian` draws it from certified cut points with every tie resolved.
        Checked by: tests/privacy/laws/test_gaussian.py::test_draws_follow_the_law_and_not_its_neighbour
        """
        return discrete_gaussian(self.variance, count, source)


@lru_cache(maxsize=256)
def _normaliser(variance: Fraction) -> float:
    """Return the sum of exp(-z^2 / 2 variance) over the integers, the quicker of its two forms (Poisson)."""
    spread = float(variance)
    if spread < 1:
        return 1 + 2 * math.fsum(math.exp(-j * j / (2 * spread)) for j in range(1, REACH + 1))
    waves = math.fsum(math.exp(-2 * math.pi**2 * spread * j * j) for j in (1, 2, 3))
    return math.sqrt(2 * math.pi * spread) * (1 + 2 * waves)


@lru_cache(maxsize=16)
def _table(variance: Fraction) -> NDArray[np.float64]:
    """P(Z >= k) for k = 0, 1, ..., small terms added first, so that every entry is relatively exact."""
    places = np.arange(math.ceil(REACH * math.sqrt(variance)) + 2, dtype=np.float64)
    masses = np.exp(-(places**2) / (2 * float(variance))) / _normaliser(variance)
    table = np.cumsum(masses[::-1])[::-1].copy()
    table.flags.writeable = False
    return table


def _series(above: NDArray[np.float64], variance: Fraction) -> NDArray[np.float64]:
    """P(Z >= k), k > 0: the integral from k - 1/2 and the corrections of the midpoint rule, by Hermite polynomials."""
    from scipy.special import ndtr  # noqa: PLC0415 - scipy is slow to import

    sigma = math.sqrt(variance)
    x = np.minimum((above - 0.5) / sigma, REACH)
    third, fifth = x**3 - 3 * x, x**5 - 10 * x**3 + 15 * x
    corrections = -x / (24 * sigma) + 7 * third / (5760 * sigma**3) - 31 * fifth / (967680 * sigma**5)
    whole = math.sqrt(2 * math.pi) * sigma * ndtr(-x) + np.exp(-(x**2) / 2) * corrections
    tail: NDArray[np.float64] = np.maximum(whole / _normaliser(variance), 0.0)
    return tail
