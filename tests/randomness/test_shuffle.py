# SPDX-License-Identifier: Apache-2.0
"""All orders are equally likely, also of those whose first 64 bits agree."""

from itertools import permutations

import numpy as np
import pytest

from diffident.errors import Refused
from diffident.randomness.shuffle import permutation
from diffident.randomness.source import Source
from randomness.fit import fits


def keys(*numbers):
    return Source.replay(np.array(numbers, "<u8").tobytes())


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_keys_are_sorted(order):
    placed = [0, 0, 0, 0]
    for place, index in enumerate(order):
        placed[index] = place * 1000
    assert permutation(4, keys(*placed)).tolist() == list(order)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_equal_keys_are_ordered_at_random(order):
    """1, 3 and 4 are equal, then told apart; 0 and 5 are, too, and 2 stays between."""
    placed = [0, 0, 0]
    for place, index in enumerate(order):
        placed[index] = place
    tape = keys(9, 1, 5, 1, 1, 9, *placed, 1, 0)
    first = permutation(6, tape).tolist()
    assert sorted(first[:3]) == [1, 3, 4]
    assert first[3] == 2
    assert sorted(first[4:]) == [0, 5]
    seen = {
        tuple(permutation(6, keys(9, 1, 5, 1, 1, 9, *each, *pair)).tolist())
        for each in permutations(range(3))
        for pair in ((0, 1), (1, 0))
    }
    assert len(seen) == 12


def test_equals_may_be_equal_again():
    assert permutation(2, keys(3, 3, 7, 7, 1, 0)).tolist() in ([0, 1], [1, 0])
    assert permutation(2, keys(3, 3, 7, 7, 1, 0)).tolist() != permutation(2, keys(3, 3, 7, 7, 0, 1)).tolist()


@pytest.mark.statistical(false_alarm=1e-9)
def test_all_orders_are_equally_likely():
    tape = Source.replay(91)
    numbers = np.array([int("".join(map(str, permutation(4, tape)))) for _ in range(24_000)])
    _, counts = np.unique(numbers, return_counts=True)
    assert fits(counts, [1] * 24)
    assert not fits(counts, [1.1, 0.9] * 12)


@pytest.mark.parametrize("n", [0, 1, 2, 1000])
def test_every_number_is_there_once(n):
    order = permutation(n, Source.fresh())
    assert order.dtype == np.int64
    assert sorted(order.tolist()) == list(range(n))


@pytest.mark.parametrize("n", [-1, 1.5, True, None, "few", []])
def test_what_is_no_size_is_refused(n):
    with pytest.raises(Refused):
        permutation(n, Source.fresh())
