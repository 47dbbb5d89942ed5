# SPDX-License-Identifier: Apache-2.0
"""STDDEV_POP(x): the root of the variance."""

import math
from dataclasses import dataclass
from typing import ClassVar

from diffident.question.aggregates.spread import Spread


@dataclass(frozen=True, slots=True)
class Deviation(Spread):
    """The root of the variance."""

    sql: ClassVar[str] = "STDDEV_POP"
    name: ClassVar[str] = "deviation"

    def of(self, variance: float, rows: float) -> float:  # noqa: ARG002 - a sample's differs
        """Return it in units of the column."""
        return math.sqrt(variance)
