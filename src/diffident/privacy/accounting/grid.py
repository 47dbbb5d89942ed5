# SPDX-License-Identifier: Apache-2.0
"""Losses moved to the multiples of one step, such that sums of losses are sums of whole numbers."""

import math
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from diffident.privacy.loss import Atoms

LEAST: Final = 1e-300  # smaller masses count as an unbounded loss
DIGITS: Final = 32  # of a step in binary: its first 2^21 multiples are exact in floats
NUDGE: Final = 2.0**-46  # 128 roundings: logarithms and exponentials of numpy err by four at most
RAISED: Final = 2.0**-51  # 4 roundings


@dataclass(frozen=True, slots=True)
class Grid:
    """Consecutive multiples of a step, from the one numbered `first` on; their number is a power of two."""

    step: float
    first: int
    points: int

    @property
    def places(self) -> NDArray[np.int64]:
        """The numbers of all points."""
        return np.arange(self.first, self.first + self.points)

    @property
    def losses(self) -> NDArray[np.float64]:
        """The multiples of the step, rounded up where they are positive."""
        return self.places.astype(np.float64) * (self.step * (1 + RAISED))


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """One part's losses as whole numbers of steps, with their masses under the first law.

    An index may occur several times. `infinite` is the mass whose loss counts as unbounded.
    """

    index: NDArray[np.int64]
    p: NDArray[np.float64]
    infinite: float

    @classmethod
    def of(cls, atoms: Atoms, step: float) -> Self:
        """Return the atoms on the grid, each split between the two grid points around its loss.

        Guarantee:
            The cells are at least as far apart as the atoms at every epsilon, alone and in any composition.
        Because:
            An atom with masses P and Q is split into one on either side whose masses add up to P and to Q: merging
            them again gives the atom back. What is too small for a logarithm is infinite. Losses and masses are
            raised by NUDGE, more than their rounding: the upper half of an atom gains more than the lower half may
            lack. Where nothing is known a speck of mass stands at 0. All of this only adds to E(1 - e^(epsilon - loss))+,
            the excess of a sum of losses.
        Checked by: tests/privacy/accounting/test_grid.py::test_splitting_hides_no_more
        """
        known = (atoms.p > LEAST) & (atoms.q > LEAST)
        infinite = (float(np.sum(atoms.p[~known])) + atoms.only_p + atoms.error) * (1 + NUDGE)
        if not np.any(known):
            return cls(np.zeros(1, np.int64), np.full(1, LEAST), infinite)
        p = atoms.p[known]
        loss = np.log(p / atoms.q[known])
        loss += NUDGE * (1 + np.abs(loss))
        below = np.floor(loss / step)
        upper = p * (np.expm1(-np.clip(loss - below * step, 0.0, step)) / math.expm1(-step))
        index, masses = below.astype(np.int64), np.concatenate([p - upper, upper])
        occupied = masses > 0
        return cls(np.concatenate([index, index + 1])[occupied], masses[occupied] * (1 + NUDGE), infinite)


def coarse(step: float) -> float:
    """Return a step that is not smaller and has so few digits that its multiples are exact.

    Guarantee:
        step <= coarse(step) < (1 + 2^-30) step, and k * coarse(step) is exact in floats for |k| < 2^21.
    Because:
        Mantissas of 32 bits and of 21 make one of 53; further out NUDGE covers what is rounded.
    Checked by: tests/privacy/accounting/test_grid.py::test_multiples_of_a_step_are_exact
    """
    mantissa, exponent = math.frexp(step)
    return math.ldexp(math.ceil(math.ldexp(mantissa, DIGITS)), exponent - DIGITS)
