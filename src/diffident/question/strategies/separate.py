# SPDX-License-Identifier: Apache-2.0
"""Each cell by itself: the least noise for one cell, and the most for a sum of many."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diffident.privacy.reach import Reach
from diffident.question.contribution import Contribution
from diffident.question.strategies.strategy import Strategy


@dataclass(frozen=True, slots=True)
class Separate(Strategy):
    """Each cell by itself."""

    def rows(self) -> NDArray[np.int64]:
        """Return a one for each cell."""
        return np.eye(self.cells, dtype=np.int64)

    def reach(self, bound: Contribution) -> Reach:
        """Return how far a person moves counts.

        Guarantee:
            Counts differ by at most this, in sum and in sum of squares.
        Because:
            Nothing is mixed (`Contribution.reach`).
        Checked by: tests/question/strategies/test_strategies.py::test_nobody_moves_what_is_released_further
        """
        return bound.reach
