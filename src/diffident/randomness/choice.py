# SPDX-License-Identifier: Apache-2.0
"""One of several, by weights."""

import itertools
from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diffident.randomness.bernoulli import coin
from diffident.randomness.source import Source
from diffident.randomness.uniform import below


def choice(weights: Sequence[int], count: int, source: Source) -> NDArray[np.int64]:
    """Return this many independent indices, i with probability weights[i] / sum(weights)."""
    ends = list(itertools.accumulate(weights))
    return np.array([bisect_right(ends, below(ends[-1], source)) for _ in range(count)], np.int64)


def choice_exp(gammas: Sequence[Fraction], count: int, source: Source) -> NDArray[np.int64]:
    """Return this many independent indices, i with probability proportional to exp(-gammas[i])."""
    least = min(gammas)
    drawn: list[int] = []
    while len(drawn) < count:
        index = below(len(gammas), source)
        if coin(gammas[index] - least, source):
            drawn.append(index)
    return np.array(drawn, np.int64)
