# SPDX-License-Identifier: Apache-2.0
"""Plans: how far one person moves each part, whatever the rows of everybody."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffident.curator.seen import all_looks
from diffident.privacy.unseal import unseal
from diffident.question.aggregates import Count, CountDistinct, CountOf, CountPeople, Mean, Sum, Variance
from diffident.question.catalog import EACH_ROW, Catalog
from diffident.question.expression import Call, Column, Literal
from diffident.question.grouping import MOST_CELLS, TooManyGroups
from diffident.question.limits import Categories
from diffident.question.plan import planned
from diffident.question.question import After, Key, Question
from diffident.question.sql import read
from diffident.question.words import Keep, PerPerson, Table
from diffident.question.words.per_person import Exactly
from engine.tables import CATALOG, VISITS, duckdb, memory, rows

STAY, AGE = Column("stay"), Column("age")
WARD = Key(Column("ward"), VISITS.columns["ward"].categories)
URGENT = Key(Column("urgent"), Categories((False, True, None)))
OTHER = Key(Column("ward"), Categories.of("A", "else", None, other="else"))
CELLS = (Count(), Mean(STAY), Sum(AGE), CountOf(AGE), CountPeople(), CountDistinct(AGE))
HIDDEN = Key(Column("ward"), Categories.of(hidden=True))
NAMED = ((None,), ("A",), ("z",))
LIMITS = st.tuples(st.integers(1, 6), st.integers(1, 3), st.none() | st.integers(1, 3))


def asked(keys, where=None):
    leaf = Table.of(VISITS)
    return Question(leaf if where is None else Keep(leaf, where), keys, CELLS, After(()))


def limited(total, groups, each):
    facts = replace(
        VISITS, rows_per_person=total, groups_per_person=min(groups, total), rows_per_group=each and min(each, total)
    )
    return Catalog().with_table(facts)


@pytest.mark.parametrize(
    ("keys", "named"),
    [
        ((), ()),
        ((WARD,), ()),
        ((OTHER,), ()),
        ((WARD, URGENT), ()),
        ((HIDDEN,), NAMED),
        ((URGENT, HIDDEN), NAMED),
    ],
)
@given(table=rows, limits=LIMITS)
@settings(max_examples=25)
def test_nobody_moves_a_part_further_than_its_reach(keys, named, table, limits):
    plan = planned(asked(keys, Call("is null", (Column("day"),)) if limits[0] == 1 else None), limited(*limits))
    patient = next((row["patient"] for row in table if row["patient"] is not None), 0)
    whole = all_looks(memory(table), plan, named)
    without = all_looks(memory([row for row in table if row["patient"] != patient]), plan, named)
    for part in plan.parts:
        moved = (unseal(whole[part.look]) - unseal(without[part.look]))[:, part.first : part.first + part.width]
        assert sum(abs(each) for each in moved.flat) <= part.reach.l1
        assert sum(each**2 for each in moved.flat) <= part.reach.l2_squared


@given(table=rows, limits=LIMITS)
@settings(max_examples=10)
def test_engines_agree_on_plans(table, limits):
    plan = planned(asked((OTHER,)), limited(*limits))
    for one, other in zip(all_looks(memory(table), plan, ()), all_looks(duckdb(table), plan, ()), strict=True):
        assert (unseal(one) == unseal(other)).all()


def test_where_each_row_is_a_person_nothing_is_truncated():
    facts = replace(VISITS, person=EACH_ROW, rows_per_person=1, groups_per_person=1)
    leaf = replace(Table.of(VISITS), owner=EACH_ROW)
    plan = planned(Question(leaf, (WARD,), (Count(),), After(())), Catalog().with_table(facts))
    assert "Truncate" not in repr(plan.looks[0].words())
    assert plan.parts[0].reach.l1 == 1
    assert plan.explained == "each row counts as another person"


def test_more_groups_than_anybody_reads_are_refused():
    many = Categories.of(*map(str, range(400)))
    keys = (Key(Column("ward"), many), Key(Call("lower", (Column("ward"),)), many))
    assert MOST_CELLS < 400 * 400
    with pytest.raises(TooManyGroups):
        planned(asked(keys), Catalog().with_table(VISITS))


def test_a_constant_is_counted_as_often_as_rows_are():
    plan = planned(Question(Table.of(VISITS), (), (CountOf(Literal.of(1)),), After(())), Catalog().with_table(VISITS))
    assert plan.explained == "one person can change 1 group by at most 4 rows"


@pytest.mark.parametrize("statistic", [Mean(AGE), Variance(AGE), Sum(AGE)], ids=lambda one: one.name)
def test_some_person_moves_a_pair_or_triple_as_far_as_its_reach_in_both_distances(statistic):
    """All rows of a person at one limit, two in each of two groups and one in a third: no other person moves it further."""
    question = Question(Table.of(VISITS), (WARD,), (statistic,), After(()))
    plan = planned(question, limited(5, 3, 2))
    row = dict.fromkeys(VISITS.columns) | {"patient": 1, "age": 110}
    (seen,) = all_looks(memory([row | {"ward": ward} for ward in "AABBé"]), plan, ())
    (part,) = plan.parts
    assert sum(abs(each) for each in unseal(seen).flat) == part.reach.l1
    assert sum(each**2 for each in unseal(seen).flat) == part.reach.l2_squared
    assert part.reach.l2_squared < part.reach.l1**2


def test_each_grouping_may_have_limits_of_its_own():
    facts = replace(VISITS, groups_by={frozenset({"ward"}): 1, frozenset({"ward", "urgent"}): 3})
    catalog = Catalog().with_table(facts)
    assert planned(asked((WARD,)), catalog).bound.groups == 1
    assert planned(asked((URGENT, WARD)), catalog).bound.groups == 3
    assert planned(asked((URGENT,)), catalog).bound.groups == VISITS.groups_per_person
    assert planned(asked(()), catalog).bound.groups == 1


def test_a_row_a_person_needs_no_more_noise_than_that():
    each = PerPerson(Table.of(VISITS), (), (("n", Exactly.ROWS, None),))
    plan = planned(Question(each, (), (Count(),), After(())), Catalog().with_table(VISITS))
    assert plan.parts[0].reach.l1 == 1
    assert plan.explained == "one person can change 1 group by at most 1 row"


def test_each_kind_of_statistic_has_a_look_and_rows_share_one():
    plan = planned(asked((WARD,)), Catalog().with_table(VISITS))
    assert len(plan.looks) == 3
    assert sorted(part.look for part in plan.parts) == [0, 0, 0, 0, 1, 2]
    assert plan.selection is None
    hidden = planned(asked((HIDDEN, URGENT)), Catalog().with_table(VISITS))
    assert hidden.selection.keys_per_person == 2
    assert hidden.cells() == ()
    assert len(hidden.cells(NAMED)) == 9


def test_a_person_without_values_has_no_mean():
    """Limits are put around each person's mean, and nobody's mean is a limit."""
    question = read("SELECT COUNT(m) FROM (SELECT patient, AVG(stay) AS m FROM visits GROUP BY patient)", CATALOG)
    row = dict.fromkeys(VISITS.columns)
    table = [row | {"patient": 1, "stay": 4.0}, row | {"patient": 1}, row | {"patient": 2}]
    for engine in (memory(table), duckdb(table)):
        (seen,) = all_looks(engine, planned(question, CATALOG), ())
        assert unseal(seen).tolist() == [[1]]
