# SPDX-License-Identifier: Apache-2.0
"""Two laws side by side, outcome by outcome: which losses occur, and how likely each is under the first."""

import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from diffident.privacy.loss import Atoms, LossDistribution

ROUNDING: Final = 1e-12  # closed forms in floats are off by less than this part of themselves


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """Laws P and Q of which P has mass `p` where ln(P/Q) is `loss`, and Q then p e^-loss.

    `only_p` and `only_q` are masses where the other law has none. The true masses are within a factor e^relative.
    """

    loss: NDArray[np.float64]
    p: NDArray[np.float64]
    only_p: float = 0.0
    only_q: float = 0.0
    relative: float = ROUNDING

    @property
    def q(self) -> NDArray[np.float64]:
        """The masses of Q."""
        return self.p * np.exp(-self.loss)

    def atoms(self) -> Atoms:
        """Return the pair as atoms that err on the side of more loss: P not below its masses, Q not above."""
        more, less = math.exp(self.relative), math.exp(-self.relative)
        return Atoms(self.p * more, self.q * less, self.only_p * more)


class Mirrored(LossDistribution):
    """A loss whose two laws can be swapped by renaming the outcomes, so that both directions are alike."""

    __slots__ = ()

    @abstractmethod
    def pair(self, step: float) -> Pair:
        """Return the two laws; losses closer together than `step` may be merged soundly."""

    def removal(self, step: float) -> Atoms:
        """Return atoms for the direction with -> without."""
        return self.pair(step).atoms()

    def addition(self, step: float) -> Atoms:
        """Return atoms for the direction without -> with: the same, with the outcomes renamed."""
        return self.pair(step).atoms()
