# SPDX-License-Identifier: Apache-2.0
"""COVAR_SAMP(x, y): the covariance of those that the values are a sample of: n/(n - 1) times theirs."""

from dataclasses import dataclass
from typing import ClassVar

from diffident.question.aggregates.joint_spread import JointSpread
from diffident.question.aggregates.spread import of_a_sample


@dataclass(frozen=True, slots=True)
class SampleCovariance(JointSpread):
    """The covariance of those that the values are a sample of."""

    sql: ClassVar[str] = "COVAR_SAMP"
    name: ClassVar[str] = "sample covariance"

    def of(self, covariance: float, rows: float) -> float:
        """Return it for so many values."""
        return covariance * of_a_sample(rows)
