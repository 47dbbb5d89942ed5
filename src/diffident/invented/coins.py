# SPDX-License-Identifier: Apache-2.0
"""Data in which there is nothing to learn: labels and features are coins, thrown apart."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Labelled = tuple[NDArray[Any], NDArray[Any]]


def coins(number: int, *, rows: int, features: int) -> Labelled:
    """Return features and labels, zeros and ones without any connection.

    >>> features, labels = coins(1, rows=4, features=3)
    >>> features.shape, labels.shape
    ((4, 3), (4,))
    """
    chance = np.random.default_rng([number, rows, features])
    return chance.integers(0, 2, (rows, features), dtype=np.int8), chance.integers(0, 2, rows, dtype=np.int8)
