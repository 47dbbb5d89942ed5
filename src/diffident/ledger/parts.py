# SPDX-License-Identifier: Apache-2.0
"""What charges for different parts of the people cost: of each split, the most that was spent on any of its parts."""

import sqlite3
from collections.abc import Mapping
from typing import Final

from diffident.ledger import accounts
from diffident.ledger.entry import Charge, Part, in_units
from diffident.ledger.schema import LARGEST
from diffident.privacy.accounting.budget import Price

Amounts = tuple[int, int]
SPENT: Final = """SELECT allowance, spent, delta_spent FROM account
    WHERE name = :account AND substr(allowance, 1, length(:rows)) = :rows"""


def owed(db: sqlite3.Connection, charge: Charge) -> dict[str, Amounts]:
    """Return what a charge takes from the promise, from each allowance, and from what is kept for its part of each.

    Guarantee:
        Whoever a person is, what was taken from the promise, and from an allowance, is at least the sum of the prices
        of all charges that may tell of that person; in both numbers.
    Because:
        A charge without a part takes its price. A person is in at most one part of a split, so of the charges for its
        parts only those for one tell of that person, and these add up to what is kept for that part. Of each split the
        most that is kept for any part was taken: a charge takes by how much it raises that.
    Checked by: tests/ledger/test_parts.py::test_nobody_loses_more_than_was_taken
    """
    units, delta_units = in_units(charge.price)
    price = min(units, LARGEST), min(delta_units, LARGEST)
    if charge.part is None:
        return dict.fromkeys(("", *charge.allowances), price)
    found: dict[str, Amounts] = {}
    for allowance in ("", *charge.allowances):
        row, spent = charge.part.row(allowance), kept(db, charge.account, charge.part, allowance)
        if row not in spent:
            accounts.keep_for_part(db, charge.account, row)
        found |= {allowance: raised(spent, row, price), row: price}
    return found


def kept(db: sqlite3.Connection, account: str, part: Part, allowance: str = "") -> dict[str, Amounts]:
    """Return what was spent of an allowance on each part of a split, by the rows that keep it."""
    found = db.execute(SPENT, {"account": account, "rows": part.rows(allowance)})
    return {row: (units, delta_units) for row, units, delta_units in found}


def raised(spent: Mapping[str, Amounts], row: str, price: Amounts) -> Amounts:
    """Return by how much a price on one part raises the most that was spent on any, in each of the two numbers.

    >>> raised({"a": (5, 1), "b": (3, 2)}, "b", (4, 4))
    (2, 4)
    """
    before = spent.get(row, (0, 0))
    most = (max((amounts[number] for amounts in spent.values()), default=0) for number in (0, 1))
    first, second = (max(0, was + more - high) for was, more, high in zip(before, price, most, strict=True))
    return first, second


def behind(spent: Mapping[str, Amounts], part: Part, allowance: str = "") -> Price:
    """Return how much less was spent on a part than on that of which most was spent."""
    least = spent.get(part.row(allowance), (0, 0))
    most = (max((amounts[number] for amounts in spent.values()), default=0) for number in (0, 1))
    return Price(*(high - low for high, low in zip(most, least, strict=True)))
