# SPDX-License-Identifier: Apache-2.0
"""Two laws side by side: how likely each outcome is under the one and under the other."""

import math
from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from diffident.privacy.loss import Atoms, LossDistribution

ROUNDING: Final = 1e-12  # closed forms in floats are off by less than this part of themselves
TINY: Final = Fraction(1, 2**120)  # exact deltas are rounded up to a multiple of this


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """Laws P and Q, outcome by outcome; `only_p` and `only_q` are masses where the other law has none.

    The true masses are within a factor e^relative.
    """

    p: NDArray[np.float64]
    q: NDArray[np.float64]
    only_p: float = 0.0
    only_q: float = 0.0
    relative: float = ROUNDING

    def atoms(self) -> Atoms:
        """Return the pair as atoms that err on the side of more loss: P not below its masses, Q not above."""
        more, less = math.exp(self.relative), math.exp(-self.relative)
        return Atoms(self.p * more, self.q * less, self.only_p * more)


class Mirrored(LossDistribution):
    """A loss whose two laws are swapped by renaming the outcomes, so that both directions are alike."""

    __slots__ = ()

    @property
    def pitch(self) -> Fraction | None:
        """A number that every loss is a whole multiple of, or None where there is no such number."""
        return None

    @abstractmethod
    def pair(self, step: float) -> Pair:
        """Return the two laws; losses closer together than `step` may be merged soundly."""

    def removal(self, step: float) -> Atoms:
        """Return atoms for the direction with -> without."""
        return self.pair(step).atoms()

    def addition(self, step: float) -> Atoms:
        """Return atoms for the direction without -> with: the same, with the outcomes renamed."""
        return self.pair(step).atoms()
