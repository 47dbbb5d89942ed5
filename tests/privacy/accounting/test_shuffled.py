# SPDX-License-Identifier: Apache-2.0
"""Shuffling against every list of a few answers, against an urn in fractions, and against what papers promise."""

import math
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from math import comb

import numpy as np
import pytest

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.exact.rounding import up_to
from diffident.privacy.accounting import pld, shuffled
from diffident.privacy.accounting.renyi import divergence
from diffident.privacy.accounting.response import Response
from diffident.privacy.accounting.shuffled import Shuffled
from diffident.privacy.convert import FINEST
from diffident.privacy.group import of_group
from diffident.privacy.loss import Approx, Pure
from diffident.privacy.mechanisms import RandomizedResponse

ODDS = [Fraction(11, 10), Fraction(2), Fraction(5)]
NOTHING = 1e-29  # more than what is cut off


def local(odds, options=None):
    """Return the loss of one report whose odds change by at most this factor; of randomised response with options."""
    epsilon = up_to(enclosure.log(odds).high, FINEST)
    return Response(epsilon, options) if options else Pure(epsilon)


def bound(loss, odds):
    """Return the excess that is certified at epsilon = ln(odds)."""
    atoms = loss.removal(0.0)
    return float(np.sum(np.maximum(atoms.p - float(odds) * atoms.q, 0.0))) + atoms.only_p + atoms.error


def alone(loss, odds):
    """Return the excess that is certified for one batch by itself, at an epsilon that is not above ln(odds)."""
    return loss.delta(enclosure.log(odds).low)


def excess(laws, odds):
    p, q = laws
    return sum((max(mass - odds * q.get(seen, 0), Fraction(0)) for seen, mass in p.items()), Fraction(0))


def turning(*weights):
    """Return a rule: report y for the answer x with probability proportional to weights[y - x]."""
    return [
        [Fraction(weights[report - answer]) / sum(weights) for report in range(len(weights))]
        for answer in range(len(weights))
    ]


def counts(rule, answers):
    """Return the law of how often each report is seen, which is all that a shuffler leaves."""
    law = {(0,) * len(rule[0]): Fraction(1)}
    for answer in answers:
        after = {}
        for seen, mass in law.items():
            for report, chance in enumerate(rule[answer]):
                more = (*seen[:report], seen[report] + 1, *seen[report + 1 :])
                after[more] = after.get(more, Fraction(0)) + mass * chance
        law = after
    return law


def neighbours(rule, people):
    """Yield the laws of the counts on every two lists of answers that differ in one."""
    for one, other in permutations(range(len(rule)), 2):
        for rest in combinations_with_replacement(range(len(rule)), people - 1):
            yield counts(rule, (one, *rest)), counts(rule, (other, *rest))


def between(odds):
    """Return odds at which excesses are compared: nothing, a quarter of the way, half of it."""
    return [1 + (odds - 1) * Fraction(part, 4) for part in range(3)]


@pytest.mark.parametrize("odds", ODDS, ids=float)
@pytest.mark.parametrize(("options", "people"), [(2, 1), (2, 2), (2, 3), (2, 5), (3, 1), (3, 2), (3, 4), (4, 3)])
def test_no_shuffled_reports_are_further_apart(odds, options, people):
    """Every list of answers, both ways; a twin that counts one person more is refuted by them."""
    pairs = list(neighbours(turning(odds, *[1] * (options - 1)), people))
    mine, twin = (Shuffled(local(odds, options), many) for many in (people, people + 1))
    for level in between(odds):
        worst = max(excess(laws, level) for laws in pairs)
        assert worst <= Fraction(bound(mine, level))
        assert worst <= Fraction(alone(mine, level))
        assert worst > Fraction(bound(twin, level)) or people > 4
        assert worst > Fraction(alone(twin, level)) or people > 4


