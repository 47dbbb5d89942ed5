# SPDX-License-Identifier: Apache-2.0
"""VAR_SAMP(x): the variance of those that the values are a sample of: n/(n - 1) times theirs."""

from dataclasses import dataclass
from typing import ClassVar

from diffident.question.aggregates.spread import Spread, of_a_sample


@dataclass(frozen=True, slots=True)
class SampleVariance(Spread):
    """The variance of those that the values are a sample of: n/(n - 1) times theirs."""

    sql: ClassVar[str] = "VAR_SAMP"
    name: ClassVar[str] = "sample variance"

    def of(self, variance: float, rows: float) -> float:
        """Return it in units of the column."""
        return variance * of_a_sample(rows)
