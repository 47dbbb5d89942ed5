# SPDX-License-Identifier: Apache-2.0
"""COUNT(DISTINCT person): how many people there are, each counted once in a group."""

from dataclasses import dataclass
from typing import ClassVar

from diffident.question.aggregates.as_released import AsReleased
from diffident.question.catalog import ColumnFacts
from diffident.question.measurement import Measurement, People


@dataclass(frozen=True, slots=True)
class CountPeople(AsReleased):
    """How many different people have rows."""

    formula: None = None
    sql: ClassVar[str] = "COUNT"
    name: ClassVar[str] = "people"

    def measurement(self, facts: ColumnFacts | None) -> Measurement:  # noqa: ARG002 - of no formula
        """Return people."""
        return People()

    def __str__(self) -> str:
        return "COUNT(DISTINCT person)"
