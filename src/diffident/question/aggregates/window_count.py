# SPDX-License-Identifier: Apache-2.0
"""SUM(COUNT(x)) OVER (ORDER BY key): running totals, and sums over a window, of counts along an ordered key."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from diffident.question.aggregates.aggregate import Aggregate, Estimate, NoiseLaw, Noisy
from diffident.question.aggregates.along import along, foreseen, mixed_of
from diffident.question.catalog import ColumnFacts
from diffident.question.expression import Expression
from diffident.question.measurement import Measurement, Ones, Present
from diffident.question.mixed import Along


@dataclass(frozen=True, slots=True)
class WindowCount(Aggregate):
    """How many rows there are in the groups from so many before each to so many behind it; None stands for all of them."""

    formula: Expression | None
    axis: Expression
    others: tuple[Expression, ...] = ()
    before: int | None = None
    after: int | None = 0
    sql: ClassVar[str] = "SUM"
    name: ClassVar[str] = "running count"

    def measurement(self, facts: ColumnFacts | None) -> Measurement:  # noqa: ARG002 - counts need no limits
        """Return what is counted along the key."""
        return Along(self.formula, Ones() if self.formula is None else Present(self.formula), self.axis, self.others)

    def finish(self, noisy: Noisy, confidence: Fraction) -> Sequence[Estimate]:
        """Return the sum around each cell."""
        return along(noisy, (self.before, self.after), confidence)

    def foresee(
        self, law: NoiseLaw, measurement: Measurement, confidence: Fraction, rows: float | None
    ) -> float | None:
        """Return the half-width of the least exact sum, however many rows there are."""
        del rows
        return foreseen(law, mixed_of(measurement), (self.before, self.after), confidence)

    def __str__(self) -> str:
        parts = f"PARTITION BY {', '.join(map(str, self.others))} " if self.others else ""
        before, after = ("UNBOUNDED" if each is None else str(each) for each in (self.before, self.after))
        frame = f"ROWS BETWEEN {before} PRECEDING AND {after} FOLLOWING"
        return f"SUM(COUNT({self.formula or '*'})) OVER ({parts}ORDER BY {self.axis} {frame})"
