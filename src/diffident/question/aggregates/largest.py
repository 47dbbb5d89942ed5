# SPDX-License-Identifier: Apache-2.0
"""MAX(x): the value that a few values lie above, because the largest belongs to somebody."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from diffident.question.aggregates.at_rank import AtRank


@dataclass(frozen=True, slots=True)
class Largest(AtRank):
    """About the largest value."""

    sql: ClassVar[str] = "MAX"
    name: ClassVar[str] = "approximate maximum"

    @property
    def at(self) -> Fraction:
        """Which part of all values lie below."""
        return Fraction(1)
