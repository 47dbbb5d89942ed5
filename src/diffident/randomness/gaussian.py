# SPDX-License-Identifier: Apache-2.0
"""Discrete Gaussian noise: P(z) proportional to exp(-z^2 / (2 variance))."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.randomness.bernoulli import coin
from diffident.randomness.laplace import one
from diffident.randomness.source import Source


def discrete_gaussian(variance: Fraction, count: int, source: Source) -> NDArray[Any]:
    """Return this many independent draws."""
    scale = Fraction(math.isqrt(int(variance)) + 1)
    drawn: list[int] = []
    while len(drawn) < count:
        z = one(scale, source)
        if coin((abs(z) - variance / scale) ** 2 / (2 * variance), source):
            drawn.append(z)
    fits = all(-(1 << 63) <= z < 1 << 63 for z in drawn)
    return np.array(drawn, np.int64 if fits else object)
