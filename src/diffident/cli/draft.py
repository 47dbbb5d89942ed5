# SPDX-License-Identifier: Apache-2.0
"""A curator file to complete: what is known of a table stands in it, what only people can say waits behind a #."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from diffident.cli.init import EACH_ROW
from diffident.curator.source import FILES, NotATable, Source
from diffident.curator.toml import key, quoted
from diffident.exact.number import whole
from diffident.exact.spelling import plain, shown
from diffident.privacy.accounting.budget import Budget
from diffident.question.catalog import UnknownName, name_of, rows_per_person
from diffident.question.expression import Kind

UNKNOWN: Final = "unknown"
WANTED: Final = {
    Kind.NUMBER: 'bounds = [0, 100], source = "codebook"',
    Kind.INTEGER: 'bounds = [0, 100], source = "codebook"',
    Kind.DATE: 'bounds = [2025-01-01, 2025-12-31], source = "codebook"',
    Kind.TEXT: 'categories = ["A", "B"], source = "codebook"',
    Kind.TRUTH: 'categories = [true, false], source = "codebook"',
}


@dataclass(frozen=True, slots=True)
class Table:
    """A file, what it is called, and its columns with their kinds."""

    data: Path
    name: str
    kinds: Mapping[str, Kind]

    @classmethod
    def of(cls, data: str, name: str | None) -> Self:
        """Read names and kinds."""
        path = Path(data)
        if path.suffix.lower() not in FILES or not os.path.isfile(path):  # noqa: PTH113 - no error for impossible names
            raise NotATable(what=shown(path.name))
        kinds = Source(path.name, path.absolute(), content="").kinds
        known = {column: kind for column, kind in kinds.items() if kind is not None}
        return cls(path, name_of(path.stem if name is None else name), known)

    def person(self, given: str) -> str:
        """Return the column that says whose a row is, or that each row is another person's."""
        if given not in (*self.kinds, EACH_ROW):
            raise UnknownName(what="column", name=shown(given), known=", ".join(self.kinds))
        return given

    def rows(self, given: str) -> int:
        """Return with how many rows one person may count."""
        return rows_per_person(given, table=self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What people said about a table."""

    table: Table
    person: str
    rows: int
    promise: Budget
    people: int | None

    def text(self, folder: Path) -> str:
        """Return the curator file, to be written into a folder."""
        return "\n".join([*self._head(), "", *self._table(folder), "", *self._columns(), ""])

    def _head(self) -> Iterator[str]:
        yield f"name    = {quoted(self.table.name)}"
        yield f"promise = {{ epsilon = {plain(self.promise.epsilon)} }}   # for ever, whoever asks and whatever is asked"

    def _table(self, folder: Path) -> Iterator[str]:
        yield f"[tables.{key(self.table.name)}]"
        yield f"data            = {quoted(Path(os.path.relpath(self.table.data.absolute(), folder)).as_posix())}"
        if self.person == EACH_ROW:
            yield "each_row        = true"
        else:
            yield f"person          = {quoted(self.person)}"
            yield f"rows_per_person = {self.rows}"
        if self.people is None:
            yield '# expected_people = { value = 1000, source = "annual report" }   # for expected errors'
        else:
            yield f'expected_people = {{ value = {self.people}, source = "said when this file was begun" }}'

    def _columns(self) -> Iterator[str]:
        yield f"[tables.{key(self.table.name)}.columns]"
        yield "# Limits and categories never come from the data: write what is known, from whom, and take away the #."
        for column, kind in self.table.kinds.items():
            if kind in WANTED and column != self.person:
                yield f"# {key(column)} = {{ {WANTED[kind]} }}"


def people(given: str) -> int | None:
    """Return about how many people there are, if somebody knows."""
    return None if given in {"", UNKNOWN} else whole(given, name="expected_people", at_least=1)
