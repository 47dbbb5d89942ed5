# SPDX-License-Identifier: Apache-2.0
"""How far two columns stray together from their means: what covariances have in common."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from diffident.question.aggregates.two_columns import ONE, Moments, OfTwo, plus, times
from diffident.question.crossed import Polynomial

LARGEST = 0.25  # half of the values at both lower limits, half at both upper ones


@dataclass(frozen=True, slots=True)
class JointSpread(OfTwo, ABC):
    """The mean product of the distances from both means, or a multiple of it."""

    degrees: ClassVar[tuple[int, int]] = (1, 1)

    @property
    def limits(self) -> tuple[float, float]:
        """A quarter of the product of both widths, either way."""
        return -LARGEST, LARGEST

    def value(self, moments: Moments) -> float:
        """Return it."""
        return moments.covariance

    def score(self, guess: float, moments: Moments) -> Polynomial:
        """Return the product of both distances, less the guess."""
        return plus(times(moments.from_u, moments.from_v), ONE, -guess)

    def scaled(self, value: float, moments: Moments, rows: float) -> float:
        """Return it in the product of both units."""
        (_, wide), (_, high) = moments.scales
        return self.of(value * wide * high, rows)

    @abstractmethod
    def of(self, covariance: float, rows: float) -> float:
        """Return the statistic of so many rows with this mean product."""
