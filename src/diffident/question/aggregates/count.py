# SPDX-License-Identifier: Apache-2.0
"""COUNT(*): ones, summed."""

from dataclasses import dataclass
from typing import ClassVar

from diffident.question.aggregates.as_released import AsReleased
from diffident.question.catalog import ColumnFacts
from diffident.question.measurement import Measurement, Ones


@dataclass(frozen=True, slots=True)
class Count(AsReleased):
    """How many rows there are."""

    formula: None = None
    sql: ClassVar[str] = "COUNT"
    name: ClassVar[str] = "count"

    def measurement(self, facts: ColumnFacts | None) -> Measurement:  # noqa: ARG002 - of no formula
        """Return ones."""
        return Ones()
