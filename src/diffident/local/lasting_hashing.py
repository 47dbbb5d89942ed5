# SPDX-License-Identifier: Apache-2.0
"""One of many options, asked again: permanent answers of the few cells of a hash."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from diffident.local.counted import Counted
from diffident.local.hashing import Hashing, collision
from diffident.local.lasting_cells import LastingCells
from diffident.local.protocol import Reports
from diffident.privacy.mechanisms.mechanism import settle
from diffident.randomness.source import Source


@dataclass(frozen=True, slots=True, init=False, repr=False)
class LastingHashing(LastingCells):
    """One of many options, asked again and again, as one of few cells of a hash that the survey assigns once."""

    kind: ClassVar[str] = "lasting_hashing"
    options: tuple[str, ...] | int
    epsilon: Fraction
    lifetime: Fraction
    inner: Counted = field(compare=False)
    hashing: Hashing = field(compare=False)
    once: int = field(compare=False)
    again: int = field(compare=False)

    def __init__(self, *, options: object, epsilon: object, lifetime: object) -> None:
        settle(self, hashing=Hashing(options=options, epsilon=epsilon))
        self.settled(self.hashing, lifetime)

    @property
    def cells(self) -> int:
        """As many as are best for one round."""
        return self.hashing.cells

    @property
    def p(self) -> Fraction:
        """How likely a report supports the answer."""
        return self.stays

    @property
    def q(self) -> Fraction:
        """How likely a report supports a given other option."""
        meet = collision(self.hashing.prime, self.cells)
        return meet * self.p + (1 - meet) * (1 - self.p) / (self.cells - 1)

    def device(self) -> dict[str, Any]:
        """Return both windows, and the prime of the hash."""
        return self.described(prime=self.hashing.prime)

    def remember(self, people: int, source: Source | None = None) -> NDArray[Any]:
        """Return rows of a seed, and a permanent answer for each cell."""
        bits = source or Source.fresh()
        return np.column_stack([self.hashing.seeds(people, bits), self.permanent(people, bits)])

    def reports(self, answers: NDArray[np.int64], memo: NDArray[Any], source: Source) -> Reports:
        """Return rows of seed and cell."""
        seeds = memo[:, :2]
        cell = self.hashing.cell(answers, seeds[:, 0], seeds[:, 1])
        return np.column_stack([seeds, self.reported(memo[:, 2:], cell, source)])
