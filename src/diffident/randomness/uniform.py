# SPDX-License-Identifier: Apache-2.0
"""A whole number below n, all equally likely."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.randomness.source import Source


def uniform_below(n: int, count: int, source: Source) -> NDArray[Any]:
    """Return this many independent whole numbers from 0 to n - 1."""
    return np.array([below(n, source) for _ in range(count)], np.int64 if n <= 1 << 63 else object)


def below(n: int, source: Source) -> int:
    """Return one whole number from 0 to n - 1."""
    size = (n - 1).bit_length()
    while (drawn := source.bits(size)) >= n:
        pass
    return drawn
