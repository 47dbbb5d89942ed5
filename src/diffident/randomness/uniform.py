# SPDX-License-Identifier: Apache-2.0
"""A whole number below n, all equally likely."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.exact.number import whole
from diffident.randomness.source import Source

WORDS = (np.uint8, np.uint16, np.uint32, np.uint64)


def uniform_below(n: int, count: int, source: Source) -> NDArray[Any]:
    """Return this many independent whole numbers from 0 to n - 1.

    Guarantee:
        All n are equally likely.
    Because:
        All words of as many bits as n - 1 has are equally likely, and those that reach n are drawn again.
    Checked by: tests/randomness/test_uniform.py::test_every_word_below_n_is_one_number
    """
    number, wanted = natural(n, name="n", least=1), natural(count, name="count")
    if number > 1 << 63:
        return np.array([below(number, source) for _ in range(wanted)], object)
    kind = next(word for word in WORDS if number - 1 <= np.iinfo(word).max)
    mask = kind((1 << (number - 1).bit_length()) - 1)
    drawn = np.empty(0, kind)
    while drawn.size < wanted:
        words = source.take(wanted - drawn.size, kind) & mask
        drawn = np.concatenate([drawn, words[words <= kind(number - 1)]])
    return drawn.astype(np.int64)


def below(n: int, source: Source) -> int:
    """Return one whole number from 0 to n - 1, n > 0.

    Guarantee:
        All n are equally likely, however large n is.
    Because:
        All numbers of as many bits as n - 1 has are equally likely, and those that reach n are drawn again.
    Checked by: tests/randomness/test_uniform.py::test_every_word_below_n_is_one_number
    """
    size = (n - 1).bit_length()
    while (drawn := source.bits(size)) >= n:
        pass
    return drawn


def natural(given: object, *, name: str, least: int = 0) -> int:
    """Return the whole number that was given, however large.

    Guarantee:
        It is at least `least`, and the very number that was given.
    Because:
        A whole number is taken as it is, and everything else is read, or refused, by `whole`, which does not round.
    Checked by: tests/randomness/test_uniform.py::test_what_is_no_count_is_refused
    """
    if isinstance(given, int | np.integer) and not isinstance(given, bool) and given >= least:
        return int(given)
    return whole(given, name=name, at_least=least)