def rules(odds):
    """Return rules that are ln(odds)-private: choosing a half, lying, and some that treat answers differently."""
    yield turning(odds, 1, 1)
    yield turning(1, odds, odds)
    yield turning(odds, odds, 1, 1)
    yield turning(odds, 1, odds, 1)
    yield [[Fraction(1, 2), Fraction(1, 2)], [1 / (2 * odds), 1 - 1 / (2 * odds)]]
    leaning = odds / (2 * odds + 1)
    yield [[leaning, leaning, 1 / (2 * odds + 1)], [1 / (odds + 2), odds / (odds + 2), 1 / (odds + 2)]]


@pytest.mark.parametrize("odds", ODDS, ids=float)
@pytest.mark.parametrize("people", [1, 2, 3])
def test_no_rule_that_is_as_private_is_further_apart(odds, people):
    loss = Shuffled(local(odds), people)
    for rule in rules(odds):
        ratios = [max(one[y] / other[y] for y in range(len(one))) for one, other in permutations(rule, 2)]
        assert max(ratios) <= odds
        for level in between(odds):
            worst = max(excess(laws, level) for laws in neighbours(rule, people))
            assert worst <= Fraction(bound(loss, level))
            assert worst <= Fraction(alone(loss, level))


def test_one_person_more_and_one_direction_only_are_refuted():
    odds, people = Fraction(11, 10), 3
    halves = list(neighbours(turning(odds, odds, 1, 1), people))
    twin = Shuffled(local(odds), people + 1)
    assert all(max(excess(laws, level) for laws in halves) > bound(twin, level) for level in between(odds))
    level, leaning = Fraction(3, 2), [[Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 10), Fraction(9, 10)]]
    there = counts(leaning, (0, 0, 0)), counts(leaning, (1, 0, 0))
    assert excess(there, level) != excess(there[::-1], level)
    assert max(excess(there, level), excess(there[::-1], level)) <= bound(Shuffled(local(Fraction(5)), 3), level)


def urn(people, odds, options, blank):
    """Return both laws of (reports that tell nothing, of the one answer, of the other), counting the person's own."""
    laws = {}, {}
    own = [odds, 1, options - 2]
    for many in range(people):
        chance = comb(people - 1, many) * blank**many * (1 - blank) ** (people - 1 - many)
        for ones in range(many + 1):
            for others in range(many - ones + 1):
                rest = many - ones - others
                ways = comb(many, ones) * comb(many - ones, others) * Fraction(options - 2) ** rest
                mass = chance * ways / Fraction(options) ** many / (odds + options - 1)
                for law, (here, there, away) in zip(laws, (own, [1, odds, options - 2]), strict=True):
                    for seen, weight in (((1, 0), here), ((0, 1), there), ((0, 0), away)):
                        key = (many + 1, ones + seen[0], others + seen[1])
                        if mass * weight:
                            law[key] = law.get(key, Fraction(0)) + mass * weight
    return laws


@pytest.mark.parametrize("odds", ODDS[1:], ids=float)
@pytest.mark.parametrize(("options", "people"), [(None, 25), (2, 25), (3, 12), (7, 12)])
def test_the_pair_is_that_of_an_urn_and_not_of_a_fuller_one(odds, options, people):
    """For any rule the urn of Feldman, McMillan and Talwar; for randomised response that of Balle and others."""
    blank = options / (odds + options - 1) if options else 1 / odds
    laws = urn(people, odds, options or 2, blank)
    assert sum(laws[0].values()) == sum(laws[1].values()) == 1
    for level in between(odds):
        true = excess(laws, level)
        assert true <= Fraction(bound(Shuffled(local(odds, options), people), level))
        assert bound(Shuffled(local(odds, options), people), level) <= float(true) * (1 + 1e-2) + NOTHING
        assert not true <= Fraction(bound(Shuffled(local(odds, options), people + 1), level))
        assert true <= Fraction(alone(Shuffled(local(odds, options), people), level))
        assert alone(Shuffled(local(odds, options), people), level) <= float(true) * (1 + 1e-2) + NOTHING


