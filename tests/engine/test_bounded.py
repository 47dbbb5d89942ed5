# SPDX-License-Identifier: Apache-2.0
"""The fast form of Truncate under sums: the integers of the plain windows and of the oracle."""

from hypothesis import given, settings
from hypothesis import strategies as st

from diffident.engine.render import Statement
from diffident.privacy.unseal import unseal
from diffident.question.expression import Call, Column, Literal
from diffident.question.words import ByKeys, Derive, SumOfIntegers, Table, Truncate
from engine.tables import SECRET, VISITS, WARDS, duckdb, memory, rows

LIMITS = st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(1, 9))
KEYS = st.sampled_from([(), ("ward",), ("ward", "urgent")])


def look(keys, groups, each, total):
    whole = Call("as integer", (Call("least", (Column("age"), Literal.of(2**40))),))
    named = [(key, Column(key)) for key in keys]
    bounded = Truncate(Derive(Table.of(VISITS), (*named, ("x", whole))), keys, ("x",), groups, each, total)
    sums = Derive(bounded, (*named, ("s", Literal.of(1)), ("t", Column("x"))))
    cells = {(): ((),), ("ward",): tuple((w,) for w in (*WARDS, None))}
    both = tuple((w, urgent) for w in WARDS for urgent in (True, False, None))
    return SumOfIntegers(ByKeys(sums, keys, cells.get(keys, both)), ("s", "t"))


def plainly(engine, words):
    """Return what the windows over all rows find, as text, cell by cell."""
    statement = Statement(SECRET)
    text = statement.sums(words, statement.rows(words.by.rows))
    found = {cell: tuple(map(int, (s, t or 0))) for cell, s, t in engine._run(text, statement)}
    return [found.get(cell, (0, 0)) for cell in range(len(words.by.cells))]


@given(rows, KEYS, LIMITS)
@settings(max_examples=60)
def test_the_fast_form_finds_the_integers_of_the_plain_one(table, keys, limits):
    words, engine = look(keys, *limits), duckdb(table)
    fast = [tuple(cell) for cell in unseal(engine.sums(words)).tolist()]
    assert fast == plainly(engine, words)
    assert fast == [tuple(cell) for cell in unseal(memory(table).sums(words)).tolist()]
