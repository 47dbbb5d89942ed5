# SPDX-License-Identifier: Apache-2.0
"""People who were never asked whether they ever drove after drinking, and what they would have answered."""

from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

SHARE: Final = Fraction(14, 100)  # of people who did
SEED: Final = 27


def drivers(people: int) -> NDArray[np.int64]:
    """Return an answer from each of so many people, 1 for yes; exactly the share of them says yes, rounded.

    >>> int(drivers(1000).sum())
    140
    """
    answers = np.arange(people) < round(SHARE * people)
    return np.random.default_rng(SEED).permutation(answers).astype(np.int64)
