# SPDX-License-Identifier: Apache-2.0
"""What other processes do in the tests of this room. A launcher that has imported everything starts them quickly."""

import multiprocessing
import os
import signal
import sys
import time

from diffident.errors import Refused
from diffident.ledger import accounts, charges, store
from diffident.ledger.claim import Claim
from diffident.ledger.entry import Charge
from diffident.ledger.ledger import Ledger
from diffident.privacy.accounting.budget import Budget, Price

LAUNCHER = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
if sys.platform != "win32":
    LAUNCHER.set_forkserver_preload(["diffident.ledger.ledger", "cryptography.hazmat.primitives.ciphers", "pytest"])

WHOLE = 10**9  # units of the promise of these tests
PRICE = Price(WHOLE // 8)  # eight answers fit


def opened(path, **options):
    ledger = Ledger.at(path, **options)
    ledger.open("hospital", promise=Budget(epsilon=1), person="patient_id")
    return ledger


def charge(number, price=PRICE, account="hospital", **options):
    return Charge(account, f"{number:064x}", price, **options)


def run(target, *arguments):
    """Run a function in a process of its own and return what it sent, one thing after the other."""
    here, there = LAUNCHER.Pipe(duplex=False)
    process = LAUNCHER.Process(target=target, args=(there, *arguments))
    process.start()
    there.close()
    return process, here


def heard(process, here):
    """Wait for the end of a process and return everything that it sent."""
    said = []
    try:
        while True:
            said.append(here.recv())
    except (EOFError, ConnectionResetError):
        process.join()
        here.close()
        return said


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def ask(there, path, numbers, price=PRICE):
    """Ask questions one after the other, and send every answer that came out."""
    ledger = opened(path)
    there.send("ready")
    for number in numbers:
        with ledger.reserve(charge(number, price)) as claim:
            stored = claim.published or claim.publish(b"answer %d by %d" % (number, os.getpid()))
        there.send((number, stored))


def ask_until_statement(there, path, numbers, last, hasty=False):  # noqa: FBT002 - handed on by position
    """Ask, and die when the ledger is about to run one statement more than `last`."""
    names = []

    def count(statement):
        names.append(" ".join(statement.split()[:3]))
        if len(names) > last:
            die()

    plainly = store._connection

    def watched(target):
        db = plainly(target)
        db.set_trace_callback(count)
        return db

    store._connection = watched
    if hasty:
        Claim.publish = lambda claim, answer: _send_first(there, claim, answer)
    ask(there, path, numbers)
    there.send(names)


def _send_first(there, claim, answer):
    """Let an answer out before it is stored: the wrong order."""
    there.send((claim.number, answer))
    with claim.store.writing() as db:
        charges.publish(db, claim.number, claim.owner, answer)
    claim.owner.end()
    return answer


def ask_until_size(there, path, numbers, size):
    """Ask, and die in the middle of the first write that would reach beyond `size` bytes of any file."""
    import resource

    ledger = opened(path)
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    for number in numbers:
        with ledger.reserve(charge(number)) as claim:
            there.send((number, claim.published or claim.publish(b"answer %d by %d" % (number, os.getpid()))))


def hold(there, path, number):
    """Reserve, tell, and wait to be killed."""
    claim = opened(path).reserve(charge(number))
    there.send(claim.number)
    signal.pause()


def race(there, barrier, tasks):
    """Take part in one race after the other, and send how each went."""
    while (task := tasks.recv()) is not None:
        path, account, number, attempt = task
        ledger = Ledger.at(path)
        barrier.wait(timeout=60)
        try:
            attempt(ledger, charge(number, Price(1), account))
            there.send("won")
        except charges.BudgetExhausted:
            there.send("lost")


def properly(ledger, wanted):
    with ledger.reserve(wanted) as claim:
        claim.publish(b"won")


def naively(ledger, wanted):
    """Look, then write a moment later: what a ledger must not do. The table's own rule is switched off to see it fail."""
    with ledger.store.reading() as db:
        cap, _, spent, _ = accounts.known(db, wanted.account)
    if spent + wanted.price.units > cap:
        raise charges.BudgetExhausted
    time.sleep(0.002)
    with ledger.store._transaction(store.WRITE) as db:
        db.execute("PRAGMA ignore_check_constraints=ON")
        db.execute("UPDATE account SET spent = spent + ? WHERE name = ?", (wanted.price.units, wanted.account))
        db.execute("COMMIT")


def refused(action):
    """Return the code of a refusal, or nothing."""
    try:
        action()
    except Refused as refusal:
        return refusal.code
    return None


def read_only(there, path, user):
    """Ask for something as somebody who may read at most."""
    ledger = Ledger.at(path)
    path.chmod(0o444)
    path.parent.chmod(0o555)
    if user is not None:
        os.setuid(user)
    there.send(refused(lambda: Ledger.at(path)))
    there.send(refused(lambda: ledger.reserve(charge(1))))


def fill(there, path):
    """Ask while no file may grow: for a large answer, then for another, and again when there is room."""
    import resource

    ledger = opened(path)
    claim = ledger.reserve(charge(1))
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 8192, most))
    there.send(refused(lambda: claim.publish(bytes(10**6))))
    there.send(ledger.answers("hospital")[0].state.name)
    resource.setrlimit(resource.RLIMIT_FSIZE, (512, most))
    there.send(refused(claim.__exit__))
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    with ledger.reserve(charge(1)) as again:
        there.send(again.publish(b"small"))
