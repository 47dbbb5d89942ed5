# SPDX-License-Identifier: Apache-2.0
"""SUM(COUNT(x)) OVER (ORDER BY key): running totals, and sums over a window, of counts along an ordered key."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from diffident.question.aggregates.aggregate import Aggregate, Estimate, NoiseLaw, Noisy
from diffident.question.aggregates.along import along, mixed_of, queries
from diffident.question.aggregates.linear import half_width
from diffident.question.catalog import ColumnFacts
from diffident.question.expression import Expression
from diffident.question.measurement import Measurement, Ones, Present

UNBOUNDED = "UNBOUNDED"


@dataclass(frozen=True, slots=True)
class WindowCount(Aggregate):
    """How many rows there are in the groups from so many before each to so many behind it; None stands for all of them."""

    formula: Expression | None
    axis: Expression
    before: int | None = None
    after: int | None = 0
    sql: ClassVar[str] = "SUM"
    name: ClassVar[str] = "running count"

    def measurement(self, facts: ColumnFacts | None) -> Measurement:  # noqa: ARG002 - counts need no limits
        """Return what is counted; along which groups is settled with the keys of the question."""
        return Ones() if self.formula is None else Present(self.formula)

    def finish(self, noisy: Noisy, confidence: Fraction) -> Sequence[Estimate]:
        """Return the sum around each cell."""
        return along(noisy, self.before, self.after, confidence)
