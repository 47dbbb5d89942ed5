# SPDX-License-Identifier: Apache-2.0
"""Decisions by a probability that is known to as many bits as it takes, though it may be no rational number."""

import itertools
import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from diffident.exact.enclosure import Enclosure
from diffident.randomness.source import Source

WORD = 64
Chance = Callable[[int], Enclosure]  # encloses a probability below 1, the closer the more bits are asked for


def decide(digits: NDArray[np.uint64], chance_of: Callable[[int], Chance], source: Source) -> NDArray[np.bool_]:
    """Return independent decisions, number i being True with probability chance_of(i), whose first digit is digits[i].

    Guarantee:
        Each is True with exactly its probability.
    Because:
        A uniform number in [0, 1) is below p with probability p. Here its digits, of 64 bits each, are compared with
        those of p until two differ; the first in one array, those that follow where they are needed.
    Checked by: tests/privacy/mechanisms/test_chance.py::test_a_tie_is_settled_by_the_digits_that_follow
    """
    words = source.take(digits.size, np.uint64)
    decided: NDArray[np.bool_] = words < digits
    for place in np.flatnonzero(words == digits):
        decided[place] = _settled(chance_of(int(place)), source)
    return decided


def digit(chance: Chance, number: int) -> int:
    """Return one digit of 64 bits of a probability, numbered from 1 behind the point, once both ends agree on it."""
    bits = WORD * (number + 1)
    while True:
        known = chance(bits)
        low, high = (math.floor(end * (1 << WORD * number)) for end in (known.low, known.high))
        if low == high:
            return low % (1 << WORD)
        bits += WORD


def _settled(chance: Chance, source: Source) -> bool:
    """Decide after a tie in the first digit."""
    for number in itertools.count(2):
        word, due = source.bits(WORD), digit(chance, number)
        if word != due:
            return word < due
    raise AssertionError  # pragma: no cover - a count has no end
