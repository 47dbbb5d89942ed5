# SPDX-License-Identifier: Apache-2.0
"""A question in normal form. SQL and the chain both end here; equal questions are equal values."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Final

from diffident.question.aggregates.aggregate import Aggregate
from diffident.question.catalog import EachRow
from diffident.question.expression import Expression, renamed
from diffident.question.limits import Categories
from diffident.question.words import Rows, Table

CELL: Final = "cell "
ENDS: Final = ("low", "high")
MADE_OF: Final = {"rows", "left", "right", "parts"}  # fields of words that hold other words


@dataclass(frozen=True, slots=True)
class Key:
    """What rows are grouped by, and the public list of its values."""

    formula: Expression
    categories: Categories


@dataclass(frozen=True, slots=True)
class Output:
    """A column of the answer: its name, and a formula over keys (`key 0`, ...) and statistics (`cell 0`, ...)."""

    name: str
    formula: Expression


@dataclass(frozen=True, slots=True)
class After:
    """What is done with released values when they are read; it costs nothing and moves no noise."""

    outputs: tuple[Output, ...]
    having: Expression | None = None
    order: tuple[tuple[Expression, bool], ...] = ()  # a formula, and whether it runs down
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """Statistics of groups of rows.

    `rows` are all rows that are asked about, before anybody's part is bounded. `cells` are the statistics, each once.
    """

    rows: Rows
    keys: tuple[Key, ...]
    cells: tuple[Aggregate, ...]
    after: After


def key_name(place: int) -> str:
    """Return under which name a released key stands in formulas over the answer."""
    return f"key {place}"


def cell_name(place: int) -> str:
    """Return under which name a released statistic stands in formulas over the answer."""
    return f"{CELL}{place}"


def end_name(place: int, end: str) -> str:
    """Return under which name an end of a released statistic's interval stands in formulas over the answer."""
    return f"{cell_name(place)} {end}"


def in_order(question: Question) -> Question:
    """Return the question with its statistics in one order, whatever the order in which they were asked."""
    cells = sorted(question.cells, key=repr)
    places = {place: cells.index(cell) for place, cell in enumerate(question.cells)}
    names = {cell_name(before): cell_name(place) for before, place in places.items()}
    names |= {end_name(before, end): end_name(place, end) for before, place in places.items() for end in ENDS}
    after = question.after
    moved = After(
        tuple(Output(output.name, renamed(output.formula, names)) for output in after.outputs),
        None if after.having is None else renamed(after.having, names),
        tuple((renamed(formula, names), runs_down) for formula, runs_down in after.order),
        after.limit,
    )
    return Question(question.rows, question.keys, tuple(cells), moved)


def at_leaves(rows: Rows, put: Callable[[Table], Rows]) -> Rows:
    """Return rows that are made of other ones at each leaf that has people, whatever stands above it."""
    if isinstance(rows, Table):
        return put(rows) if isinstance(rows.owner, str | EachRow) else rows
    made_of = {one.name: getattr(rows, one.name) for one in fields(rows) if one.name in MADE_OF}
    return replace(rows, **{name: _each_at_leaves(inner, put) for name, inner in made_of.items()})


def described(rows: Rows) -> object:
    """Return rows as plain data: the word, what it was given, and the rows that it was made of."""
    given = {one.name: repr(getattr(rows, one.name)) for one in fields(rows) if one.name not in MADE_OF}
    return [type(rows).__name__, given, [described(each) for each in rows.inputs]]


def _each_at_leaves(inner: Rows | tuple[Rows, ...], put: Callable[[Table], Rows]) -> object:
    return tuple(at_leaves(one, put) for one in inner) if isinstance(inner, tuple) else at_leaves(inner, put)
