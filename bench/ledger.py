# SPDX-License-Identifier: Apache-2.0
"""What a charge costs on this disk: the ten-thousandth beside the tenth, many clients at once, opening, verifying."""

import multiprocessing
import tempfile
import time
from pathlib import Path
from statistics import median

from clock import fastest
from report import row, show

from diffident.ledger import store
from diffident.ledger.entry import Charge
from diffident.ledger.ledger import Ledger
from diffident.ledger.verify import verify
from diffident.privacy.accounting.budget import Budget, Price

CHARGES = 10_000
AROUND = 20  # how many charges the time of one is the median of: a disk is never alone
CLIENTS, EACH = 16, 10
ANSWER = bytes(1000)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.db"
        tenth = _charges(path, 0)
        _fill(path, AROUND, CHARGES - AROUND)
        last = _charges(path, CHARGES - AROUND)
        row("the 10,000th charge, beside the 10th", last * 1000, peer=tenth * 1000, times=2, unit="ms")
        row("a charge and its answer", last * 1000, 40, unit="ms")
        row("an answer served again", fastest(lambda: _opened(path).reserve(_charge(7))) * 1000, 10, unit="ms")
        row("opening a ledger of 10,000 answers", fastest(lambda: _opened(path)) * 1000, 30, unit="ms")
        entries = _opened(path).head.sequence
        row("verifying one entry", fastest(lambda: verify(Ledger.at(path).store), 3) / entries * 1e6, 10, unit="us")
        row(f"a charge, {CLIENTS} processes at once", _crowded(Path(folder) / "crowded.db") * 1000, 10, unit="ms")


def _opened(path: Path) -> Ledger:
    ledger = Ledger.at(path)
    ledger.open("hospital", promise=Budget(epsilon=100), person="patient_id")
    return ledger


def _charges(path: Path, first: int) -> float:
    ledger = _opened(path)
    return median(_seconds_of_a_charge(ledger, first + number) for number in range(AROUND))


def _fill(path: Path, first: int, last: int) -> None:
    """Make charges without syncing: only what is in the file matters, not how long it took to get there."""
    durable, store.DURABLE = store.DURABLE, ("PRAGMA synchronous=OFF",)
    ledger = _opened(path)
    for number in range(first, last):
        _seconds_of_a_charge(ledger, number)
    store.DURABLE = durable


def _charge(number: int) -> Charge:
    return Charge("hospital", f"{number:064x}", Price(10**5), public=ANSWER)


def _seconds_of_a_charge(ledger: Ledger, number: int) -> float:
    started = time.perf_counter()
    with ledger.reserve(_charge(number)) as claim:
        claim.publish(ANSWER)
    return time.perf_counter() - started


def _crowded(path: Path) -> float:
    """Return the seconds that a charge takes when many processes make them at the same time."""
    _opened(path)
    workers = multiprocessing.get_context("spawn")
    barrier = workers.Barrier(CLIENTS + 1)
    clients = [workers.Process(target=_client, args=(path, barrier, client)) for client in range(CLIENTS)]
    for client in clients:
        client.start()
    barrier.wait()
    started = time.perf_counter()
    for client in clients:
        client.join()
    return (time.perf_counter() - started) / (CLIENTS * EACH)


def _client(path: Path, barrier: "multiprocessing.synchronize.Barrier", client: int) -> None:
    ledger = _opened(path)
    barrier.wait()
    for number in range(EACH):
        _seconds_of_a_charge(ledger, client * EACH + number)


if __name__ == "__main__":
    main()
    show()
