# SPDX-License-Identifier: Apache-2.0
"""What every statistic must keep: nobody moves it further than its reach, engines agree, it is read, written and foreseen."""

from dataclasses import MISSING, fields
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffident.curator import seen, written
from diffident.curator.seen import all_looks
from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace, OfRanks
from diffident.privacy.tallied import Tallied
from diffident.privacy.unseal import unseal
from diffident.question.aggregates import AGGREGATES, WindowCount
from diffident.question.aggregates.aggregate import Noisy
from diffident.question.expression import Column
from diffident.question.frame import Chain, Statistic
from diffident.question.limits import Categories
from diffident.question.merged import merged
from diffident.question.plan import planned
from diffident.question.question import After, Key, Question
from diffident.question.ranks import AtRanks
from diffident.question.sql import read, read_tree
from diffident.question.words import Table
from engine.tables import CATALOG, VISITS, WARDS, duckdb, memory, rows

LAWS = [DiscreteLaplace(Fraction(10**9)), DiscreteGaussian(Fraction(10**18))]
SURE = Fraction(95, 100)


def example(kind):
    """Return the statistic of an age, of an age and a stay, or of rows."""
    if kind is WindowCount:
        return WindowCount(Column("age"), Column("urgent"))
    asked = [each.name for each in fields(kind) if each.default is MISSING]
    return kind(*map(Column, ("age", "stay")[: len(asked)]))


def keys_of(kind):
    """Return by what a statistic must be grouped, if by anything."""
    return (BY_URGENCY,) if kind is WindowCount else ()


def measured(statistic):
    own = statistic.measured(lambda formula: VISITS.columns[formula.name])
    return own.along(keys_of(type(statistic)))


def plan_of(kind, *keys):
    return planned(Question(Table.of(VISITS), keys, (example(kind),), After(())), CATALOG)


def columns(engine, plan):
    """Return what is seen of the only part: its columns, or the rows at each step."""
    (part,) = plan.parts
    found = unseal(seen.part(all_looks(engine, plan, ()), part))
    if not isinstance(found, Tallied):
        return found
    grid = part.measurement.grid
    rows = np.zeros((found.size, grid.most - grid.least + 1), dtype=object)
    rows[found.cells, found.steps - grid.least] = found.rows
    return rows


BY_WARD = Key(Column("ward"), Categories.of(*WARDS))
BY_URGENCY = Key(Column("urgent"), Categories((False, True)))


@pytest.mark.parametrize("kind", AGGREGATES)
@given(table=rows)
@settings(max_examples=15)
def test_nobody_moves_it_further_than_its_reach(kind, table):
    plan = plan_of(kind, *keys_of(kind) or (BY_WARD,))
    patient = next((row["patient"] for row in table if row["patient"] is not None), 0)
    others = [row for row in table if row["patient"] != patient]
    moved = columns(memory(table), plan) - columns(memory(others), plan)
    assert sum(abs(each) for each in moved.flat) <= plan.parts[0].reach.l1
    assert sum(each**2 for each in moved.flat) <= plan.parts[0].reach.l2_squared


@pytest.mark.parametrize("kind", AGGREGATES)
def test_some_person_moves_it_as_far(kind):
    """Somebody with as many rows as count, each at a limit or with another value, has all of the reach."""
    plan = plan_of(kind, *keys_of(kind))
    row = dict.fromkeys(VISITS.columns) | {"patient": 1, "ward": "A", "stay": 60.0, "urgent": True}
    far = max(
        (columns(memory([row | {"age": age} for age in ages]), plan) for ages in ([110] * 9, [-5] * 9, range(9))),
        key=lambda seen: abs(seen).sum(),
    )
    assert abs(far).sum() == plan.parts[0].reach.l1
    assert (far**2).sum() <= plan.parts[0].reach.l2_squared


@pytest.mark.parametrize("kind", AGGREGATES)
@given(table=rows)
@settings(max_examples=10)
def test_engines_see_the_same(kind, table):
    plan = plan_of(kind, *keys_of(kind) or (BY_WARD,))
    assert (columns(memory(table), plan) == columns(duckdb(table), plan)).all()


@pytest.mark.parametrize("kind", AGGREGATES)
def test_sql_and_chain_read_its_name_back(kind):
    said = str(example(kind)).replace("person", "patient")
    keys = [str(key.formula) for key in keys_of(kind)]
    grouped = f" GROUP BY {keys[0]}" if keys else ""
    by_sql = read(f"SELECT {said} AS x FROM visits{grouped}", CATALOG)  # noqa: S608 - read, and never run
    by_chain = read_tree(Chain("visits").group_by(*keys).agg(x=Statistic(said)).tree(), CATALOG)
    assert by_sql.cells == by_chain.cells == (example(kind),)
    assert (by_sql.rows, by_sql.keys) == (by_chain.rows, by_chain.keys)


@pytest.mark.parametrize("law", LAWS, ids=str)
@pytest.mark.parametrize("kind", AGGREGATES)
def test_it_finishes_from_whatever_covers_it_and_is_foreseen(kind, law):
    statistic = example(kind)
    own = measured(statistic)
    wanted = [measured(example(each)) for each in AGGREGATES]
    covering = [other for other in dict.fromkeys(wanted) if other.covers(own)] or [own]
    assert own in covering
    for measurement in covering:
        cells = [[10**6] * measurement.width, [0] * measurement.width]
        noise = OfRanks(Fraction(1, 2), Fraction(20)) if isinstance(measurement, AtRanks) else law
        for estimate in statistic.finish(Noisy(measurement, cells, noise), SURE):
            assert estimate.low <= estimate.value <= estimate.high
        assert statistic.foresee(noise, measurement, SURE, 1000) > 0


@pytest.mark.parametrize("kind", AGGREGATES)
def test_it_is_written_down_and_read_again(kind):
    statistic = example(kind)
    assert written.aggregate(written.write(statistic)) == statistic
    measurement = measured(statistic)
    assert written.measurement(written.write(measurement)) == measurement
    assert kind.name
    assert kind.sql


@given(st.permutations(AGGREGATES))
@settings(max_examples=10)
def test_all_of_them_together_need_few_draws(kinds):
    """One triple for all that is about ages, products and a weighted pair for ages and stays, ranks, ones for rows, people, values."""
    wanted = tuple(measured(example(kind)) for kind in kinds)
    assert sorted(type(one).__name__ for one in merged(wanted)) == [
        "AtRanks",
        "Crossed",
        "Mixed",
        "Ones",
        "People",
        "Triple",
        "Values",
        "WeightedPair",
    ]
