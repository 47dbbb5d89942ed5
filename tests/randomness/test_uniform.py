# SPDX-License-Identifier: Apache-2.0
"""Every number below n has the same number of words, for any n."""

from fractions import Fraction

import numpy as np
import pytest

from diffident.errors import Refused
from diffident.randomness.source import Source
from diffident.randomness.uniform import below, natural, uniform_below
from randomness.fit import fits


def small_words(n):
    """Return the words of as many bits as n - 1 has, in the type they are drawn in, each once."""
    size = (n - 1).bit_length()
    kind = "<u1" if size <= 8 else "<u2"
    return np.arange(1 << (8 if size <= 8 else 16)).astype(kind)


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 200, 256, 257, 1000, 40_000, 65_536])
def test_every_word_below_n_is_one_number(n):
    """All words once: each number comes out as often as any other, and words from n on come to nothing."""
    words = small_words(n)
    mask = (1 << (n - 1).bit_length()) - 1
    kept = int(((words & mask) < n).sum())
    assert np.bincount(uniform_below(n, kept, Source.replay(words.tobytes())), minlength=n).tolist() == [kept // n] * n
    one_by_one = Source.replay(words.tobytes())
    assert np.bincount([below(n, one_by_one) for _ in range(kept)], minlength=n).tolist() == [kept // n] * n


@pytest.mark.parametrize("n", [3, 1 << 16, 2**32 - 1, 2**32 + 1, 2**62, 2**63 - 1, 2**63, 2**63 + 1, 2**64, 10**30])
def test_numbers_are_below_n_and_reach_both_ends(n):
    drawn = uniform_below(n, 2000, Source.replay(5))
    assert drawn.shape == (2000,)
    assert drawn.dtype == (np.int64 if n <= 1 << 63 else object)
    assert {type(number) for number in drawn.tolist()} == {int}
    assert 0 <= drawn.min() < n / 100 + 1
    assert n - n / 100 - 1 <= drawn.max() < n


@pytest.mark.parametrize("n", [2**40 + 1, 2**63 + 1, 3 << 90])
def test_a_word_that_reaches_n_is_drawn_again(n):
    size = 8 * -(-(n - 1).bit_length() // 64) if n <= 1 << 63 else -(-(n - 1).bit_length() // 8)
    shift = 0 if n <= 1 << 63 else -(n - 1).bit_length() % 8
    words = [(number << shift).to_bytes(size, "little") for number in (n, n + 1, n - 1, 0)]
    assert uniform_below(n, 2, Source.replay(b"".join(words))).tolist() == [n - 1, 0]


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize("n", [10, 3 * 2**60, 10**30])
def test_numbers_are_even_and_a_tenth_off_is_noticed(n):
    drawn = uniform_below(n, 40_000, Source.replay(n))
    counts = np.bincount(
        (drawn * 10 // n).astype(np.int64) if drawn.dtype == object else drawn // -(-n // 10), minlength=10
    )
    assert fits(counts, [1] * 10)
    assert not fits(counts, [1.1, 0.9] * 5)


@pytest.mark.parametrize("given", [0, -1, True, None, 1.5, "two", Fraction(3, 2), [3], float("nan"), np.int64(0)])
def test_what_is_no_range_is_refused(given):
    with pytest.raises(Refused):
        uniform_below(given, 1, Source.fresh())


@pytest.mark.parametrize("given", [-1, True, False, None, 0.5, "many", [3], np.int64(-1)])
def test_what_is_no_count_is_refused(given):
    with pytest.raises(Refused):
        uniform_below(10, given, Source.fresh())
    with pytest.raises(Refused):
        natural(given, name="count")


@pytest.mark.parametrize("given", [3, 3.0, "3", Fraction(3), np.int64(3), np.uint8(3)])
def test_a_whole_number_may_be_spelled_as_one_likes(given):
    assert natural(given, name="count") == 3
    assert type(natural(given, name="count")) is int


def test_large_numbers_stay_what_they_are():
    assert natural(1 << 4000, name="n") == 1 << 4000
