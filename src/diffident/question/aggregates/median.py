# SPDX-License-Identifier: Apache-2.0
"""MEDIAN(x): the value that half of all values lie below."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from diffident.question.aggregates.at_rank import AtRank


@dataclass(frozen=True, slots=True)
class Median(AtRank):
    """The value in the middle."""

    sql: ClassVar[str] = "MEDIAN"
    name: ClassVar[str] = "median"

    @property
    def at(self) -> Fraction:
        """Which part of all values lie below."""
        return Fraction(1, 2)
