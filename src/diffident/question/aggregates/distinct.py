# SPDX-License-Identifier: Apache-2.0
"""COUNT(DISTINCT x): how many different values there are, each person bringing only so many of them."""

from dataclasses import dataclass
from typing import ClassVar

from diffident.errors import Refused
from diffident.question.aggregates.as_released import AsReleased
from diffident.question.catalog import ColumnFacts
from diffident.question.expression import Expression, Kind
from diffident.question.measurement import Measurement, Values


class NotToBeDistinguished(Refused):
    """Different values of numbers that are no whole ones: nearly every measurement differs from every other."""

    code = "not_to_be_distinguished"
    sentence = "COUNT(DISTINCT {formula}) is about whole numbers, text, dates, or yes and no, not about other numbers."
    remedy = "Round it first: COUNT(DISTINCT CAST({formula} AS BIGINT))."


@dataclass(frozen=True, slots=True)
class CountDistinct(AsReleased):
    """How many different values there are among the rows that count; NULL is none."""

    formula: Expression
    sql: ClassVar[str] = "COUNT"
    name: ClassVar[str] = "different"

    def measurement(self, facts: ColumnFacts | None) -> Measurement:
        """Return the number of values, or refuse."""
        if facts is None or facts.kind is Kind.NUMBER:
            raise NotToBeDistinguished(formula=self.formula)
        return Values(self.formula)

    def size(self, rows: float, usual: float | None) -> None:
        """Return nothing: all rows may have one value."""

    def __str__(self) -> str:
        return f"COUNT(DISTINCT {self.formula})"
