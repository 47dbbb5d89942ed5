# SPDX-License-Identifier: Apache-2.0
"""A complement pair in which each row counts as often as its weight says."""

from collections.abc import Sequence
from dataclasses import dataclass

from diffident.exact.fixed import FixedPoint
from diffident.question.expression import Call, Column, Expression
from diffident.question.measurement import OnGrid
from diffident.question.steps import in_steps


@dataclass(frozen=True, slots=True)
class WeightedPair(OnGrid):
    """(w u, w (S - u)), with a weight w of whole steps that are never below zero: together always w S.

    A row without a value or without a weight counts as nothing.
    """

    weight: Expression
    weight_grid: FixedPoint

    @property
    def formulas(self) -> tuple[Expression, ...]:
        """The value and its weight."""
        return self.formula, self.weight

    @property
    def grids(self) -> tuple[tuple[Expression, FixedPoint], ...]:
        """Each on its grid."""
        return (self.formula, self.grid), (self.weight, self.weight_grid)

    @property
    def name(self) -> str:
        """What is measured."""
        return f"complement pair of {self.formula} weighted by {self.weight}"

    @property
    def row_reach(self) -> int:
        """The steps between the limits, as often as the largest weight has steps."""
        return int(self.span * self.weight_grid.most)

    def read(self, values: Sequence[str]) -> tuple[Expression, ...]:
        """Return both as steps of their grids."""
        return tuple(in_steps(value, grid) for value, (_, grid) in zip(values, self.grids, strict=True))

    def columns(self, read: Sequence[str]) -> tuple[Expression, ...]:
        """Return both parts, each as often as the weight has steps."""
        value, weight = read
        return tuple(Call("whole *", (Column(weight), part)) for part in self.both([value]))
