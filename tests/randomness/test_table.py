# SPDX-License-Identifier: Apache-2.0
"""Every number belongs to the outcome in whose interval it lies, at 16 bits, at 64, and at a tie."""

from bisect import bisect_right
from fractions import Fraction
from itertools import accumulate

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.randomness.bell import Bell
from diffident.randomness.source import Source
from diffident.randomness.table import UNSURE, Table

WORD = 1 << 64
LAWS = {
    "laplace 1/3": Bell.laplace(Fraction(1, 3)),
    "laplace 10": Bell.laplace(Fraction(10)),
    "laplace 12345/7": Bell.laplace(Fraction(12345, 7)),
    "laplace 2^60": Bell.laplace(Fraction(1 << 60)),
    "gaussian 1/3": Bell.gaussian(Fraction(1, 9)),
    "gaussian 10": Bell.gaussian(Fraction(100)),
    "gaussian 2^20 + 1/3": Bell.gaussian((2**20 + Fraction(1, 3)) ** 2),
    "gaussian 2^60": Bell.gaussian(Fraction(1 << 120)),
}


def known(*weights):
    """Return the table of weights that are known exactly."""
    return Table(lambda bits: ([weight << bits for weight in weights],) * 2)


def vague(*weights, width):
    """Return the table of weights of which, at b bits, only 2^(width - b) of themselves is known."""

    def weigh(bits):
        low = [weight << bits for weight in weights]
        return low, [each + (weight << width) for each, weight in zip(low, weights, strict=True)]

    return Table(weigh)


def true_cuts(cells):
    """Return the cuts of a bell as rationals, from 2,000 bits of somebody else's exponential."""
    with mpmath.workprec(2_000):
        slope, curve = (mpmath.mpf(each.numerator) / each.denominator for each in (cells.slope, cells.curve))

        def law(x):
            return mpmath.exp(-(slope * x + curve * x * x))

        steep = slope + 2 * curve * cells.end
        sides = []
        for start in (1, 0):
            far = law(start + cells.end) / -mpmath.expm1(-steep) / cells.size
            sides.append([far, *(law(start + cell * cells.size) for cell in reversed(range(cells.count)))])
        ends = list(accumulate([*sides[0], *reversed(sides[1])]))
        return [Fraction(*(end / ends[-1]).as_integer_ratio()) for end in ends[:-1]]


@pytest.mark.parametrize("law", LAWS)
def test_every_word_belongs_to_the_outcome_whose_interval_it_is_in(law):
    """All words below `low` lie below the cut, all beyond `last` above; the one word between holds the cut.

    For a scale of 2^60 one cut is a whole word but for 2^-122, and two words are in doubt.
    """
    table, cuts = LAWS[law]._table, true_cuts(LAWS[law]._cells)
    low, last = table._low.tolist(), table._before[1:].tolist()
    assert len(cuts) == len(low) == len(last)
    assert all(least <= cut * WORD <= most + 1 for least, cut, most in zip(low, cuts, last, strict=True))
    doubts = [most - least for least, most in zip(low, last, strict=True)]
    assert doubts.count(0) >= len(doubts) - (law == "laplace 2^60")
    assert max(doubts) <= 1


@pytest.mark.parametrize("law", ["laplace 10", "gaussian 2^60"])
@pytest.mark.parametrize("bits", [128, 320])
def test_finer_cuts_are_as_close_as_asked(law, bits):
    table, cuts = LAWS[law]._table, true_cuts(LAWS[law]._cells)
    for low, cut, high in zip(*table.cuts(bits)[:1], cuts, table.cuts(bits)[1], strict=True):
        assert low <= cut * 2**bits <= high <= low + 1


@given(st.lists(st.integers(1, 1 << 80), min_size=1, max_size=6), st.integers(0, 70), st.integers(1, 100))
def test_cuts_hold_for_all_weights_within_their_bounds(weights, width, bits):
    table = vague(*weights, width=width)
    for true in (weights, [2 * weights[0], *weights[1:]] if width >= bits else weights):
        cuts = [Fraction(end, sum(true)) for end in accumulate(true)][:-1]
        low, high = table.cuts(bits)
        assert all(least <= cut * 2**bits <= most for least, cut, most in zip(low, cuts, high, strict=True))


