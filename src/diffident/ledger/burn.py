# SPDX-License-Identifier: Apache-2.0
"""What a steward does when the newest ledger is gone for good: nobody knows what was spent in the gap, so all of it."""

import sqlite3
from pathlib import Path

from diffident.ledger import accounts, chain, witness
from diffident.ledger.chain import Head
from diffident.ledger.store import Store
from diffident.ledger.witness import LedgerRolledBack


def burn(path: str | Path, *, heads: str | Path | None = None) -> Store:
    """Open a ledger that was refused as rolled back, spend what is left of every promise in it, and note that.

    Its answers can be read as before. An account opened in the gap would be unknown, so it opens none any more. A
    ledger that was not rolled back is left as it is.

    Guarantee:
        What was deducted in the gap is never deducted from people a second time.
    Because:
        Every account has nothing left, none is added, and the entry that says so stands above every one that was lost.
    Checked by: tests/ledger/test_witness.py::test_burning_the_gap_spends_everything
    """
    return Store.file(Path(path), heads=None if heads is None else Path(heads), admit=_spend_all)


def _spend_all(db: sqlite3.Connection, noted: Head, ledger: str) -> None:
    try:
        witness.check(db, noted, ledger)
    except LedgerRolledBack:
        accounts.burn(db)
        chain.append(db, after=noted.sequence, kind="burned", noted=str(noted))
