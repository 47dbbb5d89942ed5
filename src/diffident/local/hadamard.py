# SPDX-License-Identifier: Apache-2.0
"""Hadamard response: one bit from everybody, the sign of the answer in an assigned row of a Hadamard matrix."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from diffident.exact.number import Epsilon
from diffident.local.options import named
from diffident.local.protocol import Reports, described
from diffident.local.seeded import Seeded
from diffident.local.thresholds import chance, likelier
from diffident.local.window import lies
from diffident.privacy.mechanisms.mechanism import settle
from diffident.randomness.source import Source


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Hadamard(Seeded):
    """One of many options from one bit; the quickest to add up, however many options there are."""

    kind: ClassVar[str] = "hadamard"
    options: tuple[str, ...] | int
    epsilon: Fraction
    inside: int = field(compare=False)

    def __init__(self, *, options: object, epsilon: object) -> None:
        settle(self, options=named(options), epsilon=Epsilon.of(epsilon).value)
        settle(self, inside=likelier(self.epsilon, 1, 1))

    @property
    def rows_of_matrix(self) -> int:
        """How many rows the matrix has: the power of two that has a column for each option."""
        return 1 << (self.many - 1).bit_length()

    @property
    def p(self) -> Fraction:
        """How likely a report agrees with the sign of the answer."""
        return chance(self.inside)

    @property
    def q(self) -> Fraction:
        """How likely it agrees with that of another option: two columns agree in half of the rows."""
        return Fraction(1, 2)

    @property
    def ranges(self) -> tuple[int, ...]:
        """A row, and a sign."""
        return self.rows_of_matrix, 2

    def device(self) -> dict[str, Any]:
        """Return how likely the sign stays."""
        return described("parity", self.many, rows=self.rows_of_matrix, inside=str(self.inside))

    def replies(self, answers: NDArray[np.int64], seeds: NDArray[np.int64], source: Source) -> NDArray[np.int64]:
        """Return the reported sign of each person.

        Guarantee:
            It is the answer's sign with probability `p`.
        Because:
            A coin of that chance decides.
        Checked by: tests/local/test_protocols.py::test_arrays_follow_the_law_of_the_device_and_not_that_of_a_twin
        """
        turned = ~lies(self.inside, answers.size, source)
        return _parity(answers & seeds[:, 0]) ^ turned

    def supports(self, reports: Reports) -> NDArray[np.bool_]:
        """Return whether each option's sign is the reported one."""
        rows = self.rows(reports)
        return np.asarray(_parity(rows[:, :1] & np.arange(self.many)) == rows[:, 1:])

    def counts(self, reports: Reports) -> NDArray[np.float64]:
        """Return how many reports agree with each option."""
        return self._agreeing(self.rows(reports))

    def _agreeing(self, rows: NDArray[np.int64]) -> NDArray[np.float64]:
        seen = np.bincount(rows[:, 0] * 2 + rows[:, 1], minlength=2 * self.rows_of_matrix).astype(np.float64)
        return (len(rows) + transformed(seen[0::2] - seen[1::2])[: self.many]) / 2


def transformed(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a list times the Hadamard matrix of its size, by halves (Walsh's fast transform).

    >>> transformed(np.array([1.0, 0.0, 0.0, 2.0])).tolist()
    [3.0, -1.0, -1.0, 3.0]
    """
    done, half = values.copy(), 1
    while half < done.size:
        pairs = done.reshape(-1, 2, half)
        done = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).reshape(-1)
        half *= 2
    return done


def _parity(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return whether a number has an odd number of ones among its binary digits."""
    return (np.bitwise_count(numbers) & 1).astype(np.int64)
