# SPDX-License-Identifier: Apache-2.0
"""The file: durable, ours, private; whatever is wrong with it is a refusal and leaves nothing half written."""

import os
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from diffident.ledger import faults, store
from diffident.ledger.faults import (
    LedgerBusy,
    LedgerDamaged,
    LedgerForeign,
    LedgerFull,
    LedgerNewer,
    LedgerUnsure,
    LedgerUnwritable,
)
from diffident.ledger.ledger import Ledger
from diffident.ledger.states import State
from diffident.ledger.verify import verify
from diffident.privacy.accounting.budget import Price
from ledger.workers import PRICE, charge, fill, heard, opened, read_only, run


def settings(path):
    with opened(path).store.reading() as db:
        return [db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "user_version")]


def test_commits_are_synced_as_strictly_as_there_is(path):
    assert settings(path) == ["delete", 3, 1]


def test_a_file_switched_to_a_write_ahead_log_is_switched_back(path):
    opened(path)
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA journal_mode=WAL").fetchone() == ("wal",)
    db.close()
    assert settings(path)[0] == "delete"


def test_a_ledger_that_is_hardly_ever_free_lets_everybody_in(path):
    """Somebody takes the file again a moment after leaving it: a wait in growing steps would be overtaken for ever."""
    ledger = opened(path)
    begun, enough = threading.Event(), threading.Event()

    def hog():
        other = sqlite3.connect(path, isolation_level=None)
        while not enough.is_set():
            other.execute("BEGIN EXCLUSIVE")
            begun.set()
            time.sleep(0.005)
            other.execute("COMMIT")
            time.sleep(0.0002)
        other.close()

    hogging = threading.Thread(target=hog)
    hogging.start()
    begun.wait()
    started = time.monotonic()
    try:
        assert [ledger.reserve(charge(number)).published for number in range(8)] == [None] * 8
        assert ledger.left("hospital") == Price(0)
        assert time.monotonic() - started < store.PATIENCE / 6
    finally:
        enough.set()
        hogging.join()


def test_reading_waits_as_well(path):
    opened(path)
    writer, reader = (sqlite3.connect(path, isolation_level=None, timeout=0, check_same_thread=False) for _ in range(2))
    writer.execute("BEGIN EXCLUSIVE")
    leaving = threading.Timer(0.05, writer.execute, ["ROLLBACK"])
    leaving.start()
    store._patiently(reader, store.READ)
    assert reader.in_transaction
    leaving.join()
    writer.close()
    reader.close()


def foreign_database(path):
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE patients (name TEXT)")
    db.commit()
    db.close()


def marked_database(path):
    db = sqlite3.connect(path)
    db.execute("PRAGMA application_id=7")
    db.close()


def text(path):
    path.write_text("patient,stay\n" * 1000)


@pytest.mark.parametrize("make", [foreign_database, marked_database, text])
def test_a_file_of_another_kind_is_refused_and_left_alone(path, make):
    make(path)
    before = path.read_bytes()
    with pytest.raises(LedgerForeign):
        Ledger.at(path)
    assert path.read_bytes() == before


def test_a_ledger_of_a_later_version_is_refused(path):
    opened(path)
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version=2")
    db.close()
    with pytest.raises(LedgerNewer, match="has version 2, and this package knows version 1"):
        Ledger.at(path)


@pytest.mark.parametrize("where", ["folder", "nowhere/ledger.db"])
def test_a_place_that_cannot_be_written_is_refused(ram, where):
    (ram / "folder").mkdir()
    with pytest.raises(LedgerUnwritable):
        Ledger.at(ram / where)


def test_a_file_that_can_only_be_read_is_refused(path):
    opened(path)
    try:
        assert heard(*run(read_only, path, 65534 if os.geteuid() == 0 else None)) == ["ledger_unwritable"] * 2
    finally:
        path.parent.chmod(0o700)
    assert opened(path).spent("hospital") == Price(0)


def test_a_ledger_locked_by_others_is_refused_in_the_end(path, monkeypatch):
    ledger = opened(path)
    monkeypatch.setattr(store, "PATIENCE", 0.05)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    for asked in (lambda: ledger.reserve(charge(1)), lambda: ledger.spent("hospital"), lambda: Ledger.at(path)):
        with pytest.raises(LedgerBusy):
            asked()
    other.close()
    assert ledger.spent("hospital") == Price(0)


@pytest.mark.parametrize("place", range(0, 40_000, 4096))
def test_a_damaged_file_is_refused_or_verified_away(path, place):
    with opened(path).reserve(charge(1)) as claim:
        claim.publish(b"an answer" * 1000)
    damaged = bytearray(path.read_bytes())
    damaged[place : place + 200] = b"\xa5" * len(damaged[place : place + 200])
    path.write_bytes(damaged)
    with pytest.raises((LedgerDamaged, LedgerForeign, LedgerNewer)):
        verify(Ledger.at(path).store)


