# SPDX-License-Identifier: Apache-2.0
"""Everything that ever happened, in a row that cannot be changed in the middle: each entry's hash covers the last."""

import hashlib
import sqlite3
from dataclasses import dataclass
from typing import Final

from diffident.errors import Refused
from diffident.exact import canonical
from diffident.ledger.entry import VERSION

START: Final = "0" * 64
LAST: Final = "SELECT sequence, hash FROM entry ORDER BY sequence DESC LIMIT 1"


class NotAReceipt(Refused):
    """Text that is no head of a ledger."""

    code = "not_a_receipt"
    sentence = "This is not the receipt of a ledger: it must be a number, a dash and 64 hexadecimal digits."
    remedy = "Copy the receipt as it was printed."


@dataclass(frozen=True, slots=True, order=True)
class Head:
    """How far a ledger has come: the number of its last entry, and its hash. Printed, it is a receipt.

    >>> Head.read(str(Head(7, START))) == Head(7, START)
    True
    """

    sequence: int
    hash: str

    def __str__(self) -> str:
        return f"{self.sequence}-{self.hash}"

    @classmethod
    def read(cls, receipt: str) -> "Head":
        """Return the head that was printed."""
        number, _, hashed = receipt.partition("-")
        if not (number.isdecimal() and number.isascii() and len(number) < 19 and _is_hash(hashed)):
            raise NotAReceipt
        return cls(int(number), hashed)


NOTHING: Final = Head(0, START)


def head(db: sqlite3.Connection) -> Head:
    """Return how far the ledger has come."""
    found = db.execute(LAST).fetchone()
    return Head(*found) if found else NOTHING


def link(before: str, sequence: int, body: bytes) -> str:
    """Return the hash of an entry.

    Guarantee:
        Whoever knows the hash of an entry knows everything up to it: another history has another hash.
    Because:
        SHA-256 of the last hash, which has 64 digits, the number, a space, and the body: two entries with the same hash
        would be a collision, and by induction so would two histories.
    Checked by: tests/ledger/test_verify.py::test_every_changed_byte_is_found
    """
    return hashlib.sha256(f"{before}{sequence} ".encode() + body).hexdigest()


def append(db: sqlite3.Connection, *, after: int = 0, **said: object) -> Head:
    """Write one entry behind the last one, numbered above `after`, within the transaction of what it tells."""
    last = head(db)
    body = canonical.encode({"version": VERSION, **said})
    sequence = max(last.sequence, after) + 1
    written = Head(sequence, link(last.hash, sequence, body))
    db.execute("INSERT INTO entry (sequence, body, hash) VALUES (?, ?, ?)", (sequence, body, written.hash))
    return written


def digest(stored: bytes) -> str:
    """Return what an entry tells about bytes that are kept elsewhere.

    >>> digest(b"")[:8]
    'e3b0c442'
    """
    return hashlib.sha256(stored).hexdigest()


def _is_hash(text: str) -> bool:
    return len(text) == len(START) and set(text) <= set("0123456789abcdef")
