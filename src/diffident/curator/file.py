# SPDX-License-Identifier: Apache-2.0
"""The curator file: tables, limits with their sources, promise, purposes and ledger as TOML, to be read in a meeting.

Whatever is wrong in it is refused with file, line and what to write. Paths in it are seen from where it lies.
"""

import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, TypeAlias

from diffident.curator.curator import Curator
from diffident.curator.declaration import Declaration
from diffident.curator.source import Source
from diffident.errors import Refused
from diffident.exact import declared
from diffident.exact.declared import Declared, Keys
from diffident.exact.number import Epsilon
from diffident.privacy.accounting.budget import Budget
from diffident.question.catalog import EACH_ROW, name_of
from diffident.question.limits import Bounds, Categories

Known: TypeAlias = Mapping[str, type]

TOP: Final[Known] = {
    "name": str,
    "promise": dict,
    "person": str,
    "ledger": str,
    "engine": str,
    "tables": dict,
    "purposes": dict,
}
LIMITS: Final = ("rows_per_person", "groups_per_person", "rows_per_group")
PROMISE: Final[Known] = dict.fromkeys(("epsilon", "delta", "typical"), object)
PURPOSE: Final[Known] = {"epsilon": object}
TABLE: Final[Known] = {
    "data": str,
    "person": str,
    "each_row": bool,
    "public": bool,
    "columns": dict,
    "expected_people": object,
    **dict.fromkeys(LIMITS, object),
}
COLUMN: Final[Known] = {
    "bounds": list,
    "categories": object,
    "hidden": bool,
    "minimum": object,
    "other": object,
    "unit": str,
    "source": str,
}
LIST: Final[Known] = {"table": str, "file": str, "column": str}
PEOPLE: Final[Known] = {"value": object, "source": str}
ENGINES: Final = ("duckdb",)


class CuratorFileWrong(Refused):
    """A statement of a curator file that cannot be kept to."""

    code = "curator_file_wrong"
    sentence = "{where}: {problem}."
    remedy = "{fix}"


def opened(path: str | os.PathLike[str], *, new_version: bool = False) -> Curator:
    """Return the curator that a file declares; `new_version` publishes all its tables anew, as a steward."""
    place = Path(path)
    return _File(declared.read(place), place.resolve().parent).curator(is_new=new_version)


