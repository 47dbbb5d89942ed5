# SPDX-License-Identifier: Apache-2.0
"""Looks of all kinds: whom they count how often, how far one person moves them, and both engines alike."""

from collections import Counter, defaultdict
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffident.privacy.mechanisms.in_cells import in_cells
from diffident.privacy.unseal import unseal
from diffident.question.catalog import EACH_ROW
from diffident.question.contribution import Contribution
from diffident.question.expression import Call, Column, Kind, Literal
from diffident.question.grouping import Grouping
from diffident.question.limits import Bounds, Categories
from diffident.question.look import OfHiddenKeys, OfPeople, OfSteps, OfValues
from diffident.question.measurement import Values
from diffident.question.question import Key
from diffident.question.ranks import AtRanks
from diffident.question.words import Table
from engine.tables import VISITS, WARDS, duckdb, memory, rows

LEAF = Table.of(VISITS)
BY_WARD = Grouping((Key(Column("ward"), Categories.of(*WARDS)),))
HIDDEN = Categories.of(hidden=True)
BY_HIDDEN = Grouping((Key(Column("ward"), HIDDEN), Key(Column("urgent"), Categories((False, True, None)))))
BY_TWO = Grouping((Key(Column("ward"), HIDDEN), Key(Column("urgent"), HIDDEN)))
LIMITS = st.builds(Contribution, st.integers(1, 3), st.integers(1, 3), st.integers(1, 6))
AGE = Values(Column("age"))
MIDDLE = AtRanks(Column("age"), Bounds.of(0, 110).grid(Kind.INTEGER), (Fraction(1, 2),))


def without_one(table):
    patient = next((row["patient"] for row in table if row["patient"] is not None), 0)
    return [row for row in table if row["patient"] != patient]


def values_seen(engine, look):
    return unseal(in_cells(engine.counts(look.words()), look.grouping.cells()))


@given(rows)
@settings(max_examples=40)
def test_people_are_counted_once_in_a_cell(table):
    look = OfPeople(LEAF, BY_WARD, Contribution(9, 1, 9))
    pairs = {(row["ward"], row["patient"]) for row in table if row["patient"] is not None}
    expected = [[sum(ward == each for each, _ in pairs)] for ward in WARDS]
    for engine in (memory(table), duckdb(table)):
        assert unseal(engine.sums(look.words())).tolist() == expected


@given(rows, st.integers(1, 3))
@settings(max_examples=40)
def test_nobody_is_counted_in_more_cells_than_their_groups(table, groups):
    look = OfPeople(LEAF, BY_WARD, Contribution(groups, 1, groups))
    moved = unseal(memory(table).sums(look.words())) - unseal(memory(without_one(table)).sums(look.words()))
    assert 0 <= moved.min() <= moved.max() <= 1
    assert moved.sum() <= look.bound.reach.l1


@given(rows, LIMITS)
@settings(max_examples=40)
def test_nobody_moves_the_number_of_values_further_than_their_reach(table, bound):
    look = OfValues(LEAF, BY_WARD, bound, AGE)
    moved = (values_seen(memory(table), look) - values_seen(memory(without_one(table)), look)).ravel()
    assert min(moved) >= 0
    assert sum(moved) <= bound.reach.l1
    assert sum(each**2 for each in moved) <= bound.reach.l2_squared


@given(rows)
@settings(max_examples=40)
def test_values_are_counted_once_whoever_has_them(table):
    look = OfValues(LEAF, BY_WARD, Contribution(99, 99, 99**2), AGE)
    found = defaultdict(set)
    for row in table:
        if row["patient"] is not None and row["age"] is not None:
            found[row["ward"]].add(row["age"])
    expected = [[len(found[ward])] for ward in WARDS]
    for engine in (memory(table), duckdb(table)):
        assert values_seen(engine, look).tolist() == expected


@given(rows, LIMITS)
@settings(max_examples=25)
def test_engines_see_the_same_values(table, bound):
    look = OfValues(LEAF, BY_WARD, bound, AGE)
    assert (values_seen(memory(table), look) == values_seen(duckdb(table), look)).all()


