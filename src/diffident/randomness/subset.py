# SPDX-License-Identifier: Apache-2.0
"""A random k of n."""

import numpy as np
from numpy.typing import NDArray

from diffident.randomness.shuffle import permutation
from diffident.randomness.source import Source


def subset(n: int, k: int, source: Source) -> NDArray[np.int64]:
    """Return k of the numbers 0 ... n - 1 in rising order, all such sets equally likely."""
    return np.sort(permutation(n, source)[:k])
