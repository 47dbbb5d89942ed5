# SPDX-License-Identifier: Apache-2.0
"""Sums over ranges of neighbouring cells: waves, the long ones loudest (the eigen-design of Li and Miklau 2012).

How often two cells i <= j of n are in a range together is i (n + 1 - j), all ranges counted: that is n + 1 times the inverse
of the matrix with 2 on its diagonal and -1 beside it, so its eigenvectors are the sines of pi i k / (n + 1), and a wave's
eigenvalue falls with the square of sin(pi k / (2n + 2)). Each wave is weighted by the fourth root of its eigenvalue.
Cells whose columns are shorter than the longest get a number of their own: that costs nobody anything.
"""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from diffident.question.strategies.strategy import Strategy

SCALE: Final = 1 << 8
BITS: Final = 40  # of the fixed point in which sines are computed, alike on every machine
PI: Final = 3_982_441_812_995_697_363_688_351_113_952  # times 2^-100


@dataclass(frozen=True, slots=True)
class Ranges(Strategy):
    """All waves that fit between the first cell and the last, and what is left of single cells."""

    def rows(self) -> NDArray[np.int64]:
        """Return the rounded waves, and below them what makes all columns equally long.

        >>> Ranges(2).rows().tolist()
        [[314, 314], [238, -238]]
        """
        waves = _waves(self.cells)
        lengths = (waves**2).sum(axis=0)
        missing = [math.isqrt(int(lengths.max() - each)) for each in lengths]
        return np.vstack([waves, np.diag(missing)[np.flatnonzero(missing)]])


def _waves(cells: int) -> NDArray[np.int64]:
    """Return how loud each wave k is in each cell i: SCALE sin(pi i k / (n + 1)) / sqrt(sin(pi k / (2n + 2))), rounded."""
    half = 2 * cells + 2
    sines = [_sine(place, half) for place in range(half)]
    full = np.array([*sines, *(-each for each in sines)], dtype=np.int64)
    places = np.arange(1, cells + 1)
    roots = np.array([math.isqrt(sines[wave] << BITS) for wave in places], dtype=np.int64)[:, None]
    loud = full[2 * places[:, None] * places % (2 * half)]
    found: NDArray[np.int64] = (2 * SCALE * loud + roots) // (2 * roots)
    return found


def _sine(place: int, of: int) -> int:
    """Return sin(pi place / of) times 2^BITS for 0 <= place < of, by its series."""
    angle = (PI * min(place, of - place) // of) >> (100 - BITS)
    square = angle * angle >> BITS
    term, total, power, sign = angle, angle, 1, -1
    while term:
        term = (term * square >> BITS) // ((power + 1) * (power + 2))
        total, power, sign = total + sign * term, power + 2, -sign
    return total
