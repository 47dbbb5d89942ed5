# SPDX-License-Identifier: Apache-2.0
"""Rows are handed over sealed, each once, alike on both engines, whatever is in them."""

import math

import pyarrow as pa
import pytest

from diffident.engine.duckdb import DuckDB, LookFailed
from diffident.engine.memory import Memory
from diffident.privacy.private import Private, PrivateValue
from diffident.privacy.unseal import unseal
from diffident.question.catalog import ColumnFacts, TableFacts
from diffident.question.expression import Call, Column, Kind
from diffident.question.words import Derive, Table, Truncate

VISITS = TableFacts(
    name="visits",
    columns={
        "who": ColumnFacts(kind=Kind.INTEGER),
        "stay": ColumnFacts(kind=Kind.NUMBER),
        "age": ColumnFacts(kind=Kind.INTEGER),
    },
    person="who",
)
ROWS = {
    "who": [1, 1, 1, 2, 3, None],
    "stay": [1.5, None, math.inf, math.nan, -0.0, 9.0],
    "age": [30, 31, 32, None, 40, 50],
}
WORDS = Derive(
    Truncate(Derive(Table.of(VISITS), (("s", Column("stay")), ("a", Column("age")))), (), ("s", "a"), 1, 2, 2),
    (("x", Column("s")), ("y", Call("as number", (Column("a"),)))),
)


def engines():
    rows = [dict(zip(ROWS, row, strict=True)) for row in zip(*ROWS.values(), strict=True)]
    return Memory("secret", {"visits": rows}), DuckDB("secret").also(VISITS, pa.table(ROWS))


def handed(engine, columns=("x", "y")):
    """Return all rows that an engine hands over, in one order."""
    taken = []
    engine.feed(WORDS, columns, taken.append)
    found = []
    for batch in map(unseal, taken):
        found += zip(*(map(str, batch[name].tolist()) for name in columns), strict=True)
    return sorted(found)


def test_both_engines_hand_over_the_same_rows():
    memory, duckdb = map(handed, engines())
    assert memory == duckdb
    assert len(memory) == 4, "two of the first person's three rows, one each of two others, and none of nobody's"


def test_the_person_is_handed_over_where_that_is_asked():
    for engine in engines():
        assert [who for who, _ in handed(engine, ("who", "x"))] == ["1", "1", "2", "3"]


def test_what_is_handed_over_is_sealed():
    def take(batch):
        assert isinstance(batch, Private)
        with pytest.raises(PrivateValue):
            len(batch)

    for engine in engines():
        engine.feed(WORDS, ("x", "y"), take)


def test_whatever_goes_wrong_with_a_row_is_one_refusal():
    def take(_):
        raise ValueError("a value of somebody's")

    with pytest.raises(LookFailed) as refused:
        engines()[1].feed(WORDS, ("x", "y"), take)
    assert "somebody" not in str(refused.value)
