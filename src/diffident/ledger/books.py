# SPDX-License-Identifier: Apache-2.0
"""The tables as the entries tell them: what each entry means, told once more and apart from the code that wrote it."""

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from diffident.ledger.chain import digest
from diffident.ledger.states import State

Row = tuple[object, ...]
Said = Mapping[str, Any]
Account = tuple[str, str]
Amounts = tuple[int, int]

TABLES: Final = {
    "promise": "SELECT account, digest(CAST(terms AS BLOB)), digest(CAST(secret AS BLOB)) FROM promise",
    "account": "SELECT name, allowance, cap, delta_cap, spent, delta_spent FROM account",
    "source": "SELECT name, account, content, version FROM source",
    "charge": "SELECT number, account, key, units, delta_units, allowances, digest(CAST(public AS BLOB)), state, digest(CAST(answer AS BLOB)) FROM charge",
    "event": "SELECT number, stream, digest(CAST(body AS BLOB)) FROM event",
}


class Impossible(Exception):  # noqa: N818 - caught where entries are read, and told as a refusal there
    """An entry that cannot follow from those before it."""


@dataclass(slots=True)
class Books:
    """Every row that follows from the entries read so far."""

    promises: dict[str, Row] = field(default_factory=dict[str, Row])
    caps: dict[Account, Amounts] = field(default_factory=dict[Account, Amounts])
    spent: dict[Account, Amounts] = field(default_factory=dict[Account, Amounts])
    sources: dict[str, Row] = field(default_factory=dict[str, Row])
    charges: dict[int, Row] = field(default_factory=dict[int, Row])
    events: dict[int, Row] = field(default_factory=dict[int, Row])

    def read(self, body: bytes) -> None:
        """Take one entry into account."""
        said = json.loads(body)
        KINDS[said["kind"]](self, said)

    def tables(self) -> Iterator[tuple[str, set[Row]]]:
        """Yield the rows of each table."""
        yield "promise", {(account, *rest) for account, rest in self.promises.items()}
        yield "account", {(*account, *cap, *self.spent[account]) for account, cap in self.caps.items()}
        yield "source", {(source, *rest) for source, rest in self.sources.items()}
        yield "charge", {(number, *rest) for number, rest in self.charges.items()}
        yield "event", {(number, *rest) for number, rest in self.events.items()}

    def begin(self, said: Said) -> None:
        """Nothing can come before the first entry."""
        if self.caps or self.events:
            raise Impossible(said)

    def promise(self, said: Said) -> None:
        """An account was opened."""
        terms = json.dumps(said["terms"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        self.promises[said["account"]] = (digest(terms.encode()), said["secret"])

    def cap(self, said: Said) -> None:
        """A promise or an allowance got its cap."""
        account = (said["account"], said["allowance"])
        self.caps[account] = (said["cap"][0], said["cap"][1])
        self._spend(account, (0, 0))

    def source(self, said: Said) -> None:
        """A source was bound, or published anew."""
        self.sources[said["source"]] = (said["account"], said["content"], said["number"])

    def reserved(self, said: Said) -> None:
        """A price was deducted from a promise and its allowances: of parts, by how much the most of them grew."""
        for allowance in ("", *said["allowances"]):
            price = self._raised(said, allowance) if "part" in said else said["price"]
            self._spend((said["account"], allowance), price)
        allowances = json.dumps(said["allowances"])
        row = (said["account"], said["key"], *said["price"], allowances, said["public"])
        self.charges[said["number"]] = (*row, State.RESERVED.value, None)

    def resumed(self, said: Said) -> None:
        """Another owner took a charge over."""
        self._go_on(said["number"], State.RESERVED)

    def published(self, said: Said) -> None:
        """A charge got its answer."""
        self._go_on(said["number"], State.PUBLISHED, said["answer"])

    def failed(self, said: Said) -> None:
        """Nothing came of a charge."""
        self._go_on(said["number"], State.SPENT)

    def event(self, said: Said) -> None:
        """Bytes were stored in a stream."""
        self.events[said["number"]] = (said["stream"], said["body"])

    def burned(self, _: Said) -> None:
        """Everything that was left is spent."""
        self.spent = dict(self.caps)

    def _raised(self, said: Said, allowance: str) -> Amounts:
        """Take a price into what is kept for a part, and return by how much the most of all parts grew."""
        split, part = said["part"]
        rows = f"{allowance}\n{split}\n"
        before = self._most(said["account"], rows)
        self._spend((said["account"], rows + part), said["price"])
        after = self._most(said["account"], rows)
        return after[0] - before[0], after[1] - before[1]

    def _most(self, account: str, rows: str) -> Amounts:
        found = [spent for (name, row), spent in self.spent.items() if name == account and row.startswith(rows)]
        return max(units for units, _ in found), max(delta_units for _, delta_units in found)

    def _spend(self, account: Account, price: Amounts) -> None:
        units, delta_units = self.spent.get(account, (0, 0))
        self.spent[account] = (units + price[0], delta_units + price[1])
        if any(spent > cap for spent, cap in zip(self.spent[account], self.caps[account], strict=True)):
            raise Impossible(account)

    def _go_on(self, number: int, state: State, answer: str | None = None) -> None:
        *row, before, _ = self.charges[number]
        if before != State.RESERVED.value:
            raise Impossible(number)
        self.charges[number] = (*row, state.value, answer)


KINDS: Final[dict[str, Callable[[Books, Said], None]]] = {
    "ledger": Books.begin,
    "promise": Books.promise,
    "cap": Books.cap,
    "source": Books.source,
    "reserved": Books.reserved,
    "resumed": Books.resumed,
    "published": Books.published,
    "failed": Books.failed,
    "event": Books.event,
    "burned": Books.burned,
}


def stored(db: sqlite3.Connection, table: str) -> set[Row]:
    """Return what is really in a table, long bytes as their digests."""
    db.create_function("digest", 1, _digest, deterministic=True)
    return set(db.execute(TABLES[table]))


def _digest(kept: bytes | None) -> str | None:
    return None if kept is None else digest(kept)
