# SPDX-License-Identifier: Apache-2.0
"""WEIGHTED_AVG(x, w): the complement pair with each row's weight, (w u, w (S - u)), finished like that of a mean."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from diffident.errors import Refused
from diffident.question.aggregates.aggregate import Aggregate, Estimate, NoiseLaw, Noisy, grid_of
from diffident.question.aggregates.mean import Mean
from diffident.question.catalog import ColumnFacts
from diffident.question.expression import Expression
from diffident.question.measurement import Measurement
from diffident.question.weighted import WeightedPair


class WeightBelowZero(Refused):
    """Weights that would take rows away from others."""

    code = "weight_below_zero"
    sentence = "{weight} weighs rows, and its limits allow for weights below zero."
    remedy = 'Declare it with dd.bounds(0, 10, source="codebook"), or write GREATEST(0, LEAST(10, {weight})).'


@dataclass(frozen=True, slots=True)
class WeightedMean(Aggregate):
    """The average of the values, each as often as its weight says; both are clamped to their limits first."""

    formula: Expression
    weight: Expression
    sql: ClassVar[str] = "WEIGHTED_AVG"
    name: ClassVar[str] = "weighted mean"

    @property
    def formulas(self) -> tuple[Expression, ...]:
        """The values and their weights."""
        return self.formula, self.weight

    def measured(self, known: Callable[[Expression], ColumnFacts]) -> Measurement:
        """Return the pair with its weight, given how to find what is known of a formula."""
        return self.measurement(known(self.formula), known(self.weight))

    def measurement(self, facts: ColumnFacts | None, weight: ColumnFacts | None = None) -> Measurement:
        """Return the pair with its weight."""
        values, weights = grid_of(self, facts, self.formula), grid_of(self, weight, self.weight)
        if weights.low < 0:
            raise WeightBelowZero(weight=self.weight)
        return WeightedPair(self.formula, values, self.weight, weights)

    def finish(self, noisy: Noisy, confidence: Fraction) -> Sequence[Estimate]:
        """Return where in each cell the mean lies: it is found as one without weights is."""
        return Mean(self.formula).finish(noisy, confidence)

    def foresee(
        self, law: NoiseLaw, measurement: Measurement, confidence: Fraction, rows: float | None
    ) -> float | None:
        """Return the half-width for so many rows, whose weights are taken to be half of the largest on average."""
        return Mean(self.formula).foresee(law, measurement, confidence, None if rows is None else rows / 2)
