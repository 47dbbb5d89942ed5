# SPDX-License-Identifier: Apache-2.0
"""What rows add to clusters: 1 to a cell of a grid, or themselves to the nearest of some public centres."""

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from diffident.learn.layout import ONE, Block, Integers

PLACE_BITS: Final = 14  # steps of public centres and directions


@dataclass(frozen=True, slots=True)
class Grid:
    """How many rows are in each cell of a grid, over the features or over public directions in them.

    The constant is the last number of a row; a row over its constant is where the row lies, however it was shrunk.
    """

    directions: Integers = field(compare=False)  # a column for each side of the grid, in steps of 2^-14
    middle: Integers = field(compare=False)  # where the middle of each side is, in steps of 2^-14
    cells: int

    @property
    def shape(self) -> tuple[int, ...]:
        """Equally many cells along each side."""
        return (self.cells,) * int(self.directions.shape[1])

    @property
    def l2_squared(self) -> int:
        """The squared length of what a row adds.

        Guarantee:
            No row adds more.
        Because:
            It adds 1 to one cell.
        Checked by: tests/learn/test_bins.py::test_one_row_moves_a_sum_by_no_more_than_it_says
        """
        return 1

    @property
    def l1(self) -> int:
        """The sum of what a row adds."""
        return 1

    def of(self, block: Block) -> Integers:
        """Return the sum over a block; places are quotients of whole numbers, so a row's does not depend on others."""
        rows = block.features.astype(np.int64)
        along = np.clip(rows[:, :-1] @ self.directions // np.maximum(rows[:, -1:], 1) - self.middle, -ONE, ONE)
        places = np.minimum((along + ONE) * self.cells // (2 * ONE), self.cells - 1)
        flat = np.ravel_multi_index(tuple(places.T), self.shape)
        return np.bincount(flat, minlength=int(np.prod(self.shape))).reshape(self.shape)


@dataclass(frozen=True, slots=True)
class Assigned:
    """For each of some public centres the sum of the rows that are nearest to it, the constant with them."""

    centres: Integers = field(compare=False)  # a row for each centre, in steps of 2^-14

    @property
    def shape(self) -> tuple[int, int]:
        """A row for each centre."""
        clusters, width = self.centres.shape
        return clusters, width + 1

    @property
    def l2_squared(self) -> int:
        """The squared length of what a row adds.

        Guarantee:
            No row adds more.
        Because:
            It adds itself, at most ONE long, to one of the centres.
        Checked by: tests/learn/test_bins.py::test_one_row_moves_a_sum_by_no_more_than_it_says
        """
        return ONE * ONE

    @property
    def l1(self) -> int:
        """The sum of what a row adds, each number taken positive."""
        return ONE * self.shape[1]

    def of(self, block: Block) -> Integers:
        """Return the sum over a block; a tie goes to the first of the nearest centres."""
        rows = block.features.astype(np.int64)
        squares = (self.centres * self.centres).sum(axis=1) >> PLACE_BITS
        far = rows[:, -1:] * squares - 2 * rows[:, :-1] @ self.centres.T
        nearest = far.argmin(axis=1)
        return np.stack([rows[nearest == each].sum(axis=0) for each in range(len(self.centres))])
