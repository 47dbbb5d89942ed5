# SPDX-License-Identifier: Apache-2.0
"""Whether somebody who paid is still at work: they hold a lock that the system takes away when they end.

A process id would not do: ids come again, and containers have the same ones. Locks are SQLite's own, on an empty file
for each claim, so they work alike on every system, between processes and between threads.
"""

import os
import sqlite3
from pathlib import Path
from typing import Final, Protocol
from weakref import finalize

from diffident.ledger import forks
from diffident.randomness.source import Source

LOCK: Final = "BEGIN EXCLUSIVE"


class Owner(Protocol):
    """Whoever computes under one charge."""

    @property
    def token(self) -> str:
        """The name under which the charge knows its owner."""
        ...

    @property
    def held(self) -> bool:
        """Whether this is the owner still: it took its lock, in this process, and has not ended."""
        ...

    def take(self) -> None:
        """Take the lock; whoever calls this is alone with the ledger."""

    def end(self) -> None:
        """Give the lock back: the charge is resumed, unless it was published or failed before."""


class Owners(Protocol):
    """Everybody who computes under charges of one ledger."""

    def new(self) -> Owner:
        """Return an owner that has not taken its lock yet."""
        ...

    def alive(self, token: str) -> bool:
        """Tell whether an owner is still at work; whoever calls this is alone with the ledger."""
        ...

    def sweep(self) -> None:
        """Remove what owners left who were cut off; whoever calls this is alone with the ledger."""


def _token() -> str:
    return f"{Source.fresh().bits(128):032x}"


class Threads:
    """The owners of a ledger in memory, which no other process can have."""

    def __init__(self) -> None:
        self._held: set[str] = set()

    def new(self) -> "Thread":
        """Return an owner of this process."""
        return Thread(self._held)

    def alive(self, token: str) -> bool:
        """Tell whether an owner has not ended.

        Guarantee:
            False only for an owner that will publish nothing any more.
        Because:
            Tokens are drawn and never come again; a token leaves the set when its owner ends, and `held`, which
            every publishing asks first, is the same membership.
        Checked by: tests/ledger/test_owner.py::test_an_owner_is_alive_until_it_ends
        """
        return token in self._held

    def sweep(self) -> None:
        """Do nothing: nothing outlives its process here."""


class Thread:
    """An owner in this process."""

    def __init__(self, held: set[str]) -> None:
        self.token = _token()
        self._held = held

    @property
    def held(self) -> bool:
        """Whether this is the owner still."""
        return self.token in self._held

    def take(self) -> None:
        """Be at work."""
        self._held.add(self.token)

    def end(self) -> None:
        """Be gone."""
        self._held.discard(self.token)

    def __del__(self) -> None:
        self.end()


class Processes:
    """The owners of a ledger in a file, each with a small file of its own in a folder beside it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def new(self) -> "Process":
        """Return an owner with a file of its own."""
        return Process(self._folder / _token())

    def alive(self, token: str) -> bool:
        """Tell whether an owner is still at work.

        Guarantee:
            False only for an owner that has ended, or that can publish nothing any more.
        Because:
            An owner locks its file in the transaction that writes its token, and this is asked within another, so a
            token that is seen has been locked. The system gives a lock back when its process ends, however it ends,
            and not before; within a process SQLite refuses a second connection what the first one holds. Any other
            error counts as alive. Even if a lock were lost, only the owner whose token is stored can publish, so one
            charge never has two answers.
        Checked by: tests/ledger/test_owner.py::test_an_owner_is_alive_until_it_ends
        """
        path = self._folder / token
        if not path.exists():
            return False
        try:
            _locked(path).close()
        except sqlite3.Error:
            return True
        return False

    def sweep(self) -> None:
        """Remove the files of owners that were cut off; whoever calls this is alone with the ledger."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        for path in self._folder.iterdir():
            if not self.alive(path.name):
                path.unlink(missing_ok=True)


class Process:
    """An owner that other processes can see."""

    def __init__(self, path: Path) -> None:
        self.token = path.name
        self._path = path
        self._leave: finalize[..., Process] | None = None

    @property
    def held(self) -> bool:
        """Whether this is the owner still."""
        return self._leave is not None and self._leave.alive

    def take(self) -> None:
        """Make the file and lock it, until the end of this owner, however it comes."""
        os.close(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        self._leave = finalize(self, _leave, _locked(self._path), self._path)
        forks.keep(self)

    def end(self) -> None:
        """Give the lock back and remove the file."""
        if self._leave is not None:
            self._leave()

    def let_go(self) -> None:
        """Close the connection and no more, in a fork: the lock and the file are the parent's."""
        taken = None if self._leave is None else self._leave.detach()
        if taken is not None:
            lock, _ = taken[2]
            lock.close()


def _leave(lock: sqlite3.Connection, path: Path) -> None:
    with forks.TURN:
        lock.close()
    path.unlink(missing_ok=True)


def _locked(path: Path) -> sqlite3.Connection:
    """Return a connection that holds the lock of a file, or raise."""
    lock = sqlite3.connect(
        f"{path.as_uri()}?mode=rw", uri=True, timeout=0, isolation_level=None, check_same_thread=False
    )
    try:
        lock.execute("PRAGMA journal_mode=MEMORY")  # an empty file would get a journal beside it
        lock.execute(LOCK)
    except sqlite3.Error:
        lock.close()
        raise
    return lock
