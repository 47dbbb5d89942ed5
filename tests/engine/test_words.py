# SPDX-License-Identifier: Apache-2.0
"""The ten words: each row is one person's, cells are those that were listed, and both engines say the same."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffident.privacy.unseal import unseal
from diffident.question.catalog import ColumnFacts, TableFacts
from diffident.question.expression import Call, Column, Kind, Literal
from diffident.question.words import ByKeys, CountOfKeys, Derive, Join, Keep, PerPerson, SumOfIntegers, Table, Union
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
    LEAF, (), (("n", Exactly.ROWS, None), ("wards", Exactly.DISTINCT, "ward"), ("oldest", Exactly.LARGEST, "age"))
)
ROWS = {
    "table": LEAF,
    "keep": OLD,
    "derive": CODED,
    "join": FLOORED,
    "outer": EVERY,
    "both": BOTH,
    "union": TWICE,
    "each": EACH,
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
