# SPDX-License-Identifier: Apache-2.0
"""What cannot be asked, and what cannot be answered."""

from fractions import Fraction

import pytest

from diffident.errors import Refused
from diffident.privacy.tradeoff import people_for, tradeoff
from hostile.inputs import BAD, label, refusal_of

SHARE = {"release": "share", "within": "0.05", "confidence": "0.95", "people": 900, "epsilon": 1}
MEAN = {**SHARE, "release": "mean", "bounds": (0, 60), "within": 2}
CELLS = {**SHARE, "release": "histogram", "cells": 12, "within": 90}


def code_of(**asked):
    release = asked.pop("release")
    refusal = refusal_of(lambda: tradeoff(release, **asked))
    return refusal and refusal.code


NUMBERS = [
    ("within", "positive", SHARE),
    ("people", "count", SHARE),
    ("epsilon", "epsilon", SHARE),
    ("delta", "delta", SHARE),
    ("household", "count", SHARE),
    ("cells", "count", CELLS),
    ("take", "count", {"release": "top", "cells": 10**6, "within": 90, "confidence": "0.9", "epsilon": 1}),
    ("groups_per_person", "count", {"release": "categories", "within": 90, "epsilon": 1, "delta": "1e-6"}),
]


@pytest.mark.parametrize(("name", "kind", "asked"), NUMBERS, ids=[name for name, _, _ in NUMBERS])
def test_a_bad_number_is_refused_with_its_code(name, kind, asked):
    wrong = [
        (label(value), code, found)
        for value, code in BAD[kind]
        for found in [code_of(**{**asked, name: value})]
        if value is not None and found != code
    ]
    assert wrong == []


@pytest.mark.parametrize("name", ["release", "trust", "sampling"])
@pytest.mark.parametrize("word", ["median", "", "Count", "nobody ", 1, None, ["count"], b"count"])
def test_a_word_that_means_nothing_is_refused(name, word):
    with pytest.raises(Refused, match=f"{name} must be one of") as refused:
        tradeoff(**{**SHARE, name: word})
    assert refused.value.code == "choice_unknown"


@pytest.mark.parametrize("word", ["remove", 2, ["replace"]])
def test_neighbours_are_of_one_of_two_kinds(word):
    assert code_of(**SHARE, neighbours=word) == "choice_unknown"


@pytest.mark.parametrize("left_out", [("within", "people"), ("within", "confidence", "epsilon"), ("people", "epsilon")])
def test_only_one_number_can_be_left_out(left_out):
    with pytest.raises(Refused, match=", ".join(left_out)) as refused:
        tradeoff(**{**SHARE, **dict.fromkeys(left_out)})
    assert refused.value.code == "too_much_left_out"


@pytest.mark.parametrize("confidence", [0, "0.49", 1, "0.9999999", -1, "95"])
def test_a_confidence_is_at_least_one_half_and_never_certain(confidence):
    assert code_of(**{**SHARE, "confidence": confidence}) == "number_out_of_range"


