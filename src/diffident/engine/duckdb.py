# SPDX-License-Identifier: Apache-2.0
"""DuckDB, locked: our statements, our settings, sealed integers out."""

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from diffident.engine import bounded
from diffident.engine.connection import DEADLINE, connected, within
from diffident.engine.engine import BATCH, Batch
from diffident.engine.render import Statement, quoted
from diffident.engine.view import kinds_of, text, view
from diffident.errors import Refused
from diffident.exact.spelling import shown
from diffident.privacy.private import Private
from diffident.privacy.tallied import Tallied
from diffident.question.catalog import TableFacts
from diffident.question.expression import Kind, Value
from diffident.question.words import CountOfKeys, Rows, SumOfIntegers, Tally
from diffident.question.words.by_keys import Cell

Found = TypeVar("Found")
LOCKS: Final = (
    "SET enable_external_access = false",
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET allow_community_extensions = false",
    "SET lock_configuration = true",
)


__all__ = ["DEADLINE", "DuckDB", "LookFailed", "PersonUnusable", "kinds_of"]


class PersonUnusable(Refused):
    """A person's id of a kind whose values are equal where people are not, or are written in several ways."""

    code = "person_unusable"
    sentence = "The column {name} cannot say whose a row is: it holds neither whole numbers of 64 bits nor text."
    remedy = "Store the ids as whole numbers or as text."


class LookFailed(Refused):
    """The database failed while it looked, or took too long. Which of them is not told: it could depend on a value."""

    code = "look_failed"
    sentence = "The database could not finish this look in the {seconds} s that a look may take; what was charged stays charged."
    remedy = "Ask for less at a time, or ask the steward to check the data, the machine and the deadline."


