# SPDX-License-Identifier: Apache-2.0
"""Whoever changes the ledger behind our back is found out, and the first entry that does not follow is named."""

import sqlite3
import time

import pytest

from diffident.exact import canonical
from diffident.ledger import chain, schema
from diffident.ledger.charges import BudgetExhausted
from diffident.ledger.faults import LedgerDamaged
from diffident.ledger.ledger import Ledger
from diffident.ledger.verify import EntryAltered, TableAltered, verify
from diffident.ledger.witness import LedgerRolledBack
from diffident.privacy.accounting.budget import Budget, Price
from ledger.workers import PRICE, charge

ROWS_A_SECOND = 20_000  # with room for a busy machine; a hundred thousand on a quiet one


@pytest.fixture
def ledger():
    """One of everything: answers, a failure, an allowance, a source, events."""
    ledger = Ledger.memory(patience=0)
    allowances = {"research": Price(10**9)}
    ledger.open("hospital", promise=Budget(epsilon=1), person="patient_id", allowances=allowances)
    ledger.bind_source("hospital", "visits", "digest")
    ledger.new_version("hospital", "visits", "another")
    for number in range(3):
        with ledger.reserve(charge(number, allowances=("research",), public=b"public")) as claim:
            claim.publish(b"answer")
    with ledger.reserve(charge(3)):
        pass
    ledger.reserve(charge(4))
    ledger.reserve(charge(4))
    ledger.store.append("consent", b"given", b"withdrawn")
    return ledger


@pytest.fixture
def tampered(ledger):
    """A function that runs statements behind our back, without the rules of the tables."""
    with ledger.store.writing() as db:
        for name in schema.NEVER:
            db.execute(f"DROP TRIGGER {name}")
    db = ledger.store._memory
    db.execute("PRAGMA ignore_check_constraints=ON")

    def tampered(*statements):
        for statement in statements:
            db.execute(*statement) if isinstance(statement, tuple) else db.execute(statement)
        return ledger.store

    return tampered


FIELDS = {  # of version 1; a field that is added, lost or renamed asks for another version
    "ledger": {"identity"},
    "promise": {"account", "terms", "secret"},
    "cap": {"account", "allowance", "cap"},
    "source": {"account", "source", "content", "number"},
    "reserved": {"account", "key", "number", "price", "allowances", "public"},
    "resumed": {"number"},
    "published": {"number", "answer"},
    "failed": {"number"},
    "event": {"stream", "number", "body"},
}
TERMS = {"epsilon", "delta", "typical", "order", "cap", "person", "neighbours"}


def test_an_entry_keeps_its_shape(ledger):
    entries = [canonical.decode(body) for (body,) in ledger.store._memory.execute("SELECT body FROM entry")]
    assert {entry["version"] for entry in entries} == {1}
    assert {entry["kind"]: entry.keys() - {"kind", "version"} for entry in entries} == FIELDS
    assert [entry["terms"].keys() for entry in entries if "terms" in entry] == [TERMS]


def test_a_sound_ledger_verifies_with_its_sums(ledger):
    verified = verify(ledger.store, receipt=ledger.head)
    assert verified.head == ledger.head
    assert verified.entries == ledger.head.sequence
    assert verified.spent["hospital", ""] == ledger.spent("hospital") == Price(5 * PRICE.units)
    assert verified.spent["hospital", "research"] == ledger.spent("hospital", "research") == Price(3 * PRICE.units)


def test_every_changed_byte_is_found(ledger, tampered):
    rows = ledger.store._memory.execute("SELECT sequence, body, hash FROM entry").fetchall()
    for sequence, body, hashed in rows:
        for place in range(len(body)):
            changed = body[:place] + bytes([body[place] ^ 1]) + body[place + 1 :]
            tampered(("UPDATE entry SET body = ? WHERE sequence = ?", (changed, sequence)))
            with pytest.raises(EntryAltered, match=f"Entry {sequence} of"):
                verify(ledger.store)
        tampered(("UPDATE entry SET body = ? WHERE sequence = ?", (body, sequence)))
        tampered(("UPDATE entry SET hash = ? WHERE sequence = ?", (hashed[::-1], sequence)))
        with pytest.raises(EntryAltered):
            verify(ledger.store)
        tampered(("UPDATE entry SET hash = ? WHERE sequence = ?", (hashed, sequence)))
    verify(ledger.store)


@pytest.mark.parametrize("sequence", range(1, 18))
def test_an_entry_that_was_taken_out_or_swapped_is_found(tampered, ledger, sequence):
    last = ledger.head
    assert last.sequence == 18
    tampered(("DELETE FROM entry WHERE sequence = ?", (sequence,)))
    with pytest.raises(EntryAltered, match=f"Entry {sequence + 1} of"):
        verify(ledger.store)
    tampered(("UPDATE entry SET sequence = sequence - 1 WHERE sequence > ?", (sequence,)))
    with pytest.raises((EntryAltered, LedgerRolledBack)):
        verify(ledger.store, receipt=last)


