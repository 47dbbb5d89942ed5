# SPDX-License-Identifier: Apache-2.0
"""Rolls of dice that fall the same each time: who is where in an invented study, and careless noise."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def rolled(sides: int, *shape: int, number: int) -> NDArray[Any]:
    """Return rolls from 0 to sides - 1 in this shape, others for each number.

    >>> rolled(2, 3, 4, number=1).shape
    (3, 4)
    """
    return np.random.default_rng([number, sides, *shape]).integers(0, sides, shape)


def careless_noise(scale: float, *shape: int, number: int) -> NDArray[Any]:
    """Return Laplace noise as a system draws it that keeps no account: by floats, rounded, new each time."""
    return np.rint(np.random.default_rng([number, *shape]).laplace(0, scale, shape))
