# SPDX-License-Identifier: Apache-2.0
"""The file, and transactions on it: a connection lives as long as one transaction, so nothing is shared or forked.

Rollback journal and the strictest syncing: below SQLite 3.51.3 two writers can damage a write-ahead log.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final
from weakref import finalize

from diffident.errors import Refused
from diffident.ledger import chain, forks, schema, witness
from diffident.ledger.chain import Head
from diffident.ledger.entry import name
from diffident.ledger.faults import LedgerUnsure, told
from diffident.ledger.owner import Owners, Processes, Threads
from diffident.ledger.witness import Witness
from diffident.randomness.source import Source

PATIENCE: Final = 30.0  # seconds for others to leave the file
STEP: Final = 0.002  # seconds between two tries
DURABLE: Final = ("PRAGMA synchronous=EXTRA", "PRAGMA fullfsync=ON")
WRITE: Final = ("BEGIN IMMEDIATE",)
READ: Final = ("BEGIN", "SELECT 1 FROM sqlite_master")  # the second takes the lock
MEMORY: Final = "memory"

Admission = Callable[[sqlite3.Connection, Head, str], None]


class LedgerElsewhere(Refused):
    """A ledger in memory was taken to another process, where it would be a second promise."""

    code = "ledger_elsewhere"
    sentence = "A ledger in memory belongs to the process that opened it; a copy would be spent a second time."
    remedy = "Give the ledger a path: then all processes find the same promise."


class Store:
    """The tables of one ledger.

    Guarantee:
        What a block of `writing` wrote is on the disk when the block has been left, all of it or, if it raised, nothing
        (but for an error of the disk, which is told). No two blocks run at the same time, in whatever thread or process.
    Because:
        BEGIN IMMEDIATE takes the one lock for writing before anything is read, and the rollback journal with EXTRA
        syncing makes a commit durable and atomic. A thread waits its turn for the whole block, so no fork catches a
        connection at work, and every process opens its own.
    Checked by: tests/ledger/test_kill.py::test_no_kill_overspends_or_loses_a_paid_answer
    """

    def __init__(self, path: Path | None, heads: Path | None, source: Source, admit: Admission) -> None:
        self.path = path
        self.name = MEMORY if path is None else path.name
        self.source = source
        self.owners: Owners = Threads() if path is None else Processes(path.with_name(f"{path.name}.owners"))
        self.witness = Witness(heads)
        self._memory: sqlite3.Connection | None = None
        self._unsure = False
        with forks.TURN, told(self.name):
            self._prepare(admit)

    @classmethod
    def file(
        cls,
        path: Path,
        *,
        heads: Path | None = None,
        source: Source | None = None,
        admit: Admission = witness.check,
    ) -> "Store":
        """Return the ledger at a path, made if there is none; `heads` is where its progress is noted."""
        resolved = path.resolve()
        beside = resolved.with_name(f"{resolved.name}.heads")
        return cls(resolved, beside if heads is None else heads.resolve(), source or Source.fresh(), admit)

    @classmethod
    def memory(cls, *, source: Source | None = None) -> "Store":
        """Return a ledger that ends with this process."""
        return cls(None, None, source or Source.fresh(), witness.check)

    @contextmanager
    def writing(self) -> Generator[sqlite3.Connection]:
        """Run one transaction that is alone with the ledger, and durable when the block is left."""
        with self._transaction(WRITE) as db:
            witness.check(db, self.witness.noted(), self.name)
            before = chain.head(db)
            yield db
            after = chain.head(db)
            db.execute("COMMIT")
            if after != before:
                self.witness.note(after)

    @contextmanager
    def reading(self) -> Generator[sqlite3.Connection]:
        """Run one transaction that sees the ledger as it is at one moment."""
        with self._transaction(READ) as db:
            yield db

    def append(self, stream: str, *bodies: bytes) -> Head:
        """Store bytes behind those already in a stream, all or none, and return the receipt."""
        named = name(stream, what="A stream")
        with self.writing() as db:
            for body in bodies:
                placed = db.execute("INSERT INTO event (stream, body) VALUES (?, ?)", (named, body)).lastrowid
                chain.append(db, kind="event", stream=named, number=placed, body=chain.digest(body))
            return chain.head(db)

    def read(self, stream: str) -> tuple[bytes, ...]:
        """Return everything in a stream, in the order in which it was stored."""
        with self.reading() as db:
            return tuple(
                body for (body,) in db.execute("SELECT body FROM event WHERE stream = ? ORDER BY number", (stream,))
            )

    def let_go(self) -> None:
        """Leave a ledger in memory to the parent of this process."""
        if self._memory is not None:
            self._memory.close()
            self._memory = None

    def __reduce__(self) -> tuple[object, ...]:
        if self.path is None:
            raise LedgerElsewhere
        return _again, (self.path, self.witness.path)

    def _prepare(self, admit: Admission) -> None:
        """Make the file and its tables, or recognise them; tidy what was left by owners who were cut off."""
        if self.path is None:
            self._memory = _connection(":memory:")
            finalize(self, self._memory.close)
            forks.keep(self)
        else:
            _make(self.path)
        self._welcome(admit)
        with self._connected() as db:
            _patiently(db, ["PRAGMA journal_mode=DELETE"])  # somebody may have switched our file to a write-ahead log

    def _welcome(self, admit: Admission) -> None:
        with self._transaction(WRITE) as db:
            if schema.is_empty(db):
                schema.create(db)
                chain.append(db, kind="ledger", identity=f"{self.source.bits(128):032x}")
            schema.recognise(db, ledger=self.name)
            noted = self.witness.noted()
            admit(db, noted, self.name)
            self.owners.sweep()
            head = chain.head(db)
            db.execute("COMMIT")
            if head != noted:
                self.witness.note(head)

    @contextmanager
    def _transaction(self, begin: Iterable[str]) -> Generator[sqlite3.Connection]:
        with forks.TURN, told(self.name), self._connected() as db:
            if self._unsure:
                raise LedgerUnsure(ledger=self.name)
            _patiently(db, (*DURABLE, *begin))
            try:
                yield db
            except sqlite3.Error as problem:
                self._unsure = _is_of_the_disk(problem)
                raise
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")

    @contextmanager
    def _connected(self) -> Generator[sqlite3.Connection]:
        if self.path is None:
            if self._memory is None:
                raise LedgerElsewhere
            yield self._memory
            return
        db = _connection(f"{self.path.as_uri()}?mode=rw")
        try:
            yield db
        finally:
            db.close()


def _again(path: Path, heads: Path) -> Store:
    return Store.file(path, heads=heads)


def _connection(target: str) -> sqlite3.Connection:
    return sqlite3.connect(target, uri=True, timeout=0, isolation_level=None, check_same_thread=False)


def _patiently(db: sqlite3.Connection, statements: Iterable[str]) -> None:
    """Run statements that wait for the file, in short steps: SQLite's grow, and who sleeps long is overtaken for ever."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            for statement in statements:
                db.execute(statement)
            break
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= until:
                raise
        if db.in_transaction:
            db.execute("ROLLBACK")
        time.sleep(STEP)
    db.execute(
        f"PRAGMA busy_timeout={PATIENCE * 1000:.0f}"
    )  # for a commit, which lets no new readers in while it waits


def _make(path: Path) -> None:
    """Make an empty file that only its owner can read, or leave the one that is there alone."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _is_of_the_disk(problem: sqlite3.Error) -> bool:
    """Tell whether syncing failed: the system then forgets which pages it still owed, so trying again proves nothing."""
    return getattr(problem, "sqlite_errorcode", 0) in {sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC}