def test_where_each_row_is_a_person_values_are_those_of_all_rows():
    table = [dict.fromkeys(VISITS.columns) | {"ward": "A", "age": age} for age in (1, 1, 2, None)]
    leaf = Table("visits", LEAF.fields, EACH_ROW)
    look = OfValues(leaf, BY_WARD, Contribution(1, 1, 1), AGE)
    for engine in (memory(table), duckdb(table, EACH_ROW)):
        assert values_seen(engine, look)[0, 0] == 2
    hidden = OfHiddenKeys(leaf, BY_TWO, Contribution(1, 1, 1))
    for engine in (memory(table), duckdb(table, EACH_ROW)):
        assert dict(unseal(engine.counts(hidden.words()))) == {("A", None): 4}


@pytest.mark.parametrize("grouping", [BY_HIDDEN, BY_TWO])
@given(table=rows, groups=st.integers(1, 3))
@settings(max_examples=25)
def test_nobody_moves_more_hidden_keys_than_their_groups(grouping, table, groups):
    look = OfHiddenKeys(LEAF, grouping, Contribution(groups, 1, groups))
    whole = Counter(unseal(memory(table).counts(look.words())))
    assert dict(unseal(duckdb(table).counts(look.words()))) == dict(whole)
    assert look.measured == ()
    whole.subtract(unseal(memory(without_one(table)).counts(look.words())))
    assert set(whole.values()) <= {0, 1}
    assert sum(whole.values()) <= groups


@given(rows)
@settings(max_examples=25)
def test_after_categories_are_named_only_their_rows_are_bounded(table):
    """A person with many keys keeps rows of named ones: they are not crowded out by keys that nobody will see."""
    named = (("A", None), ("z", True))
    look = OfPeople(LEAF, BY_TWO, Contribution(1, 1, 1))
    cells = BY_TWO.cells(named)
    people = {row["patient"] for row in table if (row["ward"], row["urgent"]) in cells} - {None}
    for engine in (memory(table), duckdb(table)):
        sums = unseal(engine.sums(look.words(named)))
        assert sums.shape == (2, 1)
        assert sums.sum() == len(people)


def test_where_nothing_is_named_nothing_is_seen():
    row = dict.fromkeys(VISITS.columns) | {"patient": 1, "ward": "A"}
    for grouping in (BY_HIDDEN, BY_TWO):
        look = OfPeople(LEAF, grouping, Contribution(1, 1, 1))
        for engine in (memory([row]), duckdb([row])):
            assert unseal(engine.sums(look.words(()))).shape == (0, 1)


def test_a_condition_of_one_value_needs_no_or():
    """Conditions of named categories are those that an engine reads as a list."""
    kept = Grouping((Key(Column("ward"), HIDDEN),)).listed(LEAF, (), (("A",), ("B",))).where
    assert kept == Call("in", (Column("k0"), Literal.of("A"), Literal.of("B")))


def steps_seen(engine, look):
    seen = unseal(engine.tally(look.words()))
    return Counter(
        dict(zip(zip(seen.cells.tolist(), seen.steps.tolist(), strict=True), seen.rows.tolist(), strict=True))
    )


@given(rows, LIMITS)
@settings(max_examples=40)
def test_nobody_moves_the_rows_by_step_further_than_their_reach(table, bound):
    look = OfSteps(LEAF, BY_WARD, bound, MIDDLE)
    moved = steps_seen(memory(table), look)
    assert steps_seen(duckdb(table), look) == moved
    moved.subtract(steps_seen(memory(without_one(table)), look))
    assert min(moved.values(), default=0) >= 0
    by_cell = Counter()
    for (cell, _), rows_ in moved.items():
        by_cell[cell] += rows_
    assert sum(by_cell.values()) <= bound.reach.l1
    assert sum(each**2 for each in by_cell.values()) <= bound.reach.l2_squared
    assert max(by_cell.values(), default=0) <= bound.each


def test_rows_without_a_value_crowd_out_nobody():
    table = [dict.fromkeys(VISITS.columns) | {"patient": 1, "ward": "A", "age": age} for age in (None, None, None, 30)]
    look = OfSteps(LEAF, BY_WARD, Contribution(1, 1, 1), MIDDLE)
    assert sum(steps_seen(memory(table), look).values()) == 1
