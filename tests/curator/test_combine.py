# SPDX-License-Identifier: Apache-2.0
"""Answers of one quantity are one that is more exact; what is not one quantity is not combined; more is paid for once."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from curator.hospital import APPROXIMATE, ASK, curator, hospital, visits
from diffident.curator.result import Answer
from diffident.errors import Refused
from diffident.privacy.laws import DiscreteLaplace
from diffident.privacy.laws.weighted import Weighted
from diffident.randomness.source import Source

COUNT = "SELECT ward, COUNT(*) AS n FROM visits GROUP BY ward"
MANY = {"expected_people": 4000, "budget": {"epsilon": 20}}
SURE = Fraction(95, 100)
DRAWS = 4000
BOUND = 0.022  # 4,000 draws stray no further from their share, but for one case in 10^9


def test_a_combination_is_the_mean_by_precision():
    whole = curator(**MANY)
    one, other = (whole.ask(COUNT, epsilon=epsilon) for epsilon in (1, 2))
    both = one.combine(other)
    precise = [1 / law.sd**2 for ((law,),) in (one.noise, other.noise)]
    for mine, first, second in zip(both.rows, one.rows, other.rows, strict=True):
        mean = (first["n"] * precise[0] + second["n"] * precise[1]) / sum(precise)
        assert mine["n"] == pytest.approx(mean)
    width = both.interval("n")[0][1] - both.interval("n")[0][0]
    assert width < other.interval("n")[0][1] - other.interval("n")[0][0]
    assert both.rows == other.combine(one).rows
    assert both.cost.units == 3 * 10**9
    assert whole.left.units == 17 * 10**9
    assert "adaptively stopped" in str(both)
    assert "adaptively stopped" in both.methods()
    assert [each.price.units for each in both.certificates] == [10**9, 2 * 10**9]


@pytest.mark.statistical(false_alarm=2e-9)
@pytest.mark.parametrize("scales", [(Fraction(3), Fraction(6)), (Fraction(40), Fraction(25))], ids=str)
def test_its_intervals_hold_as_often_as_they_say(scales):
    laws = [DiscreteLaplace(scale) for scale in scales]
    law, twin = Weighted.by_precision(laws), Weighted.by_precision([DiscreteLaplace(scale * 2 / 3) for scale in scales])
    draws = np.array([each.draw(DRAWS, Source.replay(place)) for place, each in enumerate(laws)]).astype(float)
    noise = np.array([float(weight) for _, weight in law.draws]) @ draws
    assert np.mean(np.abs(noise) <= law.quantile(SURE)) >= 0.95 - BOUND
    assert not np.mean(np.abs(noise) <= twin.quantile(SURE)) >= 0.93 - BOUND


@pytest.mark.parametrize("budget", [{"epsilon": 20}, APPROXIMATE], ids=["pure", "approximate"])
def test_a_sharper_answer_is_paid_for_and_as_exact_as_was_said(budget):
    whole = curator(expected_people=4000, budget=budget)
    answer, before = whole.ask(ASK, within={"stay": 8}), whole.left
    shown = answer.sharpen(within={"stay": 5})
    assert whole.left == before
    assert shown.preview.errors["AVG(stay)"] <= 5
    assert "AVG(stay) within" in repr(shown)
    sharper = shown.release()
    assert before.units - whole.left.units == shown.preview.offer.charge.price.units
    alone = whole.offer(ASK, within={"stay": 5}).charge.price.units
    assert 0 < shown.preview.offer.charge.price.units < alone
    assert len(sharper.certificates) == 2
    assert answer.sharpen(within={"stay": 5}).release().rows == sharper.rows
    assert whole.left == sharper.asker.left


def test_the_noise_is_drawn_anew_even_for_the_same_price():
    whole = curator(**MANY)
    answer = whole.ask(COUNT, within={"n": 60})
    offers = [whole.offer(COUNT, within={"n": 60}), answer.sharpen(within={"n": 40}).offer]
    assert offers[0].charge.key != offers[1].charge.key
    third = answer.sharpen(within={"n": 40}).release().sharpen(within={"n": 30}).release()
    assert len({*third.answers}) == 3


def test_a_sharper_answer_can_be_opened_again():
    whole = curator(**MANY)
    sharper = whole.ask(COUNT, within={"n": 60}).sharpen(within={"n": 40}).release()
    again = whole.answers.open(1).combine(whole.answers.open(2))
    assert again.rows == sharper.rows


@pytest.mark.parametrize(
    "other",
    [
        COUNT.replace("FROM visits", "FROM visits WHERE age > 30"),
        COUNT.replace("ward", "age > 30"),
        "SELECT COUNT(*) AS n FROM visits",
        "SELECT ward, AVG(stay) AS n FROM visits GROUP BY ward",
        ASK,
    ],
)
def test_what_is_not_one_quantity_is_refused(other):
    whole = curator(**MANY)
    assert refusal(lambda: whole.ask(COUNT, epsilon=1).combine(whole.ask(other, epsilon=2))) == "not_the_same_quantity"


def test_neither_are_answers_of_other_curators_versions_purposes_or_limits():
    purposes = {"research": 1, "planning": 1}
    whole = hospital("memory", purposes=purposes)
    first = whole.ask(COUNT, epsilon="0.1", purpose="research")
    others = [
        hospital("memory", name="other", purposes=purposes).ask(COUNT, epsilon="0.2", purpose="research"),
        whole.new_version(visits=visits(150)).ask(COUNT, epsilon="0.2", purpose="research"),
        whole.ask(COUNT, epsilon="0.2", purpose="planning"),
        hospital("memory", purposes=purposes, table={"rows_per_person": 2}).ask(
            COUNT, epsilon="0.2", purpose="research"
        ),
    ]
    for other in others:
        assert refusal(lambda other=other: first.combine(other)) == "not_the_same_quantity"


def test_nothing_is_combined_with_itself():
    whole = curator(**MANY)
    one, other = (whole.ask(COUNT, epsilon=epsilon) for epsilon in (1, 2))
    both = one.combine(other)
    for pair in [(one, one), (both, one), (other, both), (one, whole.answers.open(1))]:
        assert refusal(lambda pair=pair: pair[0].combine(pair[1])) == "answer_twice"


def test_what_cannot_be_sharpened_costs_nothing():
    import diffident as dd

    whole = curator(**MANY)
    answer = whole.ask(ASK, epsilon=1)
    left = whole.left
    assert refusal(lambda: answer.sharpen(within={"stay": 50})) == "sharp_enough"
    assert refusal(lambda: answer.sharpen(epsilon=1)) == "sharpen_within"
    assert refusal(answer.sharpen) == "price_or_error"
    assert refusal(lambda: answer.sharpen(within={"x": 1})) == "within_of_no_statistic"
    assert refusal(lambda: Answer(answer.stored, answer.reading).sharpen(within={"n": 3})) == "nobody_to_ask"
    newer = replace(answer, asker=whole.new_version(visits=visits(150)))
    assert refusal(lambda: newer.sharpen(within={"n": 3})) == "not_the_same_quantity"
    assert whole.left == left
    hidden = curator(
        columns={"ward": dd.categories(hidden=True), "stay": dd.bounds(0, 60)}, budget=APPROXIMATE, shape={"ward": 50}
    )
    named = hidden.ask(COUNT, epsilon=1)
    assert refusal(lambda: named.sharpen(within={"n": 3})) == "not_the_same_quantity"


def refusal(act):
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.code


def test_a_mean_of_both_is_within_its_limits():
    whole = curator(**MANY)
    both = whole.ask(ASK, epsilon=1).combine(whole.ask(ASK, epsilon=2))
    for row in both.rows:
        assert 0 <= row["stay_low"] <= row["stay"] <= row["stay_high"] <= 60
        assert not math.isnan(row["stay"])
