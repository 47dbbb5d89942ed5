# SPDX-License-Identifier: Apache-2.0
"""A table of invented people with the columns of a real one, to practise on. No value of it depends on data.

What is known to everybody is used and nothing else: names, kinds, limits, lists. The same rows each time: values run
through their range in steps of an irrational number, so they fill it evenly and no two columns go together.
"""

import datetime as dt
import math
from typing import TYPE_CHECKING, Any, Final

from diffident.curator.register import Registered
from diffident.curator.source import arrow_of
from diffident.exact.number import whole
from diffident.question.catalog import ColumnFacts, TableFacts
from diffident.question.expression import Kind, Value

if TYPE_CHECKING:
    from diffident.curator.curator import Curator

MOST: Final = 10**6
FIRST: Final = dt.datetime(2025, 1, 1)  # noqa: DTZ001 - moments of questions have no zone
DAYS: Final = 365
USUAL: Final = {Kind.INTEGER: (0, 9), Kind.NUMBER: (0, 1)}
TEXTS: Final = 5  # different ones, where nobody listed any


def twin(curator: "Curator", rows: object) -> "Curator":
    """Return a curator of invented rows, under a promise of the same size that ends with this process."""
    made = type(curator)(
        name=curator.name,
        budget=curator.promise,
        ledger="memory",
        person=curator.person,
        purposes=curator.purposes,
        folder=curator.folder,
    )
    for name, table in curator.tables.items():
        made = made.with_table(table.declaration, twin_of(table, curator.catalog.table(name), rows))
    return made


def twin_of(table: Registered, facts: TableFacts, rows: object) -> Any:  # noqa: ANN401 - a path or an Arrow table
    """Return so many invented rows of a table; a public one is itself, for nobody is in it."""
    if facts.is_public:
        return table.source.data
    many = whole(rows, name="rows", at_least=0, at_most=MOST)
    columns = [
        _people(facts, kind.kind, many) if name == facts.person else [_value(kind, x) for x in _spread(place, many)]
        for place, (name, kind) in enumerate(facts.columns.items())
    ]
    kinds = [column.kind for column in facts.columns.values()]
    return arrow_of(list(facts.columns), kinds, list(zip(*columns, strict=True)))


def _people(facts: TableFacts, kind: Kind, many: int) -> list[Value]:
    """Return whose rows they are: everybody has as many rows as count, the last perhaps fewer."""
    numbers = (place // facts.rows_per_person for place in range(many))
    return [f"person {number}" if kind is Kind.TEXT else number for number in numbers]


def _spread(column: int, many: int) -> list[float]:
    """Return numbers from 0 to 1 that fill it evenly, other ones for each column.

    >>> [round(x, 3) for x in _spread(0, 3)]
    [0.414, 0.828, 0.243]
    """
    step = math.sqrt((column + 1) ** 2 + 1) % 1  # the root of one more than a square is irrational
    return [(place + 1) * step % 1 for place in range(many)]


def _value(column: ColumnFacts, x: float) -> Value:
    """Return the value that lies so far along the range of a column."""
    listed = column.categories.values if column.categories else ()
    if listed:
        return listed[int(x * len(listed))]
    match column.kind:
        case Kind.INTEGER | Kind.NUMBER:
            return _number(column, x)
        case Kind.TRUTH:
            return x < 1 / 2
        case Kind.TEXT:
            return f"text {int(x * TEXTS)}"
        case _:  # a date or a moment
            moment = FIRST + dt.timedelta(days=x * DAYS)
            return moment.date() if column.kind is Kind.DATE else moment


def _number(column: ColumnFacts, x: float) -> Value:
    bounds = column.bounds
    low, high = (bounds.low, bounds.high) if bounds else USUAL[column.kind]
    if column.kind is Kind.NUMBER:
        return float(low) + x * float(high - low)
    return math.ceil(low) + int(x * (math.floor(high) - math.ceil(low) + 1))
