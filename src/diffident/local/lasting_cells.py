# SPDX-License-Identifier: Apache-2.0
"""What lasting protocols that report a cell share: randomised response, once for good, and again in each round."""

from abc import abstractmethod
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.local.counted import Counted
from diffident.local.lasting import Lasting, calibrated, odds_of
from diffident.local.protocol import described, windowed
from diffident.local.thresholds import chance, likelier
from diffident.local.window import moved_on
from diffident.privacy.mechanisms.mechanism import settle
from diffident.randomness.source import Source


class LastingCells(Lasting):
    """Permanent answers that are one of a few cells, and reports that are cells."""

    __slots__ = ()

    @property
    def stays(self) -> Fraction:
        """How likely the true cell is reported: it stays twice, or is turned away and back."""
        once, again = chance(self.once), chance(self.again)
        return once * again + (1 - once) * (1 - again) / (self.cells - 1)

    @property
    @abstractmethod
    def cells(self) -> int:
        """How many cells there are."""

    def settled(self, inner: Counted, lifetime: object) -> None:
        """Take the parameters, and both thresholds."""
        self.taken(inner, lifetime)
        settle(self, once=likelier(self.lifetime, 1, self.cells - 1))
        settle(self, again=calibrated(self.epsilon, lambda p: twice(chance(self.once), p, self.cells)))

    @property
    def each_step(self) -> Fraction:
        """What the last step can tell: a cell is likelier to stay than to become a given other one."""
        again = chance(self.again)
        return odds_of(again, (1 - again) / (self.cells - 1))

    def described(self, **facts: object) -> dict[str, Any]:
        """Return the window of the permanent answer, and that of each round."""
        many = self.cells
        once, again = (windowed(many, cells=many, width=1, inside=each) for each in (self.once, self.again))
        return described("lasting", self.many, once=once, again=again, **facts)

    def permanent(self, people: int, source: Source) -> NDArray[np.int64]:
        """Return rows with a permanent answer for each cell."""
        every = np.tile(np.arange(self.cells), people)
        return moved_on(every, self.cells, 1, self.once, source).reshape(people, self.cells)

    def reported(self, permanent: NDArray[np.int64], cell: NDArray[np.int64], source: Source) -> NDArray[np.int64]:
        """Return a new report about the permanent answer of each person's cell."""
        return moved_on(permanent[np.arange(cell.size), cell], self.cells, 1, self.again, source)


def twice(once: Fraction, again: Fraction, cells: int) -> Fraction:
    """Return how much likelier a cell is reported by those whose own it is than by others.

    Of others it is reported if it is their permanent answer and stays, or if they have another one that turns to it.
    """
    turned, back = (1 - once) / (cells - 1), (1 - again) / (cells - 1)
    return (once * again + (1 - once) * back) / (turned * again + (1 - turned) * back)
