# SPDX-License-Identifier: Apache-2.0
"""How many sealed keys begin with each of some public beginnings, sealed again."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.privacy.private import Private
from diffident.privacy.unseal import unseal


def in_cells(sealed: Private[Mapping[tuple[Any, ...], int]], cells: Sequence[tuple[Any, ...]]) -> Private[NDArray[Any]]:
    """Return for each cell the number of keys that are the cell and one value more; nothing is learned about them."""
    found = Counter(key[:-1] for key in unseal(sealed))
    numbers = np.empty((len(cells), 1), dtype=object)
    numbers[:, 0] = [found[cell] for cell in cells]
    return Private(numbers)
