# SPDX-License-Identifier: Apache-2.0
"""VAR_POP, VAR_SAMP, STDDEV_POP and STDDEV_SAMP from the Bernstein triple: count, mean and spread for one price.

With noisy totals a, b, c of (S - u)^2, 2u(S - u) and u^2 and n = a + b + c, the mean's place is (c + b/2)/n, the mean of
squares c/n, and the variance their difference v = c/n - ((c + b/2)/n)^2. Noise moves v by about its slopes times the
noise in a, b and c; the interval is where that stays, and everything possible where n is no larger than noise.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from diffident.question.aggregates.aggregate import Aggregate, Estimate, NoiseLaw, Noisy, grid_of
from diffident.question.aggregates.linear import half_width
from diffident.question.catalog import ColumnFacts
from diffident.question.expression import Expression
from diffident.question.measurement import Measurement, Triple

LARGEST = 0.25  # half of the values at each limit
FEW = 4.0  # times the noise in n, below which nothing is known


@dataclass(frozen=True, slots=True)
class Variance(Aggregate):
    """The mean squared distance from the mean, of these very values."""

    formula: Expression
    sql: ClassVar[str] = "VAR_POP"
    name: ClassVar[str] = "variance"

    def measurement(self, facts: ColumnFacts | None) -> Measurement:
        """Return the triple."""
        return Triple(self.formula, grid_of(self, facts))

    def finish(self, noisy: Noisy, confidence: Fraction) -> Sequence[Estimate]:
        """Return the variance of each cell, in squared units of the column."""
        return [self._estimate(cell, noisy, confidence) for cell in noisy.cells]

    def foresee(
        self, law: NoiseLaw, measurement: Measurement, confidence: Fraction, rows: float | None
    ) -> float | None:
        """Return the half-width for so many rows, at a mean and spread where it is widest: all values at one limit."""
        if rows is None or not isinstance(measurement, Triple):
            return None
        total = rows * measurement.row_reach
        noise = half_width(law, (Fraction(1),), confidence) / total
        return self.in_units(min(LARGEST, noise), measurement, rows)

    def _estimate(self, cell: Sequence[int], noisy: Noisy, confidence: Fraction) -> Estimate:
        measurement = noisy.measurement
        assert isinstance(measurement, Triple)  # noqa: S101 - a variance is measured by nothing else
        places = _places(cell, noisy.law, confidence)
        rows = sum(cell) / measurement.row_reach
        value, low, high = (self.in_units(place, measurement, rows) for place in places)
        return Estimate(value, low, high)

    def in_units(self, place: float, measurement: Triple, rows: float) -> float:  # noqa: ARG002 - a sample's differs
        """Return a variance in units of the column."""
        return place * float(measurement.grid.real(measurement.span)) ** 2


@dataclass(frozen=True, slots=True)
class SampleVariance(Variance):
    """The variance of the population that the values are a sample of: n/(n - 1) times theirs."""

    sql: ClassVar[str] = "VAR_SAMP"
    name: ClassVar[str] = "sample variance"

    def in_units(self, place: float, measurement: Triple, rows: float) -> float:
        """Return what a place is in units of the column."""
        return Variance.in_units(self, place, measurement, rows) * _of_a_sample(rows)


@dataclass(frozen=True, slots=True)
class Deviation(Variance):
    """The root of the variance."""

    sql: ClassVar[str] = "STDDEV_POP"
    name: ClassVar[str] = "deviation"

    def in_units(self, place: float, measurement: Triple, rows: float) -> float:
        """Return what a place is in units of the column."""
        return math.sqrt(Variance.in_units(self, place, measurement, rows))


@dataclass(frozen=True, slots=True)
class SampleDeviation(Variance):
    """The root of the sample variance."""

    sql: ClassVar[str] = "STDDEV_SAMP"
    name: ClassVar[str] = "sample deviation"

    def in_units(self, place: float, measurement: Triple, rows: float) -> float:
        """Return what a place is in units of the column."""
        return math.sqrt(Variance.in_units(self, place, measurement, rows) * _of_a_sample(rows))


def _of_a_sample(rows: float) -> float:
    return rows / (rows - 1) if rows >= 2 else 2.0


def _places(cell: Sequence[int], law: NoiseLaw, confidence: Fraction) -> tuple[float, float, float]:
    """Return the variance and both ends in units of the squared width, all between 0 and a quarter."""
    total = float(sum(cell))
    if total <= FEW * half_width(law, (Fraction(1),) * 3, confidence):
        return LARGEST / 3, 0.0, LARGEST  # that of values all over the interval, and everything possible
    _, mixed, high = (part / total for part in map(float, cell))
    mean = high + mixed / 2
    spread = min(max(high - mean**2, 0.0), LARGEST)
    # How fast the variance grows with a, b and c, times n: the mean's own slopes are -mean, 1/2 - mean and 1 - mean.
    slopes = (-high + 2 * mean**2, -high - 2 * mean * (0.5 - mean), 1 - high - 2 * mean * (1 - mean))
    reach = half_width(law, [Fraction(slope) for slope in slopes], confidence) / total
    return spread, max(spread - reach, 0.0), min(spread + reach, LARGEST)
