# SPDX-License-Identifier: Apache-2.0
"""Genomes that nobody has: at each place of interest one of two letters, more or less common."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def genomes(number: int, *, people: int, places: int) -> NDArray[Any]:
    """Return a row of zeros and ones for each person, independent ones, with common and rare places.

    >>> genomes(1, people=3, places=5).shape
    (3, 5)
    """
    chance = np.random.default_rng([number, people, places])
    common = chance.uniform(0.05, 0.95, places)
    return (chance.random((people, places)) < common).astype(np.int64)
