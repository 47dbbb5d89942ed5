# SPDX-License-Identifier: Apache-2.0
"""Words as values: whose their rows are, which columns they have, and which cannot be made."""

from dataclasses import replace

import pytest

from diffident.errors import Refused
from diffident.question.catalog import EACH_ROW, ColumnFacts, TableFacts
from diffident.question.expression import Column, Kind
from diffident.question.words import WORDS, Derive, Join, Keep, PerPerson, Rows, Table, Truncate, Union
from diffident.question.words.per_person import Exactly
from diffident.question.words.rows import leaves
from engine.tables import VISITS

VISIT = Table.of(VISITS)
WARDS = Table.of(
    TableFacts(name="wards", columns={"ward": ColumnFacts(kind=Kind.TEXT), "floor": ColumnFacts(kind=Kind.INTEGER)})
)
PEOPLE = Table.of(
    TableFacts(
        name="people", person="id", columns={"id": ColumnFacts(kind=Kind.INTEGER), "ward": VISITS.columns["ward"]}
    )
)
OF_ROWS = replace(VISIT, owner=EACH_ROW)


def test_there_are_eleven_words_and_seven_of_them_are_rows():
    assert len(WORDS) == 11
    assert [issubclass(word, Rows) for word in WORDS] == [True] * 7 + [False] * 4


@pytest.mark.parametrize(
    ("rows", "person"),
    [
        (Join(VISIT, WARDS, (("ward", "ward"),)), "patient"),
        (Join(WARDS, VISIT, (("ward", "ward"),)), "patient"),
        (Join(WARDS, PEOPLE, (("floor", "id"),)), "floor"),
        (Join(VISIT, PEOPLE, (("patient", "id"),)), "patient"),
        (Keep(VISIT, Column("urgent")), "patient"),
        (Union((VISIT, VISIT)), "patient"),
        (PerPerson(VISIT, ("ward",), ()), "patient"),
        (Truncate(VISIT, ("ward",), ("age",), 1, 1, 1), "patient"),
        (WARDS, None),
        (OF_ROWS, EACH_ROW),
    ],
    ids=lambda given: type(given).__name__,
)
def test_every_row_is_somebodys_or_nobodys(rows, person):
    assert rows.person == person
    assert rows.is_public is (person is None)
    assert rows.person_column == ((person,) if isinstance(person, str) else ())
    assert all(name in rows.columns for name in rows.person_column)
    assert all(isinstance(leaf, Table) for leaf in leaves(rows))


@pytest.mark.parametrize(
    "made",
    [
        lambda: Join(WARDS, VISIT, (("ward", "ward"),), outer=True),
        lambda: Join(OF_ROWS, WARDS, (("ward", "ward"),)),
        lambda: Join(WARDS, OF_ROWS, (("ward", "ward"),)),
        lambda: Join(VISIT, PEOPLE, (("ward", "ward"),)),
        lambda: Union((VISIT, PEOPLE)),
        lambda: Union((OF_ROWS, OF_ROWS)),
        lambda: Union((VISIT, replace(VISIT, owner="age"))),
    ],
)
def test_rows_that_could_be_several_peoples_are_refused(made):
    with pytest.raises(Refused) as refused:
        made()
    assert refused.value.code in {"join_refused", "union_refused"}


def test_columns_are_those_of_both_sides_and_what_was_computed():
    assert list(Join(VISIT, WARDS, (("ward", "ward"),)).columns) == [*VISITS.columns, "floor"]
    assert list(Derive(VISIT, (("old", Column("age")),)).columns) == ["patient", "old"]
    assert Truncate(VISIT, ("ward",), ("age",), 1, 1, 1).columns == {
        "patient": Kind.INTEGER,
        "ward": Kind.TEXT,
        "age": Kind.INTEGER,
    }
    statistics = (("last", Exactly.LARGEST, "day"), ("years", Exactly.SUM, "age"), ("year", Exactly.MEAN, "age"))
    assert PerPerson(VISIT, (), statistics).columns == {
        "patient": Kind.INTEGER,
        "last": Kind.DATE,
        "years": Kind.INTEGER,
        "year": Kind.NUMBER,
    }


@pytest.mark.parametrize("rows", [WARDS, OF_ROWS], ids=["public", "each row a person"])
def test_rows_of_nobody_or_of_one_person_each_are_not_merged(rows):
    with pytest.raises(TypeError):
        PerPerson(rows, ("ward",), ())


@pytest.mark.parametrize("name", ["patient", "PATIENT"])
def test_no_column_takes_the_name_of_the_person(name):
    with pytest.raises(Refused) as refused:
        Derive(Table.of(VISITS), ((name, Column("age")),))
    assert refused.value.code == "name_unusable"
