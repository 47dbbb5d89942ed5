# SPDX-License-Identifier: Apache-2.0
"""Whether the ledger of this installation keeps a promise: in a race, after a kill, and when an old file is put back."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from diffident.errors import Refused
from diffident.lab.audit.finding import Finding
from diffident.ledger.charges import BudgetExhausted
from diffident.ledger.entry import Charge
from diffident.ledger.ledger import Ledger
from diffident.ledger.verify import verify
from diffident.ledger.witness import LedgerRolledBack
from diffident.privacy.accounting.budget import Budget, Price

WAY: Final = "ledger"
ACCOUNT: Final = "audited"
RUNNERS: Final = 32
WHOLE: Final = 10**9
HALF: Final = Price(WHOLE // 2)
KILLED: Final = """
import os, sys
from diffident.lab.audit.books import HALF, charge
from diffident.ledger.ledger import Ledger
with Ledger.at(sys.argv[1]).reserve(charge(1, HALF)):
    os._exit(9)
"""


def checked() -> Iterator[Finding]:
    """Yield how a ledger fares, in folders that are gone afterwards."""
    for item, check in (
        ("a race for the last of a promise", raced),
        ("a process that is killed after paying", killed),
        ("a backup that is put back", restored),
        ("a byte that is changed", changed),
    ):
        with tempfile.TemporaryDirectory() as folder:
            told = check(Path(folder) / "ledger.db")
        yield Finding(item=item, way=WAY, holds=not told, told=told or "kept")


def charge(number: int, price: Price) -> Charge:
    """Return a charge of its own."""
    return Charge(ACCOUNT, f"{number:064x}", price)


def opened(path: Path) -> Ledger:
    """Return a ledger with a promise of one."""
    ledger = Ledger.at(path)
    ledger.open(ACCOUNT, promise=Budget(epsilon=1), person="person")
    return ledger


def bought(ledger: Ledger, number: int, price: Price = HALF) -> bool:
    """Buy an answer, and return whether it was to be had."""
    try:
        with ledger.reserve(charge(number, price)) as claim:
            _ = claim.published or claim.publish(b"an answer")
    except BudgetExhausted:
        return False
    return True


def raced(path: Path) -> str:
    """Let many ask at once for half of a promise each: two get it."""
    ledger = opened(path)
    with ThreadPoolExecutor(RUNNERS) as runners:
        won = sum(runners.map(lambda number: bought(ledger, number), range(RUNNERS)))
    return "" if won == 2 and ledger.left(ACCOUNT).units == 0 else f"{won} of {RUNNERS} got half of it"


def killed(path: Path) -> str:
    """Cut a process off between paying and publishing: what it paid stays paid."""
    opened(path)
    subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False, timeout=60)  # noqa: S603 - our own words
    left = Ledger.at(path).left(ACCOUNT)
    return "" if left == HALF else f"{left} is left of half"


def restored(path: Path) -> str:
    """Put an older file back after more was paid: it is refused."""
    bought(opened(path), 1)
    backup = path.with_name("backup")
    shutil.copy(path, backup)
    bought(Ledger.at(path), 2)
    shutil.copy(backup, path)
    try:
        left = Ledger.at(path).left(ACCOUNT)
    except LedgerRolledBack:
        return ""
    return f"opened again with {left} left"


def changed(path: Path) -> str:
    """Change a byte of what was stored: it is found."""
    ledger = opened(path)
    bought(ledger, 1)
    content = path.read_bytes()
    place = content.rfind(b"an answer")
    path.write_bytes(content[:place] + b"AN" + content[place + 2 :])
    try:
        verify(Ledger.at(path).store)
    except Refused:
        return ""
    return "nothing was noticed"
