# SPDX-License-Identifier: Apache-2.0
"""Waiting times: P(k) proportional to exp(-rate k) for k = 0, 1, 2, ..."""

from fractions import Fraction
from typing import Any

from numpy.typing import NDArray

from diffident.randomness.laplace import discrete_laplace
from diffident.randomness.source import Source


def geometric(rate: Fraction, count: int, source: Source) -> NDArray[Any]:
    """Return this many independent draws.

    Both halves z >= 0 and -1 - z >= 0 of discrete Laplace noise are geometric.
    """
    drawn = discrete_laplace(1 / rate, count, source)
    drawn[drawn < 0] = ~drawn[drawn < 0]
    return drawn
