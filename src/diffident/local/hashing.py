# SPDX-License-Identifier: Apache-2.0
"""Local hashing: everybody has a hash function that puts options into few cells, and says a cell by randomised response."""

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from diffident.exact import enclosure
from diffident.exact.number import Epsilon
from diffident.local.options import named
from diffident.local.protocol import Reports, described, windowed
from diffident.local.seeded import Seeded
from diffident.local.thresholds import chance, likelier
from diffident.local.window import moved_on
from diffident.privacy.mechanisms.mechanism import settle
from diffident.randomness.source import Source

LEAST_PRIME: Final = 101
TALLIED: Final = 1 << 24  # counters that are kept at most; where there are more, reports are read one by one


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Hashing(Seeded):
    """One of many options; a report has three numbers, however many options there are (Wang and others 2017).

    The survey assigns the seed (a, b) of the hash ((a x + b) mod prime) mod cells. All pairs of places of two options
    are alike over the seeds, so that the share of seeds under which they meet is known exactly.
    """

    kind: ClassVar[str] = "hashing"
    options: tuple[str, ...] | int
    epsilon: Fraction
    prime: int = field(compare=False)
    cells: int = field(compare=False)
    inside: int = field(compare=False)

    def __init__(self, *, options: object, epsilon: object) -> None:
        settle(self, options=named(options), epsilon=Epsilon.of(epsilon).value)
        settle(self, prime=next_prime(max(self.many, LEAST_PRIME)), cells=cells_for(self.epsilon))
        settle(self, inside=likelier(self.epsilon, 1, self.cells - 1))

    @property
    def p(self) -> Fraction:
        """How likely a report supports the answer: its cell stays."""
        return chance(self.inside)

    @property
    def q(self) -> Fraction:
        """How likely a report supports a given other option: they meet and stay, or part and the reply turns to it."""
        meet = collision(self.prime, self.cells)
        return meet * self.p + (1 - meet) * (1 - self.p) / (self.cells - 1)

    @property
    def ranges(self) -> tuple[int, ...]:
        """A factor and a summand below the prime, and a cell."""
        return self.prime, self.prime, self.cells

    def device(self) -> dict[str, Any]:
        """Return the hash, and a window of one of its cells."""
        window = windowed(self.cells, cells=self.cells, width=1, inside=self.inside)
        return described("hashed", self.many, prime=self.prime, window=window)

    def replies(self, answers: NDArray[np.int64], seeds: NDArray[np.int64], source: Source) -> NDArray[np.int64]:
        """Return the reported cell of each person.

        Guarantee:
            It is the answer's cell with probability `p`, any other one alike.
        Because:
            It is a window of one cell.
        Checked by: tests/local/test_protocols.py::test_arrays_follow_the_law_of_the_device_and_not_that_of_a_twin
        """
        return moved_on(self.cell(answers, seeds[:, 0], seeds[:, 1]), self.cells, 1, self.inside, source)

    def cell(self, option: NDArray[np.int64], times: NDArray[np.int64], plus: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the cell that an option falls into under a seed."""
        return (times * option + plus) % self.prime % self.cells

    def supports(self, reports: Reports) -> NDArray[np.bool_]:
        """Return whether each option lies in the reported cell."""
        times, plus, cell = self.rows(reports)[:, :, None].transpose(1, 0, 2)
        return np.asarray(self.cell(np.arange(self.many)[None, :], times, plus) == cell)

    def counts(self, reports: Reports) -> NDArray[np.float64]:
        """Return how many reports support each option."""
        return self.tally(self.rows(reports)) if self.tallied(len(reports)) else Seeded.counts(self, reports)

    def tallied(self, reports: int) -> bool:
        """Tell whether it is quicker to count reports by seed first: then each seed is looked at once."""
        return self.prime**2 * self.cells <= TALLIED and self.prime**3 <= reports * self.many

    def tally(self, rows: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return how many reports support each option, by way of how many there are of each kind."""
        prime, cells = self.prime, self.cells
        seen = np.bincount((rows[:, 0] * prime + rows[:, 1]) * cells + rows[:, 2], minlength=prime**2 * cells)
        plus = np.arange(prime)
        place = plus * cells + (plus[:, None] + plus) % prime % cells  # for each a x mod prime, and each b
        supported, options = np.zeros(self.many), np.arange(self.many)
        for times, kinds in enumerate(seen.reshape(prime, prime * cells)):
            supported += kinds[place].sum(axis=1)[times * options % prime]
        return supported

    def counted(self, reports: object) -> tuple[NDArray[np.float64], float]:
        """Count reports of one array together where that is quicker."""
        if isinstance(reports, np.ndarray) and self.tallied(len(reports)):
            return self.tally(self.rows(reports)), len(reports)
        return Seeded.counted(self, reports)


def cells_for(epsilon: Fraction) -> int:
    """Return how many cells are best: the whole number next to e^epsilon, and one more."""
    return math.floor(enclosure.exp(epsilon, 64).low + Fraction(1, 2)) + 1


def collision(prime: int, cells: int) -> Fraction:
    """Return the share of seeds under which two options meet: both places are uniform and independent."""
    more, over = divmod(prime, cells)
    return Fraction(over * (more + 1) ** 2 + (cells - over) * more**2, prime**2)


def next_prime(least: int) -> int:
    """Return the smallest prime that is not below a number.

    >>> next_prime(1000)
    1009
    """
    while not all(least % divisor for divisor in range(2, math.isqrt(least) + 1)):
        least += 1
    return least