@dataclass(frozen=True, slots=True)
class _File:
    """A file that was read, and the folder from which its paths are seen."""

    said: Declared
    folder: Path

    def curator(self, *, is_new: bool) -> Curator:
        """Return the curator with its tables, in their order; a promise is recorded once all of them can be kept to."""
        top = self._table((), TOP, needs=("name", "promise", "tables"))
        self._engine(top)
        with self._at("promise"):
            budget = Budget(**self._table(("promise",), PROMISE, needs=("epsilon",)))
        names = tuple(top["tables"])
        tables = [self._declared(name, names[:place]) for place, name in enumerate(names)]
        curator = self._begun(top, budget)
        for declaration, source in tables:
            curator = curator.with_table(declaration, source.data, is_new=is_new)
        return curator

    def _begun(self, top: Mapping[str, Any], budget: Budget) -> Curator:
        """Return the curator without tables."""
        ledger = top.get("ledger")
        place = ledger if ledger in {None, "memory"} else self.folder / str(ledger)
        purposes = {name: self._purpose(name, budget) for name in top.get("purposes", {})}
        person = top.get("person") or self._person(top)
        return Curator(
            name=top["name"], budget=budget, ledger=place, person=person, purposes=purposes, folder=self.folder
        )

    def _purpose(self, name: str, budget: Budget) -> Fraction:
        """Return how much of epsilon is set aside for a purpose."""
        path = ("purposes", name)
        given = self._table(path, PURPOSE, needs=("epsilon",))
        with self._at(*path):
            return Epsilon.of(given["epsilon"], cap=budget.epsilon).value

    def _person(self, top: Mapping[str, Any]) -> str:
        """Return whom the promise protects: the person of the first table that has one."""
        named = (table.get("person") for table in top["tables"].values() if isinstance(table, dict))
        return next((str(each) for each in named if each), "row")

    def _declared(self, name: str, others: tuple[str, ...]) -> tuple[Declaration, Source]:
        """Return a table as it is declared, if its columns allow for it, and its source."""
        path = ("tables", name)
        given = self._table(path, TABLE, needs=("data",))
        if "person" in given and "rows_per_person" not in given:
            raise self._wrong(
                path, "rows_per_person is missing", "Write rows_per_person = 5; most studies take 1 to 20."
            )
        columns = {column: self._column((*path, "columns", column)) for column in given.get("columns", {})}
        with self._at(*path):
            source = self._source(given["data"], (*path, "data"))
            declaration = Declaration(
                name=name_of(name, others),
                person=EACH_ROW if given.get("each_row") else given.get("person"),
                public=given.get("public", False),
                columns={column: limits for column, limits in columns.items() if limits is not None},
                expected_people=self._people((*path, "expected_people"), given.get("expected_people")),
                **{limit: self._limit(given.get(limit)) for limit in LIMITS},
            )
            declaration.facts(source.kinds)
        return declaration, source

    def _limit(self, given: Any) -> object:  # noqa: ANN401 - as it was written
        """Return a limit; one for each grouping is written { "ward, month" = 3 }."""
        if not isinstance(given, dict):
            return given
        return {tuple(part.strip() for part in by.split(",")): many for by, many in given.items()}

    def _column(self, path: Keys) -> Bounds | Categories | None:
        """Return the limits or categories of a column."""
        given = self._table(path, COLUMN)
        source = given.get("source")
        with self._at(*path):
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
            raise self._wrong(path, f"bounds are two numbers, not {len(given)}.", "Write bounds = [0, 60].")
        low, high = given
        return Bounds.of(low, high, source)

    def _values(self, path: Keys, given: Any) -> tuple[Any, ...]:  # noqa: ANN401 - as it was written
        """Return the categories that are written, or those of a public table or of a file."""
        if isinstance(given, list):
            return tuple(given)
        wanted = self._table(path, LIST)
        if "table" in wanted:
            return self._of_table(path, wanted)
        if "file" not in wanted:
            raise self._wrong(
                path, "categories are missing.", 'Write categories = ["A", "B"] or { file = "codes.csv" }.'
            )
        return self._source(wanted["file"], path).values(wanted.get("column"))

    def _of_table(self, path: Keys, wanted: Mapping[str, str]) -> tuple[Any, ...]:
        """Return the categories that stand in a public table."""
        name = wanted["table"]
        if name not in self.said.values["tables"]:
            raise self._wrong(path, f"there is no table {name!a}.", "Name a public table of this file.")
        table = self._table(("tables", name), TABLE, needs=("data",))
        if not table.get("public", False):
            problem = f"the table {name!a} is protected, and its values are somebody's."
            raise self._wrong(path, problem, "Take categories from a public table, a file, or a list.")
        return self._source(table["data"], path).values(wanted.get("column"))

    def _people(self, path: Keys, given: Any) -> object:  # noqa: ANN401 - as it was written
        return self._table(path, PEOPLE, needs=("value",))["value"] if isinstance(given, dict) else given

    def _source(self, file: str, path: Keys) -> Source:
        place = self.folder / file
        if not place.is_file():
            raise self._wrong(path, f"there is no file {file!a}.", "Write the path of a file, as seen from here.")
        return Source.of(place, table=str(path[-2]), beside=self.folder)

    def _engine(self, top: Mapping[str, Any]) -> None:
        if top.get("engine", ENGINES[0]) not in ENGINES:
            raise self._wrong(
                ("engine",), "this engine is not known.", f'Write engine = "{ENGINES[0]}", or leave it out.'
            )

    def _table(self, path: Keys, known: Known, needs: tuple[str, ...] = ()) -> dict[str, Any]:
        """Return what stands in a table, if all of it is known, of the right kind, and nothing is missing."""
        found: Any = self.said.values
        for key in path:
            found = found[key]
        if not isinstance(found, dict):
            raise self._wrong(
                path, f"{path[-1]} must have parts.", f"Write {path[-1]} = {{ {', '.join(known)} = ... }}."
            )
        for name, value in found.items():
            self._known((*path, name), name, known)
            if not isinstance(value, known[name]):
                kind = KINDS[known[name]]
                raise self._wrong((*path, name), f"{name} must be {kind}.", f"Write {name} = {EXAMPLES[known[name]]}.")
        for name in needs:
            if name not in found:
                raise self._wrong(path, f"{name} is missing.", f"Write {name} = ... here.")
        return found

    def _known(self, path: Keys, name: str, known: Known) -> None:
        if name not in known:
            near = get_close_matches(name, known, 1)
            fix = f"Did you mean {near[0]}?" if near else f"Known here: {', '.join(known)}."
            raise self._wrong(path, f"there is no {ascii(name)[1:-1]} here.", fix)

    @contextmanager
    def _at(self, *path: str | int) -> Generator[None]:
        """Say where in the file a refusal has its cause."""
        try:
            yield
        except CuratorFileWrong:
            raise
        except Refused as refusal:
            place = self._place(path, refusal.facts.get("name", ""))
            raise self._wrong(place, refusal.said, refusal.advised) from None

    def _place(self, path: Keys, name: str) -> Keys:
        """Return where a name stands that a refusal speaks of: as a key, as a column, or as what is said of a key."""
        found: Any = self.said.values
        for key in path:
            found = found[key]
        said = [(*path, key) for key, value in found.items() if value == name]
        places = [(*path, name), (*path, "columns", name), *said]
        return next((place for place in places if place in self.said.lines), path)

    def _wrong(self, path: Keys, problem: str, fix: str) -> CuratorFileWrong:
        return CuratorFileWrong(where=self.said.where(*path), problem=problem.rstrip("."), fix=fix)


KINDS: Final[Mapping[type, str]] = {str: "text", dict: "a table", bool: "true or false", list: "a list"}
EXAMPLES: Final[Mapping[type, str]] = {str: '"..."', dict: "{ ... }", bool: "true", list: "[...]"}
