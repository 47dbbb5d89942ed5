# SPDX-License-Identifier: Apache-2.0
"""A curator as a curator file: what was declared in Python, written so that `dd.open` reads the same."""

import datetime as dt
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from diffident.engine.duckdb import DEADLINE
from diffident.errors import Refused
from diffident.exact.spelling import plain
from diffident.privacy.accounting.budget import Budget
from diffident.question.catalog import Along, EachRow, TableFacts
from diffident.question.limits import Bounds, Categories

if TYPE_CHECKING:
    from diffident.curator.curator import Curator

Statements = Mapping[str, object]


class NotInAFile(Refused):
    """A curator that no file can declare."""

    code = "not_in_a_file"
    sentence = "{what} cannot stand in a curator file."
    remedy = (
        "Save frames as .parquet or .csv files and add these; write limits as decimals, and categories without None."
    )


def written(curator: "Curator") -> str:
    """Return the curator file of a curator, paths as seen from its folder."""
    parts = [_top(curator)]
    for name, facts in curator.catalog.tables.items():
        path = curator.tables[name].source.path
        if path is None:
            raise NotInAFile(what=f"The frame {name}")
        parts += _table(name, facts, Path(os.path.relpath(path, curator.folder)).as_posix())
    for purpose, epsilon in curator.purposes.items():
        parts.append([f"[purposes.{key(purpose)}]", *_lines({"epsilon": epsilon})])
    for version, notice in curator.consent.notices.items():
        said = {name: given for name, given in asdict(notice).items() if name != "version"}
        parts.append([f"[notices.{key(version)}]", *_lines(said)])
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _top(curator: "Curator") -> list[str]:
    path = curator.ledger.store.path
    ledger = "memory" if path is None else Path(os.path.relpath(path, curator.folder)).as_posix()
    deadline = {} if curator.engine.deadline == DEADLINE else {"deadline": curator.engine.deadline}
    said = {"name": curator.name, "person": curator.person, "ledger": ledger, **deadline}
    return [*_lines(said), f"promise = {{ {', '.join(_lines(_promise(curator.promise)))} }}"]


def _promise(budget: Budget) -> Statements:
    return {"epsilon": budget.epsilon, **({"delta": budget.delta, "typical": budget.typical} if budget.typical else {})}


def _table(name: str, facts: TableFacts, data: str) -> Iterator[list[str]]:
    """Yield the parts of a table: whose it is and with how much a person counts, then its columns."""
    yield [f"[tables.{key(name)}]", *_lines({"data": data, **_whose(facts)})]
    columns = {column: known.bounds or known.categories for column, known in facts.columns.items()}
    declared = [f"{key(column)} = {_column(limits)}" for column, limits in columns.items() if limits is not None]
    if declared:
        yield [f"[tables.{key(name)}.columns]", *declared]


def _whose(facts: TableFacts) -> Statements:
    people: Statements = {} if facts.expected_people is None else {"expected_people": facts.expected_people}
    if shape := facts.shape.as_plain():
        people = {**people, "shape": shape}
    if facts.person is None:
        return {"public": True, **people}
    if isinstance(facts.person, EachRow):
        return {"each_row": True, **people}
    groups: object = facts.groups_per_person
    if facts.groups_by:
        groups = {", ".join(sorted(by)): many for by, many in facts.groups_by.items()}
    each = {} if facts.rows_per_group is None else {"rows_per_group": facts.rows_per_group}
    return {
        "person": asdict(facts.person) if isinstance(facts.person, Along) else facts.person,
        "rows_per_person": facts.rows_per_person,
        "groups_per_person": groups,
        **each,
        **people,
    }


def _column(limits: Bounds | Categories) -> str:
    return f"{{ {', '.join(_lines(_limits(limits)))} }}"


def _limits(limits: Bounds | Categories) -> Statements:
    source = {} if limits.source is None else {"source": limits.source}
    if isinstance(limits, Bounds):
        return {"bounds": [limits.low, limits.high], **source}
    if limits.hidden:
        return {"hidden": True, "minimum": limits.minimum, **source}
    other = {} if limits.other is None else {"other": limits.other}
    return {"categories": list(limits.values), **other, **source}


def _lines(said: Statements) -> list[str]:
    return [f"{key(name)} = {_value(value)}" for name, value in said.items()]


def key(name: str) -> str:
    """Return a key bare where that is allowed, else in quotes.

    >>> key("ward"), key("my ward")
    ('ward', '"my ward"')
    """
    is_bare = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if is_bare else quoted(name)


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return quoted(value)
        case int() | Fraction():
            return _number(Fraction(value))
        case dt.date():
            return value.isoformat()
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            return f"{{ {', '.join(_lines(value))} }}"
        case _:
            raise NotInAFile(what=f"A {type(value).__name__}")


def _number(value: Fraction) -> str:
    text = plain(value)
    if "/" in text or "^" in text:
        raise NotInAFile(what=f"The number {text}")
    return text


def quoted(value: str) -> str:
    """Return text as a basic string of TOML, whose escapes are those of JSON."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
