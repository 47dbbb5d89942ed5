# SPDX-License-Identifier: Apache-2.0
"""What the ledger is told and tells: public values, whose meaning at a version never changes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from diffident.errors import Refused
from diffident.exact import canonical
from diffident.exact.spelling import plain, shown
from diffident.ledger.states import State
from diffident.privacy.accounting.budget import Budget, Price
from diffident.privacy.person import Neighbours

VERSION: Final = 1  # of everything the ledger stores
LONGEST_NAME: Final = 128
KEY: Final = re.compile("[0-9a-f]{64}")


class LedgerName(Refused):
    """A name that could be mistaken for another, or spoil a page."""

    code = "ledger_name"
    sentence = "{what} must be 1 to {longest} printable characters without a space at either end, not {given}."
    remedy = "Use a short name, for example hospital."


class ChargeKey(Refused):
    """Something else where the digest of an answer's identity is due."""

    code = "charge_key"
    sentence = "The key of a charge must be 64 hexadecimal digits, not {given}."
    remedy = "Take canonical.digest of everything public that the answer depends on."


def name(given: str, *, what: str) -> str:
    """Return a name that reads the same everywhere, or refuse it.

    >>> name("hospital", what="An account")
    'hospital'
    """
    if not (0 < len(given) <= LONGEST_NAME and given.isprintable() and given == given.strip()):
        raise LedgerName(what=what, longest=LONGEST_NAME, given=shown(given))
    return given


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a split, which puts every person into one part at most; a charge for it tells of nobody else.

    A split keeps its name as long as it puts people where it did.
    """

    split: str
    name: str

    def __post_init__(self) -> None:
        for each in (self.split, self.name):
            name(each, what="A split or its part")

    def row(self, allowance: str) -> str:
        """Return under which name an account keeps what is spent of an allowance on this part; no allowance has it."""
        return self.rows(allowance) + self.name

    def rows(self, allowance: str) -> str:
        """Return how these names begin for all parts of the split; a line break is in no other name."""
        return f"{allowance}\n{self.split}\n"


@dataclass(frozen=True, slots=True)
class Charge:
    """What will be deducted, from which account, and for which answer.

    `key` is the digest of everything public that the answer depends on; the same key means the same answer. The price
    is deducted from the promise of the account and from each allowance named (a purpose, a project, a person). `public`
    is what a certificate will need, as bytes that the ledger keeps and cannot read. Of charges for different parts of
    one split only the most that was spent on any of them is deducted.
    """

    account: str
    key: str
    price: Price
    allowances: tuple[str, ...] = ()
    public: bytes = b""
    part: Part | None = None

    def __post_init__(self) -> None:
        name(self.account, what="An account")
        if not KEY.fullmatch(self.key):
            raise ChargeKey(given=shown(self.key))
        named = sorted({name(each, what="An allowance") for each in self.allowances})
        object.__setattr__(self, "allowances", tuple(named))


@dataclass(frozen=True, slots=True)
class Paid:
    """A charge as it is stored: everything but the bytes of its answer, which `Ledger.reopen` returns."""

    number: int
    key: str
    price: Price
    allowances: tuple[str, ...]
    public: bytes
    state: State


@dataclass(frozen=True, slots=True)
class Terms:
    """What was promised to people when an account was opened; it never becomes another promise."""

    promise: Budget
    person: str
    neighbours: Neighbours

    def as_json(self) -> dict[str, object]:
        """Return the terms as plain data, the order of an approximate promise with them."""
        return {
            "epsilon": self.promise.epsilon,
            "delta": self.promise.delta,
            "typical": self.promise.typical,
            "order": self.promise.order,
            "cap": in_units(self.promise.cap),
            "person": name(self.person, what="A person"),
            "neighbours": self.neighbours.value,
        }


def in_units(price: Price) -> list[int]:
    """Return the two numbers of a price, as they are stored.

    >>> in_units(Price(3, 1))
    [3, 1]
    """
    return [price.units, price.delta_units]


def in_words(terms: bytes) -> str:
    """Return recorded terms for a person to read; they may be those of a version that priced otherwise.

    >>> in_words(canonical.encode(Terms(Budget(epsilon=3), "patient_id", Neighbours.ADD_REMOVE).as_json()))
    'epsilon 3 for each patient_id, add_remove, cap 3000000000/0'
    """
    found = canonical.decode(terms)
    if not isinstance(found, Mapping):
        return shown(found)
    said = [f"epsilon {plain(found['epsilon'])}"]
    if found["typical"] is not None:
        said.append(f"delta {plain(found['delta'])} typical {plain(found['typical'])} order {plain(found['order'])}")
    cap = "/".join(map(str, found["cap"]))
    return f"{' '.join(said)} for each {found['person']}, {found['neighbours']}, cap {cap}"
