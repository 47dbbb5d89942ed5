# SPDX-License-Identifier: Apache-2.0
"""COUNT(DISTINCT person): how many people there are, each counted once in a group."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from diffident.question.aggregates.aggregate import Aggregate, Estimate, NoiseLaw, Noisy
from diffident.question.aggregates.linear import sums
from diffident.question.catalog import ColumnFacts
from diffident.question.measurement import Measurement, People


@dataclass(frozen=True, slots=True)
class CountPeople(Aggregate):
    """How many different people have rows."""

    formula: None = None
    sql: ClassVar[str] = "COUNT"
    name: ClassVar[str] = "people"

    def measurement(self, facts: ColumnFacts | None) -> Measurement:  # noqa: ARG002 - of no formula
        """Return people."""
        return People()

    def finish(self, noisy: Noisy, confidence: Fraction) -> Sequence[Estimate]:
        """Return the noisy numbers themselves."""
        return sums(noisy, (Fraction(1),), confidence)

    def foresee(
        self, law: NoiseLaw, measurement: Measurement, confidence: Fraction, rows: float | None
    ) -> float | None:
        """Return the half-width of the noise, however many rows there are."""
        del measurement, rows
        return float(law.quantile(confidence))

    def __str__(self) -> str:
        return "COUNT(DISTINCT person)"
