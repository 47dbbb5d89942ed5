# SPDX-License-Identifier: Apache-2.0
"""What the cells of a bell weigh, between bounds of any precision.

The law is exp(-(slope |z| + curve z^2)). A side is z >= 0, or its mirror image -1 - z; a cell is 2^fine places on one side,
and weighs what the law is at its start, once for each place. What lies beyond the cells weighs a geometric series that
starts where they end and falls as steeply as the law does there.
"""

from dataclasses import dataclass
from fractions import Fraction

from diffident.randomness.bernoulli import exp_between
from diffident.randomness.table import Bounds

GUARD = 64  # bits of precision beyond those asked for
MOST_PLACES = 1 << 63  # cells end before, so that 64-bit integers hold their places


@dataclass(frozen=True, slots=True)
class Cells:
    """A law that falls off alike on both sides of zero, cut into as many cells of 2^fine places on each side."""

    slope: Fraction
    curve: Fraction
    fine: int
    count: int

    @property
    def size(self) -> int:
        """Places in a cell."""
        return 1 << self.fine

    @property
    def end(self) -> int:
        """The first place beyond the cells."""
        return self.count << self.fine

    @property
    def steepness(self) -> Fraction:
        """How fast the series beyond the cells falls; the law falls at least as fast."""
        return self.slope + 2 * self.curve * self.end

    def fall(self, start: int, step: int) -> Fraction:
        """Return by how much the exponent falls over some places, from |z| = start on."""
        return step * (self.slope + self.curve * (2 * start + step))

    def weigh(self, bits: int) -> Bounds:
        """Return bounds of all weights, from beyond the negative cells to beyond the positive ones.

        Guarantee:
            In one unit that is the same for all, low <= weight <= high.
        Because:
            Each number starts from bounds of exponentials; the lower ones are rounded down and the upper ones up at
            every step. Mirrored places lie one further from zero.
        Checked by: tests/randomness/test_cells.py::test_every_weight_lies_between_its_bounds
        """
        places = bits + GUARD
        (low, high), (mirrored_low, mirrored_high) = self._side(0, places), self._side(1, places)
        return [*reversed(mirrored_low), *low], [*reversed(mirrored_high), *high]

    def _side(self, start: int, places: int) -> Bounds:
        """Return bounds for the cells of one side and what lies beyond, in units of 2^-places."""
        first = exp_between(self.fall(0, start), places)
        ratio = exp_between(self.fall(start, self.size), places)
        bend = exp_between(2 * self.curve * self.size * self.size, places)
        low = _falling((first[0], ratio[0], bend[0]), self.count, places, up=0)
        high = _falling((first[1], ratio[1], bend[1]), self.count, places, up=1)
        least, most = self._beyond(start, places)
        return [*low, least], [*high, most]

    def _beyond(self, start: int, places: int) -> tuple[int, int]:
        """Return bounds for e^-exponent / (1 - e^-steepness), by the places of a cell.

        The steepness is above 2^-63, so the series is known to as many bits as its start.
        """
        wide = places + 2 * GUARD
        low, high = exp_between(self.steepness, wide)
        least, most = exp_between(self.fall(0, start + self.end), places)
        per_cell = wide - self.fine
        return (least << per_cell) // ((1 << wide) - low), -(-(most << per_cell) // ((1 << wide) - high))


def _falling(start: tuple[int, int, int], count: int, places: int, *, up: int) -> list[int]:
    """Return value, value * ratio, value * ratio * (ratio * bend), ..., each product rounded down, or raised by one."""
    value, ratio, bend = start
    values: list[int] = []
    for _ in range(count):
        values.append(value)
        value = (value * ratio >> places) + up
        ratio = (ratio * bend >> places) + up
    return values
