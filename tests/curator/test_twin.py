# SPDX-License-Identifier: Apache-2.0
"""A twin is asked what the real curator is asked, and nothing in it comes from data."""

import datetime as dt

import pandas as pd
import pytest

import diffident as dd
from curator.hospital import ASK, curator, visits
from diffident.curator.source import Source
from diffident.curator.twin import twin_of

WIDE = visits().assign(
    female=True,
    day=dt.date(2026, 2, 28),
    came=pd.Timestamp(2026, 2, 28),
    note="secret",
    weight=70.5,
    beds=3,
)


def twin_table(whole, rows):
    return twin_of(whole.tables["visits"], whole.catalog.table("visits"), rows).to_pandas()


def test_it_answers_what_the_real_one_answers_and_spends_nothing_of_it():
    whole = curator(WIDE).add(visits(3)[["ward"]], name="wards", public=True)
    twin = whole.twin(rows=500)
    answer = twin.ask(ASK, epsilon=1)
    assert [row["ward"] for row in answer.rows] == ["A", "B", "C"]
    assert twin.ask("SELECT COUNT(*) AS n FROM visits JOIN wards USING (ward)", epsilon=1).rows
    assert whole.left.units == 3 * 10**9
    assert len(whole.answers) == 0
    assert "until the process ends" in str(answer.certificate)


def test_it_depends_on_nothing_in_the_data():
    other = WIDE.iloc[:7].assign(note="other", age=3, stay=59.0, patient=12345)
    one, two = (twin_table(curator(data), 50) for data in (WIDE, other))
    assert one.equals(two)
    assert "secret" not in one.to_csv()


def test_it_keeps_to_what_was_declared():
    found = twin_table(curator(WIDE), 900)
    assert set(found["ward"]) == {"A", "B", "C"}
    assert found["stay"].between(0, 60).all()
    assert found["stay"].max() - found["stay"].min() > 59
    assert set(found["age"]) == set(range(111))
    assert set(found["female"]) == {True, False}
    assert found.groupby("patient").size().max() == 3


@pytest.mark.parametrize(("person", "first"), [("patient", 0), ("name", "person 0")])
def test_people_have_ids_of_their_kind(person, first):
    data = visits().assign(name="Alice")
    assert twin_table(curator(data, person=person), 5)[person].iloc[0] == first


def test_a_row_may_be_a_person_of_its_own_and_there_may_be_none():
    whole = curator(person=dd.each_row, rows_per_person=None, groups_per_person=None)
    assert len(twin_table(whole, 5)) == 5
    assert len(twin_table(whole, 0)) == 0
    one, other = (Source.of(data, table="visits", beside=whole.folder) for data in (visits(), twin_table(whole, 5)))
    assert one.kinds == other.kinds
