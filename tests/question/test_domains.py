# SPDX-License-Identifier: Apache-2.0
"""Which groups there are: declared, from limits, from the calendar, or from the question; never from data."""

import datetime as dt
from fractions import Fraction

import pytest

from diffident.errors import Refused
from diffident.question.catalog import ColumnFacts
from diffident.question.domains import categories_of
from diffident.question.expression import Call, Column, Kind, Literal
from diffident.question.limits import Bounds, Categories

KNOWN = {
    "ward": ColumnFacts(kind=Kind.TEXT, categories=Categories.of("A", "B", source="ward list")),
    "code": ColumnFacts(kind=Kind.TEXT, categories=Categories.of(hidden=True)),
    "age": ColumnFacts(kind=Kind.INTEGER, bounds=Bounds.of(-2, "1.5", source="codebook")),
    "number": ColumnFacts(kind=Kind.INTEGER, bounds=Bounds.of(0, 100_000)),
    "day": ColumnFacts(kind=Kind.DATE, bounds=Bounds.of(dt.date(2024, 11, 30), dt.date(2025, 2, 1))),
    "stay": ColumnFacts(kind=Kind.NUMBER, bounds=Bounds.of(0, 60)),
    "name": ColumnFacts(kind=Kind.TEXT),
    "urgent": ColumnFacts(kind=Kind.TRUTH),
    "when": ColumnFacts(kind=Kind.DATE, categories=Categories.of(hidden=True)),
}
DAY = Column("day")
IS_LONG = Call(">", (Column("stay"), Literal.of(5.0)))


@pytest.mark.parametrize(
    ("formula", "values"),
    [
        (Column("ward"), ("A", "B")),
        (Column("code"), ()),
        (Column("age"), (-2, -1, 0, 1)),
        (Column("urgent"), (False, True, None)),
        (IS_LONG, (False, True, None)),
        (Call("month", (DAY,)), tuple(range(1, 13))),
        (Call("year", (DAY,)), (2024, 2025)),
        (
            Call("first of month", (DAY,)),
            tuple(dt.date(y, m, 1) for y, m in ((2024, 11), (2024, 12), (2025, 1), (2025, 2))),
        ),
        (
            Call("case", (IS_LONG, Literal.of("long"), IS_LONG, Literal.of("long"), Literal.of("short"))),
            ("long", "short"),
        ),
    ],
    ids=str,
)
def test_groups_are_known_without_data(formula, values):
    assert categories_of(formula, KNOWN).values == values


def test_days_between_limits_are_groups_and_none_beside_them():
    days = categories_of(DAY, KNOWN).values
    assert days[0] == dt.date(2024, 11, 30)
    assert days[-1] == dt.date(2025, 2, 1)
    assert len(days) == 64


@pytest.mark.parametrize("name", ["ward", "age", "urgent", "day"])
def test_every_list_says_where_it_comes_from(name):
    assert categories_of(Column(name), KNOWN).source


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        (Column("name"), "needs_categories"),
        (Column("stay"), "needs_categories"),
        (Column("number"), "needs_categories"),
        (Call("lower", (Column("ward"),)), "needs_categories"),
        (Call("year", (Column("when"),)), "needs_categories"),
        (Call("case", (IS_LONG, Column("name"), Literal.of("short"))), "needs_categories"),
        (Column("when"), "not_to_be_named"),
    ],
    ids=str,
)
def test_groups_that_nobody_declared_are_refused(formula, code):
    with pytest.raises(Refused) as refused:
        categories_of(formula, KNOWN)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "formula", [Column("day"), Call("year", (Column("day"),)), Call("first of month", (Column("day"),))]
)
@pytest.mark.parametrize("ends", [(5_000_000, 5_000_010), (-(10**9), 1 - 10**9), (Fraction(1, 4), Fraction(3, 4))])
def test_limits_beyond_the_calendar_list_no_days(formula, ends):
    known = {"day": ColumnFacts(kind=Kind.DATE, bounds=Bounds(*map(Fraction, ends)))}
    with pytest.raises(Refused) as refused:
        categories_of(formula, known)
    assert refused.value.code == "needs_categories"
