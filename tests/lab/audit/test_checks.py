# SPDX-License-Identifier: Apache-2.0
"""Every check of the audit: it finds nothing on a sound installation, and something on one that is broken."""

import json
import os
from dataclasses import replace

import pytest

from diffident.curator import priced
from diffident.lab.audit import CHECKS, books, exact, randomness, replay, sampled, twins
from diffident.lab.audit.cases import cases
from diffident.lab.audit.checklist import CHECKLIST
from diffident.lab.audit.finding import Finding, timed
from diffident.lab.audit.report import NIGHTS, Audited
from diffident.ledger import charges
from diffident.privacy.mechanisms import MECHANISMS
from diffident.privacy.reach import Reach
from diffident.randomness import source as room

QUICK = [each for each in CHECKS if each in (exact, randomness, books, twins)]


@pytest.mark.parametrize("check", QUICK, ids=lambda check: check.WAY)
def test_a_sound_installation_holds(check):
    found = list(timed(check.checked, item="all", way=check.WAY))
    assert [each.item for each in found if not each.holds] == []
    assert {each.way for each in found} == {check.WAY}


def test_neighbours_show_nothing_else():
    assert all(found.holds for found in replay.checked(pairs=1, questions=8))


def test_every_mechanism_has_a_case_and_nearly_all_that_it_claims_is_proven():
    assert {type(case.mechanism) for case in cases()} == set(MECHANISMS)
    assert all(found.claimed >= found.proven > 0.999 * found.claimed for found in exact.checked())


def test_noise_for_less_than_was_claimed_is_proven_by_masses(monkeypatch):
    case = cases()[1]
    louder = replace(case, law=lambda x: {x + z: chance for z, chance in case.law(0).items()})
    assert exact.found(louder).holds
    assert not exact.found(replace(case, neighbours=(0, 3))).holds


def test_half_the_reach_is_noticed_by_a_replay(monkeypatch):
    true = Reach.of_counts
    half = lambda *given, **limits: _half(true(*given, **limits))  # noqa: E731
    monkeypatch.setattr(Reach, "of_counts", half)
    assert not all(found.holds for found in replay.checked(pairs=3, questions=15))


def _half(reach):
    return Reach(reach.l1 / 2, reach.l2_squared / 4)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_stream_that_is_the_same_in_all_threads_is_noticed(monkeypatch):
    monkeypatch.setattr(room._Keystream, "read", lambda stream, size: bytes(size))
    found = {each.item: each.holds for each in randomness.checked()}
    assert not found["threads draw other noise"]
    assert not found["new sources draw other noise"]


def test_a_ledger_that_gives_what_is_spent_is_noticed(monkeypatch):
    monkeypatch.setattr(books, "bought", lambda ledger, number, price=None: True)
    found = {each.item: each.holds for each in books.checked()}
    assert not found["a race for the last of a promise"]
    assert charges  # the check asks the ledger itself, which this test goes around


def test_a_broken_installation_is_reported_and_not_crashed_on(monkeypatch):
    def broken():
        yield Finding(item="first", way="x", holds=True, told="")
        raise RuntimeError("values of somebody")

    first, last = timed(broken, item="all", way="x")
    assert first.holds
    assert (last.holds, last.told) == (False, "the check could not be made: RuntimeError")
    monkeypatch.setattr(priced.Priced, "perform", None)
    assert [each.holds for each in timed(sampled.checked, item="all", way="samples")][-1] is False


def test_a_report_says_the_same_as_text_json_and_page():
    good = Finding(item="a", way="x", holds=True, told="fine", claimed=1, proven=0.9, false_alarm=1e-9)
    audited = Audited((good, replace(good, item="<b>", holds=False)))
    plain = json.loads(json.dumps(audited.as_json()))
    assert (plain["holds"], len(plain["findings"])) == (False, 2)
    assert plain["false_alarm_a_year"] == pytest.approx(2e-9 * NIGHTS)
    assert "1 of 2 items do not hold" in str(audited)
    assert "BROKEN" in str(audited)
    assert "&lt;b&gt;" in audited.html().decode()
    assert "<b>" not in audited.html().decode()


def test_a_year_of_audits_alarms_falsely_less_than_once_in_a_thousand():
    sampled_items, bets = 4, 2
    alarms = (sampled_items + bets) * sampled.FALSE_ALARM + 4 * sampled.FALSE_ALARM
    assert alarms * NIGHTS < 1e-3


def test_what_reviewers_ask_is_answered_with_evidence_that_exists_or_not_at_all():
    from architecture.tree import ROOT

    named = [
        word.strip(";:,")
        for each in CHECKLIST
        for word in each.evidence.split()
        if word.startswith(("tests/", "docs/"))
    ]
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []
    assert any(not each.evidence for each in CHECKLIST)
