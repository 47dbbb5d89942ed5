# SPDX-License-Identifier: Apache-2.0
"""What a plan says besides its numbers: odds, households, warnings, the other ways to collect, and all of it as JSON."""

import json
import math
from fractions import Fraction

import pytest

from diffident.privacy.tradeoff import tradeoff
from diffident.privacy.tradeoff.collected import Plain

ASKED = {"within": "0.05", "confidence": "0.95", "epsilon": 1}


def test_odds_and_the_best_guess_are_those_of_epsilon():
    plan = tradeoff("share", **ASKED)
    assert math.e <= plan.odds < math.e * (1 + 1e-12)
    assert math.e / (math.e + 1) <= plan.best_guess < math.e / (math.e + 1) * (1 + 1e-12)


def test_a_household_is_told_what_its_people_lose_together():
    assert tradeoff("share", **ASKED).for_household == (4, 0)
    assert tradeoff("share", **ASKED, household=1).for_household == (1, 0)
    epsilon, delta = tradeoff("count", within=30, confidence="0.95", epsilon=1, delta="1e-6", household=3).for_household
    assert epsilon == 3
    assert 1e-6 * (1 + math.e + math.e**2) <= delta < 1e-6 * (1 + math.e + math.e**2) * (1 + 1e-9)


@pytest.mark.parametrize(("people", "warned"), [(99, True), (100, False)])
def test_epsilon_below_one_over_people_is_useless_and_said_to_be(people, warned):
    plan = tradeoff("share", confidence="0.5", people=people, epsilon="0.01", neighbours="replace")
    assert any("epsilon is below 1/people" in text for text in plan.warnings) == warned


@pytest.mark.parametrize(("people", "warned"), [(10_000, False), (10_001, True)])
def test_delta_above_a_hundredth_of_one_over_people_exposes_somebody_and_it_is_said(people, warned):
    plan = tradeoff("share", confidence="0.95", people=people, epsilon=1, delta="1e-6")
    assert plan.delta == Fraction(1, 10**6)
    assert any("delta is above 0.01/people" in text for text in plan.warnings) == warned


def test_both_warnings_can_be_due():
    plan = tradeoff("count", confidence="0.95", people=2000, epsilon="1e-4", delta="1e-5")
    assert len(plan.warnings) == 2


def learned(plan):
    return {each.who: each.learned for each in plan.alternatives}


def test_each_way_to_collect_says_who_learns_what():
    told = learned(tradeoff("share", **ASKED))
    assert told["no privacy"] == "everything"
    assert told["trusted curator"] == "the curator everything, readers epsilon 1"
    assert told["randomised at each person"] == "a randomised answer: 74 of 100 guesses right at best"
    assert "readers epsilon 1, delta 0.000001" in learned(tradeoff("share", **ASKED, delta="1e-6"))["trusted curator"]
    assert (
        "a noisy value"
        in learned(tradeoff("mean", within=5, confidence="0.95", epsilon=1, bounds=(0, 60)))[
            "randomised at each person"
        ]
    )


def values(plan):
    return {each.who: each.value for each in plan.alternatives}


def test_the_other_ways_answer_the_same_question():
    asked = {**ASKED, "within": "0.01", "sampling": "simple", "delta": "1e-6"}
    plan = tradeoff("share", **asked)
    found = values(plan)
    assert found["trusted curator"] == plan.people
    assert (
        found["no privacy"] < found["trusted curator"] < found["shuffled reports"] < found["randomised at each person"]
    )
    assert found["randomised at each person"] == 45_118


def test_without_privacy_these_very_people_are_exact():
    plain = next(each for each in tradeoff("share", **ASKED).alternatives if each.who == "no privacy")
    assert (plain.is_exact, plain.value) == (True, None)
    assert plain.as_json() == {
        "who": "no privacy",
        "value": None,
        "by_normal_law": None,
        "exact": True,
        "learned": "everything",
    }


