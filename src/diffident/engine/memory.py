# SPDX-License-Identifier: Apache-2.0
"""The oracle: the words in plain Python, as slow and as obvious as possible. Other engines must agree with it."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, assert_never

import numpy as np
from numpy.typing import NDArray

from diffident.engine.engine import BATCH, Batch
from diffident.engine.order import GROUPS, ROWS, TOTAL, kept, rank, shifted, start
from diffident.privacy.private import Private
from diffident.privacy.tallied import Tallied
from diffident.question.catalog import TableFacts
from diffident.question.expression import Call, Column, Expression, Kind, Literal, Value
from diffident.question.functions import FUNCTIONS
from diffident.question.meaning import INT64, extreme, key
from diffident.question.words import (
    CountOfKeys,
    Derive,
    Join,
    Keep,
    PerPerson,
    Rows,
    SumOfIntegers,
    Table,
    Tally,
    Truncate,
    Union,
)
from diffident.question.words.by_keys import Cell
from diffident.question.words.per_person import Exactly

Row = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Memory:
    """Tables as lists of rows: mappings from names to values of the declared kinds. `secret` starts what Truncate keeps."""

    secret: str
    tables: dict[str, Sequence[Row]] = field(default_factory=dict[str, Sequence[Row]])

    def sums(self, look: SumOfIntegers) -> Private[NDArray[Any]]:
        """Return the sums, sealed."""
        found = {cell: [0] * len(look.columns) for cell in look.by.cells}
        for row in self.rows(look.by.rows):
            cell = tuple(row[key] for key in look.by.keys)
            if cell in found:
                found[cell] = [sum_ + int(row[name] or 0) for sum_, name in zip(found[cell], look.columns, strict=True)]  # type: ignore[arg-type]  # columns of integers
        sums = np.empty((len(found), len(look.columns)), dtype=object)
        sums[:] = [found[cell] for cell in look.by.cells] or sums
        return Private(sums)

    def counts(self, look: CountOfKeys) -> Private[Mapping[Cell, int]]:
        """Return how many people have each combination of keys, sealed."""
        whose = look.rows.person_column
        found = [
            (tuple(row[key] for key in look.keys), tuple(row[name] for name in whose)) for row in self.rows(look.rows)
        ]
        return Private(Counter(cell for cell, _ in (set(found) if whose else found)))

    def feed(self, rows: Rows, columns: Sequence[str], take: Callable[[Private[Batch]], None]) -> None:
        """Hand these columns of all rows over in sealed batches."""
        found, kinds = self.rows(rows), rows.columns
        for first in range(0, len(found), BATCH):
            batch = found[first : first + BATCH]
            take(Private({name: _column([row[name] for row in batch], kinds[name]) for name in columns}))

    def tally(self, look: Tally) -> Private[Tallied]:
        """Return how many rows hold each whole number, cell by cell, sealed."""
        places = {cell: place for place, cell in enumerate(look.by.cells)}
        rows = ((tuple(row[key] for key in look.by.keys), row[look.column]) for row in self.rows(look.by.rows))
        found = Counter((places[cell], held) for cell, held in rows if cell in places and held is not None)
        entries = np.array([(*entry, rows) for entry, rows in found.items()], np.int64).reshape(-1, 3)
        return Private(Tallied.of(len(places), *entries.T))

    def holding(self, table: TableFacts, values: Mapping[str, Sequence[Value]]) -> "Memory":
        """Return an engine that also has a table of these columns."""
        rows = [dict(zip(values, row, strict=True)) for row in zip(*values.values(), strict=True)]
        return Memory(self.secret, {**self.tables, table.name: rows})

    def rows(self, words: Rows) -> list[Row]:
        """Return the rows that words stand for."""
        match words:
            case Table(name, fields, _):
                return [{column: row[column] for column, _ in fields} for row in self.tables[name] if _has(row, words)]
            case Keep(inner, where):
                return [row for row in self.rows(inner) if value(where, row) is True]
            case Derive(inner, formulas):
                people = inner.person_column
                return [
                    {
                        **{name: row[name] for name in people},
                        **{name: value(formula, row) for name, formula in formulas},
                    }
                    for row in self.rows(inner)
                ]
            case Join():
                return list(_joined(words, self.rows(words.left), self.rows(words.right)))
            case Union(parts):
                return [row for part in parts for row in self.rows(part)]
            case PerPerson():
                return _per_person(words, self.rows(words.rows))
            case Truncate():
                return _truncated(words, self.rows(words.rows), self.secret)
            case _:
                raise AssertionError(words)


def value(formula: Expression, row: Row) -> Value:
    """Return the value of a formula in a row."""
    match formula:
        case Column(name):
            return row[name]
        case Literal(constant):
            return constant
        case Call(function, arguments):
            found: Value = FUNCTIONS[function].python(*(value(argument, row) for argument in arguments))
            return found
        case _:
            assert_never(formula)


def _column(values: Sequence[Value], kind: Kind) -> NDArray[Any]:
    """Return a column of a batch."""
    return np.array(values, dtype=float if kind is Kind.NUMBER else object)


def _has(row: Row, words: Rows) -> bool:
    """Return whether a row has a person, where rows have one."""
    return all(row[name] is not None for name in words.person_column)


def _joined(words: Join, left: Iterable[Row], right: Sequence[Row]) -> Iterable[Row]:
    """Yield the pairs that fit; a left row without one alone if the join is outer."""
    ours, theirs = [one for one, _ in words.on], [other for _, other in words.on]
    nothing = {name: None for name in words.right.columns if name not in theirs}
    for one in left:
        fitting = [
            other
            for other in right
            if all(one[a] is not None and one[a] == other[b] for a, b in zip(ours, theirs, strict=True))
        ]
        for other in fitting or ([{}] if words.outer else []):
            yield {**nothing, **{name: other[name] for name in nothing if name in other}, **one}


def _truncated(words: Truncate, rows: Iterable[Row], secret: str) -> list[Row]:
    """Return what each person keeps."""
    (person,) = words.person_column
    people: dict[Value, list[Row]] = defaultdict(list)
    for row in rows:
        people[row[person]].append({name: row[name] for name in words.columns})
    return [row for who, mine in people.items() for row in _kept_of(words, who, mine, secret)]


def _kept_of(words: Truncate, who: Value, mine: Sequence[Row], secret: str) -> list[Row]:
    """Return what one person keeps: groups first, then rows of each, then of all."""
    groups: dict[Any, list[Row]] = defaultdict(list)
    for row in mine:
        groups[tuple(rank(row[key]) for key in words.keys)].append(row)
    ordered = sorted(groups)
    rows: list[Row] = []
    for place, number in enumerate(kept(len(ordered), words.groups, start(secret, who, GROUPS) % len(ordered))):
        group = sorted(groups[ordered[number]], key=lambda row: tuple(rank(row[name]) for name in words.read))
        begin = shifted(start(secret, who, ROWS), place, len(group))
        rows += [group[r] for r in kept(len(group), words.rows_per_group, begin)]
    return [rows[r] for r in kept(len(rows), words.total, start(secret, who, TOTAL) % len(rows))]


def _per_person(words: PerPerson, rows: Iterable[Row]) -> list[Row]:
    """Return a row for each person and combination of keys."""
    grouped = (*words.person_column, *words.keys)
    groups: dict[Any, list[Row]] = defaultdict(list)
    for row in rows:
        groups[tuple(key(row[name]) for name in grouped)].append(row)
    return [
        {
            **{name: mine[0][name] for name in grouped},
            **{name: _exactly(what, [row.get(of or "") for row in mine]) for name, what, of in words.statistics},
        }
        for mine in groups.values()
    ]


def _exactly(what: Exactly, values: list[Any]) -> Value:
    """Return an exact statistic; NULL counts only as a row. Sums beyond 64 bits are NULL."""
    known = [each for each in values if each is not None]
    match what:
        case Exactly.ROWS:
            return len(values)
        case Exactly.COUNT:
            return len(known)
        case Exactly.DISTINCT:
            return len(set(map(key, known)))
        case Exactly.LEAST | Exactly.LARGEST:
            found: Value = extreme(min if what is Exactly.LEAST else max)(*known)
            return found
        case Exactly.SUM | Exactly.MEAN:
            total = sum(known)
            if not known or not -INT64 <= total < INT64:
                return None
            return total if what is Exactly.SUM else float(total) / float(len(known))
        case _:
            assert_never(what)
