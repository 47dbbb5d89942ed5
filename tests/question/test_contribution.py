# SPDX-License-Identifier: Apache-2.0
"""With how much one person counts: as a sentence, as rows that are kept, and as a reach."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffident.question.catalog import EACH_ROW
from diffident.question.contribution import Contribution
from diffident.question.expression import Column
from diffident.question.words import Derive, Table
from engine.tables import VISITS, memory, rows

LIMITS = st.builds(Contribution, st.integers(1, 4), st.integers(1, 4), st.integers(1, 9))
LEAF = Derive(Table.of(VISITS), (("ward", Column("ward")), ("age", Column("age"))))


def counts(table, bound):
    return Counter(row["ward"] for row in memory(table).rows(bound.bounded(LEAF, ("ward",), ("age",))))


@given(rows, LIMITS)
@settings(max_examples=60)
def test_nobody_moves_counts_further_than_their_reach(table, bound):
    patient = next((row["patient"] for row in table if row["patient"] is not None), 0)
    moved = counts(table, bound)
    moved.subtract(counts([row for row in table if row["patient"] != patient], bound))
    assert sum(map(abs, moved.values())) <= bound.reach.l1
    assert sum(each**2 for each in moved.values()) <= bound.reach.l2_squared


@given(LIMITS)
def test_some_person_moves_counts_just_as_far_as_the_reach(bound):
    full, rest = divmod(bound.total, bound.each)
    mine = [bound.each] * full + [rest] * (rest > 0)
    row = {"patient": 1, "stay": None, "age": 3, "urgent": None, "day": None}
    table = [{**row, "ward": str(ward)} for ward, many in enumerate(mine) for _ in range(many)]
    found = counts(table, bound).values()
    assert sum(found) == bound.reach.l1
    assert sum(each**2 for each in found) == bound.reach.l2_squared


def test_where_each_row_is_a_person_all_rows_are_kept():
    leaf = Table("visits", LEAF.rows.fields, EACH_ROW)
    assert Contribution(1, 1, 1).bounded(leaf, (), ()) is leaf


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ((1, 1, 1), "one person can change 1 group by at most 1 row"),
        ((3, 5, 99), "one person can change 3 groups by at most 5 rows each"),
        ((3, 5, 5), "one person can change 3 groups by at most 5 rows each, and by 5 rows in all"),
        ((9, 1, 2), "one person can change 2 groups by at most 1 row each"),
    ],
)
def test_limits_are_explained_with_those_that_bind(limits, said):
    assert str(Contribution(*limits)) == said


def test_counted_once_a_group_a_person_has_as_many_rows_as_groups():
    assert Contribution(3, 2, 5).of_one_row_a_group == Contribution(3, 1, 3)
