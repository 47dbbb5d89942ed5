# SPDX-License-Identifier: Apache-2.0
"""Permute-and-flip: orders and coins, the law they give, and what it can tell."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts import laws
from contracts.fit import fits
from diffident.exact import enclosure
from diffident.privacy.mechanisms import Exponential, PermuteAndFlip
from diffident.privacy.private import Private
from diffident.randomness.source import Source

LISTS = [[0], [0, 0], [3, 1], [2, 2, 0], [2, 1, 0, -1], [1, 1, 1, 1, 0]]


def any_of_the_heads(scores, rate):
    """The law as it is drawn: all coins are tossed, and any of the heads is taken."""
    heads = [laws.exp(rate * (score - max(scores))) for score in scores]
    law = dict.fromkeys(range(len(scores)), laws.NOTHING)
    for sides in product((True, False), repeat=len(scores)):
        chance = laws.together(p if side else 1 - p for p, side in zip(heads, sides, strict=True))
        for place, side in enumerate(sides):
            law[place] = law[place] + chance / sum(sides) if side else law[place]
    return law


@pytest.mark.parametrize("scores", LISTS, ids=str)
def test_an_order_with_coins_and_coins_with_any_of_the_heads_are_one_law(scores):
    for rate in (Fraction(1, 2), Fraction(2)):
        one, other = laws.permute_and_flip(scores, rate), any_of_the_heads(scores, rate)
        assert all(one[place].low <= other[place].high for place in one)
        assert all(other[place].low <= one[place].high for place in one)


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize("scores", [[5, 5, 3, 0, 4], [2, 1, 0, -(10**30)]], ids=str)
def test_all_orders_and_coins_give_the_law_that_is_drawn(scores):
    mechanism, tape = PermuteAndFlip(sensitivity=1, epsilon=2), Source.replay(1)
    places = [mechanism.draw(Private(scores), tape).item() for _ in range(40_000)]
    right, wrong = (
        {place: chance.low for place, chance in laws.permute_and_flip(scores, rate).items()}
        for rate in (mechanism.rate, mechanism.rate * Fraction(9, 10))
    )
    assert fits(places, right, 1e-9)
    assert not fits(places, wrong, 1e-9)


@given(st.lists(st.integers(-4, 4), min_size=2, max_size=4), st.booleans(), st.data())
def test_no_candidate_changes_by_more_than_epsilon(scores, monotone, data):
    steps = st.integers(0, 2) if monotone else st.integers(-2, 2)
    moved = [score + data.draw(steps) for score in scores]
    mechanism = PermuteAndFlip(sensitivity=2, epsilon=1, monotone=monotone)
    before, after = (laws.permute_and_flip(each, mechanism.rate) for each in (scores, moved))
    odds = enclosure.exp(Fraction(1)).high
    assert all(after[place].low <= odds * before[place].high for place in before)
    assert all(before[place].low <= odds * after[place].high for place in before)


def test_the_range_is_not_bounded_by_epsilon():
    """Hence the loss is pure and no better: the ratios of two candidates reach from near e^-epsilon to e^epsilon."""
    mechanism = PermuteAndFlip(sensitivity=1, epsilon=1)
    before, after = (laws.permute_and_flip(scores, mechanism.rate) for scores in ([20, 0, 20], [19, 1, 20]))
    ratios = [after[place] / before[place] for place in before]
    widest = max(r.low for r in ratios) / min(r.high for r in ratios)
    assert widest > enclosure.exp(Fraction(11, 10)).high


@pytest.mark.parametrize("confidence", ["0.3", "0.5", "0.95", "0.999"])
@pytest.mark.parametrize("among", [2, 3, 5, 40])
def test_the_error_bar_is_the_smallest_that_covers_the_worst_list(confidence, among):
    mechanism = PermuteAndFlip(sensitivity=1, epsilon=1)
    t = int(mechanism.error(confidence, among=among))
    best = [_best(laws.exp(-mechanism.rate * (within + 1)), among) for within in (t, t - 1)]
    assert best[0].high >= Fraction(confidence)
    assert t == 0 or best[1].low < Fraction(confidence)


def _best(heads, among):
    """E[1/(M + 1)] for M of the others heads: the best is taken, of those that fall heads."""
    tails = laws.together([1 - heads] * among)
    return (1 - tails) / (among * heads)


@pytest.mark.parametrize("confidence", ["0.999999999", "0.9999999999999"])
def test_the_error_bar_holds_where_floats_would_lose_the_difference(confidence):
    mechanism = PermuteAndFlip(sensitivity=1, epsilon=1)
    t = int(mechanism.error(confidence, among=3))
    missed = [1 - _best(laws.exp(-mechanism.rate * (within + 1)), 3) for within in (t, t - 1)]
    assert missed[0].low <= 1 - Fraction(confidence) <= missed[1].high


@pytest.mark.parametrize("confidence", ["0.5", "0.95", "0.999"])
@pytest.mark.parametrize("among", [2, 10, 1000])
def test_it_is_never_further_from_the_best_than_the_exponential_mechanism(confidence, among):
    flip, exponential = (kind(sensitivity=3, epsilon="0.5") for kind in (PermuteAndFlip, Exponential))
    assert flip.error(confidence, among=among) <= exponential.error(confidence, among=among)
