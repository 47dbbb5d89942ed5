# SPDX-License-Identifier: Apache-2.0
"""COUNT(x): a one for each row where x is known, or what a pair or triple of x tells about their number."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from diffident.question.aggregates.aggregate import Aggregate, Estimate, NoiseLaw, Noisy
from diffident.question.aggregates.along import ITSELF, along, foreseen
from diffident.question.aggregates.linear import half_width, sums
from diffident.question.catalog import ColumnFacts
from diffident.question.expression import Expression
from diffident.question.measurement import Measurement, Pair, Present, Triple
from diffident.question.mixed import Mixed


@dataclass(frozen=True, slots=True)
class CountOf(Aggregate):
    """How many rows have a value."""

    formula: Expression
    sql: ClassVar[str] = "COUNT"
    name: ClassVar[str] = "count"

    def measurement(self, facts: ColumnFacts | None) -> Measurement:  # noqa: ARG002 - whatever it holds
        """Return ones where there is a value."""
        return Present(self.formula)

    def finish(self, noisy: Noisy, confidence: Fraction) -> Sequence[Estimate]:
        """Return the noisy sums, the parts of pairs or triples added up, or what mixed ones tell of each cell."""
        if isinstance(noisy.measurement, Mixed):
            return along(noisy, ITSELF, confidence)
        return sums(noisy, _weights(noisy.measurement), confidence)

    def foresee(
        self, law: NoiseLaw, measurement: Measurement, confidence: Fraction, rows: float | None
    ) -> float | None:
        """Return the half-width of the noise, however many rows there are."""
        del rows
        if isinstance(measurement, Mixed):
            return foreseen(law, measurement, ITSELF, confidence)
        return half_width(law, _weights(measurement), confidence)

    def size(self, rows: float, usual: float | None) -> float | None:
        """Return the number of rows."""
        del usual
        return rows


def _weights(measurement: Measurement) -> tuple[Fraction, ...]:
    """Return by what the released integers are multiplied: all parts of a value add up to the row's reach."""
    parts = 3 if isinstance(measurement, Triple) else 2 if isinstance(measurement, Pair) else 1
    return (Fraction(1, measurement.row_reach),) * parts
