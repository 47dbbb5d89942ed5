# SPDX-License-Identifier: Apache-2.0
"""Engines agree: random plans over random tables give identical integers in plain Python and in DuckDB."""

import random

import pytest

from diffident.engine.duckdb import DuckDB
from diffident.engine.memory import Memory
from diffident.privacy.unseal import unseal
from diffident.question.words import SumOfIntegers, Tally
from engine.plans import FLOORS, WARDS_PUBLIC, Plans, table
from engine.tables import SECRET, VISITS, arrow

PLANS = 50  # over each table


def engines(rows):
    import pyarrow as pa

    database = DuckDB(SECRET)
    database.add(VISITS, arrow(rows))
    database.add(WARDS_PUBLIC, pa.Table.from_pylist(FLOORS))
    return Memory(SECRET, {"visits": rows, "wards": FLOORS}), database


def found(engine, look):
    if isinstance(look, Tally):
        seen = unseal(engine.tally(look))
        return seen.size, *(each.tolist() for each in (seen.cells, seen.steps, seen.rows))
    return unseal(engine.sums(look)).tolist() if isinstance(look, SumOfIntegers) else dict(unseal(engine.counts(look)))


def agree(seed):
    chance = random.Random(seed)  # noqa: S311 - which plan is tried is no secret
    oracle, database = engines(table(chance))
    for place in range(PLANS):
        look = Plans(chance).look()
        assert found(database, look) == found(oracle, look), f"plan {place} of table {seed}: {look}"


@pytest.mark.parametrize("seed", range(40))
def test_engines_find_the_same_integers_for_random_plans(seed):
    agree(seed)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(1000, 1400))
def test_engines_find_the_same_integers_for_very_many_plans(seed):
    agree(seed)
