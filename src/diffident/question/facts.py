# SPDX-License-Identifier: Apache-2.0
"""What is known of the columns of rows that words have made: limits and categories go along where they still hold."""

from collections.abc import Mapping
from typing import Final

from diffident.question.catalog import Catalog, ColumnFacts, TableFacts
from diffident.question.expression import Column, Expression, Kind
from diffident.question.intervals import interval
from diffident.question.limits import Bounds
from diffident.question.words import Derive, Join, Keep, PerPerson, Rows, Table, Truncate, Union
from diffident.question.words.per_person import Exactly
from diffident.question.words.rows import leaves

Facts = Mapping[str, ColumnFacts]
KEEPS_BOUNDS: Final = {Exactly.LEAST, Exactly.LARGEST}
YES_OR_NO: Final = Bounds.of(0, 1, source="true or false")


def facts_of(rows: Rows, catalog: Catalog) -> Facts:
    """Return what is known of each column."""
    match rows:
        case Table(name):
            return catalog.table(name).columns
        case Keep(inner, _):
            return facts_of(inner, catalog)
        case Union(parts):
            return _common([facts_of(part, catalog) for part in parts])
        case Join(left, right):
            return {**_shown(right, rows, catalog), **_shown(left, rows, catalog)}
        case Derive(inner, formulas):
            before = facts_of(inner, catalog)
            people = {name: before[name] for name in inner.person_column}
            return {**people, **{name: fact(formula, rows.columns[name], before) for name, formula in formulas}}
        case PerPerson(inner, keys, statistics):
            before = facts_of(inner, catalog)
            kept = {name: of or "" for name, what, of in statistics if what in KEEPS_BOUNDS}
            return {
                name: before[name]
                if name in before and name in (*inner.person_column, *keys)
                else ColumnFacts(kind=kind, bounds=before[kept[name]].bounds if name in kept else None)
                for name, kind in rows.columns.items()
            }
        case Truncate(inner, _):
            before = facts_of(inner, catalog)
            return {name: before[name] for name in rows.columns}
        case _:
            raise AssertionError(rows)


def fact(formula: Expression, kind: Kind, before: Facts) -> ColumnFacts:
    """Return what is known of a formula over columns with these facts."""
    if isinstance(formula, Column) and kind is not Kind.TRUTH:
        return before[formula.name]
    if kind is Kind.TRUTH:
        declared = before[formula.name].categories if isinstance(formula, Column) else None
        return ColumnFacts(kind=kind, bounds=YES_OR_NO, categories=declared)
    ends = interval(formula, {name: each.bounds for name, each in before.items()})
    bounds = Bounds(*ends, "computed from the limits of its columns") if ends and ends[0] < ends[1] else None
    return ColumnFacts(kind=kind, bounds=bounds)


def _shown(side: Rows, joined: Rows, catalog: Catalog) -> Facts:
    return {name: each for name, each in facts_of(side, catalog).items() if name in joined.columns}


def _common(parts: list[Facts]) -> Facts:
    """Return what all parts agree on."""
    first, *others = parts
    same = {name: all(other.get(name) == each for other in others) for name, each in first.items()}
    return {name: each if same[name] else ColumnFacts(kind=each.kind) for name, each in first.items()}


def most_rows(rows: Rows) -> int | None:
    """Return how many rows a person can have by the way the rows were made, or None where nothing limits it.

    Guarantee:
        No person has more.
    Because:
        PerPerson without keys makes one row a person; Keep and Derive make none.
    Checked by: tests/question/test_facts.py::test_a_row_a_person_is_one_row
    """
    match rows:
        case PerPerson(_, ()):
            return 1
        case Keep(inner, _) | Derive(inner, _):
            return most_rows(inner)
        case Truncate():
            return rows.total
        case _:
            return None


def most_joined(rows: Rows) -> tuple[int, ...]:
    """Return with how many rows at most people are in tables that are joined on the person, if there are such."""
    found = {rows.total} if isinstance(rows, Truncate) else set[int]()
    return tuple(sorted(found.union(*map(most_joined, rows.inputs)), reverse=True)[:1])


def protected(rows: Rows, catalog: Catalog) -> TableFacts:
    """Return the first protected table that rows are made of: its limits say how much a person may count with."""
    tables = (catalog.table(leaf.name) for leaf in leaves(rows) if isinstance(leaf, Table))
    return next(table for table in tables if not table.is_public)
