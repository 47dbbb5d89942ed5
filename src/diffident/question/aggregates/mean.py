# SPDX-License-Identifier: Apache-2.0
"""AVG(x): the complement pair (u, S - u), finished as u / (u + (S - u)); a share is the mean of a condition.

With A and B the true totals of a cell and m its mean's place between the limits, (1 - m) A - m B is zero. The same of
the noisy totals is weighted noise, and the interval is every m for which that is not too far from zero.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from diffident.question.aggregates.aggregate import Aggregate, Estimate, NoiseLaw, Noisy, grid_of
from diffident.question.aggregates.inversion import around, end, fits
from diffident.question.aggregates.linear import half_width, half_width_of
from diffident.question.catalog import ColumnFacts
from diffident.question.expression import Expression
from diffident.question.measurement import Measurement, OnGrid, Pair


@dataclass(frozen=True, slots=True)
class Mean(Aggregate):
    """The average of the values, each clamped to the limits first."""

    formula: Expression
    sql: ClassVar[str] = "AVG"
    name: ClassVar[str] = "mean"

    def measurement(self, facts: ColumnFacts | None) -> Measurement:
        """Return the complement pair."""
        return Pair(self.formula, grid_of(self, facts))

    def finish(self, noisy: Noisy, confidence: Fraction) -> Sequence[Estimate]:
        """Return where in each cell the mean lies, in units of the column."""
        low, width = _scale(noisy.measurement)
        missed = float(1 - confidence)
        return [Estimate(*(low + width * place for place in places(cell, noisy.law, missed))) for cell in noisy.cells]

    def foresee(
        self, law: NoiseLaw, measurement: Measurement, confidence: Fraction, rows: float | None
    ) -> float | None:
        """Return the half-width for so many rows, at the mean where it is widest: one of the limits."""
        if rows is None:
            return None
        _, width = _scale(measurement)
        at_a_limit = [Fraction(weight) for weight in weights(0.0, measurement.width)]
        return min(width, width * half_width(law, at_a_limit, confidence) / (rows * measurement.row_reach))

    def size(self, rows: float, usual: float | None) -> float | None:
        """Return the usual value."""
        del rows
        return usual

    def sampling(self, measurement: Measurement, rows: float) -> float | None:
        """Return the standard error of a mean whose values lie half at each limit: none between limits has a larger one."""
        return _scale(measurement)[1] / (2 * math.sqrt(rows))


def places(cell: Sequence[int], law: NoiseLaw, missed: float) -> tuple[float, float, float]:
    """Return the mean of a cell and both ends of its interval, as places between 0 and 1.

    Noise may take a cell so far beyond a limit that no mean fits: then the limit has the interval that it would have in
    the middle. Where there seems to be nobody, everything is possible.
    """
    total = float(sum(cell))
    above = float(sum(weight * number for weight, number in zip(weights(0.0, len(cell)), cell, strict=True)))
    place = min(max(above / total, 0.0), 1.0) if total > 0 else 0.5

    def is_inside(guess: float) -> bool:
        return fits(law, weights(guess, len(cell)), cell, missed)

    if total <= 0:
        return place, 0.0, 1.0
    if not is_inside(place):
        return around(place, 1.0, half_width_of(law, weights(place, len(cell)), missed) / total)
    step = law.sd / total
    return place, end(place, 0.0, step, is_inside), end(place, 1.0, step, is_inside)


def weights(mean: float, parts: int) -> tuple[float, ...]:
    """Return the weights under which a pair (u, S - u) or a triple adds up to zero if this is the mean's place.

    With u above the lower limit it is the sum of u - m S: of a triple, u is u^2 and half of 2u(S - u), over S.
    """
    return (1 - mean, -mean) if parts == 2 else (-mean, 0.5 - mean, 1 - mean)


def _scale(measurement: Measurement) -> tuple[float, float]:
    """Return the lower limit, and how far above it the upper one is, both as the grid has them."""
    assert isinstance(measurement, OnGrid)  # noqa: S101 - a mean is measured by nothing else
    grid = measurement.grid
    return float(grid.real(grid.least)), float(grid.real(measurement.span))
