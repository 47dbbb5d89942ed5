# SPDX-License-Identifier: Apache-2.0
"""What differential privacy says, tried on everything small enough to try: notes 000, 001, 002 section 3, 003 and 004."""

from fractions import Fraction
from itertools import combinations, pairwise, product
from math import comb

import pytest

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.exact.number import Epsilon
from diffident.exact.rounding import round_down, round_up
from diffident.privacy.group import of_group
from diffident.privacy.loss import Pure
from diffident.privacy.mechanisms import Laplace
from diffident.privacy.person import Neighbours
from diffident.privacy.region import Region
from lectures.worlds import (
    NEVER,
    chance,
    events,
    largest_excess,
    largest_ratio,
    lists,
    neighbours_of_any_size,
    neighbours_of_one_size,
    noisy_count,
    ratio,
    replaced,
    responses,
)

BITS = (0, 1)
DIE = Fraction(2, 3)


def rolled(data):
    return responses(data, DIE)


def laws_on_three_outputs(parts):
    """Every law on three outputs whose chances are multiples of 1/parts."""
    cells = [(a, b, parts - a - b) for a in range(parts + 1) for b in range(parts + 1 - a)]
    return [dict(enumerate(Fraction(part, parts) for part in cell)) for cell in cells]


@pytest.mark.parametrize("people", [1, 2, 3])
def test_no_event_becomes_likelier_by_more_than_e_to_the_epsilon(people):
    """Note 002, Definition 3.1, (2); note 000, slides 'Differential Privacy'; note 001, slide 9: every event, every pair."""
    for one, other in neighbours_of_one_size(BITS, people):
        law, its = rolled(one), rolled(other)
        assert all(chance(law, event) <= 2 * chance(its, event) for event in events(law))
        assert any(chance(law, event) > Fraction(199, 100) * chance(its, event) for event in events(law))


def test_neighbours_differ_in_one_record():
    """Note 002, section 3; note 000, 'change one person's data (or add or remove them)': the two models and their link."""
    pairs = neighbours_of_one_size("abc", 3)
    assert all(sum(a != b for a, b in zip(one, other, strict=True)) == 1 for one, other in pairs)
    assert len(pairs) == 3**3 * 3 * 2
    steps = set(neighbours_of_any_size("abc", 3))
    for one, other in pairs:
        (place,) = (i for i in range(3) if one[i] != other[i])
        rest = tuple(sorted(one[:place] + one[place + 1 :]))
        assert (tuple(sorted(one)), rest) in steps
        assert (rest, tuple(sorted(other))) in steps
    assert (Neighbours.ADD_REMOVE.moves, Neighbours.REPLACE.moves) == (1, 2)


def test_a_list_of_reports_hides_answers_but_not_who_took_part():
    """Note 002, section 3.1: privacy depends on which data sets are neighbours; randomised response is for replacing."""
    assert largest_ratio(rolled, neighbours_of_one_size(BITS, 2)) == 2
    assert largest_ratio(rolled, neighbours_of_any_size(BITS, 2)) == NEVER


def test_one_persons_friendships_are_many_edges():
    """Note 002, section 3.1: in a graph of friends a person may hold all edges at a node, not one edge."""
    people = range(4)
    possible = list(combinations(people, 2))
    graphs = [frozenset(e for e, on in zip(possible, marks, strict=True) if on) for marks in product(BITS, repeat=6)]
    edges = [len(a) - len(b) for a in graphs for b in graphs if len(a ^ b) == 1]
    nodes = [len(a) - len(b) for a in graphs for b in graphs if any(all(p in e for e in a ^ b) for p in people)]
    assert (max(edges), max(nodes)) == (1, 3)


@pytest.mark.parametrize("law", laws_on_three_outputs(5))
def test_for_discrete_outputs_every_output_is_as_good_as_every_event(law):
    """Note 002, Exercise 3.3 (discrete); note 000, 'Two equivalent versions': all pairs of laws on a lattice."""
    for its in laws_on_three_outputs(5):
        by_output = max(ratio(law[output], its[output]) for output in law)
        by_event = max(ratio(chance(law, event), chance(its, event)) for event in events(law))
        assert by_output == by_event


def test_a_bound_on_densities_is_a_bound_on_events():
    """Note 002, Exercise 3.3 (densities): Laplace noise of scale 2 around 0 and 1, every interval of a lattice."""
    places = [Fraction(k, 4) for k in range(-16, 21)]

    def below(place, centre):
        tail = enclosure.exp(-abs(place - centre) / 2) / 2
        return tail if place < centre else 1 - tail

    odds = enclosure.exp(Fraction(1, 2))
    for low, high in combinations(places, 2):
        here, there = (below(high, centre) - below(low, centre) for centre in (0, 1))
        assert here.low <= (odds * there).high
        assert there.low <= (odds * here).high
    here, there = (below(Fraction(0), centre) - below(Fraction(-4), centre) for centre in (0, 1))
    assert here.low > (enclosure.exp(Fraction(49, 100)) * there).high


