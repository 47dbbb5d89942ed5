# SPDX-License-Identifier: Apache-2.0
"""A coin that falls heads with probability p, or exp(-gamma), for any rational p or gamma."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diffident.randomness.source import Source
from diffident.randomness.uniform import below


def bernoulli(p: Fraction, count: int, source: Source) -> NDArray[np.bool_]:
    """Return this many independent flips, each True with probability p."""
    return np.array([below(p.denominator, source) < p.numerator for _ in range(count)], np.bool_)


def bernoulli_exp(gamma: Fraction, count: int, source: Source) -> NDArray[np.bool_]:
    """Return this many independent flips, each True with probability exp(-gamma)."""
    return np.array([coin(gamma, source) for _ in range(count)], np.bool_)


def coin(gamma: Fraction, source: Source) -> bool:
    """Return True with probability exp(-gamma)."""
    while gamma > 1:
        if not coin(Fraction(1), source):
            return False
        gamma -= 1
    tries = 1
    while below(gamma.denominator * tries, source) < gamma.numerator:
        tries += 1
    return tries % 2 == 1
