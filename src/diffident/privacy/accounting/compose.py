# SPDX-License-Identifier: Apache-2.0
"""The law of a sum of many losses, by one product of transforms, with everything that floats and edges do bounded."""

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from diffident.privacy.accounting.grid import Cells, Grid

UNIT: Final = 2.0**-53
LEVEL: Final = 16 * UNIT  # of one level of a fast Fourier transform, relative to the length of the vector
ENTRY: Final = 16 * UNIT  # of one mass, relative to it and to the logarithms that it was made of
HOPELESS: Final = 0.1  # relative errors beyond this are not worth a bound
HIGHEST: Final = 600.0  # no exponent above this belongs to a probability
VANISHED: Final = 1e-290  # more than all masses together that are too small for a float
SUMMED: Final = 1 + 1e-9  # more than the rounding of a sum of up to 2^20 masses

Parts = Sequence[tuple[Cells, int]]


@dataclass(frozen=True, slots=True, eq=False)
class Composition:
    """Masses of a sum of losses under the first law, on a grid from `losses[0]` on.

    Guarantee:
        For every epsilon >= 0 the excess of the composed pair at epsilon is at most delta(epsilon).
    Because:
        compose.proof.md: what wraps round the end of the grid only adds masses, `rest` holds what is unbounded or
        above the grid (part 1), and rounding hides at most noise * e^(-tilt (epsilon - losses[0])) (part 2).
    Checked by: tests/privacy/accounting/test_compose.py::test_it_is_never_below_a_sum_without_transforms
    """

    losses: NDArray[np.float64]
    masses: NDArray[np.float64]
    tilt: float
    noise: float
    rest: float

    @classmethod
    def of(cls, parts: Parts, grid: Grid, *, tilt: float, above: float) -> Self:
        """Return the sum of all losses on the grid; `above` bounds the probability that the sum is above its end."""
        product, growth, size, error = _product(parts, grid, tilt)
        losses, places = grid.losses, grid.places % grid.points
        exponents = growth + 16 * UNIT * (size + tilt * losses + 8) - tilt * losses
        sane = exponents < HIGHEST
        masses = np.maximum(np.fft.irfft(product, grid.points), 0.0)[places[sane]] * np.exp(exponents[sane])
        highest = math.exp(float(np.max(exponents[sane], initial=-HIGHEST)))
        noise = _wrong(error, grid.points) * highest / math.sqrt(-math.expm1(-2 * tilt * grid.step))
        rest = above + math.fsum(times * cells.infinite for cells, times in parts) + VANISHED
        return cls(losses[sane], masses, tilt, noise, rest)

    def delta(self, epsilon: float) -> float:
        """Return an upper bound on the excess at an epsilon."""
        if not (math.isfinite(self.noise) and self.losses.size and self.losses[0] <= epsilon):
            return 1.0
        above = self.losses > epsilon
        excess = float(np.sum(self.masses[above] * -np.expm1(epsilon - self.losses[above])))
        noise = self.noise * math.exp(-self.tilt * (epsilon - float(self.losses[0])))
        return min((excess + noise + self.rest) * SUMMED, 1.0)

    def epsilon(self, delta: float) -> float:
        """Return an epsilon whose excess is certainly at most delta, close to the smallest; infinity if none is known.

        The excess is convex in e^epsilon, hence below the chord between two points where it is bounded.
        """
        last = bisect_left(self.losses, x=True, key=lambda loss: self.delta(float(loss)) <= delta)
        if last == self.losses.size:
            return math.inf
        right = float(self.losses[last])
        if last == 0:
            return right
        left = float(self.losses[last - 1])
        high, low = self.delta(left), self.delta(right)
        share = (high - delta) / (high - low)
        return (left + math.log1p(share * math.expm1(right - left))) * (1 + 8 * UNIT)


def _wrong(error: float, points: int) -> float:
    """Return how far the tilted masses are off at most, as a vector, when each entry of their transform is so wrong."""
    spread = math.sqrt(points) * error
    return (error + LEVEL * math.log2(points)) * math.exp(2 * spread) if spread < HOPELESS else math.inf


def _product(parts: Parts, grid: Grid, tilt: float) -> tuple[NDArray[np.complex128], float, float, float]:
    """Return the transform of the tilted sum, the growth that was divided out, its size, and a typical entry's error."""
    step, points = grid.step, grid.points
    product = np.ones(points // 2 + 1, complex)
    growths: list[float] = []
    error = 0.0
    for cells, times in parts:
        places, known = tilt * step * cells.index, np.log(cells.p)
        exponents = places + known
        top = float(np.max(exponents))
        growth = top + math.log(float(np.sum(np.exp(exponents - top))))
        tilted = np.exp(exponents - growth)
        folded = np.bincount(cells.index % points, tilted, points)
        product *= _power(np.fft.rfft(folded), times)
        growths.append(times * growth)
        rounded = float(np.sum(tilted * (np.abs(places) + np.abs(known)))) + abs(growth) + cells.p.size / 8 + 16
        error += times * (LEVEL * math.log2(points) * math.sqrt(float(np.sum(folded * folded))) + ENTRY * rounded)
    return product, math.fsum(growths), math.fsum(map(abs, growths)), error


def _power(base: NDArray[np.complex128], times: int) -> NDArray[np.complex128]:
    """Return base^times by squaring, at most `times` roundings of relative size 4 UNIT deep."""
    found = base if times % 2 else np.ones_like(base)
    while times := times // 2:
        base = base * base
        if times % 2:
            found = found * base
    return found
