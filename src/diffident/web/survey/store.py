# SPDX-License-Identifier: Apache-2.0
"""Where reports lie: one SQLite file, written by one thread that makes whatever waits durable together.

Nothing of a time, an address or a browser is stored.
"""

import queue
import sqlite3
import threading
from collections.abc import Callable, Generator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from diffident.errors import Refused
from diffident.randomness.source import Source

OURS: Final = 0x44465331  # the application id of our files
VERSION: Final = 1
TOGETHER: Final = 500  # actions in one commit, at most
PATIENCE: Final = 30  # seconds for another process to leave the file

TABLES: Final = f"""
CREATE TABLE fact (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE invitation (code BLOB PRIMARY KEY, stratum TEXT NOT NULL, withdrawn INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE report (
    number INTEGER PRIMARY KEY AUTOINCREMENT, round INTEGER NOT NULL, stratum TEXT NOT NULL, body BLOB NOT NULL,
    code BLOB, receipt BLOB UNIQUE, UNIQUE (round, code)
);
CREATE TABLE result (round INTEGER PRIMARY KEY, last INTEGER NOT NULL, body BLOB NOT NULL);
PRAGMA application_id = {OURS};
PRAGMA user_version = {VERSION};
"""

Action = Callable[[sqlite3.Connection], Any]


class StoreForeign(Refused):
    """A file that is no store of surveys, or that a later version wrote."""

    code = "survey_store_foreign"
    sentence = "{file} is no file of survey reports that this version knows."
    remedy = "Name another file with --store, or use the version that wrote it."


class StoreElsewhere(Refused):
    """The reports of another survey, or of another version of its questions."""

    code = "survey_store_elsewhere"
    sentence = "{file} has the reports of survey {stored}, and this is {given}."
    remedy = "Name another file with --store: reports answer the questions as they were asked."


class Store:
    """One file of reports.

    Guarantee:
        An action whose future has a result is on the disk, whole; actions run one after another, each once.
    Because:
        One thread runs them in a transaction, commits with the strictest syncing, and only then sets their results. An
        action that refuses has written nothing.
    Checked by: tests/web/test_kill.py::test_every_report_that_was_acknowledged_is_stored_once
    """

    def __init__(self, path: Path, survey: str) -> None:
        self.path = path
        self._waiting: queue.SimpleQueue[tuple[Action, Future[Any]] | None] = queue.SimpleQueue()
        with self._connected() as db:
            self._welcome(db, survey)
            (self.secret,) = db.execute("SELECT value FROM fact WHERE name = 'secret'").fetchone()
        self._thread = threading.Thread(target=self._write, name="reports", daemon=True)
        self._thread.start()

    def do(self, action: Action) -> Future[Any]:
        """Run an action with all that wait, and set its result when it is on the disk."""
        future: Future[Any] = Future()
        self._waiting.put((action, future))
        return future

    def now(self, action: Action) -> Any:  # noqa: ANN401 - what the action returns
        """Run an action and wait for it."""
        return self.do(action).result(PATIENCE)

    def read(self, action: Action) -> Any:  # noqa: ANN401 - what the action returns
        """Return what an action finds that writes nothing."""
        with self._connected() as db:
            return action(db)

    def tidy(self) -> None:
        """Write the file anew without what was deleted; while nothing else is written."""
        with self._connected() as db:
            db.execute("VACUUM")

    def close(self) -> None:
        """Let everything that waits be written, and stop."""
        self._waiting.put(None)
        self._thread.join()

    @contextmanager
    def _connected(self) -> Generator[sqlite3.Connection]:
        db = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
        try:
            for pragma in ("journal_mode=DELETE", "synchronous=EXTRA", "fullfsync=ON", "secure_delete=ON"):
                db.execute(f"PRAGMA {pragma}")
            yield db
        except sqlite3.DatabaseError as problem:
            if getattr(problem, "sqlite_errorcode", 0) == sqlite3.SQLITE_NOTADB:
                raise StoreForeign(file=self.path.name) from None
            raise
        finally:
            db.close()

    def _welcome(self, db: sqlite3.Connection, survey: str) -> None:
        """Make the tables, or recognise them."""
        db.execute("BEGIN IMMEDIATE")
        (application,) = db.execute("PRAGMA application_id").fetchone()
        if application == 0 and db.execute("SELECT 1 FROM sqlite_master").fetchone() is None:
            for statement in TABLES.split(";\n"):
                db.execute(statement)
            secret = Source.fresh().bits(256).to_bytes(32, "big")
            facts = [("secret", secret), ("survey", survey.encode()), ("round", b"1"), ("closed", b"")]
            db.executemany("INSERT INTO fact VALUES (?, ?)", facts)
        elif (application, *db.execute("PRAGMA user_version").fetchone()) != (OURS, VERSION):
            raise StoreForeign(file=self.path.name)
        stored = fact(db, "survey").decode()
        if stored != survey:
            raise StoreElsewhere(file=self.path.name, stored=stored, given=survey)
        db.execute("COMMIT")

    def _write(self) -> None:
        """Take what waits, run it, commit, tell; until there is nothing more to come."""
        with self._connected() as db:
            while (first := self._waiting.get()) is not None:
                together = [first]
                while len(together) < TOGETHER and not self._waiting.empty():
                    following = self._waiting.get()
                    if following is None:
                        self._waiting.put(None)
                        break
                    together.append(following)
                _commit(db, together)


def _commit(db: sqlite3.Connection, together: list[tuple[Action, Future[Any]]]) -> None:
    """Run actions in one transaction; their results are set when it is on the disk, or all fail with it."""
    told: list[tuple[Future[Any], Any]] = []
    try:
        db.execute("BEGIN IMMEDIATE")
        for action, future in together:
            try:
                told.append((future, action(db)))
            except Refused as refusal:
                future.set_exception(refusal)
        db.execute("COMMIT")
    except sqlite3.Error as problem:
        if db.in_transaction:
            db.execute("ROLLBACK")
        for _, future in together:
            if not future.done():
                future.set_exception(problem)
        return
    for future, result in told:
        future.set_result(result)


def fact(db: sqlite3.Connection, name: str) -> bytes:
    """Return what is stored under a name."""
    (value,) = db.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
    return bytes(value)


def remember(db: sqlite3.Connection, name: str, value: bytes) -> None:
    """Store something under a name."""
    db.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", (name, value))
