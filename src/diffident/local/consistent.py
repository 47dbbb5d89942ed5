# SPDX-License-Identifier: Apache-2.0
"""Shares made consistent: none negative, all together one (Wang and others 2020, Norm-Sub)."""

import numpy as np
from numpy.typing import NDArray


def norm_sub(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the nearest list of numbers that are not negative and add up to one.

    The same is taken from all, and what falls below zero is zero; which those are follows from the order.

    >>> norm_sub(np.array([0.7, 0.5, -0.1])).round(6).tolist()
    [0.6, 0.4, 0.0]
    """
    falling = np.sort(values)[::-1]
    taken = (np.cumsum(falling) - 1) / np.arange(1, values.size + 1)
    kept = int(np.flatnonzero(falling > taken)[-1])
    return np.asarray(np.maximum(values - taken[kept], 0.0))
