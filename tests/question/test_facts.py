# SPDX-License-Identifier: Apache-2.0
"""What is known of columns after words: limits and categories where they still hold, and nothing else."""

from collections import Counter

import pytest
from hypothesis import given, settings

from diffident.question.catalog import Catalog, ColumnFacts, TableFacts
from diffident.question.expression import Call, Column, Kind, Literal
from diffident.question.facts import facts_of, most_rows, protected
from diffident.question.limits import Bounds
from diffident.question.words import CountOfKeys, Derive, Join, Keep, PerPerson, Table, Truncate, Union
from diffident.question.words.per_person import Exactly
from engine.tables import CATALOG, VISITS, memory, rows

WARDS = TableFacts(
    name="wards",
    columns={
        "ward": ColumnFacts(kind=Kind.TEXT),
        "floor": ColumnFacts(kind=Kind.INTEGER, bounds=Bounds.of(0, 9)),
    },
)
BOTH = CATALOG.with_table(WARDS)
LEAF = Table.of(VISITS)
YOUNG = Keep(LEAF, Call("<", (Column("age"), Literal.of(18))))
EACH = PerPerson(
    LEAF,
    ("ward",),
    (("n", Exactly.ROWS, None), ("oldest", Exactly.LARGEST, "age"), ("years", Exactly.SUM, "age")),
)
ONE_EACH = PerPerson(YOUNG, (), (("n", Exactly.ROWS, None),))


def bounds(words, name):
    found = facts_of(words, BOTH)[name].bounds
    return found and (found.low, found.high)


def test_rows_that_are_kept_or_cut_off_are_known_as_before():
    assert facts_of(YOUNG, BOTH) == VISITS.columns
    cut = facts_of(Truncate(LEAF, ("ward",), ("age",), 1, 1, 1), BOTH)
    assert cut == {name: VISITS.columns[name] for name in ("patient", "ward", "age")}


def test_what_is_computed_has_the_limits_that_follow():
    words = Derive(LEAF, (("twice", Call("+", (Column("age"), Column("age")))), ("w", Column("ward"))))
    assert bounds(words, "twice") == (-10, 220)
    assert facts_of(words, BOTH)["w"] == VISITS.columns["ward"]


def test_conditions_are_shares_between_none_and_all():
    words = Derive(LEAF, (("old", Call(">", (Column("age"), Literal.of(60)))), ("urgent", Column("urgent"))))
    assert bounds(words, "old") == bounds(words, "urgent") == (0, 1)


def test_a_constant_has_no_limits():
    assert bounds(Derive(LEAF, (("one", Literal.of(1)),)), "one") is None


def test_joined_rows_know_what_both_sides_know():
    joined = facts_of(Join(LEAF, Table.of(WARDS), (("ward", "ward"),)), BOTH)
    assert joined["floor"].bounds == Bounds.of(0, 9)
    assert joined["ward"] == VISITS.columns["ward"]


def test_what_only_one_part_of_a_union_knows_is_not_known():
    columns = {**VISITS.columns, "age": ColumnFacts(kind=Kind.INTEGER)}
    both = CATALOG.with_table(TableFacts(name="others", person="patient", columns=columns))
    union = Union((LEAF, Table("others", LEAF.fields, "patient")))
    found = facts_of(union, both)
    assert found["age"].bounds is None
    assert found["ward"] == VISITS.columns["ward"]


def test_a_persons_extremes_keep_the_limits_and_sums_do_not():
    assert bounds(EACH, "oldest") == (-5, 110)
    assert bounds(EACH, "years") is None
    assert facts_of(EACH, BOTH)["ward"] == VISITS.columns["ward"]
    assert facts_of(EACH, BOTH)["n"] == ColumnFacts(kind=Kind.INTEGER)


def test_the_protected_table_says_how_much_a_person_counts_with():
    assert protected(Join(Table.of(WARDS), LEAF, (("ward", "ward"),)), BOTH) is VISITS


@pytest.mark.parametrize(
    ("words", "most"),
    [
        (ONE_EACH, 1),
        (Derive(Keep(ONE_EACH, Call(">", (Column("n"), Literal.of(1)))), (("n", Column("n")),)), 1),
        (Truncate(LEAF, (), ("age",), 1, 3, 3), 3),
        (EACH, None),
        (LEAF, None),
        (Union((ONE_EACH, ONE_EACH)), None),
    ],
)
@given(table=rows)
@settings(max_examples=15)
def test_a_row_a_person_is_one_row(words, most, table):
    assert most_rows(words) == most
    found = Counter(row["patient"] for row in memory(table).rows(words))
    assert most is None or max(found.values(), default=0) <= most


def test_other_words_are_no_rows():
    with pytest.raises(AssertionError):
        facts_of(CountOfKeys(LEAF, ()), Catalog())