def test_what_0_2_and_0_5_can_become_when_odds_change_by_five_quarters():
    """Note 002, Exercise 3.4: at epsilon = ln(5/4), about 0.223, 0.2 can become 0.16 .. 0.25 and 0.5 can become 0.4 .. 0.6."""
    region = Region.of_odds("1.25")
    assert Fraction("0.2231") < enclosure.log(Fraction(5, 4)).low < Fraction("0.2232")
    assert region.possible("0.2") == (round_down(Fraction("0.16")), 0.25)
    assert region.possible("0.5") == (round_down(Fraction("0.4")), round_up(Fraction("0.6")))


@pytest.mark.parametrize(("p", "least", "most"), [("0.2", "0.16", "0.25"), ("0.5", "0.4", "0.6")])
def test_both_ends_of_the_range_belong_to_an_algorithm_and_nothing_beyond_does(p, least, most):
    """Note 002, Exercise 3.4: the coin that says 14 with these chances is private; one part in a million further is not."""

    def coin(heads):
        return {14: Fraction(heads), 13: 1 - Fraction(heads)}

    def odds(q):
        return largest_ratio(lambda side: coin((p, q)[side]), [(0, 1), (1, 0)])

    step = Fraction(1, 10**6)
    assert odds(least) <= Fraction(5, 4)
    assert odds(most) <= Fraction(5, 4)
    assert odds(Fraction(least) - step) > Fraction(5, 4)
    assert odds(Fraction(most) + step) > Fraction(5, 4)


LATTICE = [Fraction(k, 12) for k in range(13)]


@pytest.mark.parametrize("odds", [Fraction(5, 4), Fraction(2), Fraction(7, 2)])
def test_the_region_holds_exactly_the_pairs_that_some_private_algorithm_has(odds):
    """Note 000, Exercise 1 (draw it): four lines from the corners (0, 0) and (1, 1); every pair inside is a coin's."""
    region = Region.of_odds(odds)
    for p, q in product(LATTICE, repeat=2):
        coins = ({0: 1 - p, 1: p}, {0: 1 - q, 1: q})
        private = largest_ratio(coins.__getitem__, [(0, 1), (1, 0)]) <= odds
        assert region.contains(p, q) == private
        least, most = region.possible(p)
        assert private == (Fraction(least) <= q <= Fraction(most))


def test_events_of_a_private_algorithm_stay_in_its_region():
    """Note 000, Exercise 1: all events of three rolled dice, for all neighbours; a region a tenth smaller is left."""
    region, smaller = Region.of_odds(2), Region.of_odds("1.9")
    points = set()
    for one, other in neighbours_of_one_size(BITS, 3):
        law, its = rolled(one), rolled(other)
        points |= {(chance(law, event), chance(its, event)) for event in events(law)}
    assert all(region.contains(p, q) for p, q in points)
    assert not all(smaller.contains(p, q) for p, q in points)


def test_the_region_shrinks_with_epsilon():
    """Note 000, Exercise 1 (second question): smaller, and strictly."""
    regions = [Region.of_odds(odds) for odds in ("1", "1.25", "1.5", "2", "5")]
    held = [{point for point in product(LATTICE, repeat=2) if region.contains(*point)} for region in regions]
    assert all(small < large for small, large in pairwise(held))
    assert held[0] == {(p, p) for p in LATTICE}


def test_only_impossible_against_possible_is_outside_for_every_epsilon():
    """Note 000, Exercise 1 (third question): the edges of the square without the corners (0, 0) and (1, 1)."""
    for p, q in product(LATTICE, repeat=2):
        never = max(ratio(p, q), ratio(q, p), ratio(1 - p, 1 - q), ratio(1 - q, 1 - p)) == NEVER
        assert never == (p != q and bool({p, q} & {0, 1}))
        assert Region.of_odds(10**6).contains(p, q) != never


def test_epsilon_zero_ignores_the_data():
    """Note 002, section 3: at epsilon 0 the law of the output is the same for all inputs; note 001, slide 6 (ideal privacy)."""
    laws = laws_on_three_outputs(4)
    for law, its in product(laws, repeat=2):
        assert (largest_ratio((law, its).__getitem__, [(0, 1), (1, 0)]) == 1) == (law == its)
    assert Region.of_odds(1).possible("0.3") == (round_down(Fraction("0.3")), round_up(Fraction("0.3")))
    assert len(_reached((0, 0, 0), BITS)) == 2**3  # and steps between neighbours lead to every data set


def _reached(start, universe):
    known, fresh = {start}, {start}
    while fresh:
        fresh = {other for data in fresh for other in replaced(data, universe)} - known
        known |= fresh
    return known


