# SPDX-License-Identifier: Apache-2.0
"""Reach by trying every pair of neighbours of a small world: nobody moves anything further, and somebody moves it as far."""

from fractions import Fraction
from itertools import chain, combinations_with_replacement, product

import pytest

from diffident.errors import Refused
from diffident.privacy.person import Neighbours
from diffident.privacy.reach import FARTHEST, Reach

CELLS = 3


def changes(shares, neighbours):
    """Return every vector by which one person changes a total: what they hold at all is one of these shares."""
    if neighbours is Neighbours.ADD_REMOVE:
        return shares
    return [tuple(a - b for a, b in zip(one, other, strict=True)) for one, other in product(shares, repeat=2)]


def lengths(vectors):
    return max(sum(map(abs, v)) for v in vectors), max(sum(x * x for x in v) for v in vectors)


def held(values, rows):
    """Return every choice of at most so many values."""
    return chain.from_iterable(combinations_with_replacement(values, size) for size in range(rows + 1))


@pytest.mark.parametrize("neighbours", Neighbours)
@pytest.mark.parametrize(("rows", "most"), [(1, None), (1, 1), (2, None), (2, 1), (3, 2), (3, 3), (4, 2), (4, 4)])
def test_nobody_moves_a_histogram_further(neighbours, rows, most):
    cells = CELLS if neighbours is Neighbours.ADD_REMOVE else 2 * CELLS
    shares = [v for v in product(range((most or rows) + 1), repeat=cells) if sum(v) <= rows]
    reach = Reach.of_counts(neighbours, rows_per_person=rows, rows_per_group=most)
    assert lengths(changes(shares, neighbours)) == (reach.l1, reach.l2_squared)


@pytest.mark.parametrize("neighbours", Neighbours)
@pytest.mark.parametrize(("low", "high"), [(0, 3), (-2, 3), (-3, 2), (-3, -1), (1, 3), (0, 1)])
@pytest.mark.parametrize("rows", [1, 2, 3])
def test_nobody_moves_a_sum_further(neighbours, low, high, rows):
    shares = [(sum(kept),) for kept in held(range(low, high + 1), rows)]
    reach = Reach.of_sum(neighbours, Fraction(low), Fraction(high), rows_per_person=rows)
    assert lengths(changes(shares, neighbours)) == (reach.l1, reach.l2_squared)


@pytest.mark.parametrize("neighbours", Neighbours)
@pytest.mark.parametrize(("l1", "l2_squared"), [(1, 1), (2, 2), (2, 4), (3, 5), (3, 2), (1, 9)])
@pytest.mark.parametrize("rows", [1, 2])
def test_nobody_moves_a_sum_of_vectors_further(neighbours, l1, l2_squared, rows):
    allowed = [
        v for v in product(range(-2, 3), repeat=2) if sum(map(abs, v)) <= l1 and sum(x * x for x in v) <= l2_squared
    ]
    shares = [tuple(map(sum, zip((0, 0), *kept, strict=True))) for kept in held(allowed, rows)]
    found = lengths(changes(shares, neighbours))
    reach = Reach.of_vectors(neighbours, l1=l1, l2_squared=l2_squared, rows_per_person=rows)
    assert found[0] <= reach.l1
    assert found[1] <= reach.l2_squared
    assert found[0] == reach.l1 or (l1, l2_squared) == (3, 5)  # (2, 1) is the longest of those: 3 and 5
    if (l1, l2_squared) in {(1, 1), (2, 2), (2, 4)}:
        assert found == (reach.l1, reach.l2_squared)


def test_one_count_moves_half_as_far_as_a_histogram_when_a_person_is_replaced():
    count = Reach.of_sum(Neighbours.REPLACE, Fraction(0), Fraction(1))
    assert 2 * count.l1 == Reach.of_counts(Neighbours.REPLACE).l1


def test_the_largest_columns_do_not_overflow():
    reach = Reach.of_vectors(Neighbours.REPLACE, l1=FARTHEST, l2_squared=FARTHEST**2, rows_per_person=10**9)
    assert reach.l2_squared == (2 * 10**9 * FARTHEST) ** 2


@pytest.mark.parametrize("rows", [0, -1, 1.5, "1.5", True, None, [1], 10**18, "\u0661", float("nan"), float("inf")])
def test_rows_that_are_no_count_are_refused(rows):
    with pytest.raises(Refused):
        Reach.of_counts(Neighbours.ADD_REMOVE, rows_per_person=rows)
    with pytest.raises(Refused):
        Reach.of_sum(Neighbours.ADD_REMOVE, Fraction(0), Fraction(1), rows_per_person=rows)
    with pytest.raises(Refused):
        Reach.of_vectors(Neighbours.ADD_REMOVE, l1=1, l2_squared=1, rows_per_person=rows)


@pytest.mark.parametrize("rows_per_group", [0, 4, 1.5, True])
def test_a_group_holds_at_most_what_a_person_has(rows_per_group):
    with pytest.raises(Refused):
        Reach.of_counts(Neighbours.ADD_REMOVE, rows_per_person=3, rows_per_group=rows_per_group)


@pytest.mark.parametrize(("low", "high"), [(10, 0), (1, 1)])
def test_limits_that_keep_nothing_are_refused(low, high):
    with pytest.raises(Refused, match="bounds_empty"):
        Reach.of_sum(Neighbours.ADD_REMOVE, Fraction(low), Fraction(high))
