# SPDX-License-Identifier: Apache-2.0
"""What a curator picks by counts that are not released: top, thresholds, undeclared categories."""

from fractions import Fraction

import numpy as np
import pytest

from diffident.privacy.accounting import rho_for
from diffident.privacy.mechanisms import (
    AboveThreshold,
    GaussianThreshold,
    KeySelection,
    LaplaceThreshold,
    NoisyTopK,
    PermuteAndFlip,
)
from diffident.privacy.private import Private
from diffident.privacy.tradeoff import tradeoff
from diffident.privacy.tradeoff.catalogue import law_of
from diffident.privacy.tradeoff.named import Counted, Named
from diffident.randomness.source import Source
from hostile.inputs import refusal_of
from privacy.tradeoff.simulated import surely_above, surely_below

DELTA = Fraction(1, 10**6)
ASKED = {
    "top": {"cells": 40, "take": 3, "within": 30},
    "top, delta": {"cells": 40, "take": 20, "within": 60, "delta": DELTA},
    "top, declared": {"cells": 40, "take": 3, "within": 60, "neighbours": "replace"},
    "threshold": {"cells": 40, "take": 3, "within": 60},
    "threshold, declared": {"cells": 40, "take": 3, "within": 90, "neighbours": "replace"},
    "categories": {"within": 40, "delta": DELTA},
    "categories, several": {"within": 120, "delta": DELTA, "groups_per_person": 3},
    "counted_categories": {"within": 60, "delta": DELTA},
    "counted_categories, many": {"within": 400, "delta": DELTA, "groups_per_person": 60},
}


def plan(name, **given):
    known = {"confidence": "0.95", "epsilon": "0.7", "people": 5000, **ASKED[name], **given}
    return tradeoff(name.split(",")[0], **known)


@pytest.mark.parametrize("name", ASKED)
def test_the_distance_is_enough_and_one_less_is_not(name):
    found = plan(name, within=None)
    law = law_of(found.setting)
    assert found.within.denominator == 1
    assert law.coverage(found.within, 1, found.epsilon) >= 0.95
    assert law.coverage(found.within - 1, 1, found.epsilon) < 0.95
    assert found.by_normal_law is None


@pytest.mark.parametrize("name", ASKED)
def test_the_epsilon_is_enough_and_a_little_less_is_not(name):
    found = plan(name, epsilon=None)
    law = law_of(found.setting)
    assert law.coverage(found.within, 1, found.epsilon) >= 0.95
    assert law.coverage(found.within, 1, found.epsilon * Fraction(99, 100)) < 0.95


@pytest.mark.parametrize("epsilon", ["0.1", "0.7", "3"])
@pytest.mark.parametrize("each", [1, 4])
def test_the_closed_form_of_a_category_is_that_of_the_mechanism(epsilon, each):
    mechanism = KeySelection(epsilon=epsilon, delta=DELTA, keys_per_person=each)
    law = Named(delta=DELTA, each=each)
    exact = mechanism.digits.astype(float) / 2**64
    found = [law.named(people, Fraction(epsilon)) for people in range(exact.size)]
    assert np.allclose(found, exact, rtol=1e-9, atol=0)
    assert found[-1] == 1.0
    assert law.named(exact.size + 50, Fraction(epsilon)) == 1.0


@pytest.mark.parametrize("each", [1, 3])
@pytest.mark.parametrize("confidence", ["0.5", "0.95", "0.999"])
def test_the_smallest_group_is_that_of_the_mechanism(each, confidence):
    given = {"within": None, "groups_per_person": each, "confidence": confidence}
    same = {"epsilon": "0.7", "delta": DELTA, "keys_per_person": each}
    assert plan("categories", **given).within == KeySelection(**same).error(confidence)
    thresholds = [kind(**same).error(confidence) for kind in (LaplaceThreshold, GaussianThreshold)]
    assert plan("counted_categories", **given).within == min(thresholds)


def test_many_categories_of_a_person_call_for_gaussian_noise():
    found = plan("counted_categories, many", within=None)
    same = {"epsilon": "0.7", "delta": DELTA, "keys_per_person": 60}
    assert found.within == GaussianThreshold(**same).error("0.95") < LaplaceThreshold(**same).error("0.95")


@pytest.mark.parametrize("each", [1, 60])
@pytest.mark.parametrize("people", [1, 40, 700])
def test_a_draft_is_near(each, people):
    law = Counted(delta=DELTA, each=each)
    assert law.drafted(None).named(people, Fraction(1, 2)) == pytest.approx(law.named(people, Fraction(1, 2)), abs=0.05)


