# SPDX-License-Identifier: Apache-2.0
"""What a steward declares of a table: whose rows they are, with how many a person counts, and limits of its columns."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from diffident.errors import Refused
from diffident.exact.number import whole
from diffident.question.catalog import (
    ColumnFacts,
    EachRow,
    Person,
    TableFacts,
    UnknownName,
    name_of,
    rows_per_person,
)
from diffident.question.expression import Kind
from diffident.question.limits import Bounds, Categories
from diffident.question.shape import Shape

Declared = Bounds | Categories
Kinds = Mapping[str, Kind | None]


class KindUnreadable(Refused):
    """A column of a kind that no question can read, where one is needed."""

    code = "kind_unreadable"
    sentence = "The column {name} holds nothing that a question can read."
    remedy = "Store it as text, a number, a date, a moment or a yes and no."


class NotDeclared(Refused):
    """Something else where limits or categories are due."""

    code = "not_declared"
    sentence = "{name} must be declared with dd.bounds(...) or dd.categories(...), not with {given}."
    remedy = 'Write columns={{"{name}": dd.bounds(0, 60, source="codebook")}}.'


class PersonMissing(Refused):
    """A table, and nobody said whose rows they are."""

    code = "person_missing"
    sentence = "Nobody said whose rows those of {table} are."
    remedy = 'Write person="patient_id", person=dd.each_row if every row is another person\'s, or public=True.'


class CategoriesOfAnotherKind(Refused):
    """A list that no value of the column can be in, or only after a conversion that not every value survives."""

    code = "categories_of_another_kind"
    sentence = "The categories of {name} are of the kind {given}, and the column holds the kind {kind}."
    remedy = "List them as the column holds them: text in quotes, whole numbers without, dates as datetime.date."


ALIKE: Final[Mapping[Kind, tuple[Kind, ...]]] = {Kind.NUMBER: (Kind.INTEGER,)}  # whole numbers are numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """A table as it was declared, before its columns are known."""

    name: str
    person: Person | None = None
    public: bool = False
    rows_per_person: object = None
    groups_per_person: object = None
    rows_per_group: object = None
    columns: Mapping[str, Declared] = field(default_factory=dict[str, Declared])
    expected_people: object = None
    shape: object = None

    def __post_init__(self) -> None:
        if (self.person is None) != self.public:
            raise PersonMissing(table=self.name)
        for name, declared in self.columns.items():
            if not isinstance(declared, Bounds | Categories):
                raise NotDeclared(name=name, given=f"a {type(declared).__name__}")

    @property
    def whose(self) -> str:
        """Whose the rows are, in words that the ledger keeps."""
        return "public" if self.person is None else f"person {self.person}"

    def facts(self, kinds: Kinds) -> TableFacts:
        """Return the facts of the table, given the kinds of its columns, or refuse."""
        for column in (*self.columns, *((self.person,) if isinstance(self.person, str) else ())):
            _readable(column, kinds)
        columns = {name_of(each): self._column(each, kind) for each, kind in kinds.items() if kind is not None}
        people = self.expected_people
        known = None if people is None else whole(people, name="expected_people", at_least=1)
        shape = Shape.of({} if self.shape is None else self.shape, columns)
        if self.person is None:
            return TableFacts(name=self.name, columns=columns, expected_people=known, shape=shape)
        rows = 1 if isinstance(self.person, EachRow) else rows_per_person(self.rows_per_person, table=self.name)
        groups, groups_by = self._groups(rows)
        each = self.rows_per_group
        return TableFacts(
            name=self.name,
            columns=columns,
            person=self.person,
            rows_per_person=rows,
            groups_per_person=groups,
            rows_per_group=None if each is None else whole(each, name="rows_per_group", at_least=1, at_most=rows),
            groups_by=groups_by,
            expected_people=known,
            shape=shape,
        )

    def _groups(self, rows: int) -> tuple[int, dict[frozenset[str], int]]:
        """Return in how many groups a person counts, as a rule and by certain columns; no more than there are rows."""
        given = self.groups_per_person
        if not isinstance(given, Mapping):
            return rows if given is None else whole(given, name="groups_per_person", at_least=1, at_most=rows), {}
        named = {frozenset([by] if isinstance(by, str) else by): many for by, many in given.items()}
        most = {by: whole(many, name="groups_per_person", at_least=1, at_most=rows) for by, many in named.items()}
        return rows, most

    def _column(self, name: str, kind: Kind) -> ColumnFacts:
        declared = self.columns.get(name)
        if isinstance(declared, Categories) and declared.kind not in {None, kind, *ALIKE.get(kind, ())}:
            raise CategoriesOfAnotherKind(name=name, kind=kind.value, given=(declared.kind or kind).value)
        return ColumnFacts(
            kind=kind,
            bounds=declared if isinstance(declared, Bounds) else None,
            categories=declared if isinstance(declared, Categories) else None,
        )


def _readable(column: str, kinds: Kinds) -> None:
    if column not in kinds:
        raise UnknownName(what="column", name=column, known=", ".join(kinds))
    if kinds[column] is None:
        raise KindUnreadable(name=column)
