# SPDX-License-Identifier: Apache-2.0
"""What privacy survives: composition, post-processing, groups; notes 001 slide 16, 003 part 2, 004 last slide."""

from fractions import Fraction
from itertools import combinations, product

import pytest

from diffident.exact import enclosure
from diffident.privacy import accounting
from diffident.privacy.group import of_group
from diffident.privacy.loss import Approx, Pure
from diffident.privacy.mechanisms import Laplace, RandomizedResponse
from lectures.worlds import (
    NEVER,
    both,
    largest_excess,
    largest_ratio,
    lists,
    neighbours_of_any_size,
    neighbours_of_one_size,
    noisy_count,
    responses,
    then,
)

BITS = (0, 1)
HALF = Fraction(1, 2)
DIE = Fraction(2, 3)


def rolled(data):
    return responses(data, DIE)


def test_two_answers_cost_the_sum():
    """Note 001, slide 16 (2 epsilon); note 003, property 2 (sequential); note 004 (composition): odds multiply, 2 x 2 = 4."""
    pairs = neighbours_of_one_size(BITS, 2)

    def twice(data):
        return both(rolled(data), noisy_count(sum(data), HALF, 2))

    assert largest_ratio(twice, pairs) == largest_ratio(rolled, pairs) * 2 == 4


def test_a_second_question_may_depend_on_the_first_answer():
    """Note 003, sequential composition: the analyst asks for the person who answered yes, with other odds; still at most 2 x 3."""
    pairs = neighbours_of_one_size(BITS, 2)

    def adaptive(data):
        steps = {}
        for reports, mass in rolled(data).items():
            asked = reports.index(1) if 1 in reports else 0
            for answer, share in responses((data[asked],), Fraction(3, 4)).items():
                steps[reports, answer] = mass * share
        return steps

    assert largest_ratio(adaptive, pairs) == 6


@pytest.mark.parametrize("many", [2, 5, 100])
def test_our_accounting_adds_up(many):
    """Note 001, slide 16: so many mechanisms of 0.1 are priced at their sum when nothing is left to delta, and never above."""
    parts = [Laplace(sensitivity=1, epsilon="0.1"), RandomizedResponse(options=2, epsilon="0.1")] * many
    assert accounting.epsilon(parts, delta=0) == pytest.approx(0.2 * many)
    assert accounting.epsilon(parts, delta="1e-6") <= accounting.epsilon(parts, delta=0)


def test_answers_about_separate_people_cost_the_largest():
    """Note 003, property 2 (parallel): one count per town, each person in one town; adding one person moves one count."""
    people = [("north", 0), ("north", 1), ("south", 0), ("south", 1)]

    def per_town(data):
        counts = [sum(bit for town, bit in data if town == name) for name in ("north", "south")]
        return both(noisy_count(counts[0], HALF, 3), noisy_count(counts[1], Fraction(1, 3), 3))

    assert largest_ratio(per_town, neighbours_of_any_size(people, 3)) == 3
    assert (
        largest_ratio(per_town, neighbours_of_one_size(people, 2)) == 6
    )  # who moves town is in both: replacing adds up


def test_no_transformation_of_the_output_makes_it_less_private():
    """Note 001, slide 16; note 003, property 1; note 004: every function of two reports to three values, all 81."""
    pairs, outputs = neighbours_of_one_size(BITS, 2), lists(BITS, 2)
    for values in product("abc", repeat=len(outputs)):
        table = dict(zip(outputs, values, strict=True))
        assert largest_ratio(lambda data, to=table: then(rolled(data), lambda out: {to[out]: Fraction(1)}), pairs) <= 2


