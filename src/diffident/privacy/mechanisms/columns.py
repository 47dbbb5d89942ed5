# SPDX-License-Identifier: Apache-2.0
"""Some columns of a sealed table of integers, and their rows mixed by whole numbers, sealed again."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.privacy.private import Private
from diffident.privacy.unseal import unseal


def columns(sealed: Private[NDArray[Any]], first: int, width: int) -> Private[NDArray[Any]]:
    """Return so many columns from the first one on; nothing is learned about what they hold."""
    return Private(unseal(sealed)[:, first : first + width])


def mixed(
    sealed: Private[NDArray[Any]], matrix: NDArray[np.int64], ahead: int, cells: int, behind: int
) -> Private[NDArray[Any]]:
    """Return the rows of a table mixed block by block; nothing is learned about what they hold.

    Rows run through blocks as the cells of an answer do: `ahead` times `cells` times `behind`. Python's integers do it,
    so no sum wraps round.
    """
    table = unseal(sealed).astype(object)
    blocks = table.reshape(ahead, cells, behind * table.shape[1])
    found = np.stack([matrix.astype(object) @ block for block in blocks])
    return Private(found.reshape(ahead * len(matrix) * behind, table.shape[1]))
