# SPDX-License-Identifier: Apache-2.0
"""A random order."""

import numpy as np
from numpy.typing import NDArray

from diffident.randomness.source import Source
from diffident.randomness.uniform import below


def permutation(n: int, source: Source) -> NDArray[np.int64]:
    """Return 0 ... n - 1 in a random order, all orders equally likely."""
    order = list(range(n))
    for last in range(n - 1, 0, -1):
        other = below(last + 1, source)
        order[last], order[other] = order[other], order[last]
    return np.array(order, np.int64)
