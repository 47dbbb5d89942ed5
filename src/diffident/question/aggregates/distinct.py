# SPDX-License-Identifier: Apache-2.0
"""COUNT(DISTINCT x): how many different values there are, each person bringing only so many of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from diffident.errors import Refused
from diffident.question.aggregates.aggregate import Aggregate, Estimate, NoiseLaw, Noisy
from diffident.question.aggregates.linear import sums
from diffident.question.catalog import ColumnFacts
from diffident.question.expression import Expression, Kind
from diffident.question.measurement import Measurement, Values


class NotToBeDistinguished(Refused):
    """Different values of numbers that are no whole ones: nearly every measurement differs from every other."""

    code = "not_to_be_distinguished"
    sentence = "COUNT(DISTINCT {formula}) is about whole numbers, text, dates, or yes and no, not about other numbers."
    remedy = "Round it first: COUNT(DISTINCT CAST({formula} AS BIGINT))."


@dataclass(frozen=True, slots=True)
class CountDistinct(Aggregate):
    """How many different values there are among the rows that count; NULL is none."""

    formula: Expression
    sql: ClassVar[str] = "COUNT"
    name: ClassVar[str] = "different"

    def measurement(self, facts: ColumnFacts | None) -> Measurement:
        """Return the number of values, or refuse."""
        if facts is None or facts.kind is Kind.NUMBER:
            raise NotToBeDistinguished(formula=self.formula)
        return Values(self.formula)

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
        return f"COUNT(DISTINCT {self.formula})"
