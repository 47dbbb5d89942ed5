# SPDX-License-Identifier: Apache-2.0
"""A plan as a page: the ways to collect first, then what the chosen one means."""

import pytest

from diffident.privacy.tradeoff import tradeoff
from diffident.privacy.tradeoff.words import answer

KNOWN = {"within": "0.05", "confidence": "0.95", "people": 900, "epsilon": "0.5"}


def share(**given):
    return tradeoff("share", **{**KNOWN, **given})


def test_the_page_of_a_sample():
    page = str(share(people=None, epsilon=1, within="0.01", trust="nobody", sampling="simple")).splitlines()
    assert page[0] == "Share of people with a property, within 0.01, 95 %, epsilon 1:"
    assert "people needed   normal law" in page[1]
    assert page[4].split()[:5] == ["shuffled", "reports", "needs", "a", "delta"]
    assert page[5].split()[:6] == ["randomised", "at", "each", "person", "45,118", "44,971"]
    assert page[7:] == [
        "  answer      45,118 people, nobody trusted",
        "  done        randomised response with 2 options",
        "  error       noise, and who happens to be asked",
        "  sample      noise deviates by 0.00452, who is asked by 0.00235; alike at epsilon 1.77",
        "  a person    changes the odds of any outcome at most 2.72 times; 74 of 100 guesses right at best",
        "  4 together  epsilon 4",
    ]


@pytest.mark.parametrize(
    ("unknown", "said"),
    [("people", "{} people"), ("epsilon", "epsilon {}"), ("within", "{} is the error"), ("confidence", "{} %")],
)
def test_the_answer_is_one_line(unknown, said):
    plan = share(**{unknown: None})
    before, after = said.split("{}")
    line = answer(plan)
    assert line.startswith(before)
    assert line.endswith(after)
    assert float(line.removeprefix(before).removesuffix(after).replace(",", "")) > 0


def test_of_categories_the_smallest_group_is_told():
    named = tradeoff("categories", confidence="0.95", epsilon=1, delta="1e-6")
    assert answer(named) == "groups of 16 people are named"
    assert "smallest group" in str(named).splitlines()[1]
    assert "  error       how many people it takes for a category to be named" in str(named).splitlines()
    asked = tradeoff("categories", within=10, confidence="0.95", epsilon=1, delta="1e-6")
    assert answer(asked).startswith("no: a category of 10 people is named with ")


def test_yes_and_no():
    assert answer(share()).startswith("yes: the error stays within 0.05 with 9")
    assert answer(share(people=10)).startswith("no: the error stays within 0.05 with ")


@pytest.mark.parametrize(
    ("release", "given", "title"),
    [
        ("count", {"within": 30}, "Count of people, within 30, 95 %:"),
        ("count", {"within": 30, "people": 900}, "Count of people, within 30, 95 %, 900 people:"),
        ("sum", {"within": 900, "bounds": (0, 60)}, "Sum of values from 0 to 60, within 900, 95 %:"),
        (
            "mean",
            {"within": 2, "bounds": (-5, 60), "people": 900},
            "Mean of values from -5 to 60, within 2, 95 %, 900 people:",
        ),
        ("choice", {"within": 9, "cells": 12}, "The one of 12 candidates that most people have, within 9, 95 %:"),
        ("top", {"within": 9, "cells": 12, "take": 3}, "The 3 of 12 candidates that most people have, within 9, 95 %:"),
        (
            "threshold",
            {"within": 40, "cells": 12},
            "Which of 12 counts reach a threshold, until 1 do, within 40, 95 %:",
        ),
        (
            "categories",
            {"within": 30, "delta": "1e-6"},
            "Undeclared categories, by name, groups of 30 people, 95 %:",
        ),
        (
            "counted_categories",
            {"within": 300, "delta": "1e-6", "groups_per_person": 3},
            "Undeclared categories, at most 3 of a person, with their numbers of people, groups of 300 people, 95 %:",
        ),
        ("histogram", {"within": 90, "cells": 12}, "Counts of people in 12 cells, the worst of them, within 90, 95 %:"),
    ],
)
def test_the_title_says_what_was_given(release, given, title):
    assert str(tradeoff(release, confidence="0.95", **given)).splitlines()[0] == title


def test_what_is_out_of_reach_and_what_is_exact_have_words_of_their_own():
    rows = [line.split() for line in str(share(within="0.0001", people=3000, epsilon=None)).splitlines()]
    assert rows[2] == ["no", "privacy", "exact", "-", "everything"]
    assert rows[5][:7] == ["randomised", "at", "each", "person", "out", "of", "reach"]


def test_warnings_and_a_delta_are_on_the_page():
    assert "warning" not in str(share(within=None))
    page = str(tradeoff("count", confidence="0.95", epsilon="1e-4", delta="1e-5", people=2000))
    assert page.count("  warning     ") == 2
    assert "  4 together  epsilon 0.0004, delta 4.0e-05" in page
