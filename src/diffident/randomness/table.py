# SPDX-License-Identifier: Apache-2.0
"""One of many outcomes from one look at a table: 16 bits decide nearly always, 64 nearly all the rest, more a tie.

Each outcome owns an interval of [0, 1) as long as it is probable, and a uniform number falls into one of them. The ends
of the intervals, the cuts, are known by bounds as close as anybody asks for.
"""

import itertools
from bisect import bisect_right
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from diffident.randomness.source import Source

GUIDE = 16  # bits of the first look
WORD = 64  # bits of the second
MORE = 64  # bits that a tie asks for
UNSURE = -(1 << 63)  # what a guide says where its bits do not decide

Bounds = tuple[list[int], list[int]]


class Table:
    """Outcomes 0, 1, ... whose probabilities are proportional to weights; built once, then only read."""

    __slots__ = ("_before", "_low", "_weigh")

    def __init__(self, weigh: Callable[[int], Bounds]) -> None:
        """Take what returns, for a precision in bits, lower and upper bounds of all weights, in a unit of its own."""
        self._weigh = weigh
        low, high = self.cuts(WORD)
        self._low = np.array(low, np.uint64)
        self._before = np.array([0, *(cut - 1 for cut in high)], np.uint64)  # of each outcome: the last word in doubt
        self._low.flags.writeable = self._before.flags.writeable = False

    def cuts(self, bits: int) -> Bounds:
        """Return bounds, in units of 2^-bits, of where the interval of each outcome but the last ends.

        Guarantee:
            low <= (w[0] + ... + w[i]) / (w[0] + w[1] + ...) * 2^bits <= high for all weights within their bounds.
        Because:
            A part of a sum, over the sum, is least with the least part over the most sum, and most the other way
            round; floors and ceilings widen, and no part is more than the whole.
        Checked by: tests/randomness/test_table.py::test_every_word_belongs_to_the_outcome_whose_interval_it_is_in
        """
        low, high = self._weigh(bits)
        least, most = sum(low), sum(high)
        lows = [(part << bits) // most for part in itertools.accumulate(low[:-1])]
        highs = [min(-(-(part << bits) // least), 1 << bits) for part in itertools.accumulate(high[:-1])]
        return lows, highs

    def guide(self, shown: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return for each beginning of 16 bits what is shown for its outcome, or UNSURE if it may have several.

        Guarantee:
            What is shown for a beginning is shown for the outcome of each number that begins so.
        Because:
            The cuts certainly at or below all of these numbers are counted, and those possibly at or below some of
            them. Where the counts are equal, they are the outcome.
        Checked by: tests/randomness/test_table.py::test_the_guide_says_what_all_continuations_say
        """
        certainly = np.bincount((self._before[1:] >> np.uint64(WORD - GUIDE)).astype(np.int64), minlength=1 << GUIDE)
        possibly = np.bincount((self._low >> np.uint64(WORD - GUIDE)).astype(np.int64), minlength=1 << GUIDE)
        outcome = np.cumsum(certainly) - certainly
        guide = np.where(outcome == np.cumsum(possibly), shown[outcome], UNSURE)
        guide.flags.writeable = False
        return guide

    def settle(self, words: NDArray[np.uint16], source: Source) -> NDArray[np.int64]:
        """Return the outcomes of uniform numbers that begin with these 16 bits each.

        Guarantee:
            Given uniform words and fresh bits, each outcome has exactly its probability.
        Because:
            The first `outcome` cuts may lie at or below the 64 bits, the others certainly lie above. If the last of
            the first certainly lies at or below, so do all; otherwise, and for the number 0, more bits decide.
        Checked by: tests/randomness/test_table.py::test_a_tie_asks_for_more_bits_and_reaches_both_sides
        """
        numbers = source.take(words.size, np.uint64) >> np.uint64(GUIDE)
        numbers |= words.astype(np.uint64) << np.uint64(WORD - GUIDE)
        outcomes = self._low.searchsorted(numbers, side="right")
        for tie in np.flatnonzero(self._before.take(outcomes) >= numbers).tolist():
            outcomes[tie] = self.resolve(int(numbers[tie]), WORD, source)
        return outcomes

    def resolve(self, prefix: int, known: int, source: Source) -> int:
        """Return the outcome of a uniform number of which the first `known` bits are `prefix`.

        Guarantee:
            It is the outcome in whose interval the number lies.
        Because:
            A number with bits u lies in [u, u + 1) / 2^known. Cuts of at most `high` <= u lie at or below all of it,
            cuts of at least `low` > u above all of it; once no cut is neither, the count of the former decides.
        Checked by: tests/randomness/test_table.py::test_a_tie_asks_for_more_bits_and_reaches_both_sides
        """
        while True:
            prefix, known = prefix << MORE | source.bits(MORE), known + MORE
            low, high = self.cuts(known)
            outcome = bisect_right(high, prefix)
            if outcome == bisect_right(low, prefix):
                return outcome
