# SPDX-License-Identifier: Apache-2.0
"""What every law of integer noise can tell: how likely each value is, how far it strays, and one exact draw."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.exact.enclosure import Enclosure
from diffident.exact.number import whole
from diffident.exact.spelling import shown
from diffident.randomness.source import Source

RAREST = Fraction(1, 10**30)  # no interval is asked to fail less often
BITS = 160


class NoSuchConfidence(Refused):
    """A confidence with which no interval holds."""

    code = "confidence_out_of_range"
    sentence = "A confidence of {given} cannot be had from noise that has no end."
    remedy = "Ask for a confidence above 0 and at most 1 - 1e-30, for example 0.95."


@dataclass(frozen=True, slots=True)
class Law(ABC):
    """A symmetric, log-concave law on the integers.

    The floats of `mass` and `upper` are off by at most `relative_error` of themselves, or by 1e-300 where that is more;
    `enclosed` is certain.
    """

    relative_error: ClassVar[float] = 1e-11

    @property
    @abstractmethod
    def sd(self) -> float:
        """The standard deviation."""

    @property
    @abstractmethod
    def mean_absolute(self) -> float:
        """The mean distance from zero."""

    @abstractmethod
    def mass(self, values: NDArray[Any]) -> NDArray[np.float64]:
        """Return P(Z = k) for each value k."""

    @abstractmethod
    def upper(self, values: NDArray[Any]) -> NDArray[np.float64]:
        """Return P(Z >= k) for each value k."""

    @abstractmethod
    def enclosed(self, k: int) -> Enclosure:
        """Return two rationals with P(Z >= k) certainly between them."""

    @abstractmethod
    def _roughly(self, missed: Enclosure) -> int:
        """Return about the smallest t for which P(|Z| > t) is at most `missed`."""

    @abstractmethod
    def draw(self, count: int, source: Source) -> NDArray[Any]:
        """Return this many independent draws, exactly of this law."""

    def tail(self, reach: int) -> float:
        """Return P(|Z| >= reach)."""
        return 1.0 if reach <= 0 else 2 * float(self.upper(np.array([reach]))[0])

    def quantile(self, confidence: Fraction) -> int:
        """Return the smallest t such that |Z| <= t with at least this probability.

        Guarantee:
            P(|Z| <= t) >= confidence, and P(|Z| <= t - 1) is certainly lower unless t = 0.
        Because:
            `enclosed` settles both; only the first guess is a float. Were a tail too close to call, the larger t stands.
        Checked by: tests/privacy/laws/test_law.py::test_the_quantile_is_the_smallest_that_covers

        Args:
            confidence: Above 0 and below 1.
        """
        return self.largest_of(1, confidence)

    def largest_of(self, numbers: int, confidence: Fraction) -> int:
        """Return the smallest t such that this many draws all stay within t with at least this probability.

        Guarantee:
            As `quantile`, for the largest of so many independent draws.
        Because:
            All stay within t with probability P(|Z| <= t)^numbers: each may miss with 1 - confidence^(1/numbers).
        Checked by: tests/privacy/laws/test_law.py::test_the_largest_of_many_is_covered_together
        """
        draws = whole(numbers, name="numbers", at_least=1)
        if not 0 < confidence < 1:
            raise NoSuchConfidence(given=shown(confidence))
        each = _root_of(confidence, draws)
        missed = 1 - each
        if missed.low < RAREST:
            raise NoSuchConfidence(given=shown(confidence))
        return self._within(missed)

    def _within(self, missed: Enclosure) -> int:
        """Return the smallest t >= 0 for which P(|Z| > t) is certainly at most `missed`."""
        t = self._roughly(missed)
        while not self._stays(t, missed):
            t += 1
        while t > 0 and self._stays(t - 1, missed):
            t -= 1
        return t

    def _stays(self, t: int, missed: Enclosure) -> bool:
        """Return whether P(|Z| > t) is certainly at most `missed`."""
        return 2 * self.enclosed(t + 1).high <= missed.low


def _root_of(confidence: Fraction, draws: int) -> Enclosure:
    """Enclose confidence^(1/draws); one draw leaves it as it is."""
    if draws == 1:
        return Enclosure.of(confidence)
    kept = enclosure.log(confidence, BITS) / draws
    return Enclosure(enclosure.exp(kept.low, BITS).low, enclosure.exp(kept.high, BITS).high)
