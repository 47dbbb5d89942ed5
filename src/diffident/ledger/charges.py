# SPDX-License-Identifier: Apache-2.0
"""The statements on charges that must be right; each runs inside a transaction that is alone with the ledger."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from diffident.errors import Refused
from diffident.exact.spelling import plain
from diffident.ledger import accounts, chain, parts
from diffident.ledger.entry import Charge, Paid, in_units
from diffident.ledger.owner import Owner, Owners
from diffident.ledger.states import Event, State, after
from diffident.privacy.accounting.budget import DELTA_UNIT, NOTHING, UNIT, Price

FIND: Final = """SELECT number, state, owner, answer, units, delta_units, allowances FROM charge
    WHERE account = ? AND key = ? ORDER BY number DESC LIMIT 1"""
DEDUCT: Final = """UPDATE account SET spent = spent + units, delta_spent = delta_spent + delta_units
    FROM (SELECT key, value ->> 0 AS units, value ->> 1 AS delta_units FROM json_each(:owed)) AS owed
    WHERE name = :account AND allowance = owed.key
    AND spent + units <= cap AND delta_spent + delta_units <= delta_cap RETURNING allowance"""
INSERT: Final = """INSERT INTO charge (account, key, units, delta_units, allowances, public, state, owner)
    VALUES (:account, :key, :units, :delta_units, :allowances, :public, :state, :owner)"""
MOVE: Final = """UPDATE charge SET state = :behind, owner = :new, answer = :answer
    WHERE number = :number AND state = :before AND owner = :owner"""


class BudgetExhausted(Refused):
    """A question costs more than is left."""

    code = "budget_exhausted"
    sentence = "This costs {price} and {left} is left of {of}."
    remedy = "Ask for fewer groups or accept more noise; answers that were paid for stay free."


class AnswerFailed(Refused):
    """An answer that was paid for and failed."""

    code = "answer_failed"
    sentence = "This was asked before, paid for with {price}, and failed; what was paid stays spent."
    remedy = "Pay once more by saying so, reserve(charge, again=True), or ask something else."


class ChargeDiffers(Refused):
    """One answer at two prices."""

    code = "charge_differs"
    sentence = "This answer was reserved for {recorded} and is now asked for {given}."
    remedy = "Let the key depend on the price and the allowances, as everything that an answer depends on."


class ClaimOver(Refused):
    """A claim that ended: it published, failed, was left, or its process was forked."""

    code = "claim_over"
    sentence = "This claim has ended, so nothing can be published under it any more."
    remedy = "Reserve again; under a charge that was cut off that costs nothing."


class AnswerEmpty(Refused):
    """No bytes at all."""

    code = "answer_empty"
    sentence = "An answer of no bytes cannot be told from no answer."
    remedy = "Publish at least one byte."


@dataclass(frozen=True, slots=True)
class Found:
    """What is stored under a key now."""

    state: State
    number: int = 0
    owner: str = ""
    answer: bytes | None = None
    price: Price = NOTHING
    allowances: tuple[str, ...] = ()


def reserve(db: sqlite3.Connection, charge: Charge, owner: Owner, owners: Owners, *, again: bool) -> Found:
    """Find the published answer, or a reservation that is alive; else pay, or take over what was paid.

    Guarantee:
        Afterwards the charge is published, or reserved by somebody alive, or reserved by `owner`, who has the lock. In
        the last case the price was deducted from the promise and from each allowance exactly once for this charge.
    Because:
        Nobody else reads or writes between finding and paying (`Store.writing`). A charge is made by `_pay` alone,
        which deducts first; taking over leaves the amounts as they are, and needs the same price, an owner that is
        gone, and a charge under which nothing was published, so nothing left it.
    Checked by: tests/ledger/test_kill.py::test_no_kill_overspends_or_loses_a_paid_answer
    """
    found = find(db, charge)
    _same(charge, found)
    match found.state:
        case State.PUBLISHED:
            return found
        case State.RESERVED if owners.alive(found.owner):
            return found
        case State.RESERVED:
            return _resume(db, found, owner)
        case State.SPENT if not again:
            raise AnswerFailed(price=in_words(found.price))
        case _:
            return _pay(db, charge, owner)


def deduct(db: sqlite3.Connection, charge: Charge) -> None:
    """Deduct a price from a promise and the allowances named, or refuse and deduct nothing.

    Guarantee:
        What is spent never exceeds a cap, in either number, of the promise or of an allowance.
    Because:
        One statement tests and adds, for all accounts together; unless it changed every one of them, the refusal undoes
        the transaction. Numbers that do not fit are taken as the largest, which is above every cap. The database itself
        refuses a row with more spent than its cap. What a part of the people owes is told by `parts.owed`.
    Checked by: tests/ledger/test_race.py::test_one_of_many_gets_the_last_unit
    """
    owed = parts.owed(db, charge)
    wanted = {"account": charge.account, "owed": json.dumps(owed)}
    paid = {allowance for (allowance,) in db.execute(DEDUCT, wanted)}
    for allowance in owed:
        if allowance not in paid:
            raise _exhausted(db, charge, allowance)


def publish(db: sqlite3.Connection, number: int, owner: Owner, answer: bytes) -> None:
    """Store the answer of a charge.

    Guarantee:
        A charge gets at most one answer, from the owner who holds it now, and it never changes.
    Because:
        The statement changes a row only while it is reserved by this owner; a published row is never changed, by the
        table of states, which the database enforces.
    Checked by: tests/ledger/test_ledger.py::test_only_one_answer_is_ever_stored
    """
    if not answer:
        raise AnswerEmpty
    if not owner.held or not _move(db, (number, owner.token), Event.PUBLISH, answer=answer):
        raise ClaimOver
    chain.append(db, kind="published", number=number, answer=chain.digest(answer))


def fail(db: sqlite3.Connection, number: int, owner: Owner) -> None:
    """Note that nothing came of a charge, if it is still this owner's.

    Guarantee:
        What was deducted stays deducted.
    Because:
        No amount is touched, and the database refuses to lower one.
    Checked by: tests/ledger/test_ledger.py::test_what_failed_stays_spent
    """
    if _move(db, (number, owner.token), Event.FAIL):
        chain.append(db, kind="failed", number=number)


def find(db: sqlite3.Connection, charge: Charge) -> Found:
    """Return what is stored under a key.

    Guarantee:
        It is the one charge of this key that is not spent, if there is one.
    Because:
        A charge after a spent one has a higher number, and the database holds at most one that is not spent.
    Checked by: tests/ledger/test_ledger.py::test_paying_again_is_a_new_charge
    """
    row = db.execute(FIND, (charge.account, charge.key)).fetchone()
    if row is None:
        return Found(State.ASKED)
    number, state, owner, answer, units, delta_units, allowances = row
    return Found(State(state), number, owner or "", answer, Price(units, delta_units), tuple(json.loads(allowances)))


def answer(db: sqlite3.Connection, account: str, number: int) -> bytes | None:
    """Return the bytes that were published under a number.

    Guarantee:
        They are those that the owner of the charge published.
    Because:
        They are read from its row, which never changes after.
    Checked by: tests/ledger/test_ledger.py::test_an_answer_is_what_was_read_back
    """
    row = db.execute("SELECT answer FROM charge WHERE account = ? AND number = ?", (account, number)).fetchone()
    return row[0] if row else None


def listed(db: sqlite3.Connection, account: str) -> Iterator[Paid]:
    """Yield every charge of an account, in the order in which they were paid.

    Guarantee:
        None is left out.
    Because:
        The database deletes none.
    Checked by: tests/ledger/test_kill.py::test_no_kill_overspends_or_loses_a_paid_answer
    """
    rows = db.execute(
        "SELECT number, key, units, delta_units, allowances, public, state FROM charge WHERE account = ? ORDER BY number",
        (account,),
    )
    for number, key, units, delta_units, allowances, public, state in rows:
        yield Paid(number, key, Price(units, delta_units), tuple(json.loads(allowances)), public, State(state))


def _pay(db: sqlite3.Connection, charge: Charge, owner: Owner) -> Found:
    deduct(db, charge)
    owner.take()
    price = in_units(charge.price)
    row = {
        "account": charge.account,
        "key": charge.key,
        "units": price[0],
        "delta_units": price[1],
        "allowances": json.dumps(charge.allowances),
        "public": charge.public,
        "state": after(State.ASKED, Event.RESERVE).value,
        "owner": owner.token,
    }
    number = db.execute(INSERT, row).lastrowid or 0
    _tell(db, charge, number)
    return Found(State.RESERVED, number, owner.token)


def _resume(db: sqlite3.Connection, found: Found, owner: Owner) -> Found:
    owner.take()
    _move(db, (found.number, found.owner), Event.RESUME, new=owner.token)
    chain.append(db, kind="resumed", number=found.number)
    return Found(State.RESERVED, found.number, owner.token)


def _tell(db: sqlite3.Connection, charge: Charge, number: int) -> None:
    of: dict[str, Any] = {} if charge.part is None else {"part": [charge.part.split, charge.part.name]}
    chain.append(
        db,
        kind="reserved",
        number=number,
        account=charge.account,
        key=charge.key,
        price=in_units(charge.price),
        allowances=charge.allowances,
        public=chain.digest(charge.public),
        **of,
    )


def _move(
    db: sqlite3.Connection, hold: tuple[int, str], event: Event, new: str | None = None, answer: bytes | None = None
) -> bool:
    """Take a reserved charge one step further, if it is still this owner's, and tell whether it was."""
    number, owner = hold
    before, behind = State.RESERVED, after(State.RESERVED, event)
    row = {
        "number": number,
        "owner": owner,
        "before": before.value,
        "behind": behind.value,
        "new": new,
        "answer": answer,
    }
    return db.execute(MOVE, row).rowcount == 1


