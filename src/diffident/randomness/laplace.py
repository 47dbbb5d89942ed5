# SPDX-License-Identifier: Apache-2.0
"""Discrete Laplace noise: P(z) proportional to exp(-|z|/scale)."""

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.randomness.bernoulli import coin
from diffident.randomness.source import Source
from diffident.randomness.uniform import below


def discrete_laplace(scale: Fraction, count: int, source: Source) -> NDArray[Any]:
    """Return this many independent draws."""
    drawn = [one(scale, source) for _ in range(count)]
    fits = all(-(1 << 63) <= z < 1 << 63 for z in drawn)
    return np.array(drawn, np.int64 if fits else object)


def one(scale: Fraction, source: Source) -> int:
    """Return one draw: Canonne, Kamath and Steinke, Algorithm 2."""
    t, s = scale.numerator, scale.denominator
    while True:
        start = below(t, source)
        if not coin(Fraction(start, t), source):
            continue
        whole = 0
        while coin(Fraction(1), source):
            whole += 1
        reach = (start + t * whole) // s
        negative = source.bits(1)
        if reach or not negative:
            return -reach if negative else reach
