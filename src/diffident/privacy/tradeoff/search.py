# SPDX-License-Identifier: Apache-2.0
"""Looking for the least number that will do, and how finely answers are given."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from diffident.exact.rounding import down_to, up_to

MILLIONTH: Final = Fraction(1, 10**6)  # what confidences are counted in
DIGITS: Final = 4  # of distances and epsilons
SOME: Final = 1000  # people to start from


def least(holds: Callable[[int], bool], low: int, high: int, near: int) -> int | None:
    """Return a number in [low, high] for which it holds and for the one before not, looking around some number first.

    >>> least(lambda number: number >= 42, 1, 1000, near=40), least(lambda number: False, 1, 1000, near=40)
    (42, None)
    """
    start = min(max(near, low), high)
    stride = 1
    below, above = low - 1, high + 1
    if holds(start):
        above = start
        while above - stride > below and holds(above - stride):
            above, stride = above - stride, 2 * stride
        below = max(below, above - stride)
    else:
        below = start
        while below + stride < above and not holds(below + stride):
            below, stride = below + stride, 2 * stride
        above = min(above, below + stride)
    while above - below > 1:
        middle = (below + above) // 2
        below, above = (below, middle) if holds(middle) else (middle, above)
    return above if above <= high else None


def digit(number: float, place: int) -> Fraction:
    """Return what one unit of a number's decimal digit at this place is worth, the first being place 1.

    >>> digit(0.0123, 2)
    Fraction(1, 1000)
    """
    return Fraction(10) ** (math.floor(math.log10(number)) - place + 1)


def rounded_up(number: float, digits: int = 6) -> Fraction:
    """Return the next number of so many decimal digits."""
    return up_to(Fraction(number), digit(number, digits))


def as_confidence(coverage: float) -> Fraction:
    """Return a coverage in millionths, rounded down, and never certain.

    >>> as_confidence(0.9512345678)
    Fraction(475617, 500000)
    """
    return min(down_to(Fraction(coverage), MILLIONTH), 1 - MILLIONTH)
