# SPDX-License-Identifier: Apache-2.0
"""Groups: every listed combination, hidden ones in their own order, and never more than anybody reads."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.engine.memory import value
from diffident.errors import Refused
from diffident.question.expression import Column
from diffident.question.grouping import MOST_CELLS, Grouping
from diffident.question.limits import Categories
from diffident.question.question import Key
from diffident.question.words import Derive, Keep, Table
from engine.tables import VISITS, memory

WARD, URGENT = Column("ward"), Column("urgent")
HIDDEN = Categories.of(hidden=True)
TRUTH = Categories((False, True, None))
LEAF = Table.of(VISITS)


def rows_of(words):
    """Return the wards of the rows that stay, of rows with every ward that there can be."""
    table = [dict.fromkeys(VISITS.columns) | {"patient": 1, "ward": ward} for ward in (None, "A", "B", "C")]
    return [row["k0"] for row in memory(table).rows(words)]


def test_listed_cells_stand_in_the_order_of_the_lists():
    grouping = Grouping((Key(WARD, Categories.of("B", "A")), Key(URGENT, TRUTH)))
    assert grouping.cells() == tuple(product("BA", (False, True, None)))
    assert grouping.names == ("k0", "k1")
    assert grouping.hidden == ()


def test_without_keys_there_is_one_cell():
    assert Grouping(()).cells() == ((),)


@given(st.lists(st.tuples(st.none() | st.text(max_size=2), st.none() | st.integers(-3, 3)), unique=True, max_size=6))
def test_released_cells_stand_in_the_order_of_their_keys_whatever_order_they_came_in(named):
    grouping = Grouping((Key(WARD, HIDDEN), Key(URGENT, TRUTH), Key(Column("age"), HIDDEN)))
    cells = grouping.cells(tuple(named))
    assert len(cells) == len(set(cells)) == 3 * len(named)
    assert {(ward, age) for ward, _, age in cells} == set(named)
    assert cells == grouping.cells(tuple(reversed(named)))
    wards = [ward for ward, _, _ in cells]
    assert wards == sorted(wards, key=lambda ward: (ward is not None, ward or ""))


def test_more_groups_than_anybody_reads_are_refused_or_cut_off():
    many = Categories.of(*map(str, range(400)))
    with pytest.raises(Refused) as refused:
        Grouping((Key(WARD, many), Key(URGENT, many)))
    assert refused.value.code == "too_many_groups"
    grouping = Grouping((Key(WARD, many), Key(URGENT, HIDDEN)))
    named = tuple((number,) for number in range(300))
    assert len(grouping.cells(named)) == MOST_CELLS
    assert {urgent for _, urgent in grouping.cells(named)} == set(range(250))
    assert "299" not in repr(grouping.listed(LEAF, (), named).where)


@pytest.mark.parametrize(
    ("categories", "kept"),
    [
        (Categories.of("A", "B"), ["A", "B"]),
        (Categories.of("A", None), [None, "A"]),
        (Categories((None,)), [None]),
        (Categories.of("A", "else", other="else"), ["else", "A", "else", "else"]),
        (Categories.of("A", None, "else", other="else"), [None, "A", "else", "else"]),
    ],
    ids=str,
)
def test_only_rows_of_listed_cells_stay(categories, kept):
    assert rows_of(Grouping((Key(WARD, categories),)).listed(LEAF, ())) == kept


def test_only_rows_of_released_cells_stay():
    one, two = Grouping((Key(WARD, HIDDEN),)), Grouping((Key(WARD, HIDDEN), Key(URGENT, HIDDEN)))
    assert rows_of(one.listed(LEAF, ())) == [None, "A", "B", "C"]
    assert rows_of(one.listed(LEAF, (), (("B",), (None,)))) == [None, "B"]
    assert rows_of(one.listed(LEAF, (), ())) == []
    assert rows_of(two.listed(LEAF, (), (("B", None), ("C", True)))) == ["B"]
    assert rows_of(two.listed(LEAF, (), (("B", None),))) == ["B"]


def test_values_go_along_with_the_keys():
    words = Grouping((Key(WARD, Categories.of("A")),)).listed(LEAF, (("x0", Column("age")),))
    assert isinstance(words, Keep)
    assert isinstance(words.rows, Derive)
    assert list(words.columns) == ["patient", "k0", "x0"]
    assert value(words.where, {"k0": "A"}) is True