def test_a_deterministic_private_algorithm_is_constant():
    """Note 000, Exercise 2; note 004, 'any deterministic algorithm': all 81 functions from two bits to three outputs."""
    pairs, inputs = neighbours_of_one_size(BITS, 2), lists(BITS, 2)
    for outputs in product("abc", repeat=4):
        table = {data: {output: Fraction(1)} for data, output in zip(inputs, outputs, strict=True)}
        constant = len(set(outputs)) == 1
        assert largest_ratio(table.__getitem__, pairs) == (1 if constant else NEVER)
        assert largest_excess(table.__getitem__, pairs, odds=10**9) == (0 if constant else 1)


def test_delta_is_what_an_event_may_exceed():
    """Note 004, the (epsilon, delta) definition: publishing with chance delta, and else a rolled die, at epsilon ln 2."""
    delta = Fraction(1, 10)

    def careless(data):
        reports = {("rolled", *reports): (1 - delta) * mass for reports, mass in rolled(data).items()}
        return {**reports, ("published", *data): delta}

    pairs = neighbours_of_one_size(BITS, 2)
    assert largest_ratio(careless, pairs) == NEVER
    assert largest_excess(careless, pairs, odds=2) == delta
    one, other = (0, 0), (0, 1)
    law, its = careless(one), careless(other)
    either = set(law) | set(its)
    worst = max(chance(law, event) - 2 * chance(its, event) for event in events(either))
    assert worst == delta
    region = Region.of("0.6931471805599454", delta)  # a little above ln 2
    assert all(region.contains(chance(law, event), chance(its, event)) for event in events(either))


def test_without_delta_it_is_the_pure_definition():
    """Note 004, 'delta = 0 is called pure': the same region, and the same excess."""
    assert Region.of("0.5", 0) == Region.of("0.5")
    assert largest_excess(rolled, neighbours_of_one_size(BITS, 3), odds=2) == 0
    assert largest_excess(rolled, neighbours_of_one_size(BITS, 3), odds=Fraction(19, 10)) > 0


def test_the_same_output_can_come_from_a_private_and_from_a_careless_algorithm():
    """Note 000, 'form against content'; note 002, section 3.1, first point: a table alone is never private."""
    algorithms = {
        "private": lambda data: noisy_count(sum(data), Fraction(1, 2), 3),
        "careless": lambda data: {sum(data): 1},
    }
    assert all(algorithm((1, 1, 0))[2] > 0 for algorithm in algorithms.values())
    pairs = neighbours_of_one_size(BITS, 3)
    assert [largest_ratio(algorithm, pairs) for algorithm in algorithms.values()] == [2, NEVER]


@pytest.mark.parametrize("epsilon", [Fraction(1, 2**80), Fraction(1, 2**100)])
def test_an_epsilon_as_small_as_two_to_the_minus_eighty_is_refused(epsilon):
    """Note 000, 'think 1/10, not 1/2^80'; note 002, section 3.1, 2^-100: at 2^-30 the noise already covers all mankind."""
    with pytest.raises(Refused, match="epsilon_below_floor"):
        Epsilon.of(epsilon)
    assert Laplace(sensitivity=1, epsilon=Fraction(1, 2**30)).error(confidence=0.99) > 4 * 10**9
    assert Laplace(sensitivity=1, epsilon="0.1").error(confidence=0.99) < 50


def test_below_one_over_n_the_whole_data_set_is_as_good_as_hidden():
    """Note 002, after Exercise 4.6: with epsilon = 1/n even two unrelated data sets differ by one epsilon of 1 together."""
    people = 500
    assert of_group(Pure(Fraction(1, people)), people) == Pure(Fraction(1))
    assert Region.of(1).best_guess < 0.732


def test_what_the_study_teaches_about_alice_it_teaches_without_her():
    """Note 003, example 1 (smoking causes cancer): the belief about Alice moves as far when she is not in the data."""
    rate, q, others, seen = {True: Fraction(9, 10), False: Fraction(1, 10)}, Fraction(1, 2), 12, 11

    def noise(count):
        return (1 - q) / (1 + q) * q ** abs(seen - count)

    def belief(*, alice_is_in):
        weigh = {True: Fraction(0), False: Fraction(0)}
        for causes, ill, count in product((True, False), (True, False), range(others + 1)):
            share = comb(others, count) * rate[causes] ** count * (1 - rate[causes]) ** (others - count)
            weigh[ill] += share * (rate[causes] if ill else 1 - rate[causes]) * noise(count + (ill and alice_is_in))
        return weigh[True] / (weigh[True] + weigh[False])

    within, without = belief(alice_is_in=True), belief(alice_is_in=False)
    assert without > Fraction(4, 5)
    change = (within / (1 - within)) / (without / (1 - without))
    assert q <= change <= 1 / q
