# SPDX-License-Identifier: Apache-2.0
"""What is declared of tables, for a person to read: columns, limits with their sources, and what is missing."""

import datetime as dt
from collections.abc import Iterator
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any, Final

from diffident.curator.balance import promised, remaining
from diffident.exact.spelling import plain as spelled
from diffident.question.catalog import ColumnFacts, EachRow, TableFacts
from diffident.question.expression import Kind
from diffident.question.limits import EPOCH
from diffident.show import html
from diffident.show.text import Cell, number, table

if TYPE_CHECKING:
    from diffident.curator.curator import Curator

INDENT: Final = 5
LONGEST: Final = 60  # characters of a list of categories
PERSON: Final = "the person"
HEADS: Final = ("column", "kind", "limits", "source")
LACKS: Final = {
    Kind.INTEGER: "bounds: no sum or mean of it",
    Kind.NUMBER: "bounds: no sum or mean of it",
    Kind.DATE: "bounds: no groups by its months or years",
}


def of(curator: "Curator") -> str:
    """Return what everybody may know of a curator: its promise, and each table; never a row."""
    return "\n\n".join([_head(curator), *map(told, curator.catalog.tables.values())])


def page(curator: "Curator") -> str:
    """Return the same for a notebook."""
    return f"<p>{escape(_head(curator))}</p>{''.join(map(as_html, curator.catalog.tables.values()))}"


def told(facts: TableFacts) -> str:
    """Return a table's facts: whose it is, then a line for each column."""
    return f"  {facts.name}: {whose(facts)}\n{table(HEADS, _rows(facts), indent=INDENT)}"


def as_html(facts: TableFacts) -> str:
    """Return the same for a notebook."""
    return html.table(HEADS, _rows(facts), title=f"{facts.name}: {whose(facts)}")


def whose(facts: TableFacts) -> str:
    """Return who is protected in a table, and with how much they count."""
    if facts.is_public:
        return "public, nobody is protected in it"
    people = f"; about {number(facts.expected_people)} people" if facts.expected_people else ""
    if isinstance(facts.person, EachRow):
        return f"each row is taken for another person{people}"
    rows, groups = _many(facts.rows_per_person, "row"), _many(facts.groups_per_person, "group")
    return f"each {facts.person} counts with at most {rows} in at most {groups}{people}"


def limits(column: ColumnFacts) -> str | None:
    """Return the limits or the categories of a column, if it has any."""
    if column.bounds is not None:
        low, high = (_end(end, column.kind) for end in (column.bounds.low, column.bounds.high))
        return f"from {low} to {high}"
    if column.categories is None:
        return None
    if column.categories.hidden:
        return "hidden categories"
    listed = ", ".join(_value(value) for value in column.categories.values)
    return f"one of {listed}" if len(listed) <= LONGEST else f"one of {len(column.categories.values)} categories"


def source(column: ColumnFacts) -> str | None:
    """Return who says so, if somebody does."""
    declared = column.bounds or column.categories
    return None if declared is None else declared.source


def missing(facts: TableFacts) -> Iterator[str]:
    """Yield what nobody declared, and what cannot be asked without it."""
    for name, column in facts.columns.items():
        if name == facts.person:
            continue
        if column.bounds is None and column.categories is None:
            yield f"{facts.name}.{name} has no {LACKS.get(column.kind, 'categories: no groups by it')}"
        elif source(column) is None:
            yield f"{facts.name}.{name} has no source: nobody can check its limits"
    if facts.expected_people is None and not facts.is_public:
        yield f"{facts.name} has no expected_people: no expected errors"


def plain(facts: TableFacts) -> dict[str, Any]:
    """Return a table's facts as plain data."""
    return {
        "table": facts.name,
        "public": facts.is_public,
        "person": None if facts.is_public else str(facts.person),
        "rows_per_person": None if facts.is_public else facts.rows_per_person,
        "groups_per_person": None if facts.is_public else facts.groups_per_person,
        "expected_people": facts.expected_people,
        "columns": [
            {"column": name, "kind": column.kind.value, "limits": limits(column), "source": source(column)}
            for name, column in facts.columns.items()
        ],
        "missing": list(missing(facts)),
    }


def _head(curator: "Curator") -> str:
    promise, left = promised(curator.promise), remaining(curator.promise, curator.left)
    return f"{curator.title}: {promise}, for each {curator.person}; {left} left"


def _rows(facts: TableFacts) -> list[list[Cell]]:
    """Return name, kind, limits and source of each column."""
    return [
        [name, column.kind.value, PERSON if name == facts.person else limits(column), source(column)]
        for name, column in facts.columns.items()
    ]


def _end(end: Fraction, kind: Kind) -> str:
    """Return a limit as it was written: that of a date is a day, where the calendar has one."""
    day = EPOCH.toordinal() + int(end)
    is_day = kind is Kind.DATE and dt.date.min.toordinal() <= day <= dt.date.max.toordinal()
    return str(dt.date.fromordinal(day)) if is_day else spelled(end)


def _value(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _many(count: int, thing: str) -> str:
    return f"{number(count)} {thing}{'s' * (count != 1)}"
