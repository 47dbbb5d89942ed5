# SPDX-License-Identifier: Apache-2.0
"""What is measured of values at ranks: no sum, but the steps of a public grid at which so many rows lie below."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from diffident.exact.fixed import FixedPoint
from diffident.exact.spelling import plain
from diffident.question.expression import Expression
from diffident.question.measurement import Measurement
from diffident.question.steps import in_steps


@dataclass(frozen=True, slots=True)
class AtRanks(Measurement):
    """At which steps the values of a cell reach each of some ranks: 0.5 is the median. The engine counts rows by step.

    `ranks` are in order. What is released are steps, and one row moves the rows by step by one.
    """

    formula: Expression
    grid: FixedPoint
    ranks: tuple[Fraction, ...]

    @property
    def name(self) -> str:
        """What is measured."""
        told = ", ".join(plain(rank) for rank in self.ranks)
        return f"value{'s' * (len(self.ranks) > 1)} at rank {told} of {self.formula}"

    @property
    def row_reach(self) -> int:
        """One: the number of rows at a step."""
        return 1

    @property
    def width(self) -> int:
        """How many ranks there are."""
        return len(self.ranks)

    @property
    def grids(self) -> tuple[tuple[Expression, FixedPoint], ...]:
        """The values on their grid."""
        return ((self.formula, self.grid),)

    def read(self, value: str) -> Expression:
        """Return the value as steps of the grid."""
        return in_steps(value, self.grid)

    @property
    def worth(self) -> int:
        """As many shares of a request as there are ranks: what it is worth, beside a number by itself."""
        return len(self.ranks)

    def covers(self, other: Measurement) -> bool:
        """More ranks of the same values tell of fewer."""
        return isinstance(other, AtRanks) and other.joined((self, other)) == self

    def joined(self, needed: Sequence[Measurement]) -> "AtRanks":
        """Return the measurement of all ranks that are needed of the same values."""
        alike = [other for other in needed if isinstance(other, AtRanks) and replace(other, ranks=self.ranks) == self]
        return replace(self, ranks=tuple(sorted({rank for other in alike for rank in other.ranks})))
