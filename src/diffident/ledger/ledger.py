# SPDX-License-Identifier: Apache-2.0
"""Reserve before looking, publish after; what was reserved stays spent."""

import hashlib
import hmac
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from diffident.errors import Refused
from diffident.ledger import accounts, chain, charges, parts
from diffident.ledger.chain import Head
from diffident.ledger.claim import Claim
from diffident.ledger.entry import Charge, Paid, Part, Terms, name
from diffident.ledger.states import State
from diffident.ledger.store import Store
from diffident.privacy.accounting.budget import Budget, Price
from diffident.privacy.person import Neighbours

PATIENCE: Final = 60.0  # seconds for somebody else who computes the same answer
PAUSES: Final = (0.002, 0.1)  # the first between two looks, and the longest


class AnswerPending(Refused):
    """Somebody else is computing the same answer."""

    code = "answer_pending"
    sentence = "This very answer is being computed by somebody else and was not there after {seconds} s."
    remedy = "Ask again later: nothing was charged for waiting, and once it is there it is free."


class NoSuchAnswer(Refused):
    """A number under which nothing was published."""

    code = "no_such_answer"
    sentence = "Nothing was published in {account} under the number {number}."
    remedy = (
        "Look at Ledger.answers: a charge that is reserved is computed when its question is asked again, for nothing."
    )


@dataclass(frozen=True, slots=True, eq=False)
class Ledger:
    """Every promise in one store, and what was spent of each.

    >>> ledger = Ledger.memory()
    >>> ledger.open("hospital", promise=Budget(epsilon=3), person="patient_id")
    >>> with ledger.reserve(Charge("hospital", "0" * 64, Price(10**9))) as claim:
    ...     stored = claim.published or claim.publish(b"an answer")
    >>> stored, ledger.left("hospital")
    (b'an answer', Price(units=2000000000, delta_units=0))
    """

    store: Store
    patience: float = PATIENCE

    @classmethod
    def at(cls, path: str | Path, *, heads: str | Path | None = None, patience: float = PATIENCE) -> "Ledger":
        """Return the ledger in a file, made if there is none; its progress is noted in `heads`, or beside it."""
        return cls(Store.file(Path(path), heads=None if heads is None else Path(heads)), patience)

    @classmethod
    def memory(cls, *, patience: float = PATIENCE) -> "Ledger":
        """Return a ledger that ends with this process, and its promises with it."""
        return cls(Store.memory(), patience)

    @property
    def head(self) -> Head:
        """How far it has come, to be printed as a receipt."""
        with self.store.reading() as db:
            return chain.head(db)

    def open(
        self,
        account: str,
        *,
        promise: Budget,
        person: str,
        neighbours: Neighbours = Neighbours.ADD_REMOVE,
        allowances: Mapping[str, Price] | None = None,
    ) -> None:
        """Open an account, or find it again: what was promised cannot change, allowances can be added or lowered."""
        terms = Terms(promise, person, neighbours)
        named = name(account, what="An account")
        with self.store.writing() as db:
            accounts.begin(db, named, terms, self.store.source)
            accounts.declare(db, named, allowances or {})

    def allow(self, account: str, allowances: Mapping[str, Price]) -> None:
        """Set allowances as a steward, higher ones too."""
        with self.store.writing() as db:
            accounts.allow(db, account, allowances)

    def reserve(self, charge: Charge, *, again: bool = False) -> Claim:
        """Find the published answer or pay for one, in one transaction; from here on there is no way back.

        Whoever is told that the answer failed before can pay for it once more with `again`. While somebody else computes
        the same answer this waits.

        Guarantee:
            It returns only what was published before under the same key and price, or the right to compute under a
            charge whose price is deducted durably and in full. What was ever deducted adds up to at most the promise,
            whoever asks, in how many threads and processes, and wherever any of them is cut off.
        Because:
            `charges.reserve` does one or the other in a transaction that is alone with the ledger and on the disk when
            it returns (`Store.writing`). A charge computed twice, because its owner was cut off, was published at most
            once, and nothing leaves before it is published (`Claim.publish`): one price, one answer.
        Checked by: tests/ledger/test_race.py::test_one_of_many_gets_the_last_unit
        """
        until = time.monotonic() + self.patience
        pause, longest = PAUSES
        while (claim := self._attempt(charge, again=again)) is None:
            if time.monotonic() >= until:
                raise AnswerPending(seconds=f"{self.patience:g}")
            time.sleep(pause)
            pause = min(2 * pause, longest)
        return claim

    def has(self, charge: Charge) -> bool:
        """Whether what a charge is for was published, so that reserving it costs nothing."""
        with self.store.reading() as db:
            return charges.find(db, charge).state is State.PUBLISHED

    def spent(self, account: str, allowance: str = "") -> Price:
        """Return what was deducted from a promise, or from an allowance under it."""
        with self.store.reading() as db:
            return accounts.spent(db, account, allowance)

    def left(self, account: str, allowance: str = "", part: Part | None = None) -> Price:
        """Return what is left of a promise, or of an allowance under it; to a part of the people, if there is one."""
        with self.store.reading() as db:
            left = accounts.left(db, account, allowance)
            return (
                left if part is None else left + parts.behind(parts.kept(db, account, part, allowance), part, allowance)
            )

    def answers(self, account: str) -> tuple[Paid, ...]:
        """Return everything that was ever paid for, in order; `reopen` gives the bytes of what was published."""
        with self.store.reading() as db:
            accounts.known(db, account)
            return tuple(charges.listed(db, account))

    def reopen(self, account: str, number: int) -> bytes:
        """Return the bytes that were published under a number, for nothing."""
        with self.store.reading() as db:
            stored = charges.answer(db, account, number)
        if stored is None:
            raise NoSuchAnswer(account=account, number=number)
        return stored

    def bind_source(self, account: str, source: str, content: str = "") -> int:
        """Let a source of data belong to an account, for good, and return its published version.

        `content` is a digest of what it holds, or nothing where that is not compared.
        """
        with self.store.writing() as db:
            return accounts.bind(db, account, name(source, what="A source"), content)

    def new_version(self, account: str, source: str, content: str = "") -> int:
        """Publish a source anew, as a steward, and return its version: from now on its answers have other keys."""
        with self.store.writing() as db:
            return accounts.publish(db, account, source, content)

    def version(self, account: str, source: str) -> int:
        """Return the published version of a source."""
        with self.store.reading() as db:
            return accounts.version(db, account, source)

    def secret(self, account: str, label: str) -> bytes:
        """Return 32 secret bytes for one use, always the same ones; never to be printed or stored elsewhere."""
        with self.store.reading() as db:
            return hmac.new(accounts.secret(db, account), label.encode(), hashlib.sha256).digest()

    def _attempt(self, charge: Charge, *, again: bool) -> Claim | None:
        """Return a claim, or nothing while somebody else who is alive has the charge."""
        owner = self.store.owners.new()
        try:
            with self.store.writing() as db:
                found = charges.reserve(db, charge, owner, self.store.owners, again=again)
        except BaseException:
            owner.end()
            raise
        if found.state is State.RESERVED and not owner.held:
            return None
        return Claim(self.store, charge.account, found.number, owner, found.answer)
