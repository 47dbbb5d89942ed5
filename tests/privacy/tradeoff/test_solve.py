# SPDX-License-Identifier: Apache-2.0
"""What is found keeps what was asked for, and the number before it does not."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.errors import Refused
from diffident.exact.number import LARGEST_WHOLE
from diffident.privacy.tradeoff import solve, tradeoff
from diffident.privacy.tradeoff.catalogue import law_of
from diffident.privacy.tradeoff.collected import RandomisedResponse
from diffident.privacy.tradeoff.numbers import Numbers, Unknown
from diffident.privacy.tradeoff.search import as_confidence, digit, least, rounded_up

PLANS = {
    "count": {"within": 30},
    "count with delta": {"within": 30, "delta": "1e-6"},
    "sum": {"within": 900, "bounds": (0, 60)},
    "histogram": {"within": 60, "cells": 12},
    "histogram with delta": {"within": 40, "cells": 12, "delta": "1e-6", "neighbours": "replace"},
    "share": {"within": "0.03"},
    "share with delta": {"within": "0.03", "delta": "1e-6"},
    "mean": {"within": 2, "bounds": (0, 60)},
    "share of a sample": {"within": "0.05", "sampling": "simple"},
    "mean of a sample": {"within": 3, "sampling": "simple", "bounds": (0, 60), "delta": "1e-6"},
    "share at home": {"within": "0.05", "trust": "nobody"},
    "mean at home": {"within": 4, "trust": "nobody", "bounds": (0, 60)},
    "histogram at home": {"within": 150, "trust": "nobody", "cells": 3},
}
NUMBERS = {"confidence": "0.95", "people": 900, "epsilon": "0.5"}


def plan(name, **given):
    return tradeoff(name.split()[0], **{**NUMBERS, **PLANS[name], **given})


def coverage(found, **other):
    numbers = {"within": found.within, "people": found.numbers.people, "epsilon": found.epsilon, **other}
    return law_of(found.setting).coverage(**numbers)


@pytest.mark.parametrize("name", PLANS)
def test_the_epsilon_is_enough_and_a_unit_less_is_not(name):
    found = plan(name, epsilon=None)
    unit = digit(float(found.epsilon), 4)
    assert found.epsilon % unit == 0
    assert coverage(found) >= 0.95
    assert coverage(found, epsilon=found.epsilon - unit) < 0.95


@pytest.mark.parametrize("name", PLANS)
def test_the_distance_is_enough_and_a_unit_less_is_not(name):
    found = plan(name, within=None)
    unit = law_of(found.setting).grain or digit(float(found.within), 4)
    assert found.within % unit == 0
    assert coverage(found) >= 0.95
    assert coverage(found, within=found.within - unit) < 0.95


@pytest.mark.parametrize("name", [name for name in PLANS if name.split()[0] in {"share", "mean"}])
def test_people_are_enough_from_then_on_and_one_fewer_is_not(name):
    found = plan(name, people=None)
    law = law_of(found.setting)
    assert law.coverage(found.within, found.people - 1, found.epsilon) < 0.95
    assert law.coverages(found.within, range(found.people, found.people + 40), found.epsilon).min() >= 0.95
    assert law.coverages(found.within, [2 * found.people, 10 * found.people], found.epsilon).min() >= 0.95


@pytest.mark.parametrize("name", PLANS)
def test_the_confidence_is_the_coverage_and_all_four_go_together(name):
    found = plan(name, confidence=None)
    assert found.confidence == found.coverage == found.value == as_confidence(coverage(found))
    given = {"confidence": found.confidence} if found.confidence >= Fraction(1, 2) else {"confidence": "0.5"}
    together = plan(name, **given)
    assert together.found == "nothing"
    assert together.holds == (found.coverage >= together.confidence)
    assert together.value == found.coverage


@pytest.mark.parametrize("name", PLANS)
def test_a_search_that_starts_elsewhere_ends_there_too(name):
    """Where the normal law says nothing, the search takes longer and finds the same."""
    for unknown in ("epsilon", "within"):
        found = plan(name, **{unknown: None})
        law, numbers = law_of(found.setting), found.numbers
        near = Fraction(getattr(numbers, unknown)) * 3 / 2
        again = solve.found(law, Unknown(unknown), numbers, near)
        assert abs(again - getattr(numbers, unknown)) <= digit(float(near), 4)


def test_nothing_that_could_be_found_is_no_number():
    law = RandomisedResponse(sampled=True)
    known = Numbers(within=Fraction(1, 10**9), confidence=Fraction(19, 20), people=10, epsilon=Fraction(1))
    for unknown in (Unknown.PEOPLE, Unknown.EPSILON):
        assert solve.found(law, unknown, known, None) is None
    assert solve.found(law, Unknown.WITHIN, known, None) < 1


@pytest.mark.parametrize("within", ["0.4", "0.5", "0.3"])
@pytest.mark.parametrize("confidence", ["0.5", "0.6"])
def test_so_few_people_that_the_first_ones_are_enough(within, confidence):
    found = tradeoff("share", within=within, confidence=confidence, epsilon=10, trust="nobody", sampling="simple")
    law = law_of(found.setting)
    assert law.coverages(found.within, range(found.people, found.people + 60), found.epsilon).min() >= float(confidence)
    assert found.people == 1 or law.coverage(found.within, found.people - 1, found.epsilon) < float(confidence)


def test_where_hardly_anybody_is_turned_round_the_first_person_is_enough():
    assert tradeoff("share", within="0.4", confidence="0.9", epsilon=10, trust="nobody").people == 1


def test_a_last_failure_too_far_back_is_not_looked_for(monkeypatch):
    """Then the answer is a little larger than it had to be, and still keeps what was asked for."""
    asked = {"within": "0.01", "confidence": "0.95", "epsilon": 1, "trust": "nobody", "sampling": "simple"}
    exact = tradeoff("share", **asked).people
    monkeypatch.setattr(solve, "MOST_BLOCKS", 0)
    certain = tradeoff("share", **asked).people
    assert exact < certain < exact * 1.02


@given(st.integers(-50, 50), st.integers(-50, 50), st.integers(0, 60), st.integers(-100, 100))
def test_least_is_the_first_that_holds_wherever_the_search_starts(threshold, low, size, near):
    high = low + size
    found = least(lambda number: number >= threshold, low, high, near)
    assert found == (max(threshold, low) if threshold <= high else None)


@given(st.lists(st.booleans(), min_size=1, max_size=40), st.integers(0, 40))
def test_of_a_jagged_question_it_finds_some_number_that_holds_after_one_that_does_not(answers, near):
    found = least(lambda place: answers[place], 0, len(answers) - 1, near)
    if found is None:
        assert not answers[-1]
    else:
        assert answers[found]
        assert found == 0 or not answers[found - 1]


@given(st.floats(1e-12, 1e12), st.integers(1, 9))
def test_rounding_up_keeps_so_many_digits(number, digits):
    rounded = rounded_up(number, digits)
    assert Fraction(number) <= rounded <= Fraction(number) + digit(number, digits)
    assert rounded % digit(number, digits) == 0


def test_no_confidence_is_certain():
    assert as_confidence(1.0) == 1 - Fraction(1, 10**6)
    assert as_confidence(0.0) == 0


@pytest.mark.parametrize("release", ["share", "mean"])
def test_what_needs_more_people_than_there_are_is_refused(release):
    asked = {"within": "1e-9", "confidence": "0.95", "epsilon": "0.01", "trust": "nobody"}
    with pytest.raises(Refused, match=f"No number of people up to {LARGEST_WHOLE:,} is enough"):
        tradeoff(release, **asked, **({"bounds": (0, 1)} if release == "mean" else {}))
