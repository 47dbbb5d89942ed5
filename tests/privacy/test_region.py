# SPDX-License-Identifier: Apache-2.0
"""The region against every event of releases that keep the promise, some of which reach its edges."""

from fractions import Fraction
from itertools import chain, combinations, product

import pytest

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.exact.enclosure import Enclosure
from diffident.privacy.region import Region

ODDS = [Fraction(1), Fraction(5, 4), Fraction(2), Fraction(9)]
DELTAS = [Fraction(0), Fraction(1, 100), Fraction(1, 3)]


def leaky_response(odds, delta):
    """The worst pair: with probability delta the answer leaks, else it is a binary response (Kairouz, Oh, Viswanath 2015)."""
    kept, other = (1 - delta) * odds / (odds + 1), (1 - delta) / (odds + 1)
    return [delta, kept, other, Fraction(0)], [Fraction(0), other, kept, delta]


def geometric_counts(odds, values=4):
    """Two neighbouring counts behind geometric noise with its ends folded in: a pure pair of another form."""
    ratio = 1 / Fraction(odds)

    def around(centre):
        raw = [ratio ** abs(value - centre) for value in range(values)]
        raw[0], raw[-1] = raw[0] / (1 - ratio), raw[-1] / (1 - ratio)
        return [mass / sum(raw) for mass in raw]

    one, other = around(1), around(2)
    return one, other


def events(laws):
    """Yield the probabilities that the two laws give to every set of outcomes."""
    places = range(len(laws[0]))
    for event in chain.from_iterable(combinations(places, size) for size in range(len(places) + 1)):
        yield tuple(sum((law[place] for place in event), Fraction(0)) for law in laws)


def of(odds, delta):
    return Region(Enclosure.of(odds), delta)


@pytest.mark.parametrize("odds", ODDS)
@pytest.mark.parametrize("delta", DELTAS)
def test_no_private_release_leaves_the_region_and_some_reach_its_edge(odds, delta):
    region, points = of(odds, delta), list(events(leaky_response(odds, delta)))
    assert all(region.contains(p, q) for p, q in points)
    for p, q in points:
        least, most = region.possible(p)
        assert Fraction(least) <= q <= Fraction(most)
    smaller = [of(odds - Fraction(1, 1000), delta), of(odds, delta - Fraction(1, 1000))]
    assert not any(all(less.contains(p, q) for p, q in points) for less in smaller)


@pytest.mark.parametrize("odds", ODDS[1:])
def test_geometric_counts_stay_inside_and_a_smaller_region_is_left(odds):
    points = list(events(geometric_counts(odds)))
    assert all(Region.of_odds(odds).contains(p, q) for p, q in points)
    assert not all(Region.of_odds(1 + (odds - 1) * Fraction(9, 10)).contains(p, q) for p, q in points)


@pytest.mark.parametrize(("odds", "delta"), list(product(ODDS, DELTAS)))
def test_what_is_possible_is_what_is_contained(odds, delta):
    region, lattice = of(odds, delta), [Fraction(k, 24) for k in range(25)]
    for p in lattice:
        least, most = map(Fraction, region.possible(p))
        inside = [q for q in lattice if region.contains(p, q)]
        assert inside == [q for q in lattice if least <= q <= most]


@pytest.mark.parametrize(("odds", "delta"), list(product(ODDS, DELTAS)))
def test_no_guess_does_better_than_the_advantage(odds, delta):
    region = of(odds, delta)
    best = max(p - q for p, q in events(leaky_response(odds, delta)))
    assert best <= Fraction(region.advantage) <= best + Fraction(1, 10**12)
    assert Fraction(region.best_guess) == pytest.approx(Fraction(1, 2) + best / 2, abs=1e-12)
    assert region.best_guess >= Fraction(1, 2) + best / 2


@pytest.mark.parametrize("odds", ODDS)
@pytest.mark.parametrize("prior", [Fraction(0), Fraction(1, 100), Fraction(1, 2), Fraction(9, 10), Fraction(1)])
def test_beliefs_move_no_further_than_bayes_allows(odds, prior):
    least, most = map(Fraction, Region.of_odds(odds).posterior(prior))
    after = []
    for here, there in zip(*leaky_response(odds, Fraction(0)), strict=True):
        if here or there:
            after.append(prior * here / (prior * here + (1 - prior) * there))
    assert all(least <= belief <= most for belief in after)
    assert min(after) - least < Fraction(1, 10**12)
    assert most - max(after) < Fraction(1, 10**12)


def test_with_a_delta_somebody_may_become_certain():
    assert Region.of(1, "1e-6").posterior("0.5") == (0.0, 1.0)


def test_an_epsilon_is_taken_at_the_upper_end_of_what_it_may_be():
    odds = enclosure.exp(Fraction(1), 400)
    region = Region.of(1)
    assert region.odds.high >= odds.high
    assert Fraction(region.advantage) >= (odds.high - 1) / (odds.high + 1)
    assert region.advantage == pytest.approx(0.46211715726)
    assert region.best_guess == pytest.approx(0.73105857863)


def test_a_promise_of_three_in_words():
    """Odds change by at most 21, a guess is right at most 96 times in 100."""
    assert 20 < Region.of(3).odds.high < 21
    assert 0.95 < Region.of(3).best_guess < 0.96


def test_certainty_is_the_end():
    assert Region.of(1000, "0.5").advantage == 1.0
    assert Region.of(1000).best_guess == 1.0


@pytest.mark.parametrize("wrong", [-1, 2, "0.5.1", None, True, float("nan"), [0.5], "\u0661"])
def test_what_is_no_probability_is_refused(wrong):
    for question in (Region.of(1).possible, Region.of(1).posterior):
        with pytest.raises(Refused):
            question(wrong)


@pytest.mark.parametrize("wrong", [0, -1, 1001, None, True, float("inf"), "\u0661", 10**400, []])
def test_what_is_no_epsilon_is_refused(wrong):
    with pytest.raises(Refused):
        Region.of(wrong)


@pytest.mark.parametrize("wrong", [-1, 1, "1e-400", float("nan"), None])
def test_what_is_no_delta_is_refused(wrong):
    with pytest.raises(Refused):
        Region.of(1, wrong)


@pytest.mark.parametrize("wrong", [0, "0.99", -1, None, True])
def test_odds_below_one_are_refused(wrong):
    with pytest.raises(Refused):
        Region.of_odds(wrong)
