# SPDX-License-Identifier: Apache-2.0
"""Statistics that are shown as they are released: one integer of each cell, with the smallest interval there is."""

from abc import ABC
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from diffident.question.aggregates.aggregate import Aggregate, Estimate, NoiseLaw, Noisy
from diffident.question.aggregates.along import ITSELF, along, foreseen
from diffident.question.aggregates.linear import sums
from diffident.question.measurement import Measurement
from diffident.question.mixed import Mixed


@dataclass(frozen=True, slots=True)
class AsReleased(Aggregate, ABC):
    """A number of rows, people or values."""

    def finish(self, noisy: Noisy, confidence: Fraction) -> Sequence[Estimate]:
        """Return the noisy numbers themselves, or what mixed ones tell of each cell."""
        if isinstance(noisy.measurement, Mixed):
            return along(noisy, ITSELF, confidence)
        return sums(noisy, (Fraction(1),), confidence)

    def foresee(
        self, law: NoiseLaw, measurement: Measurement, confidence: Fraction, rows: float | None
    ) -> float | None:
        """Return the half-width of the noise, however many rows there are."""
        del rows
        if isinstance(measurement, Mixed):
            return foreseen(law, measurement, ITSELF, confidence)
        return float(law.quantile(confidence))

    def size(self, rows: float, usual: float | None) -> float | None:
        """Return the number of rows, for one row a person."""
        del usual
        return rows
