# SPDX-License-Identifier: Apache-2.0
"""Parts of the people from the curator's door: the dearest part costs, and a person moves one part at most."""

import pytest

import diffident as dd
from curator.audit.grammar import question
from curator.audit.replay import divergences, moves, sight
from curator.audit.tables import WARDS, neighbours
from curator.audit.tables import curator as audited
from curator.hospital import ASK, curator, hospital
from diffident.errors import Refused
from diffident.question import split

COUNT = "SELECT COUNT(*) AS n FROM visits"


def test_different_parts_cost_as_much_as_the_dearest():
    whole = curator()
    parts = whole.parts("ward")
    for ward, epsilon, left in (("A", "0.5", "2.5"), ("B", "0.3", "2.5"), ("B", "0.5", "2.2"), ("C", "0.8", "2.2")):
        parts[ward].ask(COUNT, epsilon=epsilon)
        assert whole.left.units == float(left) * 10**9
    assert parts["A"].left.units == 25 * 10**8
    assert parts["A"].preview(COUNT, epsilon="2.5").affordable
    assert not parts["B"].preview(COUNT, epsilon="2.5").affordable
    whole.ask(COUNT, epsilon="2.2")
    with pytest.raises(Refused, match="left of the promise"):
        parts["B"].ask(COUNT, epsilon="0.1")
    parts["A"].ask(COUNT, epsilon="0.3")
    assert whole.left.units == 0
    assert [past.after.units / 10**9 for past in whole.answers] == [0.5, 0.5, 0.8, 0.8, 3.0, 3.0]


def test_the_same_question_to_another_part_is_another_answer_and_to_the_same_is_free():
    whole = curator()
    first, other = (whole.parts("ward")[ward].ask(COUNT, epsilon="0.5") for ward in "AB")
    again = whole.parts("ward")["A"].group_by().agg(n=dd.count()).release(epsilon="0.5")
    assert (again.stored, again.stored == other.stored) == (first.stored, False)
    assert len(whole.answers) == 2
    assert "people put to 'A' by visits.ward" in str(first.certificate)
    assert dd.verify(first.certificate, whole.ledger)


def test_a_version_or_a_list_of_its_own_is_a_split_of_its_own(tmp_path):
    """At another version somebody may be in another part: both losses add up."""
    whole = hospital(tmp_path / "ledger.db")
    whole.parts("ward")["A"].ask(COUNT, epsilon=1)
    newer = whole.new_version()
    newer.parts("ward")["B"].ask(COUNT, epsilon=1)
    assert newer.left.units == 10**9


def test_a_part_is_asked_in_every_way_and_has_no_parts_itself():
    part = curator(expected_people=40).parts("ward")["A"]
    assert part.sql(COUNT).preview(epsilon=1).price == 1
    assert part.where("age > 9").agg(n=dd.count()).release(epsilon="0.5").rows
    assert len(part.ask(ASK, epsilon="0.5").rows) == 3
    with pytest.raises(Refused) as refused:
        part.parts("ward")
    assert refused.value.code == "parts_refused"


def test_parts_are_named_by_the_list():
    parts = curator().parts("ward")
    assert (list(parts), len(parts), "B" in parts, "z" in parts) == (["A", "B", "C"], 3, True, False)
    assert parts._ipython_key_completions_() == ["A", "B", "C"]
    assert repr(parts) == "<parts of visits by visits.ward: 'A', 'B', 'C'>"
    assert "ward 'A'" in repr(parts["A"])
    with pytest.raises(Refused, match="There is no part by ward 'z'"):
        parts["z"]
    with pytest.raises(Refused):
        curator().parts("stay")


def test_parts_under_a_purpose_are_taken_from_its_allowance_in_the_same_way(tmp_path):
    whole = hospital(tmp_path / "ledger.db", purposes={"research": 2, "planning": 1})
    for ward, purpose in (("A", "research"), ("B", "research"), ("B", "planning"), ("A", "planning")):
        whole.parts("ward")[ward].ask(COUNT, epsilon="0.6", purpose=purpose)
    left = {purpose: price.units for purpose, price in whole.budget.purposes.items()}
    assert left == {"research": 14 * 10**8, "planning": 4 * 10**8}
    assert whole.left.units == 18 * 10**8, "somebody in A lost 0.6 to each purpose"
    preview = whole.parts("ward")["C"].preview(COUNT, epsilon=1, purpose="planning")
    assert preview.left.units == 10**9


def sights(pair, numbers):
    """Ask random questions of every part of two neighbouring hospitals, and yield both sights of each."""
    first = audited(pair[0])
    second = audited(pair[1], secret=first.engine.secret)
    for number in numbers:
        text, noise_orders = question(number)
        yield [
            [sight(each.parts("ward", table="visits")[ward], text, number, noise_orders=noise_orders) for ward in WARDS]
            for each in (first, second)
        ]


def test_a_person_moves_one_part_within_reach_and_nothing_else():
    moved = set()
    for ours, theirs in sights(neighbours(3), range(300, 308)):
        for ward, *both in zip(WARDS, ours, theirs, strict=True):
            assert divergences(*both) == []
            moved |= {ward} if any(any(each) for each, _ in moves(*both)) else set()
    assert len(moved) <= 1


def test_a_twin_that_takes_each_row_by_its_own_value_is_caught(monkeypatch):
    monkeypatch.setattr(split.Split, "people", lambda self, _: split.PerPerson(split.Table.of(self.table), (), ()))
    moved = set()
    for ours, theirs in sights(neighbours(3), range(300, 308)):
        for ward, *both in zip(WARDS, ours, theirs, strict=True):
            moved |= {ward} if any(any(each) for each, _ in moves(*both)) else set()
    assert len(moved) > 1


def test_a_question_of_a_part_stands_in_no_batch_of_everybody():
    whole = curator()
    part = whole.parts("ward")["A"]
    with pytest.raises(Refused, match="ward 'A'"):
        whole.batch([part.sql(COUNT)], epsilon=1)
    answers = part.batch([part.sql(COUNT), ASK], epsilon=1)
    assert all("people put to 'A'" in str(each.certificate) for each in answers)
    whole.parts("ward")["B"].batch([COUNT, ASK], epsilon=1)
    first, second = whole.answers
    assert first.after == second.after == whole.ledger.spent(whole.name)
