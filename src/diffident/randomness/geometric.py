# SPDX-License-Identifier: Apache-2.0
"""Waiting times: P(k) proportional to exp(-rate k) for k = 0, 1, 2, ..."""

from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.exact.number import decimal
from diffident.randomness.laplace import LEAST, MOST, discrete_laplace
from diffident.randomness.source import Source


def geometric(rate: Fraction, count: int, source: Source) -> NDArray[Any]:
    """Return this many independent draws, as Python integers if 64 bits do not hold them all.

    Guarantee:
        Each is k >= 0 with probability exactly (1 - q) q^k, q = exp(-rate).
    Because:
        Discrete Laplace noise of scale 1 / rate is k or -1 - k with probability proportional to q^k and q^(k + 1), so
        the side tells nothing about k, and k is geometric on either.
    Checked by: tests/randomness/test_geometric.py::test_draws_follow_the_law_and_not_its_neighbour
    """
    given = rate if type(rate) is Fraction else decimal(rate, name="rate", above=0)
    noise = discrete_laplace(_scale(*given.as_integer_ratio()), count, source)
    return np.where(noise < 0, ~noise, noise)


@lru_cache(maxsize=32)
def _scale(over: int, under: int) -> Fraction:
    """Return the scale of the rate over / under."""
    return 1 / decimal(Fraction(over, under), name="rate", at_least=1 / MOST, at_most=1 / LEAST)
