# SPDX-License-Identifier: Apache-2.0
"""CORR(x, y): how closely two columns keep to a line, from -1 to 1."""

import math
from dataclasses import dataclass
from typing import ClassVar

from diffident.question.aggregates.two_columns import Moments, OfTwo, plus, times
from diffident.question.crossed import Polynomial


@dataclass(frozen=True, slots=True)
class Correlation(OfTwo):
    """The covariance over the product of both deviations."""

    sql: ClassVar[str] = "CORR"
    name: ClassVar[str] = "correlation"

    @property
    def limits(self) -> tuple[float, float]:
        """Minus one and one."""
        return -1.0, 1.0

    def value(self, moments: Moments) -> float | None:
        """Return it, if both columns seem to vary."""
        first, second = moments.variances
        return moments.covariance / math.sqrt(first * second) if first > 0 and second > 0 else None

    def score(self, guess: float, moments: Moments) -> Polynomial:
        """Return the product of both distances, less the guess times half the sum of their squares, in one unit."""
        first, second = moments.variances
        ratio = math.sqrt(first / second)
        squares = plus(
            times(moments.from_u, plus({}, moments.from_u, 1 / ratio)), times(moments.from_v, moments.from_v), ratio
        )
        return plus(times(moments.from_u, moments.from_v), squares, -guess / 2)
