# SPDX-License-Identifier: Apache-2.0
"""Counts of cells that are mixed along an ordered key before noise, so that sums over many of them are nearly exact."""

from dataclasses import dataclass

from diffident.question.expression import Expression
from diffident.question.measurement import Measurement, OfRows
from diffident.question.strategies import Strategy


@dataclass(frozen=True, slots=True)
class Mixed(Measurement):
    """What is counted in every cell, and how the cells of each block are mixed: those that differ in one key alone.

    The cells of an answer run through the keys before the ordered one, then through its own values, then through the keys
    behind it: so many of the former and of the latter, each pair of which is a block.
    """

    formula: Expression | None
    counted: OfRows
    strategy: Strategy
    ahead: int = 1
    behind: int = 1

    @property
    def name(self) -> str:
        """What is measured."""
        return f"{self.counted.name}, {type(self.strategy).__name__.lower()} along {self.strategy.cells} groups"

    @property
    def row_reach(self) -> int:
        """How far one row moves a count."""
        return self.counted.row_reach

    def covers(self, other: Measurement) -> bool:
        """Mixed counts tell the counts themselves."""
        if isinstance(other, Mixed):
            return self.blocks == other.blocks and self.counted == other.counted
        return self.counted == other

    @property
    def blocks(self) -> tuple[int, int, int]:
        """How many cells each part of the keys runs through."""
        return self.ahead, self.strategy.cells, self.behind
