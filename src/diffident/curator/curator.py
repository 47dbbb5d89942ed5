# SPDX-License-Identifier: Apache-2.0
"""The curator: catalog, engine, ledger and promise, all in sight; and its doors."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Self

from diffident.curator.answer import answered
from diffident.curator.asked import Asked
from diffident.curator.preview import Preview
from diffident.curator.priced import Priced, priced
from diffident.curator.result import Answer
from diffident.curator.shown import USUAL
from diffident.curator.source import Source
from diffident.engine.duckdb import DuckDB, kinds_of
from diffident.errors import Refused
from diffident.exact.number import Delta, Epsilon, decimal, whole
from diffident.ledger.ledger import Ledger
from diffident.privacy.accounting.budget import Budget, Price
from diffident.question.catalog import (
    Catalog,
    ColumnFacts,
    EachRow,
    Person,
    TableFacts,
    UnknownName,
    name_of,
    rows_per_person,
)
from diffident.question.expression import Kind
from diffident.question.frame import Chain
from diffident.question.limits import Bounds, Categories
from diffident.question.question import Question

FOLDER: Final = ".diffident"
Declared = Bounds | Categories


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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Curator:
    """Protected tables under one promise, and a ledger of what was asked of them.

    Its name in the ledger is the account: whoever opens it again finds what was spent.
    """

    name: str
    budget: Budget
    ledger: Ledger
    catalog: Catalog = field(default_factory=Catalog)
    engine: DuckDB
    versions: Mapping[str, int] = field(default_factory=dict[str, int])
    folder: Path

    @classmethod
    def open(cls, *, name: str, budget: Budget, ledger: object = None, person: str, folder: Path | None = None) -> Self:
        """Return a curator without tables; the account is opened, or found again, under its name."""
        place = (folder or Path.cwd()).resolve()
        book = _ledger(ledger, place)
        book.open(name, promise=budget, person=person)
        return cls(
            name=name, budget=budget, ledger=book, engine=DuckDB(book.secret(name, "truncate").hex()), folder=place
        )

    def add(  # noqa: PLR0913 - facts of a table, all by name
        self,
        data: object,
        *,
        name: str,
        person: Person | None = None,
        public: bool = False,
        rows_per_person: object = None,
        groups_per_person: object = None,
        rows_per_group: object = None,
        columns: Mapping[str, Declared] | None = None,
        expected_people: object = None,
    ) -> "Curator":
        """Return the curator with one more table."""
        called = name_of(name, tuple(self.catalog.tables))
        source = Source.of(data, table=called, beside=self.folder)
        limits = {
            "rows_per_person": rows_per_person,
            "groups_per_person": groups_per_person,
            "rows_per_group": rows_per_group,
        }
        whose = None if public else person
        facts = _table(called, whose, kinds_of(source.data), columns or {}, limits, expected_people)
        version = self.ledger.bind_source(self.name, source.name, source.content)
        self.engine.add(facts, source.data)
        return replace(self, catalog=self.catalog.with_table(facts), versions={**self.versions, called: version})

    def ask(
        self,
        asked: str | Chain,
        *,
        epsilon: object,
        delta: object = None,
        purpose: str | None = None,
        confidence: object = USUAL,
    ) -> Answer:
        """Pay, and answer; what was answered before is served again for nothing."""
        offer = self.offer(asked, epsilon=epsilon, delta=delta, purpose=purpose)
        sure = decimal(confidence, name="confidence", above=0, below=1)
        return Answer(answered(offer, self.engine, self.ledger), offer.reading, sure)

    def preview(
        self,
        asked: str | Chain,
        *,
        epsilon: object,
        delta: object = None,
        purpose: str | None = None,
        confidence: object = USUAL,
    ) -> Preview:
        """Return price and expected error; nothing is read or paid."""
        sure = decimal(confidence, name="confidence", above=0, below=1)
        return Preview(self.offer(asked, epsilon=epsilon, delta=delta, purpose=purpose), self.budget, self.left, sure)

    def sql(self, text: str) -> Asked:
        """Return a question, not yet asked."""
        self.question(text)
        return Asked(self, text)

    def table(self, name: str) -> Asked:
        """Return the beginning of a chain."""
        return Asked(self, Chain(self.catalog.table(name).name))

    def where(self, condition: str) -> Asked:
        """Begin a chain on the only table."""
        return self._only().where(condition)

    def group_by(self, *keys: str) -> Asked:
        """Begin a chain on the only table."""
        return self._only().group_by(*keys)

    def agg(self, **cells: Any) -> Asked:  # noqa: ANN401 - checked by the chain
        """Begin a chain on the only table."""
        return self._only().agg(**cells)

    @property
    def left(self) -> Price:
        """What is left of the promise."""
        return self.ledger.left(self.name)

    def question(self, asked: str | Chain) -> Question:
        """Return what was asked, in normal form."""
        from diffident.question.sql import read, read_tree  # noqa: PLC0415 - slow to import

        return read_tree(asked.tree(), self.catalog) if isinstance(asked, Chain) else read(asked, self.catalog)

    def offer(self, asked: str | Chain, *, epsilon: object, delta: object = None, purpose: str | None = None) -> Priced:
        """Return everything public about an answer, decided."""
        failing = self.budget.delta_per_question if delta is None else Delta.of(delta).value
        return priced(
            self.question(asked),
            self.catalog,
            asked=str(asked),
            curator=self.name,
            budget=self.budget,
            epsilon=Epsilon.of(epsilon),
            delta=Delta(failing),
            versions=self.versions,
            purpose=purpose,
        )

    def _only(self) -> Asked:
        protected = [name for name, table in self.catalog.tables.items() if not table.is_public]
        if len(protected) != 1:
            raise UnknownName(what="only table, so name one with .table(...)", name="", known=", ".join(protected))
        return self.table(protected[0])

    def __repr__(self) -> str:
        tables = ", ".join(self.catalog.tables) or "no tables yet"
        return f"<curator {self.name} of {tables}: {self.budget!r}>"


def _ledger(given: object, folder: Path) -> Ledger:
    if isinstance(given, Ledger):
        return given
    if given == "memory":
        return Ledger.memory()
    if given is not None:
        return Ledger.at(Path(os.fspath(given)))  # type: ignore[call-overload]
    (folder / FOLDER).mkdir(exist_ok=True)
    return Ledger.at(folder / FOLDER / "ledger.db")


def _table(  # noqa: PLR0913 - facts of a table
    name: str,
    person: Person | None,
    kinds: Mapping[str, Kind | None],
    columns: Mapping[str, Declared],
    limits: Mapping[str, object],
    expected_people: object,
) -> TableFacts:
    """Return the facts of a table whose source has columns of these kinds."""
    for column in (*columns, *((person,) if isinstance(person, str) else ())):
        if column not in kinds:
            raise UnknownName(what="column", name=column, known=", ".join(kinds))
        if kinds[column] is None:
            raise KindUnreadable(name=column)
    fields = {name_of(each): _column(each, kind, columns.get(each)) for each, kind in kinds.items() if kind is not None}
    people = None if expected_people is None else whole(expected_people, name="expected_people", at_least=1)
    if person is None:
        return TableFacts(name=name, columns=fields, expected_people=people)
    rows = 1 if isinstance(person, EachRow) else rows_per_person(limits["rows_per_person"], table=name)
    groups, each = limits["groups_per_person"], limits["rows_per_group"]
    return TableFacts(
        name=name,
        columns=fields,
        person=person,
        rows_per_person=rows,
        groups_per_person=rows if groups is None else whole(groups, name="groups_per_person", at_least=1, at_most=rows),
        rows_per_group=None if each is None else whole(each, name="rows_per_group", at_least=1, at_most=rows),
        expected_people=people,
    )


def _column(name: str, kind: Kind, declared: Declared | None) -> ColumnFacts:
    if declared is not None and not isinstance(declared, Bounds | Categories):
        raise NotDeclared(name=name, given=f"a {type(declared).__name__}")
    return ColumnFacts(
        kind=kind,
        bounds=declared if isinstance(declared, Bounds) else None,
        categories=declared if isinstance(declared, Categories) else None,
    )


def protect(  # noqa: PLR0913 - facts of a table, all by name
    data: object,
    *,
    name: str,
    person: Person,
    budget: Budget,
    rows_per_person: object = None,
    groups_per_person: object = None,
    rows_per_group: object = None,
    columns: Mapping[str, Declared] | None = None,
    expected_people: object = None,
    ledger: object = None,
) -> Curator:
    """Return a curator of one table."""
    beside = Path(data).resolve().parent if isinstance(data, str | os.PathLike) else None
    curator = Curator.open(name=name, budget=budget, ledger=ledger, person=str(person), folder=beside)
    return curator.add(
        data,
        name=name,
        person=person,
        rows_per_person=rows_per_person,
        groups_per_person=groups_per_person,
        rows_per_group=rows_per_group,
        columns=columns,
        expected_people=expected_people,
    )
