# SPDX-License-Identifier: Apache-2.0
"""AVG(x): the complement pair (u, S - u), finished as u / (u + (S - u)).

With A and B the true totals of a cell and m its mean's place between the limits, (1 - m) A - m B is zero. So of the
noisy totals (1 - m) A' - m B' is (1 - m) Z1 - m Z2, whose law is known whatever the data: the interval is every m for
which that is not too far from zero. Its coverage is what was asked, or a little more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from diffident.privacy.laws.two import tail_of_two
from diffident.question.aggregates.aggregate import Aggregate, Estimate, NoiseLaw, Noisy, grid_of
from diffident.question.aggregates.linear import half_width
from diffident.question.catalog import ColumnFacts
from diffident.question.expression import Expression
from diffident.question.measurement import Measurement, OnGrid, Pair, Triple

HALVINGS = 50


@dataclass(frozen=True, slots=True)
class Mean(Aggregate):
    """The average of the values, each clamped to the limits first."""

    formula: Expression
    sql: ClassVar[str] = "AVG"
    name: ClassVar[str] = "mean"

    def measurement(self, facts: ColumnFacts | None) -> Measurement:
        """Return the complement pair."""
        return Pair(self.formula, grid_of(self, facts))

    def finish(self, noisy: Noisy, confidence: Fraction) -> Sequence[Estimate]:
        """Return where in each cell the mean lies, in units of the column."""
        low, width = _scale(noisy.measurement)
        return [
            Estimate(*(low + width * place for place in _places(pair, noisy.law, float(1 - confidence))))
            for pair in map(_pair, [noisy.measurement] * len(noisy.cells), noisy.cells)
        ]

    def foresee(
        self, law: NoiseLaw, measurement: Measurement, confidence: Fraction, rows: float | None
    ) -> float | None:
        """Return the half-width for so many rows, at the mean where it is widest: one of the limits."""
        if rows is None:
            return None
        _, width = _scale(measurement)
        span = measurement.span if isinstance(measurement, OnGrid) else 1
        return min(width, width * half_width(law, (Fraction(1),), confidence) / (rows * span))


def _scale(measurement: Measurement) -> tuple[float, float]:
    """Return the lower limit, and how far above it the upper one is, both as the grid has them."""
    assert isinstance(measurement, OnGrid)  # noqa: S101 - a mean is measured by nothing else
    grid = measurement.grid
    return float(grid.real(grid.least)), float(grid.real(measurement.span))


def _pair(measurement: Measurement, cell: Sequence[int]) -> tuple[float, float]:
    """Return the noisy totals of u and S - u."""
    if isinstance(measurement, Triple):
        low, mixed, high = cell
        return float(high + Fraction(mixed, 2)), float(low + Fraction(mixed, 2))
    above, below = cell
    return float(above), float(below)


def _places(pair: tuple[float, float], law: NoiseLaw, missed: float) -> tuple[float, float, float]:
    """Return the estimate and both ends, as places between 0 and 1; without people it is the middle."""
    above, below = pair
    total = above + below
    place = min(max(above / total, 0.0), 1.0) if total > 0 else 0.5
    if not _fits(place, pair, law, missed):
        return 0.5, 0.0, 1.0  # so few people that no mean fits: nothing is known
    return place, _end(place, 0.0, pair, law, missed), _end(place, 1.0, pair, law, missed)


def _fits(place: float, pair: tuple[float, float], law: NoiseLaw, missed: float) -> bool:
    """Return whether a mean at this place would let noise make these totals often enough."""
    far = abs((1 - place) * pair[0] - place * pair[1])
    large, small = max(place, 1 - place), min(place, 1 - place)
    return 2 * tail_of_two(law, large, small, far) > missed


def _end(inside: float, outside: float, pair: tuple[float, float], law: NoiseLaw, missed: float) -> float:
    """Return the first place that does not fit, on the way from one that does; the end of the way if all do."""
    if _fits(outside, pair, law, missed):
        return outside
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if _fits(middle, pair, law, missed) else (inside, middle)
    return outside
