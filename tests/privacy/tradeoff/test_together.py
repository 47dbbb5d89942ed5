# SPDX-License-Identifier: Apache-2.0
"""Several questions under one promise: against all splits of small plans, and within what was promised."""

import math
from fractions import Fraction

import pytest

from diffident.errors import Refused
from diffident.privacy.accounting.budget import Budget
from diffident.privacy.tradeoff import together, tradeoff
from diffident.privacy.tradeoff.catalogue import law_of
from diffident.privacy.tradeoff.question import OutOfReach

COUNT = {"release": "count", "within": 300, "confidence": "0.95"}
MEAN = {"release": "mean", "bounds": (0, 60), "within": "0.5", "people": 5000, "confidence": "0.95"}
SUM = {"release": "sum", "bounds": (-5, 5), "within": 400, "confidence": "0.9"}
CHOICE = {"release": "choice", "cells": 20, "within": 500, "confidence": "0.95"}
CURVED = {**MEAN, "people": 60, "within": 2}
PURE, APPROXIMATE = Budget(epsilon="0.2"), Budget(epsilon=1, delta="1e-6", typical="0.02")


def stretch(question, epsilon):
    """Return how many times the distance that was wanted is kept at an epsilon, infinity where none is."""
    try:
        found = tradeoff(**{**question, "within": None}, epsilon=epsilon)
    except OutOfReach:
        return math.inf
    return found.within / Fraction(question["within"])


@pytest.mark.parametrize("questions", [(COUNT, MEAN), (MEAN, SUM), (COUNT, CHOICE), (CURVED, COUNT)])
def test_no_split_of_a_pure_promise_does_better(questions):
    """Of a hundred splits none has a largest stretch that is one part in a hundred less; an uneven one has twice as much."""
    plan = together(questions, promise=PURE)
    shares = [Fraction(part, 400) for part in range(8, 393, 4)]
    worst = [
        max(stretch(one, each * PURE.epsilon) for one, each in zip(questions, (share, 1 - share), strict=True))
        for share in shares
    ]
    assert plan.stretch <= min(worst) * Fraction(101, 100)
    assert max(worst) > 2 * min(worst)


def test_no_split_in_three_does_better():
    questions = (COUNT, MEAN, SUM)
    plan, parts = together(questions, promise=PURE), 40
    known = [
        {part: stretch(one, Fraction(part, parts) * PURE.epsilon) for part in range(1, parts - 1)} for one in questions
    ]
    worst = min(
        max(known[0][first], known[1][second], known[2][parts - first - second])
        for first in range(1, parts - 1)
        for second in range(1, parts - first)
    )
    assert plan.stretch <= worst * Fraction(101, 100)


@pytest.mark.parametrize("promise", [PURE, APPROXIMATE], ids=str)
def test_all_of_it_fits_and_is_spent(promise):
    plan = together([COUNT, MEAN, SUM, CHOICE] * 3, promise=promise)
    assert promise.price(*(each.loss for each in plan.plans)) == plan.price <= promise.cap
    assert promise.share(plan.price) > Fraction(98, 100)
    for each, asked in zip(plan.plans, [COUNT, MEAN, SUM, CHOICE] * 3, strict=True):
        assert each.within <= plan.stretch * Fraction(asked["within"]) * Fraction(100_001, 100_000)
        assert each.holds
        assert law_of(each.setting).coverage(each.within, each.numbers.people, each.epsilon) >= each.confidence


def test_wishes_that_fit_are_met_with_room_and_others_are_said_to_be_missed():
    rich, poor = (together([COUNT, MEAN], promise=Budget(epsilon=epsilon)) for epsilon in (2, "0.01"))
    assert (rich.holds, poor.holds) == (True, False)
    assert "every wish is met" in str(rich)
    assert "errors are larger than wanted" in str(poor)
    assert rich.as_json()["stretch"] == float(rich.stretch) <= 1 < poor.as_json()["stretch"]
    assert len(rich.as_json()["plans"]) == 2


def test_a_wish_that_no_epsilon_meets_is_stretched():
    """Sixty people with a wish of a thousandth: even the largest epsilon leaves more noise than that."""
    plan = together([{**CURVED, "within": "0.001"}], promise=Budget(epsilon=5))
    assert plan.stretch > 1
    assert plan.plans[0].holds
    assert stretch({**CURVED, "within": "0.001"}, 5) <= plan.stretch <= stretch({**CURVED, "within": "0.001"}, 4)


def test_one_question_gets_all():
    plan = together([MEAN], promise=PURE)
    assert Fraction(98, 100) * PURE.epsilon < plan.plans[0].epsilon <= PURE.epsilon


@pytest.mark.parametrize(
    "wrong",
    [[], {}, None, "count", [1], [{}], [{"release": "count"}], [{**COUNT, "epsilon": 1}], [COUNT] * 1001],
    ids=lambda wrong: repr(wrong)[:30],
)
def test_what_is_no_list_of_questions_is_refused(wrong):
    with pytest.raises(Refused, match="nothing_planned"):
        together(wrong, promise=PURE)


def test_a_question_that_is_wrong_is_refused_as_by_itself():
    with pytest.raises(Refused, match="choice_unknown"):
        together([{**COUNT, "release": "median"}], promise=PURE)


def test_what_never_fits_is_refused():
    """Two questions of the smallest epsilon that there is cost more than a promise of about as much."""
    with pytest.raises(Refused, match="never_together"):
        together([COUNT, COUNT], promise=Budget(epsilon="1e-9"))
