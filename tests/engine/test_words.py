# SPDX-License-Identifier: Apache-2.0
"""The eleven words: each row is one person's, cells are those that were listed, and both engines say the same."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffident.privacy.unseal import unseal
from diffident.question.catalog import ColumnFacts, TableFacts
from diffident.question.expression import Call, Column, Kind, Literal
from diffident.question.words import (
    ByKeys,
    CountOfKeys,
    Derive,
    Join,
    Keep,
    PerPerson,
    SumOfIntegers,
    Table,
    Tally,
    Union,
)
from diffident.question.words.per_person import Exactly
from engine.tables import VISITS, WARDS, duckdb, memory, rows

WARD_FACTS = TableFacts(
    name="wards", columns={"ward": ColumnFacts(kind=Kind.TEXT), "floor": ColumnFacts(kind=Kind.INTEGER)}
)
FLOORS = [{"ward": "A", "floor": 1}, {"ward": "A", "floor": 2}, {"ward": "B", "floor": 2}, {"ward": None, "floor": 3}]
LEAF = Table.of(VISITS)
OLD = Keep(LEAF, Call(">=", (Column("age"), Literal.of(17))))
CODED = Derive(LEAF, (("ward", Column("ward")), ("old", Call(">=", (Column("age"), Literal.of(50))))))
FLOORED = Join(LEAF, Table.of(WARD_FACTS), (("ward", "ward"),))
EVERY = Join(LEAF, Table.of(WARD_FACTS), (("ward", "ward"),), outer=True)
BOTH = Join(LEAF, Derive(OLD, (("day", Column("day")),)), (("patient", "patient"),))
TWICE = Union((LEAF, OLD))
EACH = PerPerson(
    LEAF,
    (),
    (
        ("n", Exactly.ROWS, None),
        ("known", Exactly.COUNT, "age"),
        ("wards", Exactly.DISTINCT, "ward"),
        ("stays", Exactly.DISTINCT, "stay"),
        ("oldest", Exactly.LARGEST, "age"),
        ("shortest", Exactly.LEAST, "stay"),
        ("years", Exactly.SUM, "age"),
        ("year", Exactly.MEAN, "age"),
    ),
)
AT_WARDS = PerPerson(LEAF, ("ward", "stay"), (("n", Exactly.ROWS, None),))
ROWS = {
    "table": LEAF,
    "keep": OLD,
    "derive": CODED,
    "join": FLOORED,
    "outer": EVERY,
    "both": BOTH,
    "union": TWICE,
    "each": EACH,
    "at wards": AT_WARDS,
}


def both(table):
    import pyarrow as pa

    from engine.tables import SECRET

    database = duckdb(table)
    database.add(WARD_FACTS, pa.Table.from_pylist(FLOORS))
    assert database.secret == SECRET
    return memory(table, wards=FLOORS), database


def found(engine, words):
    return Counter(tuple(sorted((name, str(value)) for name, value in row.items())) for row in engine.rows(words))


@pytest.mark.parametrize("words", ROWS.values(), ids=ROWS)
@given(table=rows)
@settings(max_examples=25)
def test_nobody_else_moves_a_persons_rows(words, table):
    patient = next((row["patient"] for row in table if row["patient"] is not None), 0)
    whole = found(memory(table, wards=FLOORS), words)
    alone = found(memory([row for row in table if row["patient"] == patient], wards=FLOORS), words)
    without = found(memory([row for row in table if row["patient"] != patient], wards=FLOORS), words)
    assert whole == alone + without
    assert all(("patient", str(patient)) in row for row in alone)
    assert all(("patient", str(patient)) not in row for row in without)


@pytest.mark.parametrize(
    "words", [each for name, each in ROWS.items() if name != "each"], ids=[n for n in ROWS if n != "each"]
)
@given(table=rows)
@settings(max_examples=15)
def test_engines_find_the_same_rows(words, table):
    oracle, database = both(table)
    look = SumOfIntegers(
        ByKeys(Derive(words, (("ward", Column("ward")), ("n", Literal.of(1)))), ("ward",), cells(None)), ("n",)
    )
    assert (unseal(oracle.sums(look)) == unseal(database.sums(look))).all()


@pytest.mark.parametrize("name", [name for name, _, _ in EACH.statistics])
@given(table=rows)
@settings(max_examples=15)
def test_engines_find_the_same_of_each_person(name, table):
    """What a person has is compared value by value: as many people as the oracle finds must be counted for each."""
    oracle, database = both(table)
    look = CountOfKeys(Derive(EACH, ((name, Column(name)),)), (name,))
    one, other = ({str(cell): n for cell, n in unseal(engine.counts(look)).items()} for engine in (oracle, database))
    assert {written.replace("-0.0", "0.0"): n for written, n in one.items()} == {
        written.replace("-0.0", "0.0"): n for written, n in other.items()
    }


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=8), st.randoms())
@settings(max_examples=25)
def test_a_persons_sum_is_exact_in_every_order_or_null(ages, chance):
    table = [{"patient": 1, "ward": "A", "stay": None, "age": age, "urgent": None, "day": None} for age in ages]
    look = CountOfKeys(Derive(EACH, (("years", Column("years")),)), ("years",))
    total = sum(ages) if -(2**63) <= sum(ages) < 2**63 else None
    for _ in range(2):
        for engine in both(table):
            assert dict(unseal(engine.counts(look))) == {(total,): 1}
        chance.shuffle(table)


def test_only_whole_numbers_of_a_person_are_added_up():
    with pytest.raises(TypeError):
        PerPerson(LEAF, (), (("days", Exactly.SUM, "stay"),))


def cells(*more):
    return tuple((ward,) for ward in (*WARDS, *more))


@given(rows)
@settings(max_examples=25)
def test_cells_are_those_that_were_listed(table):
    look = SumOfIntegers(
        ByKeys(Derive(LEAF, (("ward", Column("ward")), ("n", Literal.of(1)))), ("ward",), cells("nowhere")), ("n",)
    )
    for engine in both(table):
        sums = unseal(engine.sums(look))
        assert sums.shape == (len(WARDS) + 1, 1)
        expected = [
            sum(row["ward"] == ward and row["patient"] is not None for row in table) for ward in (*WARDS, "nowhere")
        ]
        assert sums[:, 0].tolist() == expected


@given(st.lists(st.integers(-(2**63), 2**63 - 1), max_size=30), st.randoms())
@settings(max_examples=25)
def test_sums_are_exact_in_every_order(ages, chance):
    table = [{"patient": 1, "ward": "A", "stay": None, "age": age, "urgent": None, "day": None} for age in ages]
    look = SumOfIntegers(ByKeys(Derive(LEAF, (("age", Column("age")),)), (), ((),)), ("age",))
    for _ in range(2):
        for engine in both(table):
            assert unseal(engine.sums(look)).tolist() == [[sum(ages)]]
        chance.shuffle(table)


@given(rows)
@settings(max_examples=25)
def test_people_are_counted_once_for_a_key(table):
    look = CountOfKeys(Derive(LEAF, (("ward", Column("ward")),)), ("ward",))
    expected = Counter(
        ward for ward, _ in {(row["ward"], row["patient"]) for row in table if row["patient"] is not None}
    )
    for engine in both(table):
        assert dict(unseal(engine.counts(look))) == {(ward,): n for ward, n in expected.items()}


@given(rows)
@settings(max_examples=40)
def test_a_row_counts_once_in_a_tally(table):
    """In its cell, at the number that it holds; NULL is none, and other cells are dropped."""
    look = Tally(ByKeys(LEAF, ("ward",), (("B",), ("A",))), "age")
    held = [(row["ward"], row["age"]) for row in table if row["patient"] is not None and row["age"] is not None]
    expected = Counter(({"B": 0, "A": 1}[ward], age) for ward, age in held if ward in ("A", "B"))
    for engine in both(table):
        seen = unseal(engine.tally(look))
        entries = zip(seen.cells.tolist(), seen.steps.tolist(), strict=True)
        assert dict(zip(entries, seen.rows.tolist(), strict=True)) == dict(expected)
        assert seen.size == 2