@dataclass(slots=True, eq=False)
class DuckDB:
    """Tables in files and in memory, looked at by one locked connection, one thread at a time.

    `secret` starts what Truncate keeps, `deadline` is how many seconds a look may take. Adding a table makes the next
    look open a new connection.
    """

    secret: str
    sources: dict[str, Any] = field(default_factory=dict[str, Any])
    tables: dict[str, TableFacts] = field(default_factory=dict[str, TableFacts])
    deadline: float = DEADLINE
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _connection: Any = field(default=None, repr=False)

    def add(self, table: TableFacts, data: Any) -> None:  # noqa: ANN401 - a path or an Arrow table
        """Take in a table: a view of declared columns in their kinds, without rows that have no person."""
        if isinstance(table.person, str) and table.columns[table.person].kind not in {Kind.INTEGER, Kind.TEXT}:
            raise PersonUnusable(name=shown(table.person))
        with self._lock:
            self.sources[table.name], self.tables[table.name] = data, table
            self._connection = None

    def sums(self, look: SumOfIntegers) -> Private[NDArray[Any]]:
        """Return the sums, sealed: a row for each cell in its order, a column for each sum.

        Guarantee:
            They are the integers that the words mean, exactly, in every order of rows.
        Because:
            Sums of 64-bit integers are computed in 128 bits, which fewer than 2^64 rows cannot fill, and are read as
            text; the fast form and the plain one are the same sums.
        Checked by: tests/engine/test_agreement.py::test_engines_find_the_same_integers_for_random_plans
        """
        statement = Statement(self.secret)
        sums = np.zeros((len(look.by.cells), len(look.columns)), dtype=object)
        query = bounded.sums(statement, look) or statement.sums(look)
        for cell, *found in self._run(query, statement):
            sums[cell] = [int(each or 0) for each in found]
        return Private(sums)

    def counts(self, look: CountOfKeys) -> Private[Mapping[Cell, int]]:
        """Return how many people have each combination of keys, sealed.

        Guarantee:
            Each person counts once in a combination, however many rows the person has there.
        Because:
            Different people are counted, and rows where each row is a person.
        Checked by: tests/engine/test_words.py::test_people_are_counted_once_for_a_key
        """
        statement = Statement(self.secret)
        return Private({tuple(row[:-1]): int(row[-1]) for row in self._run(statement.counts(look), statement)})

    def feed(self, rows: Rows, columns: Sequence[str], take: Callable[[Private[Batch]], None]) -> None:
        """Hand these columns of all rows over in sealed batches, each row once, in no particular order.

        Guarantee:
            They are the rows that the words mean, and whatever goes wrong, what is raised is the same.
        Because:
            The database streams the rows of the words' own statement; a batch is sealed before anybody sees it.
        Checked by: tests/engine/test_feed.py::test_both_engines_hand_over_the_same_rows
        """
        statement = Statement(self.secret)
        query = f"SELECT {', '.join(map(quoted, columns))} FROM ({statement.rows(rows)})"

        def hand(connection: Any) -> None:  # noqa: ANN401 - duckdb has no types that mypy accepts
            for batch in connection.sql(query, params=statement.literals).to_arrow_reader(BATCH):
                arrays = [column.to_numpy(zero_copy_only=False) for column in batch.columns]
                take(Private(dict(zip(columns, arrays, strict=True))))

        self._look(hand)

    def tally(self, look: Tally) -> Private[Tallied]:
        """Return how many rows hold each whole number, cell by cell, sealed.

        Guarantee:
            They are the numbers of rows that the words mean.
        Because:
            Rows of a listed cell are grouped by its number and by the whole number that they hold, and counted.
        Checked by: tests/engine/test_agreement.py::test_engines_find_the_same_integers_for_random_plans
        """
        statement = Statement(self.secret)
        query = statement.tally(look)
        found = self._look(lambda connection: connection.execute(query, statement.literals).fetchnumpy())
        return Private(Tallied.of(len(look.by.cells), *found.values()))

    def holding(self, table: TableFacts, values: Mapping[str, Sequence[Value]]) -> "DuckDB":
        """Return an engine that also has a table of these columns, of text and whole numbers; it has its own connection."""
        import pyarrow as pa  # noqa: PLC0415 - slow to import

        types = {Kind.INTEGER: pa.int64(), Kind.TEXT: pa.string()}
        data = pa.table({name: pa.array(given, types[table.column(name).kind]) for name, given in values.items()})
        return self.also(table, data)

    def also(self, table: TableFacts, data: Any) -> "DuckDB":  # noqa: ANN401 - a path or an Arrow table
        """Return an engine that has one more table, or another one of this name; this one stays as it is."""
        engine = DuckDB(self.secret, {**self.sources}, {**self.tables}, self.deadline)
        engine.add(table, data)
        return engine

    def _run(self, query: str, statement: Statement) -> list[tuple[Any, ...]]:
        """Return what a query finds."""
        return self._look(lambda connection: connection.execute(query, statement.literals).fetchall())

    def _look(self, look: Callable[[Any], Found]) -> Found:
        """Return what a look finds.

        Guarantee:
            Whatever goes wrong, and if it takes too long, what is raised is the same.
        Because:
            No message of the database leaves this function; at the deadline it is stopped, and that is one of them.
        Checked by: tests/engine/test_source.py::test_a_file_that_breaks_under_a_look_is_one_refusal
        """
        with self._lock, suppress(Exception):
            connection, self._connection = self._connection or self._opened(), None
            with within(self.deadline, connection):
                found = look(connection)
            self._connection = connection  # after a failure the next look opens its own
            return found
        raise LookFailed(seconds=self.deadline)

    def _opened(self) -> Any:  # noqa: ANN401 - duckdb has no types that mypy accepts
        """Return a connection that sees the tables, and nothing else of the machine."""
        connection = connected()
        for name, data in self.sources.items():
            connection.execute(f"CREATE VIEW {quoted(name)} AS {view(connection, self.tables[name], data)}")
        paths = ", ".join(text(data) for data in self.sources.values() if isinstance(data, Path))
        connection.execute(f"SET allowed_paths = [{paths}]")
        for lock in LOCKS:
            connection.execute(lock)
        return connection
