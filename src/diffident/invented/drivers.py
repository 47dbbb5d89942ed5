# SPDX-License-Identifier: Apache-2.0
"""People who were never asked whether they ever drove after drinking, and what they would have answered."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

SHARE: Final = 0.14  # of people who did
SEED: Final = 27


def drivers(people: int) -> NDArray[np.int64]:
    """Return an answer from each of so many people, 1 for yes: the first answers of one long list.

    >>> drivers(1000)[:10].tolist() == drivers(10).tolist()
    True
    """
    return (np.random.default_rng(SEED).random(people) < SHARE).astype(np.int64)
