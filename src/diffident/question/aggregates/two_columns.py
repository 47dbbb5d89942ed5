# SPDX-License-Identifier: Apache-2.0
"""What statistics of two columns have in common: mixed moments, and an interval from noise that does not depend on data.

u and v are the places of both values between their limits. For a guess at the statistic there is a polynomial of u and v
that adds up to zero over the rows if the guess is right; it hardly depends on the moments that it holds besides, for its
derivatives by them are zero as well. The released integers, weighted by it, are then weighted noise, and the interval is
every guess for which that is not too far from zero.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final

from diffident.question.aggregates.aggregate import Aggregate, Estimate, NoiseLaw, Noisy, additive, grid_of
from diffident.question.aggregates.inversion import end, fits
from diffident.question.aggregates.linear import half_width_of
from diffident.question.catalog import ColumnFacts
from diffident.question.crossed import STEPS, Crossed, Polynomial
from diffident.question.expression import Expression
from diffident.question.measurement import Measurement

EVENLY: Final = {(1, 0): 0.5, (0, 1): 0.5, (2, 0): 1 / 3, (0, 2): 1 / 3, (1, 1): 0.25}  # values all over both intervals
FARTHEST: Final = 1e6  # widths of one column within a width of the other: steeper lines are not told apart
U, V, ONE = {(1, 0): 1.0}, {(0, 1): 1.0}, {(0, 0): 1.0}


@dataclass(frozen=True, slots=True)
class Moments:
    """Means of powers and products of the places of two columns, and where on their scales the places lie."""

    powers: Mapping[tuple[int, int], float]
    scales: tuple[
        tuple[float, float], tuple[float, float]
    ]  # the lower limit of each, and how far above it the upper is

    def mean(self, of: Polynomial) -> float:
        """Return the mean of a polynomial."""
        return math.fsum(factor * (self.powers[power] if any(power) else 1.0) for power, factor in of.items())

    @property
    def u(self) -> float:
        """The mean of the first."""
        return self.powers[1, 0]

    @property
    def v(self) -> float:
        """The mean of the second."""
        return self.powers[0, 1]

    @property
    def from_u(self) -> Polynomial:
        """How far the first is from its mean."""
        return plus(U, ONE, -self.u)

    @property
    def from_v(self) -> Polynomial:
        """How far the second is from its mean."""
        return plus(V, ONE, -self.v)

    @property
    def covariance(self) -> float:
        """The mean product of both distances."""
        return self.mean(times(self.from_u, self.from_v))

    @property
    def variances(self) -> tuple[float, float]:
        """The mean squares of both distances."""
        return self.mean(times(self.from_u, self.from_u)), self.mean(times(self.from_v, self.from_v))


@dataclass(frozen=True, slots=True)
class OfTwo(Aggregate, ABC):
    """A statistic of two columns, over the rows where both are known, each clamped to its limits first."""

    formula: Expression
    other: Expression
    degrees: ClassVar[tuple[int, int]] = (2, 2)

    @property
    def formulas(self) -> tuple[Expression, ...]:
        """Both columns."""
        return self.formula, self.other

    def measured(self, known: Callable[[Expression], ColumnFacts]) -> Measurement:
        """Return the products, given how to find what is known of a formula."""
        return self.measurement(known(self.formula), known(self.other))

    def measurement(self, facts: ColumnFacts | None, other: ColumnFacts | None = None) -> Measurement:
        """Return the products, in one order whichever column comes first."""
        given = zip(self.formulas, (facts, other), self.degrees, strict=True)
        columns = [(formula, grid_of(self, fact, formula, steps=STEPS), degree) for formula, fact, degree in given]
        formulas, grids, degrees = zip(*sorted(columns, key=lambda column: repr(column[0])), strict=True)
        return Crossed(*formulas, *grids, *degrees)

    def finish(self, noisy: Noisy, confidence: Fraction) -> Sequence[Estimate]:
        """Return the statistic of each cell, in units of the columns."""
        measurement, missed = _crossed(noisy.measurement), float(1 - confidence)
        return [self._of_cell(cell, measurement, noisy.law, missed) for cell in noisy.cells]

    def foresee(
        self, law: NoiseLaw, measurement: Measurement, confidence: Fraction, rows: float | None
    ) -> float | None:
        """Return the half-width for so many rows, their values spread evenly between the limits and unrelated."""
        if rows is None:
            return None
        crossed = _crossed(measurement)
        moments = Moments(EVENLY, self._scales(crossed))
        place = self.value(moments) or 0.0
        score, further = (self.score(guess, moments) for guess in (place, place + 1))
        slope = abs(moments.mean(plus(further, score, -1.0)))
        noise = half_width_of(law, self._weights(crossed, score), float(1 - confidence)) / crossed.row_reach
        lowest, highest = (self.scaled(end, moments, rows) for end in self.limits)
        wide = abs(self.scaled(noise / slope / rows, moments, rows) - self.scaled(0.0, moments, rows))
        return min(wide, (highest - lowest) / 2)

    @property
    @abstractmethod
    def limits(self) -> tuple[float, float]:
        """Between what the statistic of places lies."""

    @abstractmethod
    def value(self, moments: Moments) -> float | None:
        """Return the statistic of places, or None where these moments tell nothing of it."""

    @abstractmethod
    def score(self, guess: float, moments: Moments) -> Polynomial:
        """Return what adds up to zero if the guess is right."""

    def scaled(self, value: float, moments: Moments, rows: float) -> float:  # noqa: ARG002 - some need them
        """Return the statistic of places in units of the columns."""
        return value

    def _of_cell(self, cell: Sequence[int], measurement: Crossed, law: NoiseLaw, missed: float) -> Estimate:
        rows = sum(cell) / measurement.row_reach
        moments = self._moments(cell, measurement)
        found = None if moments is None else self.value(moments)
        if moments is None or found is None:
            nothing = Moments(EVENLY, self._scales(measurement))
            return Estimate(*(self.scaled(each, nothing, rows) for each in (0.0, *self.limits)))
        low, high = self.limits
        place = min(max(found, low), high)

        def is_inside(guess: float) -> bool:
            return fits(law, self._weights(measurement, self.score(guess, moments)), cell, missed)

        if is_inside(place):
            step = additive(law).sd / sum(cell)
            low, high = end(place, low, step, is_inside), end(place, high, step, is_inside)
        return Estimate(*(self.scaled(each, moments, rows) for each in (place, low, high)))

    def _moments(self, cell: Sequence[int], measurement: Crossed) -> Moments | None:
        """Return the moments of a cell, or None where there seems to be nobody."""
        total = sum(cell)
        if total <= 0:
            return None
        powers = {
            power: math.fsum(map(_product, self._weights(measurement, {power: 1.0}), cell)) / total
            for power in EVENLY
            if all(part <= degree for part, degree in zip(power, self.degrees, strict=True))
        }
        return Moments(powers, self._scales(measurement))

    def _weights(self, measurement: Crossed, polynomial: Polynomial) -> list[float]:
        """Return a polynomial of our columns as weights of what was released, which may have them the other way round."""
        turned = polynomial if self._is_in_order(measurement) else {(b, a): each for (a, b), each in polynomial.items()}
        return measurement.weights(turned)

    def _scales(self, measurement: Crossed) -> tuple[tuple[float, float], tuple[float, float]]:
        first, second = (
            (float(grid.real(grid.least)), float(grid.real(grid.most - grid.least))) for _, grid in measurement.grids
        )
        return (first, second) if self._is_in_order(measurement) else (second, first)

    def _is_in_order(self, measurement: Crossed) -> bool:
        return measurement.formula == self.formula


def unlimited(value: float) -> float:
    """Return infinity for what is as far away as anybody looks."""
    return value if abs(value) < FARTHEST else math.copysign(math.inf, value)


def plus(one: Polynomial, other: Polynomial, factor: float = 1.0) -> Polynomial:
    """Return a polynomial plus some times another."""
    return {power: one.get(power, 0.0) + factor * other.get(power, 0.0) for power in {**one, **other}}


def times(one: Polynomial, other: Polynomial) -> Polynomial:
    """Return the product of two polynomials.

    >>> times(plus(U, ONE), V)
    {(1, 1): 1.0, (0, 1): 1.0}
    """
    found: dict[tuple[int, int], float] = {}
    for (a, b), first in one.items():
        for (c, d), second in other.items():
            found[a + c, b + d] = found.get((a + c, b + d), 0.0) + first * second
    return found


def _product(weight: float, number: int) -> float:
    return weight * number


def _crossed(measurement: Measurement) -> Crossed:
    assert isinstance(measurement, Crossed)  # noqa: S101 - two columns are measured by nothing else
    return measurement
