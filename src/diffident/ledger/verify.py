# SPDX-License-Identifier: Apache-2.0
"""Recompute the ledger from its entries: the hashes, every sum and cap, and every row that the tables hold."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from diffident.errors import Refused
from diffident.ledger import chain, witness
from diffident.ledger.accounts import BURNED
from diffident.ledger.books import Books, Impossible, stored
from diffident.ledger.chain import Head
from diffident.ledger.faults import LedgerDamaged
from diffident.ledger.store import Store
from diffident.privacy.accounting.budget import Price


class EntryAltered(Refused):
    """An entry that does not follow from those before it."""

    code = "entry_altered"
    sentence = "Entry {entry} of the ledger {ledger} does not follow from those before it."
    remedy = "Put back a file that verifies; of this one, only what stands before that entry counts."


class TableAltered(Refused):
    """A row that says something else than the entries."""

    code = "table_altered"
    sentence = "In the ledger {ledger} the table {table} and the entries differ about {row}."
    remedy = "Put back a file that verifies; what the entries say was spent and published is what counts."


@dataclass(frozen=True, slots=True)
class Verified:
    """What was recomputed: how far the ledger has come, and what is spent of each promise and allowance."""

    head: Head
    entries: int
    spent: Mapping[tuple[str, str], Price]


def verify(store: Store, *, receipt: Head | None = None) -> Verified:
    """Recompute everything, compare, and refuse at the first difference; also against a receipt, if there is one.

    Guarantee:
        Whoever changed, removed, added or swapped anything behind our back is found out, unless they rewrote every
        entry from there on; and then by whoever has a later head: the file beside, or a receipt.
    Because:
        Hashes are recomputed from the first entry (`chain.link`); the entries tell every row of every table, or its
        digest, and all rows are compared, in both directions; the heads are looked up.
    Checked by: tests/ledger/test_verify.py::test_every_changed_byte_is_found
    """
    with store.reading() as db:
        if db.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise LedgerDamaged(ledger=store.name)
        for noted in (store.witness.noted(), receipt):
            witness.check(db, noted or chain.NOTHING, store.name)
        books = Books()
        entries = _read(db, books, store.name)
        for table, expected in books.tables():
            _compare(store.name, table, expected ^ stored(db, table))
        spent = {account: Price(*amounts) for account, amounts in books.spent.items()}
        return Verified(chain.head(db), entries, spent)


def _read(db: sqlite3.Connection, books: Books, ledger: str) -> int:
    """Read all entries, in order, and return how many there are; only burning leaves a gap between their numbers."""
    before, entries = chain.NOTHING, 0
    for sequence, body, hashed in db.execute("SELECT sequence, body, hash FROM entry ORDER BY sequence"):
        follows = sequence == before.sequence + 1 or BURNED in body
        if not follows or hashed != chain.link(before.hash, sequence, body):
            raise EntryAltered(entry=sequence, ledger=ledger)
        try:
            books.read(body)
        except (Impossible, ValueError, KeyError, TypeError):
            raise EntryAltered(entry=sequence, ledger=ledger) from None
        before, entries = Head(sequence, hashed), entries + 1
    return entries


def _compare(ledger: str, table: str, differing: set[tuple[object, ...]]) -> None:
    if differing:
        raise TableAltered(ledger=ledger, table=table, row=min(str(row[0]) for row in differing))