@pytest.mark.parametrize("odds", [Fraction(11, 10), Fraction(3), Fraction(40)], ids=float)
@pytest.mark.parametrize("options", [None, 2, 4])
def test_an_event_that_ends_exactly_at_an_outcome_is_covered(options, odds):
    """Where the last outcome adds nothing, a float may count it or not; either way no excess is hidden."""
    people, strength = 9, (odds - 1) / (odds + 1)
    blank = options / (odds + options - 1) if options else 1 / odds
    laws, loss = urn(people, odds, options or 2, blank), Shuffled(local(odds, options), people)
    for many in range(2, people + 1):
        share = 1 if options in {None, 2} else Fraction(many * (odds + 1), many * (odds + 1) + 2 * (people - many))
        for ones in range(many // 2 + 1, many):
            tilt = share * strength * (Fraction(2 * ones, many) - 1)
            epsilon = enclosure.log((1 + tilt) / (1 - tilt)).low
            true = excess(laws, enclosure.exp(epsilon).high)
            assert true <= Fraction(loss.delta(epsilon)) <= true * Fraction(103, 100) + Fraction(1, 10**12)


@pytest.mark.parametrize("epsilon", ["0", "0.01", "0.5"])
@pytest.mark.parametrize("one", [Pure(Fraction(2)), Response(Fraction(1)), Response(Fraction(3), 4)], ids=str)
@pytest.mark.parametrize("people", [3, 300, 10**4, 10**6])
def test_one_batch_by_itself_agrees_with_its_loss_distribution(one, people, epsilon):
    """Both are upper bounds of the same; the closed form is quicker, and little above where it is not negligible."""
    loss = Shuffled(one, people)
    long = float(pld.delta([loss], epsilon=epsilon))
    short = loss.delta(Fraction(epsilon))
    assert short <= long * 1.1 + 1e-12
    assert short >= long * 0.97 - 1e-20


@pytest.mark.parametrize("one", [Pure(Fraction(2)), Response(Fraction(1)), Response(Fraction(2), 4)], ids=str)
def test_groups_and_cells_hide_no_more_and_hardly_less(one, monkeypatch):
    """Each choice of groups is sound; ours is within two in a thousand of one with many times more of both."""
    usual = pld.epsilon([Shuffled(one, 1000)], delta="1e-6")
    levels = [Fraction(1), Fraction(enclosure.exp(usual / 2).high), Fraction(enclosure.exp(usual).high)]
    known = {}
    for atoms, cells in ((1 << 12, 16), (1 << 20, 256), (1 << 21, 512)):
        monkeypatch.setattr(shuffled, "ATOMS", atoms)
        monkeypatch.setattr(shuffled, "CELLS", cells)
        known[atoms] = [bound(Shuffled(one, 1000), level) for level in levels]
    coarse, ours, fine = known.values()
    assert all(here <= there * (1 + 1e-9) for here, there in zip(fine, ours, strict=True))
    assert all(here <= there * (1 + 1e-9) for here, there in zip(ours, coarse, strict=True))
    monkeypatch.undo()
    assert fine[2] <= 1e-6 < bound(Shuffled(one, 1000), enclosure.exp(usual * Fraction(998, 1000)).high) * 1.02
    assert ours[2] <= fine[2] * 1.05


def promised(epsilon, people, delta):
    """Return what Feldman, McMillan and Talwar 2023 promise in closed form."""
    spread = 4 * math.sqrt(2 * math.log(4 / delta) / ((math.exp(epsilon) + 1) * people)) + 4 / people
    return math.log1p(math.expm1(epsilon) * spread)


def leaked(epsilon, people, delta):
    """Return the epsilon of binary response when all others answer no, exactly but for floats: nobody may claim less."""
    from scipy.stats import binom

    yes = 1 / (math.exp(epsilon) + 1)
    seen = np.arange(people + 1)
    more, fewer = binom.pmf(seen - 1, people - 1, yes), binom.pmf(seen, people - 1, yes)
    p, q = (1 - yes) * more + yes * fewer, yes * more + (1 - yes) * fewer
    low, high = 0.0, epsilon
    for _ in range(40):
        middle = (low + high) / 2
        known = max(np.sum(np.maximum(a - math.exp(middle) * b, 0)) for a, b in ((p, q), (q, p)))
        low, high = (middle, high) if known > delta else (low, middle)
    return low


@pytest.mark.parametrize(("epsilon", "shown"), [(1, 0.036), (2, 0.087), (4, 0.315)])
def test_it_lies_between_what_is_leaked_and_what_is_promised(epsilon, shown):
    people, delta = 10**4, 1e-6
    least = leaked(epsilon, people, delta)
    assert least == pytest.approx(shown, abs=1e-3)
    response, whatever = (
        float(pld.epsilon([Shuffled(one, people)], delta="1e-6"))
        for one in (Response(Fraction(epsilon)), Pure(Fraction(epsilon)))
    )
    assert least < response < whatever < promised(epsilon, people, delta) * 1.01
    assert response < 1.35 * least


def test_a_million_reports_take_few_cells():
    loss = Shuffled(Pure(Fraction(1)), 10**6)
    assert loss.pair(0.0).p.size < 20_000
    assert 0.004 < pld.epsilon([loss], delta="1e-6") < promised(1, 10**6, 1e-6) / 3


def test_more_people_and_less_of_a_report_hide_more():
    def price(one, people):
        return pld.epsilon([Shuffled(one, people)], delta="1e-8")

    by_people = [price(Pure(Fraction(1)), people) for people in (1, 10, 100, 1000, 10_000)]
    assert by_people == sorted(by_people, reverse=True)
    assert by_people[0] == 1
    by_report = [price(Response(Fraction(tenths, 10), 3), 500) for tenths in (1, 5, 10, 30, 100)]
    assert by_report == sorted(by_report)


def test_batches_add_up_like_any_losses():
    """Composed over ten batches it costs more than one, and less than ten times as much."""
    batch = Shuffled(RandomizedResponse(epsilon=1).loss, 1000)
    one, ten = (pld.epsilon([(batch, times)], delta="1e-6") for times in (1, 10))
    assert one < ten < 5 * one
    assert of_group(batch, 3) == Pure(3 * batch.epsilon)


@pytest.mark.parametrize("order", [Fraction(3, 2), Fraction(4), Fraction(60), Fraction(10**9)])
def test_its_divergence_is_that_of_the_urn(order):
    odds, people = Fraction(3), 20
    p, q = urn(people, odds, 2, 1 / odds)
    above = float(order - 1)
    losses = {seen: math.log(mass / q[seen]) for seen, mass in p.items()}
    top = max(losses.values())
    moment = sum(float(mass) * math.exp(above * (losses[seen] - top)) for seen, mass in p.items())
    true = top + math.log(moment) / above
    found, failed = divergence(Shuffled(local(odds), people), order)
    assert failed == 0
    assert true <= found * (1 + Fraction(1, 10**12)) <= true * 1.001
    assert found <= local(odds).epsilon


def test_who_says_nothing_tells_nothing():
    assert pld.epsilon([Shuffled(Pure(Fraction(0)), 100)], delta="1e-9") == 0
    assert bound(Shuffled(Pure(Fraction(0)), 100), 1) < 1e-8


def test_more_people_than_are_counted_hide_at_least_as_much():
    epsilon = pld.epsilon([Shuffled(Response(Fraction(4)), 10**12)], delta="1e-6")
    assert epsilon == pld.epsilon([Shuffled(Response(Fraction(4)), shuffled.ENOUGH)], delta="1e-6")


def test_a_report_that_tells_everything_is_not_hidden():
    assert pld.epsilon([Shuffled(Pure(Fraction(60)), 10**6)], delta="1e-9") > 50


@pytest.mark.parametrize("wrong", [0, -1, 1.5, True, None, "many", float("nan"), float("inf"), [], 10**400, "\u0661"])
def test_what_is_no_number_of_people_is_refused(wrong):
    with pytest.raises(Refused):
        Shuffled(Pure(Fraction(1)), wrong)


@pytest.mark.parametrize("wrong", [Approx(Fraction(1), Fraction(1, 10**6)), 1, None, RandomizedResponse(epsilon=1)])
def test_a_report_of_another_kind_is_refused(wrong):
    with pytest.raises(Refused, match="not_a_local_loss"):
        Shuffled(wrong, 100)
