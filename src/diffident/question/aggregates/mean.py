# SPDX-License-Identifier: Apache-2.0
"""AVG(x): the complement pair (u, S - u), finished as u / (u + (S - u)); a share is the mean of a condition.

With A and B the true totals of a cell and m its mean's place between the limits, (1 - m) A - m B is zero. The same of
the noisy totals is weighted noise, and the interval is every m for which that is not too far from zero.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from diffident.privacy.laws.at_once import Numbers
from diffident.question.aggregates.aggregate import Aggregate, Estimate, NoiseLaw, Noisy, additive, grid_of
from diffident.question.aggregates.inversion import Places, all_fit, around, ends
from diffident.question.aggregates.linear import half_width, half_width_of
from diffident.question.catalog import ColumnFacts
from diffident.question.expression import Expression
from diffident.question.measurement import Measurement, OnGrid, Pair

Place = TypeVar("Place", float, Numbers)


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
        found = places(columns(noisy), noisy.law, float(1 - confidence))
        return [Estimate(*three) for three in zip(*((low + width * each).tolist() for each in found), strict=True)]

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


def places(cells: Numbers, law: NoiseLaw, missed: float) -> Places:
    """Return the mean of each cell and both ends of its interval, as places between 0 and 1.

    Noise may take a cell so far beyond a limit that no mean fits: then the limit has the interval that it would have in
    the middle. Where there seems to be nobody, everything is possible.
    """
    total, above = cells.sum(axis=0), np.array(weights(0.0, len(cells))) @ cells
    somebody, known = total > 0, np.where(total > 0, total, 1.0)
    place = np.where(somebody, np.clip(above / known, 0.0, 1.0), 0.5)

    def fit(guess: Numbers, at: NDArray[np.intp]) -> NDArray[np.bool_]:
        return all_fit(law, weights(guess, len(cells)), cells[:, at], missed)

    step, nothing = additive(law).sd / known, np.zeros_like(place)
    low, high = ends(place, nothing, step, fit), ends(place, nothing + 1, step, fit)
    for cell in np.flatnonzero(~fit(place, np.arange(len(place))) & somebody).tolist():
        reach = half_width_of(law, weights(float(place[cell]), len(cells)), missed) / float(total[cell])
        _, low[cell], high[cell] = around(float(place[cell]), 1.0, reach)
    return place, np.where(somebody, low, 0.0), np.where(somebody, high, 1.0)


def columns(noisy: Noisy) -> Numbers:
    """Return the released integers, a row for each column and in it each cell; where none are, none."""
    return np.array(noisy.cells, dtype=float).reshape(len(noisy.cells), noisy.measurement.width).T


def weights(mean: Place, parts: int) -> tuple[Place, ...]:
    """Return the weights under which a pair (u, S - u) or a triple adds up to zero if this is the mean's place.

    With u above the lower limit it is the sum of u - m S: of a triple, u is u^2 and half of 2u(S - u), over S.
    """
    return (1 - mean, -mean) if parts == 2 else (-mean, 0.5 - mean, 1 - mean)


def _scale(measurement: Measurement) -> tuple[float, float]:
    """Return the lower limit, and how far above it the upper one is, both as the grid has them."""
    assert isinstance(measurement, OnGrid)  # noqa: S101 - a mean is measured by nothing else
    grid = measurement.grid
    return float(grid.real(grid.least)), float(grid.real(measurement.span))
