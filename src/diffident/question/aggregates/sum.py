# SPDX-License-Identifier: Apache-2.0
"""SUM(x): the total of whole steps, or what a pair or triple of x tells about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from diffident.question.aggregates.aggregate import Aggregate, Estimate, NoiseLaw, Noisy, grid_of
from diffident.question.aggregates.linear import half_width, sums
from diffident.question.catalog import ColumnFacts
from diffident.question.expression import Expression
from diffident.question.measurement import Measurement, OnGrid, Pair, Total, Triple


@dataclass(frozen=True, slots=True)
class Sum(Aggregate):
    """What all values come to, each clamped to the limits first."""

    formula: Expression
    sql: ClassVar[str] = "SUM"
    name: ClassVar[str] = "sum"

    def measurement(self, facts: ColumnFacts | None) -> Measurement:
        """Return the total of steps."""
        return Total(self.formula, grid_of(self, facts))

    def finish(self, noisy: Noisy, confidence: Fraction) -> Sequence[Estimate]:
        """Return the noisy totals, in units of the column."""
        return sums(noisy, _weights(noisy.measurement), confidence)

    def foresee(
        self, law: NoiseLaw, measurement: Measurement, confidence: Fraction, rows: float | None
    ) -> float | None:
        """Return the half-width of the noise, however many rows there are."""
        del rows
        return half_width(law, _weights(measurement), confidence)

    def size(self, rows: float, usual: float | None) -> float | None:
        """Return the usual value, so many times."""
        return None if usual is None else rows * abs(usual)


def _weights(measurement: Measurement) -> tuple[Fraction, ...]:
    """Return by what the released integers are multiplied to add up to the total.

    With u steps above the least one, S in all, a pair holds u and S - u, and the total is u + least (u + S - u)/S; a
    triple holds (S - u)^2, 2u(S - u) and u^2, of which u is the last and half of the middle one, divided by S.
    """
    if not isinstance(measurement, OnGrid):
        raise TypeError(type(measurement).__name__)
    step, low, span = measurement.grid.step, measurement.grid.least, measurement.span
    if isinstance(measurement, Total):
        return (step,)
    if isinstance(measurement, Pair):
        each = Fraction(low, span)
        return step * (1 + each), step * each
    assert isinstance(measurement, Triple)  # noqa: S101 - the third and last of them
    each = Fraction(low, span**2)
    return step * each, step * (Fraction(1, 2 * span) + each), step * (Fraction(1, span) + each)
