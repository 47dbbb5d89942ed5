# SPDX-License-Identifier: Apache-2.0
"""The curator file: tables, limits with their sources, promise, purposes, notices and ledger as TOML, for a meeting.

Whatever is wrong in it is refused with file, line and what to write. Paths in it are seen from where it lies.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from diffident.consent.notice import Notice, Party
from diffident.consent.register import Register
from diffident.curator import keys
from diffident.curator.curator import Curator
from diffident.curator.declaration import Declaration
from diffident.curator.source import Source
from diffident.curator.statements import Statements
from diffident.engine.duckdb import DEADLINE
from diffident.exact import declared
from diffident.exact.declared import Keys
from diffident.exact.number import Epsilon, whole
from diffident.privacy.accounting.budget import Budget
from diffident.question.catalog import EACH_ROW, Along, Person, name_of
from diffident.question.limits import Bounds, Categories


def opened(path: str | os.PathLike[str], *, new_version: bool = False) -> Curator:
    """Return the curator that a file declares; `new_version` publishes all its tables anew, as a steward."""
    return _read(path).curator(is_new=new_version)


def register(path: str | os.PathLike[str]) -> Register:
    """Return what people said about the curator that a file declares; its data are not opened."""
    return _read(path).begun().consent


def _read(path: str | os.PathLike[str]) -> "_File":
    place = Path(path)
    return _File(Statements(declared.read(place)), place.resolve().parent)


@dataclass(frozen=True, slots=True)
class _File:
    """A file that was read, and the folder from which its paths are seen."""

    said: Statements
    folder: Path

    def curator(self, *, is_new: bool) -> Curator:
        """Return the curator with its tables, in their order; a promise is recorded once all of them can be kept to."""
        names = tuple(self._top["tables"])
        tables = [self._declared(name, names[:place]) for place, name in enumerate(names)]
        curator = self.begun()
        for declaration, source in tables:
            curator = curator.with_table(declaration, source, is_new=is_new)
        return curator

    def begun(self) -> Curator:
        """Return the curator without tables."""
        top = self._top
        self._engine(top)
        with self.said.within("promise"):
            budget = Budget(**self.said.table(("promise",), keys.PROMISE, needs=("epsilon",)))
        notices = [self._notice(version) for version in top.get("notices", {})]
        ledger = top.get("ledger")
        with self.said.within():
            deadline = whole(top.get("deadline", DEADLINE), name="deadline", at_least=1)
        curator = Curator(
            name=top["name"],
            budget=budget,
            ledger=ledger if ledger in {None, "memory"} else self.folder / str(ledger),
            person=top.get("person") or self._person(top),
            purposes={name: self._purpose(name, budget) for name in top.get("purposes", {})},
            folder=self.folder,
            deadline=deadline,
        )
        for notice in notices:
            with self.said.within("notices", notice.version):
                curator.consent.declare(notice)
        return curator

    @property
    def _top(self) -> dict[str, Any]:
        return self.said.table((), keys.TOP, needs=("name", "promise", "tables"))

    def _notice(self, version: str) -> Notice:
        """Return a version of the notice that people read before they are asked for their consent."""
        path = ("notices", version)
        given = self.said.table(path, keys.NOTICE, needs=tuple(keys.NOTICE))
        lists = {name: self.said.texts((*path, name)) for name in keys.LISTED}
        parties = range(len(given["controllers"]))
        controllers = [self.said.table((*path, "controllers", place), keys.PARTY, keys.REACHED) for place in parties]
        told: dict[str, Any] = {**given, **lists, "controllers": tuple(Party(**each) for each in controllers)}
        with self.said.within(*path):
            return Notice(version=version, **told)

    def _purpose(self, name: str, budget: Budget) -> Fraction:
        """Return how much of epsilon is set aside for a purpose."""
        path = ("purposes", name)
        given = self.said.table(path, keys.PURPOSE, needs=("epsilon",))
        with self.said.within(*path):
            return Epsilon.of(given["epsilon"], cap=budget.epsilon).value

    def _person(self, top: Mapping[str, Any]) -> str:
        """Return whom the promise protects: the person of the first table that has one."""
        named = (table.get("person") for table in top["tables"].values() if isinstance(table, dict))
        return next((each for each in named if isinstance(each, str) and each), "row")

    def _declared(self, name: str, others: tuple[str, ...]) -> tuple[Declaration, Source]:
        """Return a table as it is declared, if its columns allow for it, and its source."""
        path = ("tables", name)
        given = self.said.table(path, keys.TABLE, needs=("data",))
        if "person" in given and "rows_per_person" not in given:
            raise self.said.wrong(
                path, "rows_per_person is missing", "Write rows_per_person = 5; most studies take 1 to 20."
            )
        columns = {column: self._column((*path, "columns", column)) for column in given.get("columns", {})}
        with self.said.within(*path):
            source = self._source(given["data"], (*path, "data"))
            declaration = Declaration(
                name=name_of(name, others),
                person=EACH_ROW if given.get("each_row") else self._whose(path, given.get("person")),
                public=given.get("public", False),
                columns={column: limits for column, limits in columns.items() if limits is not None},
                expected_people=self._people((*path, "expected_people"), given.get("expected_people")),
                shape=given.get("shape"),
                **{limit: self._limit(given.get(limit)) for limit in keys.LIMITS},
            )
            declaration.facts(source.kinds)
        return declaration, source

    def _whose(self, path: Keys, given: Any) -> Person | None:  # noqa: ANN401 - as it was written
        """Return the column that names the person, or the key along which another table of the file knows it."""
        if given is None or isinstance(given, str):
            return given
        along = self.said.table((*path, "person"), keys.ALONG, needs=tuple(keys.ALONG))
        if along["table"] not in self._top["tables"]:
            fix = "Name a table of this file that knows the people."
            raise self.said.wrong((*path, "person", "table"), f"there is no table {along['table']!a}", fix)
        return Along(**along)

    def _limit(self, given: Any) -> object:  # noqa: ANN401 - as it was written
        """Return a limit; one for each grouping is written { "ward, month" = 3 }."""
        if not isinstance(given, dict):
            return given
        return {tuple(part.strip() for part in by.split(",")): many for by, many in given.items()}

    def _column(self, path: Keys) -> Bounds | Categories | None:
        """Return the limits or categories of a column."""
        given = self.said.table(path, keys.COLUMN)
        source = given.get("source")
        with self.said.within(*path):
            if "bounds" in given:
                return self._bounds((*path, "bounds"), given["bounds"], source)
            if "categories" in given:
                values = self._values((*path, "categories"), given["categories"])
                return Categories.of(*values, source=source, other=given.get("other"))
            if given.get("hidden"):
                return Categories.of(hidden=True, source=source, minimum=given.get("minimum", 1))
            return None

    def _bounds(self, path: Keys, given: list[Any], source: str | None) -> Bounds:
        if len(given) != 2:
            raise self.said.wrong(path, f"bounds are two numbers, not {len(given)}.", "Write bounds = [0, 60].")
        low, high = given
        return Bounds.of(low, high, source)

    def _values(self, path: Keys, given: Any) -> tuple[Any, ...]:  # noqa: ANN401 - as it was written
        """Return the categories that are written, or those of a public table or of a file."""
        if isinstance(given, list):
            return tuple(given)
        wanted = self.said.table(path, keys.LIST)
        if "table" in wanted:
            return self._of_table(path, wanted)
        if "file" not in wanted:
            raise self.said.wrong(
                path, "categories are missing.", 'Write categories = ["A", "B"] or { file = "codes.csv" }.'
            )
        return self._source(wanted["file"], path).values(wanted.get("column"))

    def _of_table(self, path: Keys, wanted: Mapping[str, str]) -> tuple[Any, ...]:
        """Return the categories that stand in a public table."""
        name = wanted["table"]
        if name not in self.said.at(("tables",)):
            raise self.said.wrong(path, f"there is no table {name!a}.", "Name a public table of this file.")
        table = self.said.table(("tables", name), keys.TABLE, needs=("data",))
        if not table.get("public", False):
            problem = f"the table {name!a} is protected, and its values are somebody's."
            raise self.said.wrong(path, problem, "Take categories from a public table, a file, or a list.")
        return self._source(table["data"], path).values(wanted.get("column"))

    def _people(self, path: Keys, given: Any) -> object:  # noqa: ANN401 - as it was written
        return self.said.table(path, keys.PEOPLE, needs=("value",))["value"] if isinstance(given, dict) else given

    def _source(self, file: str, path: Keys) -> Source:
        place = self.folder / file
        if not place.is_file():
            raise self.said.wrong(path, f"there is no file {file!a}.", "Write the path of a file, as seen from here.")
        return Source.of(place, table=str(path[-2]), beside=self.folder)

    def _engine(self, top: Mapping[str, Any]) -> None:
        if top.get("engine", keys.ENGINES[0]) not in keys.ENGINES:
            raise self.said.wrong(
                ("engine",), "this engine is not known.", f'Write engine = "{keys.ENGINES[0]}", or leave it out.'
            )
