# SPDX-License-Identifier: Apache-2.0
"""How far the ledger has come, noted outside the database: a backup that is put back would refill a promise.

One line is appended after each commit and none is ever changed, so the file may lie on a disk that only grows, or the
lines may be printed. What is cut off or written at the same time by others is skipped; the highest line counts.
"""

import os
import sqlite3
from pathlib import Path
from typing import Final

from diffident.errors import Refused
from diffident.ledger.chain import NOTHING, Head, NotAReceipt

TAIL: Final = 4096  # bytes; about fifty lines, more than can be written at the same instant


class LedgerRolledBack(Refused):
    """The database knows less than was noted outside: it is an older copy, or another ledger."""

    code = "ledger_rolled_back"
    sentence = "The ledger {ledger} ends at entry {found}, and entry {noted} was noted outside: something was lost."
    remedy = "Put the newest file back. If it is gone, burn(path) spends what is left of every promise."


class Witness:
    """The file of heads beside a ledger, or nothing beside one in memory."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    def noted(self) -> Head:
        """Return the furthest head that was noted."""
        lines = self._tail().split(b"\n")[:-1]  # what is behind the last end of line is still being written
        return max(filter(None, map(_read, lines)), default=NOTHING)

    def note(self, head: Head) -> None:
        """Write a head behind the others."""
        if self.path is not None:
            opened = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                os.write(opened, f"{head}\n".encode())
            finally:
                os.close(opened)

    def _tail(self) -> bytes:
        if self.path is None or not self.path.exists():
            return b""
        with self.path.open("rb") as opened:
            opened.seek(max(opened.seek(0, os.SEEK_END) - TAIL, 0))
            return opened.read()


def check(db: sqlite3.Connection, noted: Head, ledger: str) -> None:
    """Refuse a ledger that does not contain what was noted outside it.

    Guarantee:
        A ledger that passes contains every entry up to the one that was noted, as it was when it was noted.
    Because:
        It has an entry of that number and hash, and the hash covers all before it (`chain.link`).
    Checked by: tests/ledger/test_witness.py::test_a_backup_that_is_put_back_is_refused
    """
    if noted.sequence == 0:
        return
    found = db.execute("SELECT hash FROM entry WHERE sequence = ?", (noted.sequence,)).fetchone()
    if found != (noted.hash,):
        (last,) = db.execute("SELECT coalesce(max(sequence), 0) FROM entry").fetchone()
        raise LedgerRolledBack(ledger=ledger, found=last, noted=noted.sequence)


def _read(line: bytes) -> Head | None:
    try:
        return Head.read(line.decode())
    except (NotAReceipt, UnicodeDecodeError):
        return None
