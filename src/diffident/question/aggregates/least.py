# SPDX-License-Identifier: Apache-2.0
"""MIN(x): the value that a few values lie below, because the smallest belongs to somebody."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from diffident.question.aggregates.at_rank import AtRank


@dataclass(frozen=True, slots=True)
class Least(AtRank):
    """About the smallest value."""

    sql: ClassVar[str] = "MIN"
    name: ClassVar[str] = "approximate minimum"

    @property
    def at(self) -> Fraction:
        """Which part of all values lie below."""
        return Fraction(0)