def test_nor_does_a_random_one():
    """Note 003, property 1 (any transformation): all coins of a lattice thrown on the output; delta is kept as well."""
    pairs = neighbours_of_one_size(BITS, 1)
    chances = [Fraction(k, 4) for k in range(5)]
    odds = Fraction(3, 2)
    before = largest_excess(rolled, pairs, odds)
    assert before > 0
    for heads in product(chances, repeat=2):

        def thrown(data, heads=heads):
            coin = dict(zip(lists(BITS, 1), heads, strict=True))
            return then(rolled(data), lambda out: {1: coin[out], 0: 1 - coin[out]})

        assert largest_ratio(thrown, pairs) <= 2
        assert largest_excess(thrown, pairs, odds) <= before


def test_a_transformation_that_looks_at_the_data_again_is_no_post_processing():
    """Note 003, property 1, read with care: the step may see the output and nothing else."""

    def corrected(data):
        return then(rolled(data), lambda reports: {reports if reports == data else "wrong": Fraction(1)})

    assert largest_ratio(corrected, neighbours_of_one_size(BITS, 2)) == NEVER


@pytest.mark.parametrize("people", [1, 2, 3])
def test_a_group_is_protected_k_times_less(people):
    """Note 001, slide 16 (group privacy, e^(k epsilon)): all pairs of data sets that differ in at most k entries."""
    near = [
        (one, other)
        for one, other in product(lists(BITS, 3), repeat=2)
        if sum(a != b for a, b in zip(one, other, strict=True)) <= people
    ]
    assert largest_ratio(rolled, near) == 2**people
    assert of_group(Pure(Fraction(1, 10)), people) == Pure(Fraction(people, 10))


def test_a_group_under_delta_carries_it_along():
    """Note 001, slide 16, with note 004's delta: a coin that uses up all that is allowed at each person reaches our formula."""
    delta, odds = Fraction(1, 1000), 2
    heads = [Fraction(0)]
    for _ in range(3):
        heads.append(odds * heads[-1] + delta)

    def coin(count):
        return {1: heads[count], 0: 1 - heads[count]}

    neighbours = [(a, b) for a, b in product(range(4), repeat=2) if abs(a - b) == 1]
    assert largest_excess(coin, neighbours, odds) == delta
    epsilon = enclosure.log(Fraction(odds)).high
    for people in (1, 2, 3):
        apart = largest_excess(coin, [(people, 0), (0, people)], odds**people)
        grouped = of_group(Approx(epsilon, delta), people)
        assert apart == delta * (2**people - 1) <= grouped.delta < apart + Fraction(1, 10**12)


def test_groups_of_mechanisms_are_groups_of_their_noise():
    """Note 001, slide 16: a household of three behind Laplace noise at 0.2 is priced at 0.6."""
    loss = of_group(Laplace(sensitivity=1, epsilon="0.2").loss, 3)
    assert accounting.epsilon([loss], delta=0) == pytest.approx(0.6)


def test_privacy_is_kept_by_choosing_one_of_two_private_algorithms():
    """Note 003, composition: a public coin between two algorithms is as private as the worse of the two."""

    def either(data):
        coin = {"die": HALF, "count": HALF}
        laws = {"die": rolled(data), "count": noisy_count(sum(data), Fraction(1, 3), 2)}
        return {(side, out): coin[side] * mass for side, law in laws.items() for out, mass in law.items()}

    assert largest_ratio(either, neighbours_of_one_size(BITS, 2)) == 3


def test_composing_more_never_costs_less():
    """Note 001, slide 16 (the budget): no sub-list of three releases reveals more than the list."""
    pairs = neighbours_of_one_size(BITS, 1)
    kept = [Fraction(2, 3), Fraction(3, 4), Fraction(4, 7)]

    def all_of(chosen):
        def release(data):
            law = {(): Fraction(1)}
            for chance in chosen:
                law = both(law, responses(data, chance))
            return law

        return largest_ratio(release, pairs)

    everything = all_of(kept)
    assert everything == 2 * 3 * Fraction(4, 3)
    assert all(all_of(part) <= everything for size in range(3) for part in combinations(kept, size))
