# SPDX-License-Identifier: Apache-2.0
"""Parts of the people: everybody is in one at most, whatever is asked, and moves nothing in the others."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffident.errors import Refused
from diffident.privacy.person import Neighbours
from diffident.privacy.unseal import unseal
from diffident.question.catalog import EACH_ROW, Along
from diffident.question.expression import Call, Column, Kind, Literal
from diffident.question.limits import Categories
from diffident.question.question import After, Question
from diffident.question.split import Split
from diffident.question.words import ByKeys, Derive, Join, Keep, PerPerson, SumOfIntegers, Table, Union
from diffident.question.words.per_person import Exactly
from engine.tables import VISITS, duckdb, memory, rows

SPLIT = Split(VISITS, "ward", 1)
PARTS = SPLIT.categories.values
LEAF = Table.of(VISITS)
OLD = Keep(LEAF, Call(">=", (Column("age"), Literal.of(17))))
EACH = PerPerson(LEAF, (), (("n", Exactly.ROWS, None),))
SAME = (("patient", "patient"),)
WORDS = {
    "table": LEAF,
    "condition": OLD,
    "itself": Join(LEAF, Derive(OLD, (("day", Column("day")),)), SAME, outer=True),
    "union": Union((LEAF, OLD)),
    "subquery": Join(LEAF, EACH, SAME),
}


def limited(words, part, split=SPLIT):
    return split.limited(Question(words, (), (), After(())), part).rows


def found(table, words):
    return Counter(
        tuple(sorted((name, str(value)) for name, value in row.items())) for row in memory(table).rows(words)
    )


def patients(seen):
    return {dict(row)["patient"] for row in seen}


def is_in_one_at_most(table, words_of):
    seen = [patients(found(table, words_of(part))) for part in PARTS]
    return sum(map(len, seen)) == len(set().union(*seen))


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
@given(table=rows)
@settings(max_examples=12)
def test_a_person_is_in_one_part_at_most(words, table):
    assert is_in_one_at_most(table, lambda part: limited(words, part))


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
@given(table=rows, person=st.sampled_from([0, 1, 2, 3, -7]))
@settings(max_examples=12)
def test_nobody_moves_anything_but_their_own_rows_of_one_part(words, table, person):
    without = [row for row in table if row["patient"] != person]
    changed = []
    for part in PARTS:
        whole, fewer = (found(rows_, limited(words, part)) for rows_ in (table, without))
        assert not fewer - whole
        assert patients(whole - fewer) <= {str(person)}
        changed += [part] * (whole != fewer)
    assert len(changed) <= 1


def test_a_twin_that_takes_each_row_by_its_own_value_is_caught():
    table = [{"patient": 1, "ward": ward, "stay": 1.0, "age": 40, "urgent": None, "day": None} for ward in "ABAB"]
    assert is_in_one_at_most(table, lambda part: limited(LEAF, part))
    assert not is_in_one_at_most(table, lambda part: Keep(LEAF, Call("=", (Column("ward"), Literal.of(part)))))


@given(table=rows)
@settings(max_examples=20)
def test_everybody_with_a_listed_value_is_somewhere_with_rows_of_that_value(table):
    seen = {part: found(table, limited(LEAF, part)) for part in PARTS}
    listed = {str(row["patient"]) for row in table if row["ward"] in PARTS and row["patient"] is not None}
    assert set().union(*map(patients, seen.values())) == listed
    assert all(dict(row)["ward"] == part for part, some in seen.items() for row in some)


def test_what_is_not_in_the_list_may_have_a_part_of_its_own():
    ward = replace(VISITS.columns["ward"], categories=Categories.of("A", "else", other="else"))
    split = Split(replace(VISITS, columns={**VISITS.columns, "ward": ward}), "ward", 1)
    table = [
        {"patient": n, "ward": w, "stay": 1.0, "age": 40, "urgent": None, "day": None} for n, w in enumerate("AzB")
    ]
    assert patients(found(table, limited(LEAF, "else", split))) == {"1", "2"}


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
@given(table=rows)
@settings(max_examples=5)
def test_engines_see_the_same_parts(words, table):
    for part in PARTS[:2]:
        counted = Derive(limited(words, part), (("n", Literal.of(1)),))
        look = SumOfIntegers(ByKeys(counted, (), ((),)), ("n",))
        assert (unseal(duckdb(table).sums(look)) == unseal(memory(table).sums(look))).all()


def test_where_each_row_is_a_person_a_row_is_in_the_part_of_its_value():
    each = replace(VISITS, person=EACH_ROW)
    kept = limited(Table.of(each), "A", Split(each, "ward", 1))
    assert isinstance(kept, Keep)
    assert isinstance(kept.rows, Table)


def test_a_split_is_another_one_at_another_version_or_with_another_list():
    fewer = replace(VISITS.columns["ward"], categories=Categories.of("A"))
    others = [
        Split(VISITS, "ward", 2),
        Split(replace(VISITS, name="stays"), "ward", 1),
        Split(replace(VISITS, columns={**VISITS.columns, "ward": fewer}), "ward", 1),
    ]
    assert len({split.name for split in (SPLIT, *others)}) == 4
    assert Split(VISITS, "ward", 1).name == SPLIT.name


HIDDEN = replace(VISITS.columns["ward"], categories=Categories.of(hidden=True))


@pytest.mark.parametrize(
    ("table", "column", "more"),
    [
        (VISITS, "stay", {}),
        (replace(VISITS, columns={**VISITS.columns, "ward": HIDDEN}), "ward", {}),
        (replace(VISITS, person=None), "ward", {}),
        (replace(VISITS, person=Along("age", "people", "age")), "ward", {}),
        (replace(VISITS, person="stay"), "ward", {}),
        (VISITS, "ward", {"neighbours": Neighbours.REPLACE}),
    ],
)
def test_what_makes_no_parts_is_refused(table, column, more):
    with pytest.raises(Refused) as refused:
        Split(table, column, 1, **more)
    assert refused.value.code == "parts_refused"


def test_tables_about_other_people_are_refused():
    stranger = Table.of(replace(VISITS, name="staff", person=EACH_ROW))
    other = Table.of(replace(VISITS, name="labs", person="ward"))
    for leaf in (stranger, other):
        with pytest.raises(Refused) as refused:
            limited(leaf, "A")
        assert refused.value.code == "parts_refused"
    assert SPLIT.place("B") == 1
    with pytest.raises(Refused, match="A"):
        SPLIT.place("z")
    assert VISITS.columns["patient"].kind is Kind.INTEGER
