# SPDX-License-Identifier: Apache-2.0
"""All sets of k are equally likely, by ordering all or by drawing again."""

from itertools import combinations

import numpy as np
import pytest

from diffident.errors import Refused
from diffident.randomness.source import Source
from diffident.randomness.subset import subset
from randomness.fit import fits


@pytest.mark.parametrize(("n", "k"), [(5, 2), (5, 4), (40, 2)])
@pytest.mark.statistical(false_alarm=1e-9)
def test_all_sets_are_equally_likely(n, k):
    tape = Source.replay(n)
    sets = {chosen: place for place, chosen in enumerate(combinations(range(n), k))}
    counts = np.zeros(len(sets), int)
    for _ in range(25_000):
        counts[sets[tuple(subset(n, k, tape).tolist())]] += 1
    few = counts.reshape(5, -1).sum(axis=1) if n > 5 else counts
    assert counts.all()
    assert fits(few, [1] * few.size)
    assert not fits(few, np.where(np.arange(few.size) % 2, 1.1, 0.9))


def test_a_number_that_is_drawn_twice_is_drawn_again():
    """Of 64: 9 and 9, then 9 again, then 7."""
    assert subset(64, 2, Source.replay(bytes([9, 9, 9, 7]))).tolist() == [7, 9]


def test_no_more_are_drawn_than_are_missing():
    """Of 9, 9, 12 and 7 the first two different ones are chosen, and not the two smallest."""
    assert subset(64, 2, Source.replay(bytes([9, 9, 12, 7]))).tolist() == [9, 12]


@pytest.mark.parametrize(("n", "k"), [(0, 0), (1, 0), (1, 1), (10, 10), (1000, 999), (1000, 10), (1 << 62, 5)])
def test_a_set_has_k_different_numbers_below_n_in_order(n, k):
    chosen = subset(n, k, Source.fresh())
    assert chosen.dtype == np.int64
    assert chosen.size == k
    assert (np.diff(chosen) > 0).all()
    assert all(0 <= number < n for number in chosen.tolist())


def test_sets_may_be_of_numbers_beyond_64_bits():
    chosen = subset(1 << 100, 50, Source.replay(95))
    assert chosen.dtype == object
    assert sorted(set(chosen.tolist())) == chosen.tolist()
    assert chosen.max() > 1 << 64


@pytest.mark.parametrize(("n", "k"), [(3, 4), (3, -1), (-1, 0), (3, 1.5), (3.5, 1), (3, True), (None, 1), (3, None)])
def test_what_is_no_size_is_refused(n, k):
    with pytest.raises(Refused):
        subset(n, k, Source.fresh())
