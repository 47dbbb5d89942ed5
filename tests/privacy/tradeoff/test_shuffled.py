# SPDX-License-Identifier: Apache-2.0
"""A shuffler as a third kind of trust: what each report may tell, what the batch then tells, and how far it errs."""

from fractions import Fraction

import numpy as np
import pytest

from diffident.errors import Refused
from diffident.privacy.accounting import pld
from diffident.privacy.accounting.report import Report
from diffident.privacy.accounting.shuffled import Shuffled
from diffident.privacy.tradeoff import tradeoff
from diffident.privacy.tradeoff.catalogue import law_of
from diffident.privacy.tradeoff.shuffled import _fewer

DELTA = Fraction(1, 10**6)
PLANS = {
    "share": ({}, "0.02", 2),
    "share of five": ({"release": "share", "cells": 5}, "0.03", 5),
    "share, sampled": ({"release": "share", "sampling": "simple"}, "0.03", 2),
    "mean": ({"release": "mean", "bounds": (0, 60)}, 1, None),
}


def plan(name, **given):
    asked, within, _ = PLANS[name]
    known = {"within": within, "confidence": "0.95", "people": 3000, "epsilon": "0.5", **asked, **given}
    return tradeoff(known.pop("release", "share"), trust="shuffler", delta=DELTA, **known)


def local(found):
    return law_of(found.setting).report(found.numbers.people, found.epsilon)


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("unknown", ["within", "confidence", "people", "epsilon"])
def test_the_batch_tells_no_more_than_planned(name, unknown):
    found, report = plan(name, **{unknown: None}), Report(PLANS[name][2])
    batch = Shuffled(report.loss(local(found)), found.people)
    assert batch.delta(found.epsilon) <= DELTA
    assert pld.epsilon([batch], delta=DELTA) <= found.epsilon * Fraction(101, 100)


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("unknown", ["within", "confidence", "people", "epsilon"])
def test_it_errs_as_its_reports_do(name, unknown):
    found = plan(name, **{unknown: None})
    asked = {**PLANS[name][0], "within": found.within, "people": found.people}
    same = tradeoff(asked.pop("release", "share"), trust="nobody", epsilon=local(found), **asked)
    assert same.coverage == found.coverage


@pytest.mark.parametrize("name", PLANS)
def test_people_are_enough_from_then_on_and_one_fewer_is_not(name):
    found = plan(name, people=None)
    law = law_of(found.setting)
    assert law.coverage(found.within, found.people - 1, found.epsilon) < 0.95
    assert law.coverages(found.within, range(found.people, found.people + 40), found.epsilon).min() >= 0.95


def test_it_lies_between_a_curator_and_nobody():
    rows = {way.who: way for way in plan("share", people=None).alternatives}
    people = [rows[who].value for who in ("trusted curator", "shuffled reports", "randomised at each person")]
    assert people == sorted(people)
    assert rows["shuffled reports"].learned.startswith("the shuffler a report of epsilon 2.")
    assert rows["shuffled reports"].learned.endswith("readers epsilon 0.5, delta 0.000001")
    assert "delta" not in rows["trusted curator"].learned  # which the curator does not need
    assert "delta" not in rows["randomised at each person"].learned


def test_without_a_delta_nobody_can_say():
    rows = {way.who: way for way in tradeoff("share", within="0.02", confidence="0.95", epsilon=1).alternatives}
    assert (rows["shuffled reports"].value, rows["shuffled reports"].instead) == (None, "needs a delta")
    with pytest.raises(Refused, match="A tradeoff for shuffled reports needs delta") as refused:
        tradeoff("share", within="0.02", confidence="0.95", epsilon=1, trust="shuffler")
    assert refused.value.code == "argument_missing"


@pytest.mark.parametrize("release", ["choice", "top", "threshold", "categories", "counted_categories"])
def test_who_sees_only_reports_cannot_choose(release):
    cells = {} if "categories" in release else {"cells": 12}
    with pytest.raises(Refused, match="trust says nothing"):
        tradeoff(release, within=9, confidence="0.9", trust="shuffler", delta=None if cells else DELTA, **cells)


def test_a_total_does_not_get_better_with_people():
    with pytest.raises(Refused, match="More people do not make a count more accurate"):
        tradeoff("count", within=90, confidence="0.95", epsilon=1, trust="shuffler", delta=DELTA)


def test_people_are_counted_on_a_ladder_from_below():
    rungs = [_fewer(people) for people in range(1, 5000)]
    assert rungs == sorted(rungs)
    assert all(0.98 * people - 1 <= rung <= people for people, rung in enumerate(rungs, start=1))
    law = law_of(plan("share").setting)
    assert np.unique([law.report(people, Fraction(1, 2)) for people in (2000, 2001, 2002)]).size == 1
