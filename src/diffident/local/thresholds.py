# SPDX-License-Identifier: Apache-2.0
"""Probabilities as whole numbers of 2^-64: what a phone compares 64 random bits with. No float comes near them."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from diffident.exact import enclosure
from diffident.exact.enclosure import Enclosure

WHOLE: Final = 1 << 64  # a threshold that is certainly reached
BITS: Final = 128  # to which a probability is enclosed before it is rounded


def at_most(chance: Enclosure) -> int:
    """Return the largest threshold whose probability is certainly not above `chance`.

    Guarantee:
        at_most(chance) / 2^64 is at most any number that `chance` encloses.
    Because:
        It is the floor of 2^64 times the lower end.
    Checked by: tests/local/test_thresholds.py::test_thresholds_lie_on_their_side_and_the_next_one_does_not
    """
    return math.floor(chance.low * WHOLE)


def at_least(chance: Enclosure) -> int:
    """Return the smallest threshold whose probability is certainly not below `chance`.

    Guarantee:
        at_least(chance) / 2^64 is at least any number that `chance` encloses.
    Because:
        It is the ceiling of 2^64 times the upper end.
    Checked by: tests/local/test_thresholds.py::test_thresholds_lie_on_their_side_and_the_next_one_does_not
    """
    return math.ceil(chance.high * WHOLE)


def likelier(epsilon: Fraction, many: int, others: int) -> int:
    """Return how likely one of `many` outcomes may be if each is e^epsilon times as likely as each of `others`.

    Guarantee:
        With probability t/2^64 spread evenly over `many` outcomes and the rest over `others`, the first are at most
        e^epsilon times as likely, each, as the second.
    Because:
        m e^epsilon / (m e^epsilon + o) is that probability, and the threshold is not above it; less makes them more
        alike.
    Checked by: tests/local/test_thresholds.py::test_what_is_likelier_is_so_by_no_more_than_the_factor
    """
    return at_most(1 / (1 + Fraction(others, many) * enclosure.exp(-epsilon, BITS)))


def chance(threshold: int) -> Fraction:
    """Return the probability that a threshold stands for."""
    return Fraction(threshold, WHOLE)


def first_that(holds: Callable[[int], bool], low: int, high: int) -> int:
    """Return the smallest number above `low`, at most `high`, for which something holds that holds from there on."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
