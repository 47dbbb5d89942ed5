# SPDX-License-Identifier: Apache-2.0
"""A backup that is put back does not refill a promise: how far the ledger had come is noted outside."""

import shutil

import pytest

from diffident.ledger.accounts import LedgerBurned
from diffident.ledger.burn import burn
from diffident.ledger.chain import NOTHING, Head, NotAReceipt
from diffident.ledger.charges import BudgetExhausted
from diffident.ledger.ledger import Ledger
from diffident.ledger.verify import verify
from diffident.ledger.witness import LedgerRolledBack, Witness
from diffident.privacy.accounting.budget import Budget, Price
from ledger.workers import PRICE, charge, opened


def bought(ledger, number):
    with ledger.reserve(charge(number)) as claim:
        return claim.published or claim.publish(b"answer %d" % number)


@pytest.fixture
def rolled_back(path):
    """A ledger with one answer, put back after the second was paid."""
    bought(opened(path), 1)
    backup = path.with_name("backup")
    shutil.copy(path, backup)
    bought(opened(path), 2)
    shutil.copy(backup, path)
    return path


def test_a_backup_that_is_put_back_is_refused(rolled_back):
    with pytest.raises(LedgerRolledBack, match="ends at entry 5, and entry 7 was noted outside"):
        Ledger.at(rolled_back)


def test_a_running_process_notices_too(path):
    ledger = opened(path)
    backup = path.with_name("backup")
    shutil.copy(path, backup)
    bought(ledger, 1)
    shutil.copy(backup, path)
    with pytest.raises(LedgerRolledBack):
        ledger.reserve(charge(2))


@pytest.mark.parametrize("instead", [b"", None])
def test_a_ledger_that_is_gone_is_not_begun_anew(path, instead):
    bought(opened(path), 1)
    path.unlink()
    if instead is not None:
        path.write_bytes(instead)
    with pytest.raises(LedgerRolledBack, match="ends at entry 1, and"):
        opened(path)


def test_another_ledger_in_its_place_is_refused(path):
    bought(opened(path), 1)
    other = path.with_name("other.db")
    for number in (1, 2, 3):
        bought(opened(other), number)
    shutil.copy(other, path)
    with pytest.raises(LedgerRolledBack):
        Ledger.at(path)


def test_a_head_that_lags_behind_is_brought_up(path):
    bought(opened(path), 1)
    heads = path.with_name(f"{path.name}.heads")
    heads.unlink()
    head = opened(path).head
    assert Witness(heads).noted() == head


def test_heads_can_be_kept_elsewhere(ram):
    elsewhere = ram / "another disk"
    ledger = opened(ram / "ledger.db", heads=elsewhere)
    bought(ledger, 1)
    assert Witness(elsewhere).noted() == ledger.head


def test_what_is_cut_off_in_the_file_of_heads_is_skipped(path):
    noted = opened(path).head
    heads = path.with_name(f"{path.name}.heads")
    with heads.open("ab") as opened_file:
        opened_file.write(b"\xff\x00\n12-short\n" + b"x" * 5000 + b"\n" + f"{noted}\n".encode() + b"99-")
    assert Witness(heads).noted() == noted


def test_burning_the_gap_spends_everything(rolled_back):
    ledger = Ledger(burn(rolled_back))
    assert ledger.left("hospital") == Price(0)
    assert bought(ledger, 1) == b"answer 1", "what was published can be read"
    with pytest.raises(BudgetExhausted):
        ledger.reserve(charge(3))
    with pytest.raises(LedgerBurned):
        ledger.open("clinic", promise=Budget(epsilon=1), person="patient_id")
    assert verify(opened(rolled_back).store).head.sequence == 8


def test_burning_what_is_gone_leaves_a_ledger_that_promises_nothing(path):
    bought(opened(path), 1)
    path.unlink()
    with pytest.raises(LedgerBurned):
        Ledger(burn(path)).open("hospital", promise=Budget(epsilon=1), person="patient_id")


def test_burning_a_sound_ledger_changes_nothing(path):
    before = opened(path).head
    assert Ledger(burn(path)).head == before
    assert Ledger(burn(path)).spent("hospital") == Price(0) != PRICE


def test_a_receipt_is_read_as_it_was_printed(path):
    head = opened(path).head
    assert Head.read(str(head)) == head


@pytest.mark.parametrize(
    "receipt", ["", "1", "1-", "-1-" + "0" * 64, "\u0661-" + "0" * 64, "1-" + "g" * 64, "9" * 19 + "-" + "0" * 64]
)
def test_another_text_is_no_receipt(receipt):
    with pytest.raises(NotAReceipt):
        Head.read(receipt)


def test_a_later_receipt_is_missed_in_an_older_ledger(path):
    ledger = opened(path)
    assert verify(ledger.store, receipt=NOTHING).head == ledger.head
    receipt = Head(ledger.head.sequence + 1, "0" * 64)
    with pytest.raises(LedgerRolledBack):
        verify(ledger.store, receipt=receipt)
