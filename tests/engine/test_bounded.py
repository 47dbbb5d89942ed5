# SPDX-License-Identifier: Apache-2.0
"""The fast form of Truncate under sums: the integers of the plain windows and of the oracle."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffident.engine import bounded
from diffident.engine.listed import are_listed
from diffident.engine.render import Statement
from diffident.privacy.unseal import unseal
from diffident.question.expression import Call, Column, Literal
from diffident.question.words import ByKeys, Derive, Keep, SumOfIntegers, Table, Truncate
from engine.tables import SECRET, VISITS, WARDS, duckdb, memory, rows

LIMITS = st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(1, 9))
KEYS = st.sampled_from([(), ("ward",), ("ward", "urgent")])
LISTS = {"ward": (*WARDS, None), "urgent": (True, False, None)}
AGE = Column("age")
NO_AGE = Call("case", (Call("is null", (AGE,)), Literal.of(1), Literal.of(0)))
READ = {
    "rows": Literal.of(1),
    "read": Column("x"),
    "below": Call("whole -", (Literal.of(100), Column("x"))),
    "above": Call("whole -", (Column("x"), Literal.of(-7))),
    "neither": Call("whole -", (Literal.of(5), Literal.of(8))),
    "between": Call("whole -", (Column("x"), Column("x"))),
    "square": Call("whole *", (Call("whole -", (Column("y"), Literal.of(3))), Column("y"))),
}


def is_in(name, values):
    known = Call("in", (Column(name), *(Literal.of(value) for value in values if value is not None)))
    return Call("or", (known, Call("is null", (Column(name),)))) if None in values else known


def look(keys, limits, *, listed=True, lists=LISTS):
    named = tuple((key, Column(key)) for key in keys)
    small = Call("greatest", (Call("least", (AGE, Literal.of(2**40))), Literal.of(-(2**40))))
    rows = Derive(Table.of(VISITS), (*named, ("x", Call("as integer", (small,))), ("y", NO_AGE)))
    for key in keys if listed else ():
        rows = Keep(rows, is_in(key, lists[key]))
    kept = Truncate(Derive(rows, (*named, ("x", Column("x")), ("y", Column("y")))), keys, ("x", "y"), *limits)
    by = ByKeys(Derive(kept, (*named, *READ.items())), keys, tuple(product(*(lists[key] for key in keys))))
    return SumOfIntegers(by, tuple(READ))


def plainly(engine, words):
    """Return what the windows over all rows find, cell by cell."""
    statement = Statement(SECRET)
    found = {
        cell: list(map(int, (each or 0 for each in sums)))
        for cell, *sums in engine._run(statement.sums(words), statement)
    }
    return [found.get(cell, [0] * len(READ)) for cell in range(len(words.by.cells))]


@given(rows, KEYS, LIMITS, st.booleans())
@settings(max_examples=60)
def test_the_fast_form_finds_the_integers_of_the_plain_one(table, keys, limits, listed):
    words, engine = look(keys, limits, listed=listed), duckdb(table)
    assert (bounded.sums(Statement(SECRET), words) is not None) == (listed or not keys)
    fast = unseal(engine.sums(words)).tolist()
    assert fast == plainly(engine, words)
    assert fast == unseal(memory(table).sums(words)).tolist()


LISTED = Keep(Table.of(VISITS), is_in("ward", WARDS))
SAME = Derive(LISTED, (("ward", Column("ward")), ("age", AGE)))
ALL = (Call("=", (Column("ward"), Literal.of("A"))), Call("is null", (Column("urgent"),)))
BY = {
    "a list": (LISTED, ("ward",), True),
    "a list further down": (Keep(SAME, Call(">", (AGE, Literal.of(3)))), ("ward",), True),
    "two lists": (Keep(LISTED, is_in("ward", ("A", "Z"))), ("ward",), False),
    "a list, and then a longer one": (
        Keep(Keep(Table.of(VISITS), is_in("ward", ("A", "Z"))), is_in("ward", WARDS)),
        ("ward",),
        True,
    ),
    "no keys": (Table.of(VISITS), (), True),
    "both in one condition": (Keep(Table.of(VISITS), Call("and", ALL)), ("ward", "urgent"), True),
    "one of several combinations": (
        Keep(Table.of(VISITS), Call("or", (Call("and", ALL), Call("and", ALL)))),
        ("ward", "urgent"),
        True,
    ),
    "one key only": (LISTED, ("ward", "urgent"), False),
    "nothing": (Table.of(VISITS), ("ward",), False),
    "more than is listed": (Keep(Table.of(VISITS), is_in("ward", (*WARDS, "Z"))), ("ward",), False),
    "either of two columns": (Keep(Table.of(VISITS), Call("or", ALL)), ("ward", "urgent"), False),
    "a list of another column": (
        Derive(LISTED, (("ward", Call("||", (Column("ward"), Literal.of("Z")))),)),
        ("ward",),
        False,
    ),
    "a list of columns": (Keep(Table.of(VISITS), Call("in", (Column("ward"), Column("ward")))), ("ward",), False),
    "its opposite": (Keep(Table.of(VISITS), Call("not", (is_in("ward", WARDS),))), ("ward",), False),
    "with any other condition": (
        Keep(Table.of(VISITS), Call("or", (is_in("ward", WARDS), Call(">", (AGE, Literal.of(3)))))),
        ("ward",),
        False,
    ),
}


@pytest.mark.parametrize(("words", "keys", "listed"), BY.values(), ids=BY)
def test_only_conditions_tell_that_keys_are_listed(words, keys, listed):
    assert are_listed(words, ByKeys(words, keys, tuple(product(*(LISTS[key] for key in keys))))) == listed


def test_many_cells_are_ranked_by_sorting_and_give_the_same_integers():
    names = [f"ward {number:03}" for number in range(bounded.BITS + 10)]
    table = [
        {"patient": person, "ward": names[person * 7 * visit % len(names)], "stay": None, "age": visit, "urgent": True}
        for person in range(20)
        for visit in range(25)
    ]
    table = [{**row, "day": None} for row in table]
    for count in (bounded.BITS, bounded.BITS + 1, len(names)):
        words = look(("ward",), (3, 2, 5), lists={"ward": names[:count]})
        assert unseal(duckdb(table).sums(words)).tolist() == unseal(memory(table).sums(words)).tolist()