def test_top_one_is_the_choice_and_several_are_those_of_the_mechanism():
    assert plan("top", take=1, within=None).within == PermuteAndFlip(sensitivity=1, epsilon="0.7", monotone=True).error(
        "0.95", among=40
    )
    pure = NoisyTopK(count=3, sensitivity=1, epsilon="0.7", monotone=True)
    assert plan("top", within=None).within <= pure.error("0.95", among=40)
    spread = NoisyTopK(count=20, sensitivity=1, rho=rho_for(Fraction(7, 10), DELTA), monotone=True)
    assert plan("top, delta", within=None).within == spread.error("0.95", among=40)


def test_a_threshold_is_that_of_the_mechanism():
    for name, one_way in (("threshold", True), ("threshold, declared", False)):
        mechanism = AboveThreshold(threshold=9, sensitivity=1, epsilon="0.7", positives=3, monotone=one_way)
        assert plan(name, within=None).within == mechanism.error("0.95", answers=40)


def test_an_epsilon_that_the_mechanism_refuses_names_nothing():
    assert Named(delta=DELTA).named(10**7, Fraction(1, 10**6)) == 0.0
    assert refusal_of(lambda: KeySelection(epsilon="1e-6", delta=DELTA)).code == "epsilon_too_thin"


@pytest.mark.parametrize("release", ["top", "threshold"])
def test_more_cannot_be_taken_than_there_are(release):
    refusal = refusal_of(lambda: tradeoff(release, cells=5, take=6, within=9, confidence="0.9"))
    assert refusal.code == "more_than_there_are"


@pytest.mark.parametrize("release", ["categories", "counted_categories"])
def test_categories_need_a_delta(release):
    refusal = refusal_of(lambda: tradeoff(release, within=30, confidence="0.9"))
    assert refusal.code == "argument_missing"
    assert str(refusal).count(f"{release.replace('_', ' ')} needs delta") == 1


def lists_right(times, tape):
    """Return how often the worst list of counts is told right, out of so many times, by the mechanism's own draws."""
    t = int(plan("threshold", within=None).within)
    mechanism = AboveThreshold(threshold=0, sensitivity=1, epsilon="0.7", positives=3, monotone=True)
    worst, source = Private([-t - 1] * 37 + [t] * 3), Source.replay(tape)
    return sum(mechanism.draw(worst, source).tolist() == [False] * 37 + [True] * 3 for _ in range(times)), t


def bests_right(times, tape):
    """Return how often one of forty is chosen that has at most t fewer people than the best."""
    t = int(plan("top", take=1, within=None).within)
    mechanism, source = PermuteAndFlip(sensitivity=1, epsilon="0.7", monotone=True), Source.replay(tape)
    worst = Private([t + 1] + [0] * 39)
    return sum(int(mechanism.draw(worst, source)) == 0 for _ in range(times)), t


def groups_named(times, tape):
    """Return how many groups of the smallest size that is promised are named."""
    t = int(plan("categories", within=None).within)
    mechanism = KeySelection(epsilon="0.7", delta=DELTA)
    return mechanism.draw(Private(dict.fromkeys(range(times), t)), Source.replay(tape)).size, t


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize(
    ("simulated", "name", "given", "times"),
    [
        (lists_right, "threshold", {}, 20_000),
        (bests_right, "top", {"take": 1}, 20_000),
        (groups_named, "categories", {}, 100_000),
    ],
)
def test_they_err_as_often_as_predicted(simulated, name, given, times):
    """Neither more often nor less often; an epsilon a tenth off is noticed."""
    hits, t = simulated(times, 1)
    exact = float(plan(name, within=t, confidence=None, **given).coverage)
    assert not surely_below(hits, times, exact)
    assert not surely_above(hits, times, exact + 1e-6 + 1e-3)
    for epsilon, wrong in (("0.77", surely_below), ("0.63", surely_above)):
        assert wrong(hits, times, float(plan(name, within=t, confidence=None, epsilon=epsilon, **given).coverage))


@pytest.mark.statistical(false_alarm=1e-9)
def test_several_choices_err_no_more_often_than_predicted():
    t, times, source = int(plan("top", within=None).within), 4_000, Source.replay(3)
    mechanism, scores = (
        NoisyTopK(count=3, sensitivity=1, epsilon="0.7", monotone=True),
        [3 * t + 3, t + 1, t + 1] + [0] * 37,
    )
    hits = sum(set(mechanism.draw(Private(scores), source).tolist()) == {0, 1, 2} for _ in range(times))
    assert not surely_below(hits, times, float(plan("top", within=t, confidence=None).coverage))
    assert surely_below(hits, times, float(plan("top", within=t, confidence=None, epsilon=2).coverage))
