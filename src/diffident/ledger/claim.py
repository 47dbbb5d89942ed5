# SPDX-License-Identifier: Apache-2.0
"""A charge that was paid: publish under it once, or lose what it cost."""

from dataclasses import dataclass
from typing import Self

from diffident.ledger import charges
from diffident.ledger.faults import LedgerDamaged
from diffident.ledger.owner import Owner
from diffident.ledger.store import Store


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """What a reservation gives: the answer that was published before, or the right to publish one."""

    store: Store
    account: str
    number: int
    owner: Owner
    published: bytes | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        """Nothing is given back: whoever leaves without publishing has spent, whatever the reason."""
        if self.owner.held:
            try:
                with self.store.writing() as db:
                    charges.fail(db, self.number, self.owner)
            finally:
                self.owner.end()

    def publish(self, answer: bytes) -> bytes:
        """Store the bytes, and return what was read back from the disk; only that may leave.

        Guarantee:
            What is returned is stored for good: every later reservation of the same key, in any process, after any
            crash, finds these bytes. Nothing is returned under a charge that somebody else took over or that failed.
        Because:
            The transaction is durable when `writing` ends, it changes a row only while this owner has it reserved, and
            what follows reads the row anew in a transaction of its own.
        Checked by: tests/ledger/test_kill.py::test_no_kill_overspends_or_loses_a_paid_answer
        """
        if self.published is not None:
            return self.published
        with self.store.writing() as db:
            charges.publish(db, self.number, self.owner, answer)
        self.owner.end()
        with self.store.reading() as db:
            stored = charges.answer(db, self.account, self.number)
        if stored is None or stored != answer:
            raise LedgerDamaged(ledger=self.store.name)
        return stored
