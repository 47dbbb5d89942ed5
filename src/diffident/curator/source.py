# SPDX-License-Identifier: Apache-2.0
"""Data as they come: a file, a frame, anything that speaks Arrow; what an engine can hold, and a digest of what is in it.

Reading a source is the act of a steward: names, kinds and a digest leave it, and the digest stays in the ledger.
"""

import copy
import hashlib
import io
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from diffident.engine.duckdb import kinds_of
from diffident.errors import Refused
from diffident.exact.spelling import shown
from diffident.question.catalog import UnknownName
from diffident.question.expression import Kind, Value

LONGEST: Final = 100  # characters of a name that the ledger keeps as it is
Stamp = tuple[int, int, int, int] | None

ARROW: Final = {
    Kind.TRUTH: "bool_",
    Kind.INTEGER: "int64",
    Kind.NUMBER: "float64",
    Kind.TEXT: "string",
    Kind.DATE: "date32",
}
FILES: Final = {".parquet": "read_parquet", ".csv": "read_csv"}


class NotATable(Refused):
    """Something that holds no rows and columns, or a file of a kind that is not read."""

    code = "not_a_table"
    sentence = "{what} is no table."
    remedy = "Give a pandas or Polars frame, an Arrow table, a DuckDB relation, or the path of a .parquet or .csv file."


@dataclass(frozen=True, eq=False)
class Source:
    """What holds the rows of a table: a path, or an Arrow table, read once. `name` is how the ledger knows it."""

    name: str
    data: Any
    content: str
    stamp: Stamp = None

    @property
    def path(self) -> Path | None:
        """The file, if it is one."""
        return self.data if isinstance(self.data, Path) else None

    @property
    def stamp_now(self) -> Stamp:
        """What tells the file from one that takes its place; nothing for what is in memory or no longer there."""
        return None if self.path is None else _stamp(self.path)

    @cached_property
    def kinds(self) -> dict[str, Kind | None]:
        """The columns and their kinds, None for kinds that no question can read."""
        try:
            return kinds_of(self.data)
        except Exception:  # noqa: BLE001 - whatever a reader says of a broken file may quote it
            raise NotATable(what=shown(self.name)) from None

    def values(self, column: str | None) -> tuple[Value, ...]:
        """Return the values of a column of a public source, each once and in order; of the first if none is named."""
        table = _read(self.data) if isinstance(self.data, Path) else self.data
        named = table.column_names[0] if column is None else column
        if named not in table.column_names:
            raise UnknownName(what="column", name=shown(named), known=", ".join(table.column_names))
        values = dict.fromkeys(table.column(named).to_pylist())
        return tuple(value for value in values if value is not None)

    def seen_from(self, beside: Path) -> "Source":
        """Return the same source, named as it is seen from another place; what was read of it is not read again."""
        seen = copy.copy(self)
        if self.path is not None:
            object.__setattr__(seen, "name", _named(self.path, beside))
        return seen

    def columns(self) -> dict[str, Any]:
        """Return all columns as arrays, for a look that the owner takes: see `lab/scan`."""
        table = _read(self.data) if isinstance(self.data, Path) else self.data
        return {name: table.column(name).to_numpy() for name in table.column_names}

    @classmethod
    def of(cls, given: object, *, table: str, beside: Path) -> "Source":
        """Return the source of a table; a file is named by its path from where the ledger lies."""
        if isinstance(given, Source):
            return given.seen_from(beside)
        if isinstance(given, str | os.PathLike):
            path = Path(given).expanduser().resolve()
            if path.suffix.lower() not in FILES or not path.is_file():
                raise NotATable(what=ascii(path.name))
            stamp = _stamp(path)
            return cls(_named(path, beside), path, _of_file(path), stamp)
        held = _as_arrow(given)
        return cls(f"frame {table}", held, _of_arrow(held))


def arrow_of(names: Sequence[str], kinds: Sequence[Kind], rows: Sequence[Sequence[Value]]) -> Any:  # noqa: ANN401 - see below
    """Return rows as an Arrow table whose columns are of these kinds."""
    import pyarrow as pa  # noqa: PLC0415 - slow to import

    types = [getattr(pa, ARROW[kind])() if kind in ARROW else pa.timestamp("us") for kind in kinds]
    columns = [pa.array([row[place] for row in rows], each) for place, each in enumerate(types)]
    return pa.Table.from_arrays(columns, schema=pa.schema(list(zip(names, types, strict=True))))


def _named(path: Path, beside: Path) -> str:
    """Return a file's path from where the ledger lies; a digest stands for one that the ledger could not keep."""
    try:
        name = Path(os.path.relpath(path, beside)).as_posix()
    except ValueError:  # another drive, on Windows
        name = path.as_posix()
    is_fit = name.isprintable() and name == name.strip() and len(name) <= LONGEST
    return name if is_fit else f"file {hashlib.sha256(os.fsencode(name)).hexdigest()}"


def _as_arrow(given: Any) -> Any:  # noqa: ANN401 - pyarrow has no types of its own
    """Return an Arrow table of a frame, a relation, or anything with an Arrow stream."""
    import pyarrow as pa  # noqa: PLC0415 - slow to import

    if type(given).__module__.startswith("pandas") and hasattr(given, "columns"):
        return pa.Table.from_pandas(given, preserve_index=False)  # its own stream would make a column of row labels
    if hasattr(given, "__arrow_c_stream__"):
        with suppress(pa.ArrowException):  # a single column has a stream too, and is no table
            return pa.table(given)
    if hasattr(given, "to_arrow_table"):
        return given.to_arrow_table()
    raise NotATable(what=f"a {type(given).__name__}")


def _read(path: Path) -> Any:  # noqa: ANN401 - pyarrow has no types of its own
    """Return a public file as an Arrow table."""
    if path.suffix.lower() == ".parquet":
        from pyarrow import parquet  # noqa: PLC0415 - slow to import

        return parquet.read_table(path)
    from pyarrow import csv  # noqa: PLC0415 - slow to import

    empty = csv.ConvertOptions(strings_can_be_null=True, null_values=[""])
    return csv.read_csv(path, convert_options=empty)


def _stamp(path: Path) -> Stamp:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _of_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _of_arrow(table: Any) -> str:  # noqa: ANN401 - pyarrow has no types of its own
    """Return a digest of the schema and the bytes of an Arrow table."""
    import pyarrow as pa  # noqa: PLC0415 - slow to import

    digest = _Digest()
    with pa.ipc.new_stream(pa.PythonFile(digest, mode="w"), table.schema) as stream:
        stream.write_table(table.combine_chunks())
    return digest.sha256.hexdigest()


class _Digest(io.RawIOBase):
    """A file that remembers only a digest of what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.sha256 = hashlib.sha256()

    def writable(self) -> bool:
        """Whether one may write: always."""
        return True

    def write(self, data: Any) -> int:  # noqa: ANN401 - bytes, or something like them
        """Take more bytes into the digest."""
        self.sha256.update(data)
        return len(data)
