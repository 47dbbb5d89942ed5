# SPDX-License-Identifier: Apache-2.0
"""What an epsilon means for one person, in words, rounded against ourselves."""

import math
from fractions import Fraction


def promised(epsilon: Fraction) -> str:
    """Return by how much one person changes the odds of anything, and how often a guess about them is right.

    >>> print(promised(Fraction(1)))
    one person changes the odds of any outcome at most 2.72 times,
    and a guess whether they are in the data is right at most 74 times in 100.
    """
    from diffident.privacy.region import Region  # noqa: PLC0415 - slow beside --help

    region = Region.of(epsilon)
    odds, right = math.ceil(region.odds.high * 100) / 100, math.ceil(Fraction(region.best_guess) * 100)
    return (
        f"one person changes the odds of any outcome at most {odds:g} times,\n"
        f"and a guess whether they are in the data is right at most {right} times in 100."
    )