def test_a_full_disk_loses_nothing_and_releases_nothing(path):
    said = heard(*run(fill, path))
    assert said == ["ledger_full", "RESERVED", "ledger_full", b"small"]
    ledger = opened(path)
    assert [paid.state for paid in ledger.answers("hospital")] == [State.PUBLISHED]
    assert ledger.spent("hospital") == PRICE
    verify(ledger.store)


def test_a_head_that_cannot_be_noted_is_told_and_costs_nothing_more(path):
    ledger = opened(path)
    heads = path.with_name(f"{path.name}.heads")
    heads.rename(path.with_name("moved"))
    heads.mkdir()
    for _ in range(2):
        with pytest.raises(LedgerUnwritable):
            ledger.reserve(charge(1))
    heads.rmdir()
    with ledger.reserve(charge(1)) as claim:
        claim.publish(b"an answer")
    assert ledger.spent("hospital") == PRICE


class Unsynced:
    """A connection to a disk that fails when it is asked to keep what it took."""

    def __init__(self, db):
        self._db = db

    def __getattr__(self, name):
        return getattr(self._db, name)

    def execute(self, statement, *values):
        if statement == "COMMIT":
            problem = sqlite3.OperationalError("disk I/O error")
            problem.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
            raise problem
        return self._db.execute(statement, *values)


def test_after_an_error_of_syncing_a_process_writes_no_more(path, monkeypatch):
    ledger = opened(path)
    plainly = store._connection
    monkeypatch.setattr(store, "_connection", lambda target: Unsynced(plainly(target)))
    with pytest.raises(LedgerUnsure):
        ledger.reserve(charge(1))
    monkeypatch.undo()
    for asked in (lambda: ledger.reserve(charge(1)), lambda: ledger.spent("hospital")):
        with pytest.raises(LedgerUnsure):
            asked()
    assert opened(path).spent("hospital") == Price(0)


def test_errors_without_a_code_and_of_other_kinds_are_damage():
    assert faults.refusal(sqlite3.Error()) is LedgerDamaged
    strange = sqlite3.OperationalError()
    strange.sqlite_errorcode = sqlite3.SQLITE_MISMATCH
    assert faults.refusal(strange) is LedgerDamaged


def test_a_disk_without_room_is_told_apart():
    import errno

    with pytest.raises(LedgerFull), faults.told("ledger.db"):
        raise OSError(errno.ENOSPC, "no room")


def test_streams_keep_what_was_appended_in_order(ledger):
    ledger.store.append("consent", b"one", b"two")
    ledger.store.append("survey", b"other")
    receipt = ledger.store.append("consent", b"", b"two")
    assert ledger.store.read("consent") == (b"one", b"two", b"", b"two")
    assert ledger.store.read("nothing") == ()
    assert receipt == ledger.head == verify(ledger.store, receipt=receipt).head


def test_a_stream_gets_all_or_nothing(ledger):
    with pytest.raises(TypeError):
        ledger.store.append("consent", b"one", "not bytes")
    assert ledger.store.read("consent") == ()


def test_a_ledger_in_memory_that_was_let_go_is_gone():
    ledger = Ledger.memory()
    ledger.store.let_go()
    ledger.store.let_go()
    with pytest.raises(store.LedgerElsewhere):
        ledger.spent("hospital")


FORKED = """
    import os, sys
    from pathlib import Path
    from diffident.errors import Refused
    from ledger.workers import charge, opened
    from diffident.ledger.ledger import Ledger
    from diffident.privacy.accounting.budget import Budget

    memory = Ledger.memory()
    memory.open("hospital", promise=Budget(epsilon=1), person="patient_id")
    ledger = opened(Path(sys.argv[1]), patience=0)
    claim = ledger.reserve(charge(1))

    def told(action):
        try:
            return action()
        except Refused as refusal:
            return refusal.code

    def child():
        with claim:
            print(told(lambda: claim.publish(b"child")))
        print(told(lambda: ledger.reserve(charge(1))))
        print(told(lambda: memory.spent("hospital")))
        with ledger.reserve(charge(2)) as own:
            print(own.publish(b"own"))

    if os.fork() == 0:
        child()
        sys.exit(0)
    os.wait()
    with claim:
        print(claim.publish(b"parent"), memory.spent("hospital").units, ledger.spent("hospital").units)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nobody forks here")
def test_a_fork_takes_nothing_along(path):
    """Neither the claim nor the lock of its owner, nor a ledger in memory; the file it opens for itself."""
    program = textwrap.dedent(FORKED)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    said = subprocess.check_output([sys.executable, "-uW", "error", "-c", program, path], text=True, env=environment)
    assert said.split() == ["claim_over", "answer_pending", "ledger_elsewhere", "b'own'", "b'parent'", "0", "250000000"]
