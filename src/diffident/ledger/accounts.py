# SPDX-License-Identifier: Apache-2.0
"""Promises, the allowances under them, the sources that belong to them, and the secret of each."""

import sqlite3
from collections.abc import Mapping
from typing import Final

from diffident.errors import Refused
from diffident.exact import canonical
from diffident.exact.number import whole
from diffident.exact.spelling import shown
from diffident.ledger import chain
from diffident.ledger.entry import Terms, in_units, in_words, name
from diffident.ledger.schema import LARGEST
from diffident.privacy.accounting.budget import Price
from diffident.privacy.person import Neighbours
from diffident.randomness.source import Source

SET: Final = """INSERT INTO account (name, allowance, cap, delta_cap) VALUES (:name, :allowance, :cap, :delta_cap)
    ON CONFLICT (name, allowance) DO UPDATE SET cap = :cap, delta_cap = :delta_cap"""
OTHERWISE: Final = "SELECT account FROM promise WHERE instr(terms, ?) = 0"
BURNED: Final = b'"kind":"burned"'  # text inside an entry has its quotes escaped, so no name looks like this


class AccountUnknown(Refused):
    """An account or allowance that nobody opened."""

    code = "account_unknown"
    sentence = "This ledger has no {account}."
    remedy = "Open the account with its promise and its allowances first."


class PromiseDiffers(Refused):
    """Another promise than the one that was made."""

    code = "promise_differs"
    sentence = "What was promised in {account} is {recorded}; it cannot become {given}."
    remedy = "Use the promise that was made; other people's data take another name."


class NeighboursMixed(Refused):
    """Two meanings of one person's difference in one ledger."""

    code = "neighbours_mixed"
    sentence = "This ledger protects against {recorded}, since {account} was opened, and now {given} is asked for."
    remedy = "Use the same neighbours, or another ledger: losses against different changes do not add up."


class AllowanceRaised(Refused):
    """More for a purpose than was set aside."""

    code = "allowance_raised"
    sentence = "{account} was given {recorded} units and is now declared with {given}."
    remedy = "Declare what was recorded, or raise it with Ledger.allow, which is recorded for good."


class SourceElsewhere(Refused):
    """Data that another promise already covers."""

    code = "source_elsewhere"
    sentence = "The source {source} belongs to the promise {account}; a second one would be spent on the same people."
    remedy = "Ask through that promise."


class SourceUnknown(Refused):
    """A source that nobody bound."""

    code = "source_unknown"
    sentence = "No source {source} belongs to {account}."
    remedy = "Bind it with Ledger.bind_source first."


class SourceChanged(Refused):
    """Other contents under the same name."""

    code = "source_changed"
    sentence = "The source {source} no longer has the contents that it was published with as version {version}."
    remedy = "Publish it with new_version(), or give it another name; nothing was read for an answer."


class LedgerBurned(Refused):
    """A ledger whose gap was burned: an account opened in the gap may be unknown to it, so none is opened any more."""

    code = "ledger_burned"
    sentence = "A part of this ledger was lost and everything left was spent, so it opens no account."
    remedy = "Read its answers as before; other people's data take another ledger."


def named(account: str, allowance: str) -> str:
    """Return an account as a person calls it.

    >>> named("hospital", ""), named("hospital", "research")
    ('the promise "hospital"', 'the allowance "research" of the promise "hospital"')
    """
    promise = f'the promise "{account}"'
    if "\n" in allowance:
        return f'the part "{allowance.rpartition(chr(10))[2]}" of {promise}'
    return f'the allowance "{allowance}" of {promise}' if allowance else promise


def begin(db: sqlite3.Connection, account: str, terms: Terms, source: Source) -> None:
    """Open an account, or find it with the same terms."""
    given = canonical.encode(terms.as_json())
    row = db.execute("SELECT terms FROM promise WHERE account = ?", (account,)).fetchone()
    if row is not None:
        if row[0] != given:
            raise PromiseDiffers(account=account, recorded=in_words(row[0]), given=in_words(given))
        return
    _not_burned(db)
    _alike(db, terms.neighbours)
    secret = source.bits(256).to_bytes(32, "big")
    db.execute("INSERT INTO promise (account, terms, secret) VALUES (?, ?, ?)", (account, given, secret))
    chain.append(db, kind="promise", account=account, terms=terms.as_json(), secret=chain.digest(secret))
    _set(db, account, "", terms.promise.cap)


def declare(db: sqlite3.Connection, account: str, allowances: Mapping[str, Price]) -> None:
    """Add allowances or lower them; what is already spent of one stays spent."""
    for allowance, cap in allowances.items():
        found = _row(db, account, name(allowance, what="An allowance"))
        if found is not None and not cap <= Price(*found[:2]):
            of = named(account, allowance)
            raise AllowanceRaised(account=of, recorded=found[:2], given=tuple(in_units(cap)))
        _change(db, account, allowance, cap)


