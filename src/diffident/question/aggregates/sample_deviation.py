# SPDX-License-Identifier: Apache-2.0
"""STDDEV_SAMP(x): the root of the sample variance."""

import math
from dataclasses import dataclass
from typing import ClassVar

from diffident.question.aggregates.spread import Spread, of_a_sample


@dataclass(frozen=True, slots=True)
class SampleDeviation(Spread):
    """The root of the sample variance."""

    sql: ClassVar[str] = "STDDEV_SAMP"
    name: ClassVar[str] = "sample deviation"

    def of(self, variance: float, rows: float) -> float:
        """Return it in units of the column."""
        return math.sqrt(variance * of_a_sample(rows))
