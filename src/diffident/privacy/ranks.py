# SPDX-License-Identifier: Apache-2.0
"""Ranks: which part of all values lies below. 0.5 is the median."""

from fractions import Fraction
from typing import Final

from diffident.errors import Refused
from diffident.exact.number import decimal

MOST_RANKS: Final = 30
PARTS: Final = 10**4  # ranks are multiples of a part of so many


class RanksUnusable(Refused):
    """Ranks that are none, too many, too fine, or outside of what there is."""

    code = "ranks_unusable"
    sentence = "Ranks are 1 to {most} numbers from 0 to 1 with at most four decimals: 0.5 is the median."
    remedy = "Write QUANTILE_CONT(x, 0.9), or QUANTILE_CONT(x, [0.25, 0.5, 0.75]) for several."


def ranks_of(given: object, most: int = MOST_RANKS) -> tuple[Fraction, ...]:
    """Return ranks in order, each once, or refuse them."""
    listed = given.split() if isinstance(given, str) else given if isinstance(given, list | tuple) else (given,)
    found = {decimal(each, name="rank", at_least=0, at_most=1) for each in listed}
    if not 1 <= len(found) <= most or any((PARTS * each).denominator > 1 for each in found):
        raise RanksUnusable(most=most)
    return tuple(sorted(found))
