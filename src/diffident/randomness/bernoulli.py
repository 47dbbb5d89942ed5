# SPDX-License-Identifier: Apache-2.0
"""A coin that falls heads with probability p, or exp(-gamma), for any rational p or gamma."""

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diffident.exact.enclosure import exp
from diffident.exact.number import decimal
from diffident.randomness.source import Source
from diffident.randomness.uniform import natural

HALVED = 1 << 15  # exponents beyond this are halved, and the exponential squared
MORE = 64  # bits that a tie asks for


def bernoulli(p: Fraction, count: int, source: Source) -> NDArray[np.bool_]:
    """Return this many independent flips.

    Guarantee:
        Each is True with probability exactly p.
    Because:
        With p = (c + r) / 2^16, 0 <= r < 1, and a word w, all 2^16 alike: w < c is heads, w > c tails, and w = c is
        heads with probability r, by the same means. That is (c + r) / 2^16.
    Checked by: tests/randomness/test_bernoulli.py::test_every_word_is_heads_or_tails_or_asks_on_as_p_says
    """
    chance = (
        p if type(p) is Fraction and 0 <= p.numerator <= p.denominator else decimal(p, name="p", at_least=0, at_most=1)
    )
    return _flips(*chance.as_integer_ratio(), natural(count, name="count"), source)


def _flips(over: int, under: int, count: int, source: Source) -> NDArray[np.bool_]:
    """Flip coins of chance over / under."""
    cut, rest = divmod(over << 16, under)
    words = source.take(count, np.uint16)
    heads = words < cut
    if rest:
        tied = np.flatnonzero(words == cut)
        heads[tied] = _flips(rest, under, tied.size, source) if tied.size else False
    return heads


def bernoulli_exp(gamma: Fraction, count: int, source: Source) -> NDArray[np.bool_]:
    """Return this many independent flips.

    Guarantee:
        Each is True with probability exactly exp(-gamma), for every rational gamma >= 0.
    Because:
        Words certainly below or above exp(-gamma) in units of 2^-32 are decided; `coin` decides the others.
    Checked by: tests/randomness/test_bernoulli.py::test_every_word_is_heads_or_tails_or_asks_on_as_the_exponential_says
    """
    fall = gamma if type(gamma) is Fraction and gamma.numerator >= 0 else decimal(gamma, name="gamma", at_least=0)
    low, high = exp_between(fall, 32)
    words = source.take(natural(count, name="count"), np.uint32)
    heads = words < low
    for tie in np.flatnonzero((words >= low) & (words < high)).tolist():
        heads[tie] = coin(fall, source, int(words[tie]), 32)
    return heads


def coin(gamma: Fraction, source: Source, prefix: int = 0, known: int = 0) -> bool:
    """Return whether a uniform number that begins with these `known` bits is below exp(-gamma).

    Guarantee:
        With no bits known, True has probability exactly exp(-gamma).
    Because:
        A uniform number with the bits u of its first k lies in [u, u + 1) / 2^k. It is compared with bounds of the
        exponential in the same units, and gets more bits until both its ends lie on one side.
    Checked by: tests/randomness/test_bernoulli.py::test_a_tied_coin_asks_for_more_bits_and_reaches_both_sides
    """
    while True:
        prefix, known = prefix << MORE | source.bits(MORE), known + MORE
        low, high = exp_between(gamma, known)
        if prefix < low:
            return True
        if prefix >= high:
            return False


def exp_between(gamma: Fraction, places: int) -> tuple[int, int]:
    """Return whole numbers with low <= exp(-gamma) * 2^places <= high, for gamma >= 0.

    Guarantee:
        The bounds hold; no number much larger than 2^places is computed.
    Because:
        Beyond gamma = places even 2^-gamma is below a unit. Large exponents are halved, and the bounds of
        exp(-gamma / 2) squared and rounded outwards; the others are the enclosure, rounded outwards.
    Checked by: tests/randomness/test_bernoulli.py::test_the_chance_lies_between_its_bounds
    """
    if gamma > places:
        return 0, 1
    if gamma > HALVED:
        low, high = exp_between(gamma / 2, places)
        return low * low >> places, (high * high >> places) + 1
    chance = exp(-gamma, places)
    return math.floor(chance.low * (1 << places)), math.ceil(chance.high * (1 << places))
