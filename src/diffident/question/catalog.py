# SPDX-License-Identifier: Apache-2.0
"""The codebook: public facts about tables. It holds no data and no connection."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from diffident.errors import Refused
from diffident.exact.number import whole
from diffident.question.expression import Kind
from diffident.question.limits import Bounds, Categories
from diffident.question.shape import Shape

LONGEST_NAME: Final = 128
MOST_ROWS: Final = 1 << 20  # the rule that keeps rows counts below this


class EachRow:
    """In place of a person: every row is another person's. Printed as an assumption."""

    def __repr__(self) -> str:
        return "each row"


EACH_ROW: Final = EachRow()


@dataclass(frozen=True, slots=True)
class Along:
    """In place of a person: a column that holds the key of another table, whose rows say who the people are.

    A row whose key two people hold is a row of each.
    """

    column: str
    table: str
    key: str

    def __str__(self) -> str:
        return f"{self.column} -> {self.table}.{self.key}"


Person = str | EachRow | Along


class UnknownName(Refused):
    """A table or column that is not in the catalog."""

    code = "unknown_name"
    sentence = "There is no {what} {name}."
    remedy = "Known here: {known}."


class NameUnusable(Refused):
    """A name that is empty, too long, or the same as another but for capitals."""

    code = "name_unusable"
    sentence = "The name {name} cannot be used: {problem}."
    remedy = "Rename it in the data, or in a view of them."


class RowsPerPersonMissing(Refused):
    """A protected table of people, and nobody said with how many rows one person may count."""

    code = "rows_per_person_missing"
    sentence = "How many rows of {table} may one person count with?"
    remedy = "Write rows_per_person=5; most studies take 1 to 20. More rows mean more noise, fewer leave rows out."


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnFacts:
    """What is known of one column: its kind, and limits or categories if somebody declared them."""

    kind: Kind
    bounds: Bounds | None = None
    categories: Categories | None = None
    nullable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFacts:
    """What is known of one table. A public table has no person.

    A person counts with at most `rows_per_person` rows, in at most `groups_per_person` groups, and in each with at
    most `rows_per_group`. `groups_by` says in how many groups by just these columns.
    """

    name: str
    columns: Mapping[str, ColumnFacts]
    person: Person | None = None
    rows_per_person: int = 1
    groups_per_person: int = 1
    rows_per_group: int | None = None
    groups_by: Mapping[frozenset[str], int] = field(default_factory=dict[frozenset[str], int])
    expected_people: int | None = None
    shape: Shape = field(default_factory=Shape)

    @property
    def is_public(self) -> bool:
        """Whether nobody is protected in it."""
        return self.person is None

    def groups_for(self, columns: frozenset[str]) -> int:
        """Return in how many groups by these columns one person counts."""
        return self.groups_by.get(columns, self.groups_per_person)

    def column(self, name: str) -> ColumnFacts:
        """Return the facts of a column, or refuse."""
        if name not in self.columns:
            raise UnknownName(what="column", name=name, known=", ".join(self.columns))
        return self.columns[name]


@dataclass(frozen=True, slots=True)
class Catalog:
    """All tables of a curator, by name."""

    tables: Mapping[str, TableFacts] = field(default_factory=dict[str, TableFacts])

    def table(self, name: str) -> TableFacts:
        """Return the facts of a table, or refuse."""
        if name not in self.tables:
            raise UnknownName(what="table", name=name, known=", ".join(self.tables) or "no table yet")
        return self.tables[name]

    def with_table(self, table: TableFacts) -> "Catalog":
        """Return the catalog with one more table."""
        return Catalog({**self.tables, table.name: table})


def name_of(given: object, others: tuple[str, ...] = ()) -> str:
    """Return a name that can be told apart from the others, or refuse it."""
    problem = ""
    if not isinstance(given, str) or not given.strip():
        problem = "it is no text"
    elif len(given) > LONGEST_NAME:
        problem = f"it is longer than {LONGEST_NAME} characters"
    elif "\0" in given:
        problem = "it holds a NUL"
    elif given.casefold() in (other.casefold() for other in others):
        problem = "another differs from it in capitals at most"
    if problem:
        raise NameUnusable(name=ascii(given)[: LONGEST_NAME + 2], problem=problem)
    return str(given)


def rows_per_person(given: object, *, table: str) -> int:
    """Return with how many rows one person counts, or ask."""
    if given is None:
        raise RowsPerPersonMissing(table=table)
    return whole(given, name="rows_per_person", at_least=1, at_most=MOST_ROWS - 1)
