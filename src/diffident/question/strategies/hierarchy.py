# SPDX-License-Identifier: Apache-2.0
"""A hierarchy of counts: cells, groups of neighbouring cells, groups of groups (Hay, Rastogi, Miklau and Suciu 2010)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diffident.question.strategies.strategy import Strategy


@dataclass(frozen=True, slots=True)
class Hierarchy(Strategy):
    """Every level of a tree in which a group has so many members; each row of a person is once in every level."""

    members: int = 8

    def rows(self) -> NDArray[np.int64]:
        """Return the levels, finest first, up to the last with more than one group.

        >>> Hierarchy(4, members=2).rows().tolist()
        [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [1, 1, 0, 0], [0, 0, 1, 1]]
        """
        places, levels, size = np.arange(self.cells), list[NDArray[np.int64]](), 1
        while size < self.cells:
            groups = places // size
            levels.append((groups == np.arange(groups[-1] + 1)[:, None]).astype(np.int64))
            size *= self.members
        return np.vstack(levels or [np.ones((1, 1), dtype=np.int64)])
