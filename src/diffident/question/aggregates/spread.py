# SPDX-License-Identifier: Apache-2.0
"""How far values lie apart, from the Bernstein triple: what variances and deviations have in common.

With u between 0 and 1, a cell's triple holds the sums of (1 - u)^2, 2u(1 - u) and u^2. For a mean m and a variance v the
sum of (u - m)^2 - v is zero, and it is one of these with weights m^2 - v, m^2 - m - v and (1 - m)^2 - v. The interval
is every v for which that is not too far from zero at some m that fits as well: a twentieth of what may be missed goes to m.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diffident.privacy.laws.at_once import Numbers
from diffident.question.aggregates.aggregate import Aggregate, Estimate, NoiseLaw, Noisy, additive, grid_of
from diffident.question.aggregates.inversion import Places, all_fit, around, ends
from diffident.question.aggregates.linear import half_width, half_width_of
from diffident.question.aggregates.mean import Place, columns
from diffident.question.aggregates.mean import places as places_of_mean
from diffident.question.catalog import ColumnFacts
from diffident.question.expression import Expression
from diffident.question.measurement import Measurement, Triple

LARGEST = 0.25  # half of the values at each limit
FOR_THE_MEAN = 0.05


@dataclass(frozen=True, slots=True)
class Spread(Aggregate, ABC):
    """A statistic that grows with the mean squared distance of the values from their mean."""

    formula: Expression

    def measurement(self, facts: ColumnFacts | None) -> Measurement:
        """Return the triple."""
        return Triple(self.formula, grid_of(self, facts))

    def finish(self, noisy: Noisy, confidence: Fraction) -> Sequence[Estimate]:
        """Return the statistic of each cell, in units of the column."""
        width, cells = _width(noisy.measurement), columns(noisy)
        found = [(each * width**2).tolist() for each in places(cells, noisy.law, float(1 - confidence))]
        rows = (cells.sum(axis=0) / noisy.measurement.row_reach).tolist()
        return [Estimate(*(self.of(each, many) for each in three)) for *three, many in zip(*found, rows, strict=True)]

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


def places(cells: Numbers, law: NoiseLaw, missed: float) -> Places:
    """Return the variance of each cell and both ends of its interval in units of the squared width, up to a quarter."""
    total, means = cells.sum(axis=0), places_of_mean(cells, law, missed * FOR_THE_MEAN)
    somebody, place = total > 0, _variance(means[0], cells)
    low, high = np.full_like(place, np.inf), np.full_like(place, -np.inf)
    for mean in means:
        lowest, highest = _at_mean(mean, cells, law, missed * (1 - FOR_THE_MEAN))
        low, high = np.minimum(low, lowest), np.maximum(high, highest)
    for cell in np.flatnonzero((low > high) & somebody).tolist():
        middle, variance = float(means[0][cell]), float(place[cell])
        reach = half_width_of(law, weights(middle, variance), missed) / float(total[cell])
        _, low[cell], high[cell] = around(variance, LARGEST, reach)
    return (
        np.where(
            somebody, np.clip(place, low, np.maximum(low, high)), LARGEST / 3
        ),  # that of values all over the interval
        np.where(somebody, low, 0.0),
        np.where(somebody, high, LARGEST),
    )


def _at_mean(mean: Numbers, cells: Numbers, law: NoiseLaw, missed: float) -> tuple[Numbers, Numbers]:
    """Return the ends of the variances that fit if this is the mean; the wrong way round where none does."""
    most, place = mean * (1 - mean), _variance(mean, cells)

    def fit(variance: Numbers, at: NDArray[np.intp]) -> NDArray[np.bool_]:
        return all_fit(law, weights(mean[at], variance), cells[:, at], missed)

    fits, total = fit(place, np.arange(len(place))), cells.sum(axis=0)
    step = additive(law).sd / np.where(total > 0, total, 1.0)
    low, high = (ends(place, limit, step, fit) for limit in (np.zeros_like(place), most))
    return np.where(fits, low, np.inf), np.where(fits, high, -np.inf)


def _variance(mean: Numbers, cells: Numbers) -> Numbers:
    """Return the mean squared distance from a place, between 0 and the most that it can be for this mean."""
    squares, total = sum(np.array(weights(mean, np.zeros_like(mean))) * cells), cells.sum(axis=0)
    return np.clip(squares / np.where(total > 0, total, 1.0), 0.0, mean * (1 - mean))


def weights(mean: Place, variance: Place) -> tuple[Place, Place, Place]:
    """Return the weights under which a triple adds up to zero if these are the mean and the variance."""
    return mean**2 - variance, mean**2 - mean - variance, (1 - mean) ** 2 - variance


def _width(measurement: Measurement) -> float:
    assert isinstance(measurement, Triple)  # noqa: S101 - a spread is measured by nothing else
    return float(measurement.grid.real(measurement.span))
