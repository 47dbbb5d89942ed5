# SPDX-License-Identifier: Apache-2.0
"""How a source becomes a view: each value in its declared kind or NULL, so that reading it raises for no value."""

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from diffident.engine.connection import connected
from diffident.engine.render import TYPES, quoted
from diffident.question.catalog import LONGEST_NAME, TableFacts
from diffident.question.expression import Kind

KINDS: Final = {
    "BOOLEAN": Kind.TRUTH,
    "DOUBLE": Kind.NUMBER,
    "FLOAT": Kind.NUMBER,
    "VARCHAR": Kind.TEXT,
    "UUID": Kind.TEXT,
    "DATE": Kind.DATE,
    **dict.fromkeys(("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER"), Kind.INTEGER),
    **dict.fromkeys(("UBIGINT", "HUGEINT", "UHUGEINT"), Kind.NUMBER),  # to the nearest float: beyond 64 bits none fits
    **dict.fromkeys(
        ("TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS", "TIMESTAMP WITH TIME ZONE"), Kind.MOMENT
    ),
}
RANGES: Final = {  # what every engine can hold; what is before, behind or infinite counts as NULL
    Kind.DATE: "DATE '0001-01-01' AND DATE '9999-12-31'",
    Kind.MOMENT: "TIMESTAMP '0001-01-01 00:00:00' AND TIMESTAMP '9999-12-31 23:59:59.999999'",
}
SPELLED: Final = {  # of a text file: the kind of a column is the first in which all its values can be read
    Kind.INTEGER: "regexp_full_match({0}, '-?[0-9]{{1,19}}') AND TRY_CAST({0} AS BIGINT) IS NOT NULL",
    Kind.NUMBER: "TRY_CAST({0} AS DOUBLE) IS NOT NULL",
    Kind.TRUTH: "lower({0}) IN ('true', 'false')",
    Kind.DATE: "regexp_full_match({0}, '[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}') AND TRY_CAST({0} AS DATE) IS NOT NULL",
    Kind.MOMENT: "TRY_CAST({0} AS TIMESTAMP) IS NOT NULL",
}
CODED: Final = {Kind.TEXT, Kind.MOMENT}  # kinds whose values a reader decodes
DELIMITERS: Final = ",;\t|"


def kinds_of(data: Any) -> dict[str, Kind | None]:  # noqa: ANN401 - a path or an Arrow table; duckdb has no types
    """Return the columns of a source and their kinds, None for kinds that no question can read. No row leaves it.

    Every value is read once: what cannot be read raises here, where a steward stands, and not in a look.
    """
    connection = connected()
    scan = _scan(connection, "source", data)
    types = _types(connection, scan)
    kinds = _spelled(connection, scan, types) if _is_csv(data) else {name: _kind(each) for name, each in types.items()}
    _read(connection, scan, data, {name: (types[name], kind) for name, kind in kinds.items() if kind is not None})
    return kinds


def view(connection: Any, table: TableFacts, data: Any) -> str:  # noqa: ANN401 - see above
    """Return the statement of a table's view: declared columns in their kinds, without rows that have no person.

    Guarantee:
        A row of the view is a function of one row of the source, and no value of it makes a look fail.
    Because:
        Each value is converted by itself, by TRY_CAST or a total function; what a kind cannot hold is NULL.
    Checked by: tests/engine/test_view.py::test_every_value_is_read_in_its_kind_or_as_null
    """
    scan = _scan(connection, table.name, data)
    types = _types(connection, scan)
    columns = [
        f"{_converted(quoted(name), types[name], facts.kind)} AS {quoted(name)}"
        for name, facts in table.columns.items()
    ]
    rows = f"SELECT {', '.join(columns)} FROM {scan}"
    return f"SELECT * FROM ({rows}) WHERE {quoted(table.person)} IS NOT NULL" if isinstance(table.person, str) else rows


def _scan(connection: Any, name: str, data: Any) -> str:  # noqa: ANN401 - see above
    """Return how a source is read: a file by its reader, an Arrow table under a name of its own."""
    if _is_csv(data):
        return _csv(data)
    if isinstance(data, Path):
        return f"read_parquet({text(data)})"
    held = f"data of {name}".ljust(LONGEST_NAME + 1, ".")  # longer than the name of any table
    connection.register(held, data)
    return quoted(held)


def _csv(path: Path) -> str:
    """Return how a text file is read: a line of names, then rows of as many fields, all of them as text.

    Nothing is guessed from rows. What separates fields is what most often does so in the line of names.
    """
    with path.open(encoding="utf-8-sig", newline="") as file:
        line = file.readline()
    between = max(DELIMITERS, key=line.count)
    names = next(csv.reader([line], delimiter=between), [])
    columns = ", ".join(f"{text(name)}: 'VARCHAR'" for name in names)
    given = f"auto_detect = false, header = true, delim = {text(between)}, quote = '\"', escape = '\"'"
    return f"read_csv({text(path)}, {given}, columns = {{{columns}}})"


def _types(connection: Any, scan: str) -> dict[str, str]:  # noqa: ANN401 - see above
    return {name: str(kind) for name, kind, *_ in connection.execute(f"DESCRIBE SELECT * FROM {scan}").fetchall()}


def _kind(described: str) -> Kind | None:
    return Kind.NUMBER if described.startswith("DECIMAL") else KINDS.get(described)


def _spelled(connection: Any, scan: str, names: Mapping[str, str]) -> dict[str, Kind | None]:  # noqa: ANN401 - see above
    """Return the kind in which all values of each column of text can be read; text where there are none."""
    fits = ", ".join(
        f"bool_and({how.format(quoted(name))}) FILTER (WHERE {quoted(name)} IS NOT NULL)"
        for name in names
        for how in SPELLED.values()
    )
    found = iter(connection.execute(f"SELECT {fits} FROM {scan}").fetchone())
    fitting = {name: [kind for kind in SPELLED if next(found)] for name in names}
    return {name: (kinds or [Kind.TEXT])[0] for name, kinds in fitting.items()}


def _read(connection: Any, scan: str, data: Any, columns: Mapping[str, tuple[str, Kind]]) -> None:  # noqa: ANN401 - see above
    """Read every value that might not be readable once, as looks will read it."""
    if not isinstance(data, Path):
        data.validate(full=True)
    # Numbers, days, yes and no are read as they lie there; text, moments and what is converted might not be.
    unsure = {name: each for name, each in columns.items() if each[0] != TYPES[each[1]] or each[1] in CODED}
    values = (_converted(quoted(name), described, kind) for name, (described, kind) in unsure.items())
    connection.execute(
        f"SELECT {', '.join(f'bit_xor(hash({value}))' for value in values) or '1'} FROM {scan}"
    ).fetchall()


def _converted(value: str, described: str, kind: Kind) -> str:
    """Return the value in its kind; a moment with a zone as UTC, whatever zone the machine is in."""
    if described == "TIMESTAMP WITH TIME ZONE":
        value = f"make_timestamp(epoch_us({value}))"
    elif described != TYPES[kind]:
        value = f"TRY_CAST({value} AS {TYPES[kind]})"
    return f"CASE WHEN {value} BETWEEN {RANGES[kind]} THEN {value} END" if kind in RANGES else value


def _is_csv(data: object) -> bool:
    return isinstance(data, Path) and data.suffix.lower() == ".csv"


def text(value: object) -> str:
    """Return a literal that is never anything else.

    >>> text("it's")
    "'it''s'"
    """
    return "'" + str(value).replace("'", "''") + "'"
