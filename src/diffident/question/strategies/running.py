# SPDX-License-Identifier: Apache-2.0
"""Running totals: the square root of the matrix of all prefixes (Fichtenberger, Henzinger and Upadhyay 2023).

Both factors of that matrix are the same: lower triangular, with the entries C(2k, k) / 4^k at distance k. Cells are mixed
by one of them, as whole numbers, and what is released is added up by the other.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from diffident.question.strategies.strategy import Strategy

SCALE: Final = 1 << 10


@dataclass(frozen=True, slots=True)
class Running(Strategy):
    """Each number holds its own cell and less and less of those before it."""

    def rows(self) -> NDArray[np.int64]:
        """Return the rounded square root.

        >>> Running(3).rows().tolist()
        [[1024, 0, 0], [512, 1024, 0], [384, 512, 1024]]
        """
        roots, root = list[int](), Fraction(SCALE)
        for distance in range(self.cells):
            roots.append(round(root))
            root *= Fraction(2 * distance + 1, 2 * distance + 2)
        apart = np.subtract.outer(np.arange(self.cells), np.arange(self.cells))
        return np.where(apart >= 0, np.array(roots, dtype=np.int64)[np.maximum(apart, 0)], 0)
