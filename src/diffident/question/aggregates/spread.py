# SPDX-License-Identifier: Apache-2.0
"""How far values lie apart, from the Bernstein triple: what variances and deviations have in common.

With u between 0 and 1, a cell's triple holds the sums of (1 - u)^2, 2u(1 - u) and u^2. For a mean m and a variance v the
sum of (u - m)^2 - v is zero, and it is one of these with weights m^2 - v, m^2 - m - v and (1 - m)^2 - v. The interval
is every v for which that is not too far from zero at some m that fits as well: a tenth of what may be missed goes to m.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from diffident.question.aggregates.aggregate import Aggregate, Estimate, NoiseLaw, Noisy, grid_of
from diffident.question.aggregates.inversion import around, end, fits
from diffident.question.aggregates.linear import half_width, half_width_of
from diffident.question.aggregates.mean import places as places_of_mean
from diffident.question.catalog import ColumnFacts
from diffident.question.expression import Expression
from diffident.question.measurement import Measurement, Triple

LARGEST = 0.25  # half of the values at each limit
FOR_THE_MEAN = 0.1
Places = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Spread(Aggregate, ABC):
    """A statistic that grows with the mean squared distance of the values from their mean."""

    formula: Expression

    def measurement(self, facts: ColumnFacts | None) -> Measurement:
        """Return the triple."""
        return Triple(self.formula, grid_of(self, facts))

    def finish(self, noisy: Noisy, confidence: Fraction) -> Sequence[Estimate]:
        """Return the statistic of each cell, in units of the column."""
        width, missed = _width(noisy.measurement), float(1 - confidence)
        found = [(places(cell, noisy.law, missed), sum(cell) / noisy.measurement.row_reach) for cell in noisy.cells]
        return [Estimate(*(self.of(place * width**2, rows) for place in three)) for three, rows in found]

    def foresee(
        self, law: NoiseLaw, measurement: Measurement, confidence: Fraction, rows: float | None
    ) -> float | None:
        """Return the half-width for so many rows, where it is widest: half of them at each limit, or all at one."""
        if rows is None:
            return None
        noise = half_width(law, (Fraction(1),), confidence) / (rows * measurement.row_reach)
        return self.of(min(LARGEST, noise) * _width(measurement) ** 2, rows)

    @abstractmethod
    def of(self, variance: float, rows: float) -> float:
        """Return the statistic of so many rows whose mean squared distance from their mean is this."""


def of_a_sample(rows: float) -> float:
    """Return by what the variance of so many values is multiplied to be that of those they are a sample of."""
    return rows / (rows - 1) if rows >= 2 else 2.0


def places(cell: Sequence[int], law: NoiseLaw, missed: float) -> Places:
    """Return the variance and both ends of its interval in units of the squared width, between 0 and a quarter."""
    total, means = sum(cell), places_of_mean(cell, law, missed * FOR_THE_MEAN)
    if total <= 0:
        return LARGEST / 3, 0.0, LARGEST  # that of values all over the interval, and everything possible
    place = _variance(means[0], cell)
    found = [_at_mean(mean, cell, law, missed * (1 - FOR_THE_MEAN)) for mean in means]
    fitting = [each for each in found if each is not None]
    if not fitting:
        return around(place, LARGEST, half_width_of(law, weights(means[0], place), missed) / total)
    low, high = min(low for low, _ in fitting), max(high for _, high in fitting)
    return min(max(place, low), high), low, high


def _at_mean(mean: float, cell: Sequence[int], law: NoiseLaw, missed: float) -> tuple[float, float] | None:
    """Return the ends of the variance's interval if this is the mean, or None if no variance fits."""
    most = mean * (1 - mean)

    def is_inside(variance: float) -> bool:
        return fits(law, weights(mean, variance), cell, missed)

    place = _variance(mean, cell)
    if not is_inside(place):
        return None
    step = law.sd / sum(cell)
    return end(place, 0.0, step, is_inside), end(place, most, step, is_inside)


def _variance(mean: float, cell: Sequence[int]) -> float:
    """Return the mean squared distance from a place, between 0 and the most that it can be for this mean."""
    squares = sum(weight * number for weight, number in zip(weights(mean, 0.0), cell, strict=True))
    return min(max(squares / sum(cell), 0.0), mean * (1 - mean))


def weights(mean: float, variance: float) -> tuple[float, float, float]:
    """Return the weights under which a triple adds up to zero if these are the mean and the variance."""
    return mean**2 - variance, mean**2 - mean - variance, (1 - mean) ** 2 - variance


def _width(measurement: Measurement) -> float:
    assert isinstance(measurement, Triple)  # noqa: S101 - a spread is measured by nothing else
    return float(measurement.grid.real(measurement.span))
