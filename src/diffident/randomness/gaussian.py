# SPDX-License-Identifier: Apache-2.0
"""Discrete Gaussian noise: P(z) proportional to exp(-z^2 / (2 variance))."""

from fractions import Fraction
from functools import lru_cache
from typing import Any

from numpy.typing import NDArray

from diffident.exact.number import decimal
from diffident.randomness.bell import Bell
from diffident.randomness.source import Source
from diffident.randomness.uniform import natural

LEAST = Fraction(1, 1 << 20)
MOST = Fraction(1 << 120)


def discrete_gaussian(variance: Fraction, count: int, source: Source) -> NDArray[Any]:
    """Return this many independent draws, as Python integers if 64 bits do not hold them all.

    Guarantee:
        Each is z with probability exactly proportional to exp(-z^2 / (2 variance)), for every integer z.
    Because:
        It is the bell of curve 1 / (2 variance) and no slope.
    Checked by: tests/randomness/test_gaussian.py::test_draws_follow_the_law_and_not_its_neighbour
    """
    given = variance if type(variance) is Fraction else decimal(variance, name="variance", above=0)
    return _sampler(given.numerator, given.denominator).draw(natural(count, name="count"), source)


@lru_cache(maxsize=32)
def _sampler(over: int, under: int) -> Bell:
    """Return the sampler of the variance over / under; half a megabyte each, so few are kept."""
    return Bell.gaussian(decimal(Fraction(over, under), name="variance", at_least=LEAST, at_most=MOST))
