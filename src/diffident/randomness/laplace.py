# SPDX-License-Identifier: Apache-2.0
"""Discrete Laplace noise: P(z) proportional to exp(-|z| / scale)."""

from fractions import Fraction
from functools import lru_cache
from typing import Any

from numpy.typing import NDArray

from diffident.exact.number import decimal
from diffident.randomness.bell import Bell
from diffident.randomness.source import Source
from diffident.randomness.uniform import natural

LEAST = Fraction(1, 1 << 10)
MOST = Fraction(1 << 60)


def discrete_laplace(scale: Fraction, count: int, source: Source) -> NDArray[Any]:
    """Return this many independent draws, as Python integers if 64 bits do not hold them all.

    Guarantee:
        Each is z with probability exactly tanh(1 / (2 scale)) * exp(-|z| / scale), for every integer z.
    Because:
        It is the bell of slope 1 / scale and no curve.
    Checked by: tests/randomness/test_laplace.py::test_draws_follow_the_law_and_not_its_neighbour
    """
    given = scale if type(scale) is Fraction else decimal(scale, name="scale", above=0)
    return _sampler(given.numerator, given.denominator).draw(natural(count, name="count"), source)


@lru_cache(maxsize=32)
def _sampler(over: int, under: int) -> Bell:
    """Return the sampler of the scale over / under; half a megabyte each, so few are kept."""
    return Bell.laplace(decimal(Fraction(over, under), name="scale", at_least=LEAST, at_most=MOST))
