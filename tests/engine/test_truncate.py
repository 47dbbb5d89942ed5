# SPDX-License-Identifier: Apache-2.0
"""What Truncate keeps: evenly spaced, bounded, and moved by nobody else."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffident.engine.order import kept, shifted
from diffident.engine.render import Statement
from diffident.privacy.unseal import unseal
from diffident.question.expression import Call, Column, Literal
from diffident.question.words import ByKeys, Derive, SumOfIntegers, Table, Truncate
from engine.tables import VISITS, WARDS, duckdb, memory, rows

LIMITS = st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(1, 9))


def truncated(groups, each, total):
    whole = Call("as integer", (Call("least", (Column("stay"), Literal.of(9.0))),))
    rows = Derive(Table.of(VISITS), (("ward", Column("ward")), ("age", Column("age")), ("whole", whole)))
    return Truncate(rows, ("ward",), ("age", "whole"), groups, each, total)


def listed(engine, words):
    """Return the kept rows with their numbers of copies; NaN written out, for it equals nothing."""
    return Counter(tuple(sorted((name, str(value)) for name, value in row.items())) for row in engine.rows(words))


def of(person, found):
    return Counter({row: count for row, count in found.items() if ("patient", str(person)) in row})


@pytest.mark.parametrize("count", range(1, 40))
def test_each_thing_is_kept_for_equally_many_starts(count):
    for most in range(1, count):
        for group in range(4):
            found = Counter(r for begin in range(count) for r in kept(count, most, shifted(begin, group, count)))
            assert set(found.values()) == {most}
            assert len(found) == count
            assert len(kept(count, most, group)) == most


@given(rows, LIMITS, st.randoms())
@settings(max_examples=60)
def test_nobody_elses_rows_move_what_is_kept(table, limits, chance):
    words = truncated(*limits)
    before = listed(memory(table), words)
    patient = next((row["patient"] for row in table if row["patient"] is not None), 0)
    others = [row for row in table if row["patient"] != patient]
    chance.shuffle(others)
    without = listed(memory(others), words)
    assert before - without == of(patient, before)
    assert without - before == Counter()
    assert sum(of(patient, before).values()) <= limits[2]


@given(rows, LIMITS)
@settings(max_examples=60)
def test_no_person_keeps_more_than_the_limits(table, limits):
    groups, each, total = limits
    found = memory(table).rows(truncated(groups, each, total))
    for patient in {row["patient"] for row in found}:
        mine = [row["ward"] for row in found if row["patient"] == patient]
        assert len(set(mine)) <= groups
        assert max(Counter(mine).values()) <= each
        assert len(mine) <= total
        asked = [row["ward"] for row in table if row["patient"] == patient]
        few = sum(sorted((min(each, n) for n in Counter(asked).values()), reverse=True)[:groups])
        assert len(mine) >= min(total, min(few, len(asked)) if len(set(asked)) <= groups else groups)


@given(rows, st.integers(1, 6), st.integers(1, 6))
@settings(max_examples=60)
def test_rows_without_groups_are_kept_by_the_same_rule(table, most, total):
    small = Call("as integer", (Call("greatest", (Call("least", (Column("age"), Literal.of(99))), Literal.of(0))),))
    below = Derive(Table.of(VISITS), (("ward", Column("ward")), ("x0", Column("stay")), ("c", small)))
    words = Derive(
        Truncate(below, (), ("ward", "x0", "c"), 1, most, max(most, total)),
        (("ward", Column("ward")), ("n", Literal.of(1)), ("s", Column("c"))),
    )
    cells = tuple((ward,) for ward in (*WARDS, None))
    look = SumOfIntegers(ByKeys(words, ("ward",), cells), ("n", "s"))
    assert "ANTI JOIN" in Statement("secret").sums(look)
    assert (unseal(memory(table).sums(look)) == unseal(duckdb(table).sums(look))).all()


@given(rows, LIMITS)
@settings(max_examples=60)
def test_engines_keep_the_same_rows(table, limits):
    sums = (("ward", Column("ward")), ("n", Literal.of(1)), ("s", Column("whole")), ("age", Column("age")))
    rows = Derive(truncated(*limits), sums)
    look = SumOfIntegers(ByKeys(rows, ("ward",), tuple((ward,) for ward in (*WARDS, None))), ("n", "s", "age"))
    assert (unseal(memory(table).sums(look)) == unseal(duckdb(table).sums(look))).all()
