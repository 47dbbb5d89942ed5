# SPDX-License-Identifier: Apache-2.0
"""Counts mixed along a key: nobody moves them further than they say, and windows come back from them."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.stats import binom

from diffident.curator import seen
from diffident.curator.blended import blended
from diffident.errors import Refused
from diffident.privacy.accounting.budget import Budget
from diffident.privacy.mechanisms.columns import mixed
from diffident.privacy.mechanisms.need import Blur
from diffident.privacy.private import Private
from diffident.privacy.unseal import unseal
from diffident.question.aggregates import Count, WindowCount
from diffident.question.aggregates.aggregate import Noisy
from diffident.question.aggregates.along import spread
from diffident.question.contribution import Contribution
from diffident.question.expression import Column
from diffident.question.limits import Categories
from diffident.question.measurement import Ones
from diffident.question.mixed import Mixed
from diffident.question.plan import planned
from diffident.question.question import After, Key, Question
from diffident.question.sql import read
from diffident.question.strategies import STRATEGIES, Hierarchy, Ranges, Running, Separate
from diffident.question.words import Table
from diffident.randomness.source import Source
from engine.tables import CATALOG, VISITS, duckdb, memory, rows

AGE = "width_bucket(age, 0, 100, 10)"
RUNNING = (
    f"SELECT {AGE} AS age, SUM(COUNT(*)) OVER (PARTITION BY ward ORDER BY {AGE}) AS n FROM visits GROUP BY ward, 1"  # noqa: S608 - only read
)
PURE = Budget(epsilon=3)
MANY = Budget(epsilon=3, delta="1e-6", typical="0.1")
SURE = Fraction(95, 100)
ONE = Contribution(1, 1, 1)


def plan_of(text, budget=PURE):
    question = read(text, CATALOG)
    return blended(planned(question, CATALOG), question.cells, budget)


@pytest.mark.parametrize("budget", [PURE, MANY], ids=["pure", "approximate"])
@given(table=rows)
@settings(max_examples=10)
def test_nobody_moves_what_is_mixed_further(budget, table):
    plan = plan_of(RUNNING, budget)
    (part,) = plan.parts
    patient = next((row["patient"] for row in table if row["patient"] is not None), 0)
    others = [row for row in table if row["patient"] != patient]
    now, before, twice = (
        unseal(seen.part(seen.all_looks(engine, plan, ()), part))
        for engine in (memory(table), memory(others), duckdb(table))
    )
    assert (now == twice).all()
    moved = now - before
    assert sum(abs(each) for each in moved.flat) <= part.reach.l1
    assert sum(each**2 for each in moved.flat) <= part.reach.l2_squared


@pytest.mark.parametrize("kind", STRATEGIES)
def test_windows_come_back_block_by_block(kind):
    counts = np.arange(2 * 5 * 3).reshape(2, 5, 3) ** 2
    measured = Mixed(None, Ones(), kind(5), 2, 3)
    released = unseal(mixed(Private(counts.reshape(-1, 1)), measured.strategy.matrix, *measured.blocks))
    law = Blur(measured.reach(ONE)).at(Fraction(1)).law
    noisy = Noisy(measured, released.tolist(), law)
    for window, truth in (
        (WindowCount(None, Column("k")), counts.cumsum(axis=1)),
        (
            WindowCount(None, Column("k"), (), None, None),
            np.broadcast_to(counts.sum(axis=1, keepdims=True), counts.shape),
        ),
        (
            WindowCount(None, Column("k"), (), 1, 0),
            counts + np.concatenate([counts[:, :1] * 0, counts[:, :-1]], axis=1),
        ),
        (Count(), counts),
    ):
        found = window.finish(noisy, SURE)
        assert [each.value for each in found] == pytest.approx(truth.ravel())
        assert all(each.low < each.value < each.high for each in found)
        widest = max(each.high - each.low for each in found) / 2
        assert window.foresee(law, measured, SURE, None) == pytest.approx(widest, rel=1e-6)


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize("kind", [Hierarchy, Running, Ranges])
def test_intervals_hold_as_often_as_they_say(kind):
    """Of the last running total, over many draws; intervals of 85.5 % instead of 95 % are told apart."""
    measured, draws, truth = Mixed(None, Ones(), kind(40), 400, 1), 400, 40 * 39 / 2
    counts = np.tile(np.arange(40), 400).reshape(-1, 1)
    sealed = mixed(Private(counts), measured.strategy.matrix, *measured.blocks)
    mechanism = Blur(measured.reach(ONE)).at(Fraction(1, 2))
    noisy = Noisy(measured, mechanism.draw(sealed, Source.replay(5)).tolist(), mechanism.law)

    def hold(confidence):
        last = WindowCount(None, Column("k")).finish(noisy, confidence)[39::40]
        inside = sum(each.low <= truth <= each.high for each in last)
        return min(binom.cdf(inside, draws, float(SURE)), binom.sf(inside - 1, draws, 0.97)) > 1e-9

    assert hold(SURE)
    assert not hold(SURE * Fraction(8, 10))


def test_the_strategy_fits_what_is_asked_and_the_promise():
    def strategy(budget, before, cells=1024):
        key = Key(Column("age"), Categories(tuple(range(cells))))
        cell = WindowCount(None, Column("age"), (), before, 0)
        plan = planned(Question(Table.of(VISITS), (key,), (cell,), After(())), CATALOG)
        return type(blended(plan, [cell], budget).parts[0].measurement.strategy)

    assert strategy(PURE, None) is Hierarchy
    assert strategy(MANY, None) is Hierarchy
    assert strategy(MANY, 0) is strategy(PURE, 0) is strategy(PURE, None, cells=3) is Separate


@pytest.mark.parametrize(
    ("windows", "steady", "bell"),
    [([(None, 0)], Hierarchy, Running), ([(30, 0), (60, 0)], Hierarchy, Ranges), ([(0, 0)], Separate, Separate)],
)
def test_each_kind_of_noise_has_its_best_strategy(windows, steady, bell):
    """Laplace noise is scaled to the sum of what one row moves, Gaussian noise to the root of the sum of squares."""

    def best(length):
        return min(STRATEGIES, key=lambda kind: spread(kind(300), windows) * length(kind(300).reach(ONE)))

    assert best(lambda reach: float(reach.l1)) is steady
    assert best(lambda reach: float(reach.l2_squared) ** 0.5) is bell


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("SELECT SUM(COUNT(*)) OVER (ORDER BY urgent) FROM visits GROUP BY ward", "not grouped by it"),
        ("SELECT SUM(COUNT(*)) OVER (ORDER BY urgent) FROM visits GROUP BY ward, urgent", "other keys"),
        ("SELECT SUM(COUNT(*)) OVER (ORDER BY ward) FROM visits GROUP BY ward", "ascending order"),
    ],
)
def test_what_has_no_public_order_is_refused(text, problem):
    with pytest.raises(Refused) as refused:
        plan_of(text)
    assert refused.value.code == "not_along_groups"
    assert problem in str(refused.value)


def test_hidden_categories_have_no_order_that_everybody_knows():
    measured = WindowCount(None, Column("ward")).measurement(None)
    with pytest.raises(Refused, match="hidden"):
        measured.along([Key(Column("ward"), Categories.of(hidden=True))])
    with pytest.raises(Refused, match="2048 are the most"):
        measured.along([Key(Column("ward"), Categories.of(*range(2049)))])
    assert measured.row_reach == 1
    assert "along ward" in measured.name
