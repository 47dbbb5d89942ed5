# SPDX-License-Identifier: Apache-2.0
"""Error laws turned around: the least people, epsilon or distance for which a law keeps a confidence.

All by bisection over whole numbers, so that the answer keeps what was asked for and the number before it does not.
"""

import math
from fractions import Fraction
from typing import Final

import numpy as np

from diffident.exact.number import LARGEST_WHOLE, LEAST, Epsilon
from diffident.privacy.tradeoff.law import ErrorLaw
from diffident.privacy.tradeoff.numbers import Number, Numbers, Unknown
from diffident.privacy.tradeoff.search import DIGITS, SOME, as_confidence, digit, least

BLOCK: Final = 64
MOST_BLOCKS: Final = 16
MOST_UNITS: Final = 10**12
RUNG: Final = 1.1  # how much larger the next epsilon is that is tried where nothing is known
RUNGS: Final = math.ceil(math.log(float(Epsilon.most / LEAST), RUNG))  # from the smallest epsilon to the largest


def found(law: ErrorLaw, unknown: Unknown, known: Numbers, near: Number | None) -> Number | None:
    """Return the number that was left out, or None if none will do; the search starts near some number."""
    match unknown:
        case Unknown.PEOPLE:
            return _people(law, known, int(near or SOME))
        case Unknown.EPSILON:
            start = near or _somewhere(law.drafted(None), known)
            return None if start is None else _epsilon(law, known, Fraction(start))
        case Unknown.WITHIN:
            return _within(law, known, Fraction(near or 1))
        case _:  # the confidence, or nothing
            return as_confidence(law.coverage(known.within, known.people, known.epsilon))


def _people(law: ErrorLaw, known: Numbers, near: int) -> int | None:
    """Return the smallest number of people from which on the coverage stays at the confidence.

    From `enough` on it holds wherever the ends of the window fall. Below, the last number that fails is looked for, as
    far back as a thousand people; where the coverage is still enough there, `enough` is larger than it had to be by a
    small part of itself.
    """
    sure, draft = float(known.confidence), law.drafted(None)

    def certain(under: ErrorLaw, start: int) -> int | None:
        return least(lambda many: under.lasting(known.within, many, known.epsilon) >= sure, 1, LARGEST_WHOLE, start)

    enough = certain(law, near if draft == law else certain(draft, near) or near)
    if enough is None or enough == 1 or law.coverage(known.within, enough - 1, known.epsilon) < sure:
        return enough
    last = enough
    for _ in range(MOST_BLOCKS):
        block = range(max(1, last - BLOCK), last)
        failing = np.flatnonzero(law.coverages(known.within, block, known.epsilon) < sure)
        if failing.size:
            return block[int(failing[-1])] + 1
        last = block[0]
        if last == 1:
            return 1
    return enough


def _epsilon(law: ErrorLaw, known: Numbers, near: Fraction) -> Fraction | None:
    """Return an epsilon of four digits that is enough, where the next smaller one is not."""
    sure, unit = float(known.confidence), digit(float(near), DIGITS)

    def units(under: ErrorLaw, start: int) -> int | None:
        low, high = math.ceil(LEAST / unit), math.floor(Epsilon.most / unit)
        return least(lambda many: under.coverage(known.within, known.people, many * unit) >= sure, low, high, start)

    start, draft = round(near / unit), law.drafted(near)
    enough = units(law, start if draft == law else units(draft, start) or start)
    return None if enough is None else enough * unit


def _somewhere(law: ErrorLaw, known: Numbers) -> Fraction | None:
    """Return an epsilon that is enough, and a tenth less is not, for a search that knows of no start."""

    def rung(number: int) -> Fraction:
        return max(Fraction(float(Epsilon.most) * RUNG ** (number - RUNGS)), LEAST)

    sure = float(known.confidence)
    first = least(lambda number: law.coverage(known.within, known.people, rung(number)) >= sure, 0, RUNGS, RUNGS)
    return None if first is None else rung(first)


def _within(law: ErrorLaw, known: Numbers, near: Fraction) -> Fraction | None:
    """Return the smallest distance that is kept, in whole numbers of what it is counted in or to four digits."""
    sure = float(known.confidence)
    unit = law.grain or digit(float(near), DIGITS)

    def is_enough(units: int) -> bool:
        return law.coverage(units * unit, known.people, known.epsilon) >= sure

    units = least(is_enough, 0, MOST_UNITS, round(near / unit))
    return None if units is None else units * unit
