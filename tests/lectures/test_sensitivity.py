# SPDX-License-Identifier: Apache-2.0
"""Global sensitivity, by trying every pair of neighbours: notes 000 and 002 section 4; note 003, 'How to get DP'."""

from fractions import Fraction

import pytest

from diffident.privacy.person import Neighbours
from diffident.privacy.reach import Reach
from lectures.worlds import neighbours_of_any_size, neighbours_of_one_size

FIFTHS = [Fraction(k, 5) for k in range(6)]  # numbers in [0, 1], both ends among them


def length(vector):
    """Return the L1 norm."""
    return sum(map(abs, vector))


def sensitivity(function, pairs):
    """Return the largest L1 distance over these neighbours: Definition 4.1 as it stands."""
    return max(length([a - b for a, b in zip(function(x), function(y), strict=True)]) for x, y in pairs)


def histogram(bins):
    return lambda data: [data.count(name) for name in range(bins)]


def test_the_length_of_a_vector_is_the_sum_of_absolute_values():
    """Note 002, section 4: the norms of (1, 0, -3) and (1, 1, 1, 1, 1, 1) are 4 and 6."""
    assert length((1, 0, -3)) == 4
    assert length((1, 1, 1, 1, 1, 1)) == 6


@pytest.mark.parametrize("people", [1, 2, 4])
@pytest.mark.parametrize("records", [(0, 1), FIFTHS[::2]], ids=["bits", "numbers"])
def test_a_proportion_moves_by_one_over_n(people, records):
    """Note 002, Definition 4.1 and examples; notes 000 and 003 (GS of the mean of n bits): 1/n, also for numbers in [0, 1]."""
    records = [*records, 1]
    found = sensitivity(lambda data: [Fraction(sum(data), people)], neighbours_of_one_size(records, people))
    reach = Reach.of_sum(Neighbours.REPLACE, Fraction(0), Fraction(1))
    assert found == Fraction(1, people) == reach.l1 / people


@pytest.mark.parametrize(("low", "top"), [(0, 60), (0, 1), (-2, 5)])
def test_an_average_moves_by_its_range_over_n(low, top):
    """Note 002, Exercise 4.2: R/n for numbers in [0, R] and n fixed; the same holds for any interval, with its length."""
    people = 3
    records = [low + step * (top - low) for step in FIFTHS]
    found = sensitivity(lambda data: [Fraction(sum(data), people)], neighbours_of_one_size(records, people))
    reach = Reach.of_sum(Neighbours.REPLACE, Fraction(low), Fraction(top))
    assert found == Fraction(top - low) / people == reach.l1 / people


def test_when_people_may_come_and_go_an_average_moves_by_half_its_range():
    """Note 002, Exercise 4.2 for the other neighbours: whoever leaves n people moves it by R/n, so R/2 over all sizes."""
    pairs = [pair for pair in neighbours_of_any_size([60 * step for step in FIFTHS], 4) if all(pair)]
    by_size = {
        size: sensitivity(lambda data: [Fraction(sum(data), len(data))], [p for p in pairs if max(map(len, p)) == size])
        for size in (2, 3, 4)
    }
    assert by_size == {size: Fraction(60, size) for size in (2, 3, 4)}


def test_a_sum_moves_by_its_largest_value_when_people_may_come_and_go():
    """Note 002, Definition 4.1 for adding and removing: why a released mean is a sum and a count, not an average."""
    records = [-2 + 7 * step for step in FIFTHS]
    found = sensitivity(lambda data: [Fraction(sum(data))], neighbours_of_any_size(records, 3))
    assert found == 5 == Reach.of_sum(Neighbours.ADD_REMOVE, Fraction(-2), Fraction(5)).l1


@pytest.mark.parametrize("bins", [2, 3, 5])
def test_a_histogram_moves_by_two_whatever_the_number_of_bins(bins):
    """Note 002, section 4 (histogram); note 000, 'Global sensitivity examples': 2 when a record is replaced, 1 when added."""
    replace = sensitivity(histogram(bins), neighbours_of_one_size(range(bins), 3))
    arrive = sensitivity(histogram(bins), neighbours_of_any_size(range(bins), 3))
    assert (replace, arrive) == (2, 1)
    assert Reach.of_counts(Neighbours.REPLACE).l1 == replace
    assert Reach.of_counts(Neighbours.ADD_REMOVE).l1 == arrive


def test_a_histogram_of_one_bin_does_not_move_at_all():
    """Note 002, section 4 ('at most 2'): with one bin for everything the count is n, which replacing leaves as it is."""
    assert sensitivity(lambda data: [len(data)], neighbours_of_one_size((0, 1), 3)) == 0


def test_a_counting_query_moves_by_one_whichever_way_neighbours_are_meant():
    """Note 001, slide 10 (a 0 is a person without it, or without a record): 1 for replacing a bit and for adding one."""
    assert sensitivity(lambda data: [sum(data)], neighbours_of_one_size((0, 1), 3)) == 1
    assert sensitivity(lambda data: [sum(data)], neighbours_of_any_size((0, 1), 3)) == 1
    assert {Reach.of_sum(neighbours, Fraction(0), Fraction(1)).l1 for neighbours in Neighbours} == {1}


@pytest.mark.parametrize("many", [1, 2, 3])
def test_d_statistical_queries_move_by_d(many):
    """Note 000, 'Global sensitivity examples': d counts that one person may all be in; d/n as proportions."""
    records = range(2**many)  # bit j of a record is what query j asks
    pairs = neighbours_of_one_size(records, 2)
    counts = sensitivity(lambda data: [sum(r >> j & 1 for r in data) for j in range(many)], pairs)
    shares = sensitivity(lambda data: [Fraction(sum(r >> j & 1 for r in data), 2) for j in range(many)], pairs)
    assert (counts, shares) == (many, Fraction(many, 2))
    assert Reach.of_counts(Neighbours.ADD_REMOVE, rows_per_person=many).l1 == many


@pytest.mark.parametrize("times", [1, 2, 5])
def test_the_same_count_d_times_moves_by_d(times):
    """Note 000, Exercise 3 (first question): the global sensitivity of f^(d) is d."""
    assert sensitivity(lambda data: [sum(data)] * times, neighbours_of_one_size((0, 1), 3)) == times


def test_an_upper_bound_may_stand_for_the_sensitivity():
    """Note 002, (7) and the remark after Algorithm 3: (7) holds for every bound from GS on, and for none below."""
    pairs, found = neighbours_of_one_size(range(3), 2), 2
    moved = {length([a - b for a, b in zip(histogram(3)(x), histogram(3)(y), strict=True)]) for x, y in pairs}
    assert all(step <= bound for step in moved for bound in (found, 3, 100))
    assert not all(step <= Fraction(199, 100) for step in moved)
