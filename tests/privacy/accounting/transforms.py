# SPDX-License-Identifier: Apache-2.0
"""Fourier transforms in whole numbers of 2^-BITS: as simple as they can be, and right to thirty digits."""

import numpy as np
from mpmath import mp

BITS = 140


def turns(points):
    """Return cos and sin of 2 pi k / points for the first half of all k, in whole numbers of 2^-BITS."""
    with mp.workprec(BITS + 20):
        angles = [2 * mp.pi * k / points for k in range(points // 2)]
        cos, sin = ([int(mp.nint(mp.ldexp(part(angle), BITS))) for angle in angles] for part in (mp.cos, mp.sin))
    return np.array(cos, object), np.array(sin, object)


def transform(real, imaginary):
    """Return the transform of whole numbers, real and imaginary: even places and odd ones, and then both together."""
    points = len(real)
    if points == 1:
        return real, imaginary
    cos, sin = turns(points)
    return _joined(real, imaginary, cos, sin)


def _joined(real, imaginary, cos, sin):
    if len(real) == 1:
        return real, imaginary
    (even, even_i), (odd, odd_i) = (_joined(real[side::2], imaginary[side::2], cos[::2], sin[::2]) for side in (0, 1))
    turned = (odd * cos + odd_i * sin) >> BITS, (odd_i * cos - odd * sin) >> BITS
    return (
        np.concatenate([even + turned[0], even - turned[0]]),
        np.concatenate([even_i + turned[1], even_i - turned[1]]),
    )


def wholes(floats):
    """Return floats in whole numbers of 2^-BITS."""
    return np.array([int(mp.ldexp(mp.mpf(float(one)), BITS)) for one in floats], object)


def length(differences):
    """Return the length of a vector of whole numbers of 2^-BITS."""
    return float(mp.ldexp(mp.sqrt(mp.mpf(int(np.sum(differences * differences)))), -BITS))