def keep_for_part(db: sqlite3.Connection, account: str, row: str) -> None:
    """Open what is kept for a part; the promise bounds it, so it has no cap of its own."""
    known(db, account)
    _not_burned(db)
    _set(db, account, row, Price(LARGEST - 1, LARGEST - 1))


def allow(db: sqlite3.Connection, account: str, allowances: Mapping[str, Price]) -> None:
    """Set allowances, higher ones too: the promise still bounds them all."""
    known(db, account)
    for allowance, cap in allowances.items():
        _change(db, account, name(allowance, what="An allowance"), cap)


def spent(db: sqlite3.Connection, account: str, allowance: str) -> Price:
    """Return what was deducted."""
    return Price(*known(db, account, allowance)[2:])


def left(db: sqlite3.Connection, account: str, allowance: str) -> Price:
    """Return what can still be deducted."""
    cap, delta_cap, used, delta_used = known(db, account, allowance)
    return Price(cap - used, delta_cap - delta_used)


def known(db: sqlite3.Connection, account: str, allowance: str = "") -> tuple[int, int, int, int]:
    """Return the caps and what is spent, or refuse an account that nobody opened."""
    row = _row(db, account, allowance)
    if row is None:
        raise AccountUnknown(account=named(account, allowance).removeprefix("the "))
    return row


def bind(db: sqlite3.Connection, account: str, source: str, content: str) -> int:
    """Let a source belong to an account, for good, and return its published version."""
    known(db, account)
    row = db.execute("SELECT account, content, version FROM source WHERE name = ?", (source,)).fetchone()
    if row is None:
        db.execute(
            "INSERT INTO source (name, account, content, version) VALUES (?, ?, ?, 1)", (source, account, content)
        )
        _tell(db, account, source, content, 1)
        return 1
    owner, recorded, version = row
    if owner != account:
        raise SourceElsewhere(source=shown(source), account=owner)
    if recorded != content:
        raise SourceChanged(source=shown(source), version=version)
    return int(version)


def publish(db: sqlite3.Connection, account: str, source: str, content: str) -> int:
    """Move a source to its next published version."""
    following = version(db, account, source) + 1
    db.execute("UPDATE source SET content = ?, version = ? WHERE name = ?", (content, following, source))
    _tell(db, account, source, content, following)
    return following


def version(db: sqlite3.Connection, account: str, source: str) -> int:
    """Return the published version of a source."""
    row = db.execute("SELECT version FROM source WHERE name = ? AND account = ?", (source, account)).fetchone()
    if row is None:
        raise SourceUnknown(source=shown(source), account=account)
    return int(row[0])


def secret(db: sqlite3.Connection, account: str) -> bytes:
    """Return the secret of an account, which is never printed."""
    known(db, account)
    found: bytes = db.execute("SELECT secret FROM promise WHERE account = ?", (account,)).fetchone()[0]
    return found


def burn(db: sqlite3.Connection) -> None:
    """Spend what is left of everything."""
    db.execute("UPDATE account SET spent = cap, delta_spent = delta_cap")


def _not_burned(db: sqlite3.Connection) -> None:
    if db.execute("SELECT 1 FROM entry WHERE instr(body, ?)", (BURNED,)).fetchone():
        raise LedgerBurned


def _alike(db: sqlite3.Connection, neighbours: Neighbours) -> None:
    """Refuse neighbours that no other account of this ledger has."""
    other = db.execute(OTHERWISE, (f'"neighbours":"{neighbours.value}"'.encode(),)).fetchone()
    if other is not None:
        (recorded,) = (each.value for each in Neighbours if each is not neighbours)
        raise NeighboursMixed(recorded=recorded, account=named(other[0], ""), given=neighbours.value)


def _row(db: sqlite3.Connection, account: str, allowance: str) -> tuple[int, int, int, int] | None:
    found: tuple[int, int, int, int] | None = db.execute(
        "SELECT cap, delta_cap, spent, delta_spent FROM account WHERE name = ? AND allowance = ?", (account, allowance)
    ).fetchone()
    return found


def _change(db: sqlite3.Connection, account: str, allowance: str, cap: Price) -> None:
    """Give an allowance its cap, but never less than is spent of it, unless it has that already."""
    found = _row(db, account, allowance)
    floor = (0, 0) if found is None else found[2:]
    new = Price(max(cap.units, floor[0]), max(cap.delta_units, floor[1]))
    if found is None or Price(*found[:2]) != new:
        _set(db, account, allowance, new)


def _set(db: sqlite3.Connection, account: str, allowance: str, cap: Price) -> None:
    units, delta_units = (whole(each, name="cap", at_least=0, at_most=LARGEST - 1) for each in in_units(cap))
    row = {"name": account, "allowance": allowance, "cap": units, "delta_cap": delta_units}
    db.execute(SET, row)
    chain.append(db, kind="cap", account=account, allowance=allowance, cap=[units, delta_units])


def _tell(db: sqlite3.Connection, account: str, source: str, content: str, version: int) -> None:
    chain.append(db, kind="source", account=account, source=source, content=content, number=version)
