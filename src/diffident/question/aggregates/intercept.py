# SPDX-License-Identifier: Apache-2.0
"""REGR_INTERCEPT(y, x): what y is on average where x is 0, on the line of least squares."""

from dataclasses import dataclass
from typing import ClassVar

from diffident.question.aggregates.two_columns import FARTHEST, ONE, Moments, OfTwo, U, V, plus, times, unlimited
from diffident.question.crossed import Polynomial


@dataclass(frozen=True, slots=True)
class Intercept(OfTwo):
    """The mean of y, less the slope times the mean of x, which SQL writes second."""

    sql: ClassVar[str] = "REGR_INTERCEPT"
    name: ClassVar[str] = "intercept"
    degrees: ClassVar[tuple[int, int]] = (1, 2)

    @property
    def limits(self) -> tuple[float, float]:
        """None: where all x are nearly alike a line can have any slope."""
        return -FARTHEST, FARTHEST

    def value(self, moments: Moments) -> float | None:
        """Return it, if x seems to vary."""
        slope = _slope(moments)
        return None if slope is None else moments.u - slope * moments.mean(_from_zero(moments))

    def score(self, guess: float, moments: Moments) -> Polynomial:
        """Return how far y is from the line, in the one mixture with that times x in which the slope plays no part."""
        x = _from_zero(moments)
        line = plus(plus(U, ONE, -guess), x, -(_slope(moments) or 0.0))
        return times(line, plus({(0, 0): moments.mean(times(x, x))}, x, -moments.mean(x)))

    def scaled(self, value: float, moments: Moments, rows: float) -> float:  # noqa: ARG002 - however many
        """Return it in units of y."""
        (low, high), _ = moments.scales
        return low + high * unlimited(value)


def _slope(moments: Moments) -> float | None:
    variance = moments.mean(times(moments.from_v, moments.from_v))
    return moments.covariance / variance if variance > 0 else None


def _from_zero(moments: Moments) -> Polynomial:
    """Return how far x is from 0, in its widths."""
    _, (low, wide) = moments.scales
    return plus(V, ONE, low / wide)
