# SPDX-License-Identifier: Apache-2.0
"""The binomial law, cut where what is left out is far below anything that matters."""

import math

import numpy as np
from numpy.typing import NDArray

DEVIATIONS, MORE = 12, 40  # how far from the mean the masses go
LEFT_OUT = 1e-25  # the most that lies further out: 2 exp(-60) by Bernstein's inequality


def binomial(trials: int, chance: float) -> tuple[int, NDArray[np.float64]]:
    """Return the least number of successes that matters, and the masses from there on.

    They are products of the ratios of neighbours, from the likeliest on, so that little rounding piles up.
    """
    centre, reach = trials * chance, DEVIATIONS * math.sqrt(trials * chance * (1 - chance)) + MORE
    first, last = max(0, math.floor(centre - reach)), min(trials, math.ceil(centre + reach))
    k = np.arange(first, last, dtype=np.float64)
    ratios = np.log((trials - k) / (k + 1)) + math.log(chance / (1 - chance))
    rising = int(np.count_nonzero(ratios > 0))
    heights = [-np.cumsum(ratios[:rising][::-1])[::-1], np.zeros(1), np.cumsum(ratios[rising:])]
    masses = np.exp(np.concatenate(heights))
    return first, masses / masses.sum()
