# SPDX-License-Identifier: Apache-2.0
"""Metadata that others wrote, read into a curator file to complete: SmartNoise's YAML, Frictionless schemas.

Limits are taken over with the file as their source. What such a file does not say, whose the rows are, what is promised,
waits behind a # for somebody who knows.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from diffident.curator.toml import key, quoted
from diffident.errors import Refused
from diffident.exact.number import decimal
from diffident.exact.spelling import plain
from diffident.show.chart import PackageMissing

Said: TypeAlias = Mapping[Any, Any]

LARGEST: Final = 1 << 20  # bytes
MOST: Final = 1000  # categories
YAML: Final = (".yaml", ".yml")
NUMBERS: Final = {"int", "integer", "float", "number", "double"}


class MetadataNotRead(Refused):
    """A file that describes no table in a form that is known."""

    code = "metadata_not_read"
    sentence = "{file} is neither SmartNoise metadata nor a Frictionless schema: {problem}."
    remedy = (
        "Give a .yaml file with a table's columns under it, or a .json file with fields; diffident init needs neither."
    )


@dataclass(frozen=True, slots=True)
class Column:
    """What is said of a column: how it stands in a curator file, or what somebody has to say of it yet."""

    name: str
    declared: str = ""
    wanted: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What is said of a table."""

    name: str
    data: str
    person: str | None = None
    is_each_row: bool = False
    rows_per_person: int | None = None
    columns: Sequence[Column] = field(default_factory=tuple[Column, ...])


def curator_file(path: Path) -> str:
    """Return the curator file that a file of metadata leads to, to be completed."""
    said = _said(path)
    tables = list(_frictionless(said, path) if _is_frictionless(said) else _smartnoise(said, path))
    if not tables:
        raise MetadataNotRead(file=ascii(path.name), problem="it names no table")
    return "\n".join([*_head(path), *(line for table in tables for line in _written(table)), ""])


def _said(path: Path) -> Said:
    """Return what stands in a file."""
    try:
        text = path.read_bytes()[: LARGEST + 1].decode()
        found = _yaml(text) if path.suffix.lower() in YAML else json.loads(text)
    except PackageMissing:
        raise
    except (OSError, ValueError, RecursionError):
        raise MetadataNotRead(file=ascii(path.name), problem="it cannot be read") from None
    if len(text) > LARGEST or not isinstance(found, Mapping):
        raise MetadataNotRead(file=ascii(path.name), problem="it has no parts, or too many")
    return found


def _yaml(text: str) -> object:
    try:
        import yaml  # noqa: PLC0415 - an extra
    except ImportError:
        raise PackageMissing(purpose="A .yaml file", package="PyYAML", extra="import") from None
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        return None


def _is_frictionless(said: Said) -> bool:
    return "fields" in said or "resources" in said


def _frictionless(said: Said, path: Path) -> Iterator[Table]:
    """Yield the tables of a data package, or the one of a schema."""
    resources: Any = said.get("resources", [{"name": path.stem, "schema": said}])
    for resource in _listed(resources):
        schema: Any = resource.get("schema", {})
        fields = _listed(schema.get("fields", []) if isinstance(schema, Mapping) else [])
        name = str(resource.get("name", path.stem))
        columns = tuple(_field(each, path) for each in fields if "name" in each)
        yield Table(name=name, data=str(resource.get("path", f"{name}.csv")), columns=columns)


def _field(said: Said, path: Path) -> Column:
    name, limits = str(said["name"]), said.get("constraints", {})
    limits = limits if isinstance(limits, Mapping) else {}
    listed = limits.get("enum")
    if isinstance(listed, list) and listed and len(listed) <= MOST:
        return Column(name, f"categories = [{', '.join(map(_value, listed))}], source = {quoted(path.name)}")
    return _bounded(name, said.get("type"), (limits.get("minimum"), limits.get("maximum")), path)


def _smartnoise(said: Said, path: Path) -> Iterator[Table]:
    """Yield the tables of a collection: under its name schemas, under these tables, under these columns."""
    for collection in _parts(said):
        for schema in _parts(collection):
            for name, table in schema.items():
                if isinstance(table, Mapping):
                    yield _table(str(name), table, path)


def _table(name: str, said: Said, path: Path) -> Table:
    columns = {str(column): each for column, each in said.items() if isinstance(each, Mapping)}
    person = next((column for column, each in columns.items() if each.get("private_id") is True), None)
    rows = said.get("max_ids")
    return Table(
        name=name,
        data=f"{name}.csv",
        person=person,
        is_each_row=said.get("row_privacy") is True,
        rows_per_person=rows if isinstance(rows, int) and not isinstance(rows, bool) and rows > 0 else None,
        columns=tuple(
            _bounded(column, each.get("type"), (each.get("lower"), each.get("upper")), path)
            for column, each in columns.items()
            if column != person
        ),
    )


def _bounded(name: str, kind: object, ends: tuple[object, object], path: Path) -> Column:
    """Return a column with its limits, or with those that somebody has to know."""
    if None not in ends:
        low, high = (_number(end) for end in ends)
        if low is not None and high is not None:
            return Column(name, f"bounds = [{low}, {high}], source = {quoted(path.name)}")
    if str(kind).lower() in NUMBERS:
        return Column(name, wanted='bounds = [0, 100], source = "codebook"')
    if str(kind).lower() == "boolean":
        return Column(name, "categories = [true, false]")
    return Column(name, wanted='categories = ["A", "B"], source = "codebook"')


def _number(given: object) -> str | None:
    """Return a limit as it stands in a curator file, or nothing where it is no number."""
    try:
        text = plain(decimal(given, name="limit"))
    except Refused:
        return None
    return text if text.replace(".", "").lstrip("-").isdigit() else None


def _value(given: object) -> str:
    if isinstance(given, bool):
        return "true" if given else "false"
    return str(given) if isinstance(given, int) else quoted(str(given))


def _parts(said: Said) -> Iterator[Said]:
    return (each for each in said.values() if isinstance(each, Mapping))


def _listed(given: object) -> list[Said]:
    return [each for each in given if isinstance(each, Mapping)] if isinstance(given, list) else []


def _head(path: Path) -> Iterator[str]:
    yield f"# Begun from {ascii(path.name)[1:-1]}. Its limits are believed as they stand; complete what waits behind a #."
    yield f"name    = {quoted(path.stem)}"
    yield "# promise = { epsilon = 1 }   # for ever, whoever asks and whatever is asked"


def _written(table: Table) -> Iterator[str]:
    yield from ("", f"[tables.{key(table.name)}]", f"data            = {quoted(table.data)}")
    if table.is_each_row:
        yield "each_row        = true"
    else:
        rows = table.rows_per_person
        yield f"person          = {quoted(table.person)}" if table.person else '# person        = "patient_id"'
        yield f"rows_per_person = {rows}" if rows else "# rows_per_person = 5   # most studies take 1 to 20"
    yield '# expected_people = { value = 1000, source = "annual report" }   # for expected errors'
    yield from ("", f"[tables.{key(table.name)}.columns]")
    for column in table.columns:
        sign = "" if column.declared else "# "
        yield f"{sign}{key(column.name)} = {{ {column.declared or column.wanted} }}"
