# SPDX-License-Identifier: Apache-2.0
"""COVAR_POP(x, y): the mean product of the distances of both from their means, of these very values."""

from dataclasses import dataclass
from typing import ClassVar

from diffident.question.aggregates.joint_spread import JointSpread


@dataclass(frozen=True, slots=True)
class Covariance(JointSpread):
    """The mean product of the distances from both means."""

    sql: ClassVar[str] = "COVAR_POP"
    name: ClassVar[str] = "covariance"

    def of(self, covariance: float, rows: float) -> float:  # noqa: ARG002 - a sample's differs
        """Return it."""
        return covariance
