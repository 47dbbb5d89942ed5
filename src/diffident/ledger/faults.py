# SPDX-License-Identifier: Apache-2.0
"""What can go wrong between us and the file, each as a refusal: nothing was released, and nothing is half written."""

import errno
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from diffident.errors import Refused


class LedgerBusy(Refused):
    """Others kept the file locked for as long as we wait."""

    code = "ledger_busy"
    sentence = "The ledger {ledger} is being written by others and did not come free in time."
    remedy = "Ask again; if nobody is asking, look for a program that holds the file open in a transaction."


class LedgerFull(Refused):
    """The disk took no more."""

    code = "ledger_full"
    sentence = "The ledger {ledger} could not be written: the disk or its quota is full."
    remedy = "Make room and ask again: an answer that was paid for is then computed under the charge already made."


class LedgerUnwritable(Refused):
    """The file can be read at most."""

    code = "ledger_unwritable"
    sentence = "The ledger {ledger} cannot be opened for writing."
    remedy = "Let whoever runs this write the file and its folder; a promise is only kept where it can be recorded."


class LedgerForeign(Refused):
    """A file that is no ledger of ours."""

    code = "ledger_foreign"
    sentence = "{ledger} is a file of another kind, not a ledger."
    remedy = "Name another path; nothing was changed in that file."


class LedgerNewer(Refused):
    """A ledger that a later version wrote."""

    code = "ledger_newer"
    sentence = "The ledger {ledger} has version {version}, and this package knows version {known}."
    remedy = "Install the package that wrote it; an older one might count wrongly."


class LedgerDamaged(Refused):
    """Bytes in the file that no ledger writes."""

    code = "ledger_damaged"
    sentence = "The ledger {ledger} is damaged."
    remedy = "Run diffident verify; put the newest backup back, and burn the gap if the backup is older."


class LedgerUnsure(Refused):
    """The disk said that it may have lost what we wrote; nothing that we do now would make it certain."""

    code = "ledger_unsure"
    sentence = "The disk under the ledger {ledger} reported an error, so that what was written last may be lost."
    remedy = "End this process, check the disk, and run diffident verify before anybody asks again."


KINDS: Final[dict[int, type[Refused]]] = {
    sqlite3.SQLITE_BUSY: LedgerBusy,
    sqlite3.SQLITE_LOCKED: LedgerBusy,
    sqlite3.SQLITE_FULL: LedgerFull,
    sqlite3.SQLITE_IOERR_WRITE: LedgerFull,  # a quota says this where a disk says FULL
    sqlite3.SQLITE_READONLY: LedgerUnwritable,
    sqlite3.SQLITE_CANTOPEN: LedgerUnwritable,
    sqlite3.SQLITE_PERM: LedgerUnwritable,
    sqlite3.SQLITE_NOTADB: LedgerForeign,
    sqlite3.SQLITE_IOERR: LedgerUnsure,
}

NO_ROOM: Final = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


def refusal(problem: sqlite3.Error) -> type[Refused]:
    """Return the kind of refusal that an error of SQLite means, by its whole code or else its last byte.

    >>> problem = sqlite3.OperationalError()
    >>> problem.sqlite_errorcode = sqlite3.SQLITE_BUSY_SNAPSHOT
    >>> refusal(problem).code
    'ledger_busy'
    """
    whole = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return KINDS.get(whole) or KINDS.get(whole & 0xFF, LedgerDamaged)


@contextmanager
def told(ledger: str) -> Generator[None]:
    """Turn errors of SQLite, and of the files beside it, into refusals."""
    try:
        yield
    except sqlite3.Error as problem:
        raise refusal(problem)(ledger=ledger) from problem
    except OSError as problem:
        raise (LedgerFull if problem.errno in NO_ROOM else LedgerUnwritable)(ledger=ledger) from problem