@pytest.mark.parametrize("share", [0, 1, "1.5", -1])
def test_a_share_lies_between_none_and_all(share):
    assert code_of(**SHARE, share=share) == "number_out_of_range"


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ({**SHARE, "bounds": (0, 1)}, "bounds"),
        ({**MEAN, "cells": 3}, "cells"),
        ({**MEAN, "share": "0.5"}, "share"),
        ({**CELLS, "sampling": "simple"}, "sampling"),
        ({**SHARE, "trust": "nobody", "neighbours": "replace"}, "neighbours"),
        ({**SHARE, "trust": "nobody", "delta": "1e-6"}, "delta"),
        ({**CELLS, "release": "choice", "delta": "1e-6"}, "delta"),
        ({**CELLS, "release": "choice", "trust": "nobody"}, "trust"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_nothing_is_ignored_silently(asked, name):
    with pytest.raises(Refused, match=f"{name} says nothing about") as refused:
        tradeoff(**asked)
    assert refused.value.code == "argument_not_used"


def test_what_only_people_know_is_not_guessed():
    assert code_of(**{**MEAN, "bounds": None}) == "argument_missing"
    assert code_of(**{**MEAN, "bounds": None, "release": "sum"}) == "argument_missing"
    assert code_of(**{**CELLS, "cells": None}) == "argument_missing"
    assert code_of(**{**CELLS, "cells": None, "release": "choice"}) == "argument_missing"


@pytest.mark.parametrize("bounds", [5, "01", b"01", (1,), (0, 1, 2), {0, 1}, object()])
def test_bounds_are_two_numbers(bounds):
    assert code_of(**{**MEAN, "bounds": bounds}) == "bounds_not_two_numbers"


@pytest.mark.parametrize(
    ("bounds", "code"),
    [
        ((1, 1), "bounds_empty"),
        ((2, 1), "bounds_empty"),
        ((0, "1e-300"), "number_out_of_range"),
        ((0, 10**400), "number_out_of_range"),
        (("a", 1), "not_a_privacy_number"),
        ((0, True), "not_a_privacy_number"),
    ],
)
def test_bounds_leave_room_for_values(bounds, code):
    assert code_of(**{**MEAN, "bounds": bounds}) == code


def test_who_decides_on_a_sample_does_not_keep_its_size_a_secret():
    assert code_of(**SHARE, sampling="simple", neighbours="add_remove") == "sample_is_declared"
    assert code_of(**SHARE, sampling="simple", neighbours="replace") is None


@pytest.mark.parametrize("asked", [SHARE, MEAN, CELLS], ids=lambda asked: asked["release"])
def test_a_total_at_home_gets_no_better_with_people(asked):
    asked = {**asked, "trust": "nobody", "people": None}
    totals = {"share": "count", "mean": "sum"}
    asked["release"] = totals.get(asked["release"], asked["release"])
    assert code_of(**asked) == "people_do_not_help"


@pytest.mark.parametrize("release", ["count", "histogram"])
def test_where_people_do_not_matter_they_are_not_looked_for(release):
    cells = {"cells": 12} if release == "histogram" else {}
    assert tradeoff(release, within=30, confidence="0.95", epsilon=1, **cells).found == "nothing"


def test_what_is_out_of_reach_says_why():
    sample = {**SHARE, "sampling": "simple", "epsilon": None, "within": "0.01"}
    with pytest.raises(Refused, match="who happens to be asked calls for 9699 people, before any noise") as refused:
        tradeoff(**sample)
    assert refused.value.code == "out_of_reach"
    for asked in (
        {**SHARE, "trust": "nobody", "epsilon": None, "within": "1e-6", "people": 3000},
        {**sample, "within": "1e-9", "people": 5},
    ):
        with pytest.raises(Refused, match="No epsilon up to 10 is enough"):
            tradeoff(**asked)
    with pytest.raises(Refused, match="the noise is too large even then"):
        tradeoff(**{**sample, "within": "0.05", "people": 400, "trust": "nobody"})
    with pytest.raises(Refused, match="No distance up to half of what lies between the bounds"):
        tradeoff(**{**SHARE, "within": None, "people": 10, "epsilon": "0.01"})


@pytest.mark.parametrize(
    ("rmse", "epsilon", "code"), [(0, 1, "number_out_of_range"), ("0.1", 0, "epsilon_not_positive")]
)
def test_people_for_a_bad_target_are_refused(rmse, epsilon, code):
    assert refusal_of(lambda: people_for(rmse, epsilon=epsilon)).code == code
    assert refusal_of(lambda: people_for("0.1", epsilon=1, trust="me")).code == "choice_unknown"
    assert refusal_of(lambda: people_for("1e-9", epsilon="1e-6", trust="nobody")).code == "out_of_reach"


def test_a_fraction_is_taken_exactly():
    assert tradeoff("share", within=Fraction(1, 20), confidence="0.95", epsilon=1) == tradeoff(
        "share", within="0.05", confidence=0.95, epsilon=1.0
    )
