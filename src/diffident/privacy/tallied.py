# SPDX-License-Identifier: Apache-2.0
"""How many rows hold each whole number, cell by cell: what an engine seals and a mechanism opens."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Tallied:
    """The occupied steps of every cell, in order, and how many rows each has; steps that nobody has are left out.

    There are `size` cells. `cells` is the number of each entry's cell; entries are sorted by cell, then by step.
    """

    size: int
    cells: NDArray[np.int64]
    steps: NDArray[np.int64]
    rows: NDArray[np.int64]

    @classmethod
    def of(cls, size: int, cells: NDArray[Any], steps: NDArray[Any], rows: NDArray[Any]) -> "Tallied":
        """Return entries in whatever order they come, each combination once."""
        order = np.lexsort((steps, cells))
        return cls(size, *(np.asarray(each, np.int64)[order] for each in (cells, steps, rows)))

    def cell(self, number: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the occupied steps of a cell, and how many rows each has."""
        first, last = np.searchsorted(self.cells, (number, number + 1))
        return self.steps[first:last], self.rows[first:last]
