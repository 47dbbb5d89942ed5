# SPDX-License-Identifier: Apache-2.0
"""VAR_POP(x): the mean squared distance from the mean, of these very values."""

from dataclasses import dataclass
from typing import ClassVar

from diffident.question.aggregates.spread import Spread


@dataclass(frozen=True, slots=True)
class Variance(Spread):
    """The mean squared distance from the mean, of these very values."""

    sql: ClassVar[str] = "VAR_POP"
    name: ClassVar[str] = "variance"

    def of(self, variance: float, rows: float) -> float:  # noqa: ARG002 - a sample's differs
        """Return it in units of the column."""
        return variance
