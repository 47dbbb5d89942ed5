# SPDX-License-Identifier: Apache-2.0
"""Values at a rank: the median, quantiles, and what stands for the smallest and the largest.

What is released is a step of the column's grid, chosen so that about as many rows lie below it as should. How close
values lie to it, no released number tells, so the interval is that of the column's limits. How many rows may lie
between the answer and the truth is known before anything is asked: that is what is foreseen.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from diffident.privacy.laws import OfRanks
from diffident.question.aggregates.aggregate import Aggregate, Estimate, NoiseLaw, Noisy, grid_of
from diffident.question.catalog import ColumnFacts
from diffident.question.expression import Expression
from diffident.question.measurement import Measurement
from diffident.question.ranks import AtRanks


@dataclass(frozen=True, slots=True)
class AtRank(Aggregate, ABC):
    """The value that a given part of all values lie below."""

    formula: Expression
    counted_in: ClassVar[str] = "rows"

    @property
    @abstractmethod
    def at(self) -> Fraction:
        """Which part of all values lie below."""

    def measurement(self, facts: ColumnFacts | None) -> Measurement:
        """Return this one rank."""
        return AtRanks(self.formula, grid_of(self, facts), (self.at,))

    def finish(self, noisy: Noisy, confidence: Fraction) -> Sequence[Estimate]:
        """Return the value of the step, between the limits of the column whatever the confidence."""
        del confidence
        measured = noisy.measurement
        assert isinstance(measured, AtRanks)  # noqa: S101 - a rank is measured by nothing else
        place, grid = measured.ranks.index(self.at), measured.grid
        low, high = float(grid.real(grid.least)), float(grid.real(grid.most))
        return [Estimate(min(max(float(grid.real(cell[place])), low), high), low, high) for cell in noisy.cells]

    def foresee(
        self, law: NoiseLaw, measurement: Measurement, confidence: Fraction, rows: float | None
    ) -> float | None:
        """Return about how many rows may lie between the answer and the truth, where values lie evenly around it."""
        del rows
        if not (isinstance(law, OfRanks) and isinstance(measurement, AtRanks)):
            return None
        return law.evenly(confidence, measurement.ranks.index(self.at), len(measurement.ranks))
