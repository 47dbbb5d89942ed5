# SPDX-License-Identifier: Apache-2.0
"""REGR_SLOPE(y, x): by how much y grows on average where x grows by one: the line of least squares."""

from dataclasses import dataclass
from typing import ClassVar

from diffident.question.aggregates.two_columns import FARTHEST, Moments, OfTwo, plus, times, unlimited
from diffident.question.crossed import Polynomial


@dataclass(frozen=True, slots=True)
class Slope(OfTwo):
    """The covariance over the variance of x, which SQL writes second."""

    sql: ClassVar[str] = "REGR_SLOPE"
    name: ClassVar[str] = "slope"
    degrees: ClassVar[tuple[int, int]] = (1, 2)

    @property
    def limits(self) -> tuple[float, float]:
        """None: where all x are nearly alike a slope can be anything."""
        return -FARTHEST, FARTHEST

    def value(self, moments: Moments) -> float | None:
        """Return it, if x seems to vary."""
        variance = moments.mean(times(moments.from_v, moments.from_v))
        return moments.covariance / variance if variance > 0 else None

    def score(self, guess: float, moments: Moments) -> Polynomial:
        """Return how far y is from the line, times how far x is from its mean."""
        return times(plus(moments.from_u, moments.from_v, -guess), moments.from_v)

    def scaled(self, value: float, moments: Moments, rows: float) -> float:  # noqa: ARG002 - however many
        """Return it in units of y over units of x."""
        (_, high), (_, wide) = moments.scales
        return unlimited(value) * high / wide