@pytest.mark.parametrize(
    ("change", "table"),
    [
        ("UPDATE account SET spent = spent - 1 WHERE allowance = ''", "account"),
        ("UPDATE account SET cap = cap + 1", "account"),
        ("DELETE FROM account WHERE allowance = 'research'", "account"),
        ("UPDATE promise SET secret = zeroblob(32)", "promise"),
        ("UPDATE promise SET terms = 'x'", "promise"),
        ("UPDATE source SET version = 1", "source"),
        ("UPDATE source SET account = 'clinic'", "source"),
        ("UPDATE charge SET answer = CAST('other' AS BLOB) WHERE number = 1", "charge"),
        ("UPDATE charge SET state = 'reserved', answer = NULL WHERE number = 1", "charge"),
        ("UPDATE charge SET public = CAST('other' AS BLOB) WHERE number = 4", "charge"),
        ("UPDATE charge SET units = 0 WHERE number = 4", "charge"),
        ("DELETE FROM charge WHERE number = 5", "charge"),
        (
            "INSERT INTO charge SELECT 9, account, 'k', 0, 0, '[]', public, 'spent', NULL, NULL FROM charge LIMIT 1",
            "charge",
        ),
        ("UPDATE event SET body = CAST('taken' AS BLOB) WHERE number = 1", "event"),
        ("DELETE FROM event", "event"),
    ],
)
def test_a_row_that_differs_from_the_entries_is_found(tampered, change, table):
    with pytest.raises(TableAltered, match=f"the table {table} and the entries"):
        verify(tampered(change))


@pytest.mark.parametrize(
    "said",
    [
        {"kind": "ledger", "identity": "a second beginning"},
        {"kind": "published", "number": 1, "answer": "again"},
        {"kind": "resumed", "number": 4},
        {
            "kind": "reserved",
            "number": 9,
            "account": "hospital",
            "key": "k",
            "price": [10**9, 0],
            "allowances": [],
            "public": "",
        },
        {
            "kind": "reserved",
            "number": 9,
            "account": "clinic",
            "key": "k",
            "price": [1, 0],
            "allowances": [],
            "public": "",
        },
        {"kind": "published", "number": 77, "answer": "of nobody"},
        {"kind": "unheard"},
        {},
    ],
)
def test_an_entry_that_cannot_follow_is_found_even_with_the_right_hash(ledger, said):
    with ledger.store.writing() as db:
        chain.append(db, **said)
    with pytest.raises(EntryAltered, match="Entry 19 of"):
        verify(ledger.store)


def test_who_rewrites_everything_is_found_by_a_receipt(ledger, tampered):
    receipt = ledger.head
    rows = ledger.store._memory.execute("SELECT sequence, body FROM entry").fetchall()
    before = chain.START
    for sequence, body in rows:
        rewritten = canonical.encode({**canonical.decode(body), "rewritten": True})
        before = chain.link(before, sequence, rewritten)
        tampered(("UPDATE entry SET body = ?, hash = ? WHERE sequence = ?", (rewritten, before, sequence)))
    verify(ledger.store)
    with pytest.raises(LedgerRolledBack):
        verify(ledger.store, receipt=receipt)


def test_an_index_that_lost_its_rows_is_found(tampered):
    other = "UPDATE sqlite_master SET sql = 'CREATE INDEX by_stream ON event (body)' WHERE name = 'by_stream'"
    with pytest.raises(LedgerDamaged):
        verify(tampered("PRAGMA writable_schema=ON", other, "PRAGMA writable_schema=RESET"))


FORBIDDEN = {
    "change_entry": "UPDATE entry SET body = ''",
    "lose_entry": "DELETE FROM entry",
    "change_promise": "UPDATE promise SET secret = zeroblob(32)",
    "lose_promise": "DELETE FROM promise",
    "lose_account": "DELETE FROM account",
    "unspend": "UPDATE account SET spent = spent - 1",
    "lose_source": "DELETE FROM source",
    "take_source": "UPDATE source SET account = 'clinic'",
    "begin_elsewhere": "INSERT INTO charge SELECT 9, account, 'k', 0, 0, '[]', public, 'spent', NULL, NULL FROM charge",
    "go_back": "UPDATE charge SET state = 'reserved', owner = 'x', answer = NULL WHERE state <> 'reserved'",
    "lose_charge": "DELETE FROM charge",
    "change_event": "UPDATE event SET body = ''",
    "lose_event": "DELETE FROM event",
}


@pytest.mark.parametrize("rule", schema.NEVER)
def test_the_database_itself_refuses_what_may_never_happen(ledger, rule):
    with pytest.raises(sqlite3.IntegrityError, match=rule):
        ledger.store._memory.execute(FORBIDDEN[rule])


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE account SET spent = cap + 1",
        "UPDATE account SET spent = 2.5",
        "UPDATE account SET spent = -1",
        "UPDATE account SET cap = 1e300",
        "UPDATE charge SET answer = NULL",
        "UPDATE charge SET answer = zeroblob(0)",
        "UPDATE charge SET owner = NULL",
        "UPDATE source SET version = 0",
        "UPDATE promise SET secret = 'short'",
    ],
)
def test_the_database_itself_refuses_nonsense(tampered, change):
    store = tampered("PRAGMA ignore_check_constraints=OFF")
    with pytest.raises(sqlite3.IntegrityError, match="CHECK"):
        store._memory.execute(change)


def test_the_database_itself_refuses_a_second_answer_to_one_question(tampered):
    twice = "INSERT INTO charge SELECT 9, account, key, 0, 0, '[]', public, state, owner, answer FROM charge LIMIT 1"
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        tampered(twice)


def test_verifying_is_quick():
    ledger = Ledger.memory()
    ledger.store.append("consent", *[b"given"] * 5_000)
    started = time.process_time()
    entries = verify(ledger.store).entries
    assert entries / (time.process_time() - started) > ROWS_A_SECOND


def test_a_ledger_that_is_full_still_verifies(ledger):
    with pytest.raises(BudgetExhausted):
        ledger.reserve(charge(9, Price(10**9)))
    verify(ledger.store)
