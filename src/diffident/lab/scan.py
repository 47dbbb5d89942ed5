# SPDX-License-Identifier: Apache-2.0
"""A look at one's own table: who stands alone, by which columns, what k-anonymity would cost, and what to ask instead.

The numbers are exact and about real people: for the owner of the data, not for publication. No value is among them.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from diffident.exact.number import whole
from diffident.invented.columns import Columns
from diffident.lab.anonymity.general import General, Range
from diffident.lab.anonymity.groups import Group
from diffident.lab.anonymity.mondrian import anonymous
from diffident.lab.anonymity.unique import NoQuasiIdentifiers, column
from diffident.show.text import Cell, number, percent, table

MOST_COLUMNS: Final = 8  # that are tried in all combinations, if none are named
MOST_TOGETHER: Final = 3
FEW_VALUES: Final = 50  # a column with no more can be grouped by
SHOWN: Final = 10
EVERYBODY: Final = "everything"
WARNING: Final = "These numbers are exact and about real people: they are for you, not for publication."
Codes = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Alone:
    """How many people stand alone for somebody who knows these columns of them."""

    columns: tuple[str, ...]
    people: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Scanned:
    """What a scan found."""

    name: str
    rows: int
    people: int
    alone: tuple[Alone, ...]
    k: int
    widths: Mapping[str, float]
    questions: tuple[str, ...]
    places: tuple[int, ...]

    def __str__(self) -> str:
        lines: list[list[Cell]] = [
            [", ".join(each.columns), each.people, percent(_share(each.people, self.people))] for each in self.alone
        ]
        known = table(["known of somebody", "stand alone", "of all"], lines)
        widths = table(
            ["column", "width of a range"], [[name, percent(round(wide, 3))] for name, wide in self.widths.items()]
        )
        asked = "\n".join(f"    {each}" for each in self.questions)
        return "\n\n".join(
            [
                f"  {self.name}: {number(self.rows)} rows of {number(self.people)} people. {WARNING}",
                known,
                f"  A table in which everybody hides among {self.k} would have ranges this wide, of all that there is:\n\n{widths}",
                f"  It would still be open to attacks: diffident attack list\n  The same need, without a table that is published:\n\n{asked}",
            ]
        )

    def as_json(self) -> dict[str, object]:
        """Return the same as plain data, without the places of rows."""
        alone = [{"columns": list(each.columns), "people": each.people} for each in self.alone]
        told: dict[str, object] = {"name": self.name, "rows": self.rows, "people": self.people, "warning": WARNING}
        return {**told, "alone": alone, "k": self.k, "widths": dict(self.widths), "questions": list(self.questions)}


def scan(
    columns: Columns, *, name: str = "table", known: Sequence[str] = (), person: str | None = None, k: object = 5
) -> Scanned:
    """Return who stands alone in a table; `known` are the columns that others may know, `person` says whose rows are.

    >>> found = scan({"zip": np.array(["a", "a", "b"]), "sex": np.array(["F", "M", "F"])}, k=1)
    >>> [(each.columns, each.people) for each in found.alone]
    [(('zip',), 1), (('zip', 'sex'), 3)]
    """
    least = whole(k, name="k", at_least=1)
    codes = {each: _codes(column(columns, each)) for each in (known or _guessed(columns, person))}
    if not codes:
        raise NoQuasiIdentifiers
    rows = next(iter(codes.values())).size
    whose = np.arange(rows) if person is None else _codes(column(columns, person))
    worst = [max(_of_size(codes, whose, size), key=lambda each: each.people) for size in _sizes(codes)]
    lone = _lone_rows(_together(list(codes.values())), whose)
    return Scanned(
        name=name,
        rows=rows,
        people=int(np.unique(whose).size),
        alone=tuple(worst),
        k=least,
        widths=_widths(codes, least),
        questions=tuple(_questions(name, columns, codes, person)),
        places=tuple(np.flatnonzero(lone)[:SHOWN].tolist()),
    )


def _guessed(columns: Columns, person: str | None) -> list[str]:
    """Return the columns that others may know: not whose it is, and not one that is different in every row."""
    several = [
        each for each in columns if each != person and np.unique(_codes(columns[each])).size < columns[each].size
    ]
    return (several or [each for each in columns if each != person])[:MOST_COLUMNS]


def _sizes(codes: Mapping[str, Codes]) -> list[int]:
    return sorted({*range(1, min(MOST_TOGETHER, len(codes)) + 1), len(codes)})


def _of_size(codes: Mapping[str, Codes], whose: Codes, size: int) -> Iterator[Alone]:
    """Yield for every set of so many columns how many people stand alone."""
    for names in combinations(codes, size):
        lone = _lone_rows(_together([codes[each] for each in names]), whose)
        yield Alone(columns=names, people=int(np.unique(whose[lone]).size))


def _lone_rows(look: Codes, whose: Codes) -> NDArray[np.bool_]:
    """Return which rows look like the rows of no other person."""
    wide = int(whose.max(initial=0)) + 1
    pairs = np.unique(look * wide + whose) // wide
    people: NDArray[np.int64] = np.bincount(pairs, minlength=int(look.max(initial=0)) + 1)
    return np.asarray(people[look] == 1)


def _codes(values: NDArray[Any]) -> Codes:
    """Return a number for each value, in their order and the same for the same; those that are missing look alike."""
    if values.dtype.kind != "O":
        return np.unique(values, return_inverse=True)[1].reshape(-1).astype(np.int64)
    held = [None if value != value else value for value in values.tolist()]  # noqa: PLR0124 - a value that is not a number
    places = {value: place for place, value in enumerate(sorted(set(held), key=lambda each: (each is None, str(each))))}
    return np.array([places[value] for value in held], np.int64)


def _together(columns: Sequence[Codes]) -> Codes:
    """Return a number for each combination of values."""
    look = np.zeros(columns[0].size, np.int64)
    for codes in columns:
        both = look * (int(codes.max(initial=0)) + 1) + codes
        look = np.unique(both, return_inverse=True)[1].reshape(-1).astype(np.int64)
    return look


def _widths(codes: Mapping[str, Codes], k: int) -> dict[str, float]:
    """Return how wide the ranges of a k-anonymous table would be, on average over its rows."""
    release = anonymous({**codes, EVERYBODY: next(iter(codes.values()))}, list(codes), EVERYBODY, k=k)
    rows = sum(len(group.sensitive) for group in release)
    return {name: sum(_wide(group, name, values) for group in release) / rows for name, values in codes.items()}


def _wide(group: Group, name: str, values: Codes) -> float:
    """Return the width of a group's range, as a share of all, for all its rows together."""
    general: General = group.general[name]
    span = general.high - general.low if isinstance(general, Range) else 0
    return len(group.sensitive) * float(span) / max(int(values.max()), 1)


def _questions(name: str, columns: Columns, codes: Mapping[str, Codes], person: str | None) -> Iterator[str]:
    """Yield questions that Diffident would answer: groups where there are few values, means of numbers."""
    yield f"diffident init {name}"
    few = [each for each, values in codes.items() if values.max(initial=0) < FEW_VALUES][:2]
    numbers = [each for each, held in columns.items() if held.dtype.kind in "if" and each not in {*few, person}][:1]
    cells = ", ".join(["COUNT(*) AS n", *(f"AVG({each}) AS {each}" for each in numbers)])
    keys = ", ".join(few)
    yield f"SELECT {keys}, {cells} FROM people GROUP BY {keys}" if few else f"SELECT {cells} FROM people"  # noqa: S608 - told, never run


def _share(some: int, of: int) -> float:
    return math.floor(1000 * some / of) / 1000 if of else 0.0
