# SPDX-License-Identifier: Apache-2.0
"""What every strategy is: a matrix of whole numbers that mixes cells, and the cells again by least squares."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from diffident.privacy.reach import Reach
from diffident.question.contribution import Contribution

MOST_CELLS: Final = 2048  # a matrix of so many columns is solved in about a second


@dataclass(frozen=True, slots=True)
class Strategy(ABC):
    """How so many ordered cells are mixed before noise. Equal strategies have equal matrices, on every machine."""

    cells: int

    @abstractmethod
    def rows(self) -> NDArray[np.int64]:
        """Return the matrix: a row for each number that is released, a column for each cell."""

    @property
    def matrix(self) -> NDArray[np.int64]:
        """The matrix, computed once."""
        return _matrix(self)

    @property
    def released(self) -> int:
        """How many numbers are released for these cells."""
        return len(self.matrix)

    def reach(self, bound: Contribution) -> Reach:
        """Return how far a person moves what is released of counts of the rows that are kept.

        Guarantee:
            With v >= 0 the person's rows by cell, at most `bound.total` of them, the mixed counts differ by at most `l1`
            in sum and by `l2_squared` in sum of squares.
        Because:
            They differ by the matrix times v, which is a sum of as many columns as v has rows; by the triangle
            inequality it is no longer than so many times the longest column, in both lengths. Several blocks of cells
            are such sums of the columns of each.
        Checked by: tests/question/strategies/test_strategies.py::test_nobody_moves_what_is_released_further
        """
        l1, l2_squared = (int((np.abs(self.matrix) ** power).sum(axis=0).max()) for power in (1, 2))
        return Reach(Fraction(bound.total * l1), Fraction(bound.total**2 * l2_squared))

    @property
    def solution(self) -> NDArray[np.float64]:
        """By what released numbers are multiplied to tell the cells: least squares, a row for each cell."""
        return _solution(self)


@lru_cache(maxsize=8)
def _matrix(strategy: Strategy) -> NDArray[np.int64]:
    found = strategy.rows()
    found.setflags(write=False)
    return found


@lru_cache(maxsize=8)
def _solution(strategy: Strategy) -> NDArray[np.float64]:
    entries: NDArray[Any] = strategy.matrix.astype(np.float64)
    found: NDArray[np.float64] = np.linalg.solve(entries.T @ entries, entries.T)
    return found
