# SPDX-License-Identifier: Apache-2.0
"""DuckDB, locked: our statements, our settings, sealed integers out."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from diffident.engine import bounded
from diffident.engine.render import TYPES, Statement, quoted
from diffident.errors import Refused
from diffident.privacy.private import Private
from diffident.question.catalog import TableFacts
from diffident.question.expression import Kind, Value
from diffident.question.words import CountOfKeys, SumOfIntegers
from diffident.question.words.by_keys import Cell

KINDS: Final = {
    "BOOLEAN": Kind.TRUTH,
    "DOUBLE": Kind.NUMBER,
    "FLOAT": Kind.NUMBER,
    "VARCHAR": Kind.TEXT,
    "DATE": Kind.DATE,
    **dict.fromkeys(("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER"), Kind.INTEGER),
    **dict.fromkeys(("UBIGINT", "HUGEINT", "UHUGEINT"), Kind.NUMBER),
    **dict.fromkeys(("TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS"), Kind.MOMENT),
}
READERS: Final = {".parquet": "read_parquet", ".csv": "read_csv"}
LOCKS: Final = (
    "SET enable_external_access = false",
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET allow_community_extensions = false",
    "SET lock_configuration = true",
)


class LookFailed(Refused):
    """The database failed while it looked. Why is not told: it could depend on a value."""

    code = "look_failed"
    sentence = "The database could not finish this look; what was charged stays charged."
    remedy = "Ask the steward to check the data and the machine."


@dataclass(slots=True, eq=False)
class DuckDB:
    """Tables in files and in memory, looked at by one locked connection, one thread at a time.

    `secret` starts what Truncate keeps. Adding a table makes the next look open a new connection.
    """

    secret: str
    sources: dict[str, Any] = field(default_factory=dict[str, Any])
    tables: dict[str, TableFacts] = field(default_factory=dict[str, TableFacts])
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _connection: Any = field(default=None, repr=False)

    def add(self, table: TableFacts, data: Any) -> None:  # noqa: ANN401 - a path or an Arrow table
        """Take in a table: a view of declared columns in their kinds, without rows that have no person."""
        with self._lock:
            self.sources[table.name], self.tables[table.name] = data, table
            self._connection = None

    def sums(self, look: SumOfIntegers) -> Private[NDArray[Any]]:
        """Return the sums, sealed: a row for each cell in its order, a column for each sum."""
        statement = Statement(self.secret)
        sums = np.zeros((len(look.by.cells), len(look.columns)), dtype=object)
        text = bounded.sums(statement, look) or statement.sums(look)
        for cell, *found in self._run(text, statement):
            sums[cell] = [int(text or 0) for text in found]
        return Private(sums)

    def counts(self, look: CountOfKeys) -> Private[Mapping[Cell, int]]:
        """Return how many people have each combination of keys, sealed."""
        statement = Statement(self.secret)
        return Private({tuple(row[:-1]): int(row[-1]) for row in self._run(statement.counts(look), statement)})

    def holding(self, table: TableFacts, values: Mapping[str, Sequence[Value]]) -> "DuckDB":
        """Return an engine that also has a table of these columns, of text and whole numbers; it has its own connection."""
        import pyarrow as pa  # noqa: PLC0415 - slow to import

        types = {Kind.INTEGER: pa.int64(), Kind.TEXT: pa.string()}
        data = pa.table({name: pa.array(given, types[table.column(name).kind]) for name, given in values.items()})
        return DuckDB(self.secret, {**self.sources, table.name: data}, {**self.tables, table.name: table})

    def _run(self, text: str, statement: Statement) -> list[tuple[Any, ...]]:
        import duckdb  # noqa: PLC0415 - slow to import

        with self._lock:
            try:
                self._connection = self._connection or self._opened()
                found: list[tuple[Any, ...]] = self._connection.execute(text, statement.literals).fetchall()
            except duckdb.Error:
                pass
            else:
                return found
        raise LookFailed

    def _opened(self) -> Any:  # noqa: ANN401 - duckdb has no types that mypy accepts
        """Return a connection that sees the tables, and nothing else of the machine."""
        connection = connected()
        for name, data in self.sources.items():
            connection.execute(f"CREATE VIEW {quoted(name)} AS {_view(connection, self.tables[name], data)}")
        paths = ", ".join(f"'{_escaped(data)}'" for data in self.sources.values() if isinstance(data, Path))
        connection.execute(f"SET allowed_paths = [{paths}]")
        for lock in LOCKS:
            connection.execute(lock)
        return connection


def connected() -> Any:  # noqa: ANN401 - duckdb has no types that mypy accepts
    """Return a connection of its own, which finds no frame that happens to stand around in Python."""
    import duckdb  # noqa: PLC0415 - slow to import

    return duckdb.connect(config={"python_enable_replacements": False})


def kinds_of(data: Any) -> dict[str, Kind | None]:  # noqa: ANN401 - a path or an Arrow table
    """Return the columns of a source and their kinds, None for kinds that no question can read. No row leaves it."""
    connection = connected()
    described = connection.execute(f"DESCRIBE SELECT * FROM {_scan(connection, 'source', data)}").fetchall()
    return {column: _kind(str(kind)) for column, kind, *_ in described}


def _view(connection: Any, table: TableFacts, data: Any) -> str:  # noqa: ANN401 - see above
    columns = ", ".join(
        f"CAST({quoted(name)} AS {TYPES[facts.kind]}) AS {quoted(name)}" for name, facts in table.columns.items()
    )
    whose = f" WHERE {quoted(table.person)} IS NOT NULL" if isinstance(table.person, str) else ""
    return f"SELECT {columns} FROM {_scan(connection, table.name, data)}{whose}"


def _scan(connection: Any, name: str, data: Any) -> str:  # noqa: ANN401 - see above
    """Return how a source is read: a file by its reader, an Arrow table under a name of its own."""
    if isinstance(data, Path):
        return f"{READERS[data.suffix.lower()]}('{_escaped(data)}')"
    connection.register(f"data of {name}", data)
    return quoted(f"data of {name}")


def _escaped(path: Path) -> str:
    return str(path).replace("'", "''")


def _kind(described: str) -> Kind | None:
    if described.startswith("ENUM"):
        return Kind.TEXT
    return Kind.NUMBER if described.startswith("DECIMAL") else KINDS.get(described)