def test_a_total_without_a_number_of_people_has_no_way_without_a_curator():
    assert list(values(tradeoff("count", within=30, confidence="0.95"))) == ["trusted curator"]
    assert list(values(tradeoff("count", within=30, confidence="0.95", people=500))) == [
        "trusted curator",
        "shuffled reports",
        "randomised at each person",
    ]


def test_a_way_that_cannot_answer_says_so():
    plan = tradeoff("share", within="0.0001", confidence="0.95", people=3000)
    assert values(plan)["randomised at each person"] is None
    assert learned(plan)["randomised at each person"] == ""
    asked = tradeoff("share", within="0.05", confidence="0.95", people=3000, sampling="simple")
    assert "no privacy" not in values(asked)  # it has no epsilon


@pytest.mark.parametrize(
    "plan",
    [
        tradeoff("share", **ASKED, sampling="simple"),
        tradeoff("count", within=30, confidence="0.95"),
        tradeoff("mean", bounds=(-1, "1.5"), within="0.1", confidence="0.9", people=400, epsilon=1, delta="1e-6"),
        tradeoff("histogram", cells=12, confidence="0.95", people=400, epsilon=1, trust="nobody"),
    ],
    ids=str,
)
def test_json_says_all_of_it(plan):
    told = json.loads(json.dumps(plan.as_json()))
    assert told["found"] == plan.found
    assert told["people"] == plan.people
    assert told[plan.found if plan.found != "nothing" else "coverage"] == float(plan.value)
    assert told["holds"] is plan.holds
    assert told["release"] == plan.setting.release.value
    assert told["mechanism"] == plan.mechanism
    assert told["household"]["people"] == 4
    assert [each["who"] for each in told["alternatives"]] == [each.who for each in plan.alternatives]
    assert set(told) == {
        "release", "trust", "sampling", "neighbours", "bounds", "cells", "take", "groups_per_person", "share", "within", "confidence", "people",
        "epsilon", "delta", "found", "holds", "coverage", "by_normal_law", "mechanism", "odds", "best_guess",
        "household", "sample", "promise", "warnings", "alternatives",
    }  # fmt: skip


MECHANISMS = [
    ("count", {}, "discrete Laplace noise on the total"),
    ("count", {"delta": "1e-6"}, "discrete Gaussian noise on the total"),
    ("share", {}, "discrete Laplace noise on the pair (total above the lower bound, total below the upper bound)"),
    (
        "share",
        {"neighbours": "replace"},
        "discrete Laplace noise on the total, divided by the declared number of people",
    ),
    ("share", {"sampling": "simple"}, "discrete Laplace noise on the total, divided by the declared number of people"),
    ("share", {"trust": "nobody", "cells": 5}, "randomised response with 5 options"),
    ("mean", {"trust": "nobody", "bounds": (0, 1)}, "discrete Laplace noise at each person"),
    ("share", {"trust": "shuffler", "delta": "1e-6"}, "randomised response with 2 options, and all reports shuffled"),
    ("choice", {"cells": 7}, "permute-and-flip among 7 candidates"),
    ("top", {"cells": 7, "take": 2}, "permute-and-flip, 2 times, among 7 candidates"),
    ("top", {"cells": 7, "delta": "1e-6"}, "the exponential mechanism among 7 candidates"),
    ("threshold", {"cells": 7, "take": 2}, "sparse vector over 7 counts, until 2 reach the threshold"),
    ("categories", {"delta": "1e-6"}, "each category named as likely as its number of people allows"),
    (
        "counted_categories",
        {"delta": "1e-6"},
        "Laplace or Gaussian noise on the number of people, named from a threshold on",
    ),
]


@pytest.mark.parametrize(("release", "given", "done"), MECHANISMS)
def test_a_plan_says_what_is_done_to_the_data(release, given, done):
    assert tradeoff(release, within=1, confidence="0.9", people=100, epsilon=1, **given).mechanism == done


def test_to_do_nothing_is_no_mechanism():
    assert Plain().mechanism == "nothing"
