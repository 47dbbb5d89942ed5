# SPDX-License-Identifier: Apache-2.0
"""One direction of a plan, removal or addition, composed over the whole of it."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Final

import numpy as np

from diffident.exact.rounding import round_up
from diffident.privacy.accounting.compose import Composition
from diffident.privacy.accounting.grid import Cells, Grid, coarse
from diffident.privacy.accounting.ladder import Kinds
from diffident.privacy.accounting.moments import Moments, Row
from diffident.privacy.accounting.pair import Mirrored

ROUGH, SHARP = 1.0, 2.0**-40  # steps at which the outline merges losses, and at which it places them
NEGLIGIBLE: Final = 1e-9  # part of the tilted losses that may lie above the grid, and below
FEWEST, MOST = 1 << 12, 1 << 20  # points of a grid
WORK: Final = 1 << 23  # points of all transforms together
LATTICE: Final = 1 << 16  # points up to which losses stay on a lattice of their own
CROWD: Final = 500  # points for the root of the number of parts: splitting then costs 2e-4 of the variance
ROUNDING: Final = 1 + 1e-13


@dataclass(frozen=True, slots=True)
class Side:
    """Kinds of loss with how often each occurs, as seen when a person is taken away, or added.

    Guarantee:
        No epsilon >= 0 has a larger excess than delta(epsilon) says, and epsilon(delta) is an epsilon whose excess
        is at most delta; infinite where none is known. `rho` adds parts of which only a Renyi curve is known.
    Because:
        Every step gives something at least as far apart: merging and splitting losses (`LossDistribution`, `Cells`),
        the sum of losses (`Composition`), and the bound by moments (`Moments`). Tilt, step and window are chosen
        from public numbers and any choice is sound: compose.proof.md, part 3.
    Checked by: tests/privacy/accounting/test_pld.py::test_random_plans_lie_between_the_floor_and_the_ceiling
    """

    kinds: Kinds
    away: bool
    rho: float = 0.0

    def epsilon(self, delta: float) -> float:
        """Return an epsilon that certainly goes with delta, close to the smallest."""
        outline, infinite = self._outline()
        if infinite >= delta:
            return math.inf
        tilt = outline.tilt_for(delta - infinite)
        by_moments = outline.epsilon(tilt, delta - infinite)
        if self.rho:
            return max(by_moments, 0.0)
        composed = self._composition(outline, tilt, by_moments)
        return max(min(by_moments, composed.epsilon(delta)), 0.0)

    def delta(self, epsilon: float) -> float:
        """Return a delta that certainly goes with epsilon, close to the smallest."""
        outline, infinite = self._outline()
        tilt = outline.tilt_at(epsilon)
        by_moments = outline.delta(tilt, epsilon) + infinite
        if self.rho:
            return by_moments
        return min(by_moments, self._composition(outline, tilt, epsilon).delta(epsilon))

    def _outline(self) -> tuple[Moments, float]:
        """Return the moments of few losses, not far from the true ones, and the mass without a bound."""
        parts = self._cells(ROUGH, SHARP)
        return self._moments(parts, SHARP), math.fsum(times * cells.infinite for cells, times in parts) * ROUNDING

    def _cells(self, merged: float, placed: float) -> list[tuple[Cells, int]]:
        return [
            (Cells.of(loss.removal(merged) if self.away else loss.addition(merged), placed), times)
            for loss, times in self.kinds.items()
        ]

    def _moments(self, parts: list[tuple[Cells, int]], step: float) -> Moments:
        rows: list[Row] = [(cells.index.astype(np.float64) * step, cells.p, times) for cells, times in parts]
        return Moments.of(rows or [(np.zeros(1), np.ones(1), 1)], self.rho)

    def _composition(self, outline: Moments, best: float, epsilon: float) -> Composition:
        """Return the law of the sum around epsilon, which needs to be of the right size only."""
        tilt, low, high = outline.window(best, max(epsilon, 0.0), NEGLIGIBLE)
        grid = self._grid(max(min(low, epsilon), 0.0), high)
        parts = self._cells(grid.step, grid.step)
        above = self._moments(parts, grid.step).rarely_above(float(grid.losses[-1]) / ROUNDING, tilt)
        return Composition.of(parts, grid, tilt=tilt, above=above)

    def _grid(self, start: float, end: float) -> Grid:
        """Return multiples of a step that reach from one loss to the other."""
        width, pitch = max(end - start, SHARP), self._pitch()
        if pitch and width / pitch < LATTICE:
            step = coarse(round_up(pitch))
            return Grid(step, math.floor(start / step), _power_of_two(width / step + 4))
        most = min(MOST, max(FEWEST, WORK // len(self.kinds)))
        points = min(most, max(FEWEST, _power_of_two(CROWD * math.sqrt(sum(self.kinds.values())))))
        points = min(points, 1 << (most.bit_length() - 1))
        step = coarse(width / (points - 4))
        return Grid(step, math.floor(start / step), points)

    def _pitch(self) -> Fraction | None:
        """Return a number that every loss is a multiple of, if there is one."""
        pitches = [loss.pitch if isinstance(loss, Mirrored) else None for loss in self.kinds]
        known = [pitch for pitch in pitches if pitch is not None]
        return reduce(_common, known) if len(known) == len(pitches) else None


def _common(first: Fraction, second: Fraction) -> Fraction:
    """Return the largest number that both are whole multiples of."""
    whole = math.gcd(first.numerator * second.denominator, second.numerator * first.denominator)
    return Fraction(whole, first.denominator * second.denominator)


def _power_of_two(least: float) -> int:
    return 1 << max(math.ceil(math.log2(least)), 4)
