# SPDX-License-Identifier: Apache-2.0
"""The tables in a file of ours, with what must hold in them written so that the database refuses all else."""

import sqlite3
from typing import Final

from diffident.ledger.entry import VERSION
from diffident.ledger.faults import LedgerForeign, LedgerNewer
from diffident.ledger.states import State, steps

OURS: Final = 0x44464C31  # the application id of our files
LARGEST: Final = 2**62  # of a number in the tables: two of them added still fit into 64 bits

RESERVED, PUBLISHED, SPENT = State.RESERVED.value, State.PUBLISHED.value, State.SPENT.value
STEPS: Final = " OR ".join(f"(OLD.state = '{before}' AND NEW.state = '{behind}')" for before, behind in steps())


def _amounts(spent: str, cap: str) -> str:
    """Return the columns of an amount and its cap: whole numbers, and never more than the cap."""
    return f"""
    {cap} INTEGER NOT NULL CHECK (typeof({cap}) = 'integer' AND {cap} BETWEEN 0 AND {LARGEST}),
    {spent} INTEGER NOT NULL DEFAULT 0 CHECK (typeof({spent}) = 'integer' AND {spent} BETWEEN 0 AND {cap})"""


TABLES: Final = f"""
CREATE TABLE entry (sequence INTEGER PRIMARY KEY, body BLOB NOT NULL, hash TEXT NOT NULL);
CREATE TABLE promise (
    account TEXT PRIMARY KEY, terms BLOB NOT NULL, secret BLOB NOT NULL CHECK (length(secret) = 32)
) WITHOUT ROWID;
CREATE TABLE account (
    name TEXT NOT NULL, allowance TEXT NOT NULL,  -- no allowance is the promise itself
    {_amounts("spent", "cap")},
    {_amounts("delta_spent", "delta_cap")},
    PRIMARY KEY (name, allowance)
) WITHOUT ROWID;
CREATE TABLE source (
    name TEXT PRIMARY KEY, account TEXT NOT NULL, content TEXT NOT NULL, version INTEGER NOT NULL CHECK (version >= 1)
) WITHOUT ROWID;
CREATE TABLE charge (
    number INTEGER PRIMARY KEY, account TEXT NOT NULL, key TEXT NOT NULL,
    units INTEGER NOT NULL, delta_units INTEGER NOT NULL, allowances TEXT NOT NULL, public BLOB NOT NULL,
    state TEXT NOT NULL,
    owner TEXT CHECK ((state = '{RESERVED}') = (owner IS NOT NULL)),
    answer BLOB CHECK ((state = '{PUBLISHED}') = (answer IS NOT NULL) AND length(answer) > 0)
);
CREATE UNIQUE INDEX one_answer ON charge (account, key) WHERE state <> '{SPENT}';
CREATE INDEX by_key ON charge (account, key);
CREATE TABLE event (number INTEGER PRIMARY KEY, stream TEXT NOT NULL, body BLOB NOT NULL);
CREATE INDEX by_stream ON event (stream);
PRAGMA application_id = {OURS};
PRAGMA user_version = {VERSION};
"""

NEVER: Final = {  # what no statement may do, and when
    "change_entry": "UPDATE ON entry",
    "lose_entry": "DELETE ON entry",
    "change_promise": "UPDATE ON promise",
    "lose_promise": "DELETE ON promise",
    "lose_account": "DELETE ON account",
    "unspend": "UPDATE ON account WHEN NEW.spent < OLD.spent OR NEW.delta_spent < OLD.delta_spent",
    "lose_source": "DELETE ON source",
    "take_source": "UPDATE ON source WHEN NEW.account <> OLD.account OR NEW.version <> OLD.version + 1",
    "begin_elsewhere": f"INSERT ON charge WHEN NEW.state <> '{RESERVED}'",
    "go_back": f"UPDATE ON charge WHEN NOT ({STEPS})",
    "lose_charge": "DELETE ON charge",
    "change_event": "UPDATE ON event",
    "lose_event": "DELETE ON event",
}

RULE: Final = "CREATE TRIGGER {name} BEFORE {when} BEGIN SELECT RAISE(ABORT, '{name}'); END"


def is_empty(db: sqlite3.Connection) -> bool:
    """Tell whether nobody wrote anything yet."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    return application == 0 and db.execute("SELECT 1 FROM sqlite_master").fetchone() is None


def create(db: sqlite3.Connection) -> None:
    """Write the tables."""
    for statement in TABLES.split(";"):
        db.execute(statement)
    for name, when in NEVER.items():
        db.execute(RULE.format(name=name, when=when))


def recognise(db: sqlite3.Connection, *, ledger: str) -> None:
    """Refuse a file that is not ours, or that a later version wrote."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if application != OURS:
        raise LedgerForeign(ledger=ledger)
    if version != VERSION:
        raise LedgerNewer(ledger=ledger, version=version, known=VERSION)
