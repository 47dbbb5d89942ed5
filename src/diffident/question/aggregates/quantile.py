# SPDX-License-Identifier: Apache-2.0
"""QUANTILE_CONT(x, 0.9): the value that nine in ten values lie below."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from diffident.exact.spelling import plain
from diffident.question.aggregates.at_rank import AtRank


@dataclass(frozen=True, slots=True)
class Quantile(AtRank):
    """The value at a rank that somebody names, above 0 and below 1."""

    rank: Fraction = Fraction(9, 10)
    sql: ClassVar[str] = "QUANTILE_CONT"
    name: ClassVar[str] = "quantile"

    @property
    def at(self) -> Fraction:
        """Which part of all values lie below."""
        return self.rank

    def __str__(self) -> str:
        return f"{self.sql}({self.formula}, {plain(self.rank)})"
