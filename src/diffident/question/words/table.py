# SPDX-License-Identifier: Apache-2.0
"""Table: the rows of a registered table, each value as the declared kind or NULL."""

from collections.abc import Mapping
from dataclasses import dataclass

from diffident.question.catalog import Person, TableFacts
from diffident.question.expression import Kind
from diffident.question.words.rows import Rows


@dataclass(frozen=True, slots=True)
class Table(Rows):
    """All rows of a table, with the columns that the catalog knows.

    Guarantee:
        A person's rows depend on that person's rows in the data alone; a row without a person is not there.
    Because:
        Values are converted one by one, by total functions; rows are left out by their own person alone.
    Checked by: tests/engine/test_words.py::test_nobody_else_moves_a_persons_rows
    """

    name: str
    fields: tuple[tuple[str, Kind], ...]
    owner: Person | None

    @classmethod
    def of(cls, table: TableFacts) -> "Table":
        """Return the rows of a table of the catalog."""
        return cls(table.name, tuple((name, facts.kind) for name, facts in table.columns.items()), table.person)

    @property
    def columns(self) -> Mapping[str, Kind]:
        """The columns and their kinds."""
        return dict(self.fields)

    @property
    def person(self) -> Person | None:
        """Whose the rows are: as the table was declared."""
        return self.owner

    @property
    def inputs(self) -> tuple[Rows, ...]:
        """The rows that these are made of."""
        return ()