def _same(charge: Charge, found: Found) -> None:
    """Refuse to compute something dearer under a charge that paid for less."""
    if found.state is State.ASKED or (found.price, found.allowances) == (charge.price, charge.allowances):
        return
    recorded, given = (f"{in_words(price)} of {named}" for price, named in _both(charge, found))
    raise ChargeDiffers(recorded=recorded, given=given)


def _both(charge: Charge, found: Found) -> Iterator[tuple[Price, str]]:
    for price, allowances in ((found.price, found.allowances), (charge.price, charge.allowances)):
        yield price, ", ".join(("the promise", *allowances))


def _exhausted(db: sqlite3.Connection, charge: Charge, allowance: str) -> Refused:
    """Return the refusal that names an account with too little left, of which nothing was taken."""
    left, of = accounts.left(db, charge.account, allowance), accounts.named(charge.account, allowance)
    return BudgetExhausted(price=in_words(charge.price), left=in_words(left), of=of)


def in_words(price: Price) -> str:
    """Return a price as a person reads it: units of the promise, and of its delta if there are any.

    Guarantee:
        Nothing is rounded.
    Because:
        Units are powers of ten.
    Checked by: tests/ledger/test_ledger.py::test_too_dear_a_question_is_refused_with_what_is_left

    >>> in_words(Price(250_000_000)), in_words(Price(1, 10**11))
    ('0.25', '1E-9 and delta 1E-7')
    """
    units = plain(Fraction(price.units, UNIT))
    return units if price.delta_units == 0 else f"{units} and delta {plain(Fraction(price.delta_units, DELTA_UNIT))}"