@pytest.mark.parametrize("width", [0, 40, 50, 62], ids=lambda width: f"cuts known to 2^{width - 64}")
def test_the_guide_says_what_all_continuations_say(width):
    weights = (3, 1 << 40, 5 << 60, 1, 7 << 55, 1 << 62)
    table = vague(*weights, width=width)
    guide = table.guide(np.arange(len(weights)) * 11)
    low, high = table.cuts(64)
    for beginning, said in enumerate(guide.tolist()):
        first, final = beginning << 48, ((beginning + 1) << 48) - 1
        possible = range(bisect_right(high, first), bisect_right(low, final) + 1)
        assert said == (UNSURE if len(possible) > 1 else 11 * possible[0])
    assert (guide != UNSURE).any()
    assert not guide.flags.writeable


def test_the_guide_leaves_open_only_what_16_bits_cannot_decide():
    """Cuts at a half and at three quarters need no more than the first bits, and are known exactly."""
    guide = known(2, 1, 1).guide(np.arange(3))
    assert np.bincount(guide).tolist() == [1 << 15, 1 << 14, 1 << 14]
    assert np.bincount(known(1, 1, 1).guide(np.arange(3)) == UNSURE).tolist() == [(1 << 16) - 2, 2]


def settled(table, *numbers, more=()):
    """Return the outcomes of 64-bit numbers, and of what follows on the tape where they are tied."""
    words = np.array([number >> 48 for number in numbers], np.uint16)
    rest = b"".join(((number & (1 << 48) - 1) << 16).to_bytes(8, "little") for number in numbers)
    return table.settle(words, Source.replay(rest + b"".join(each.to_bytes(8, "little") for each in more))).tolist()


@pytest.mark.parametrize("law", LAWS)
def test_a_tie_asks_for_more_bits_and_reaches_both_sides(law):
    table, cuts = LAWS[law]._table, true_cuts(LAWS[law]._cells)
    for index in {0, len(cuts) // 3, len(cuts) // 2, len(cuts) - 1}:
        tie, more, further = (int(cuts[index] * WORD**step) % WORD for step in (1, 2, 3))
        if 0 < tie < WORD - 1:
            assert settled(table, tie - 1, tie + 1) == [index, index + 1]
        if 0 < more < WORD - 1:
            assert settled(table, tie, more=[more - 1]) == [index]
            assert settled(table, tie, more=[more + 1]) == [index + 1]
        if 0 < further < WORD - 1:
            assert settled(table, tie, more=[more, further - 1]) == [index]
            assert settled(table, tie, more=[more, further + 1]) == [index + 1]


def test_a_cut_that_is_a_word_is_no_tie():
    """Half of all numbers are below 2^63, which is not: nothing is asked for, though a bound equals the number."""
    assert settled(known(1, 1), (1 << 63) - 1, 1 << 63) == [0, 1]


def test_several_cuts_in_one_word_are_all_told_apart():
    table = known(1 << 200, 1, 2, 3, 1 << 200)
    total = sum((1 << 200, 1, 2, 3, 1 << 200))
    ends = list(accumulate((1 << 200, 1, 2, 3)))
    for outcome, end in enumerate(ends):
        below, above = (end * WORD**4 // total + step for step in (-1, 1))
        for number, expected in ((below, outcome), (above, outcome + 1)):
            digits = [number >> 64 * place & WORD - 1 for place in (3, 2, 1, 0)]
            assert settled(table, digits[0], more=digits[1:]) == [expected]


def test_every_tape_of_16_bits_gives_each_outcome_its_share():
    """Weights that sum up to 2^16: 48 more bits change nothing, and every outcome has as many tapes as it weighs."""
    weights = (1, 1000, 4096, 2, 60_437)
    table = known(*weights)
    numbers = [word << 48 for word in range(1 << 16)]
    assert np.bincount(settled(table, *numbers)).tolist() == list(weights)
    assert np.bincount(settled(table, *(number + (1 << 48) - 1 for number in numbers))).tolist() == list(weights)


def test_a_single_outcome_needs_no_cut():
    assert settled(known(5), 0, WORD - 1) == [0, 0]
    assert set(known(5).guide(np.array([9]))) == {9}
