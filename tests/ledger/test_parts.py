# SPDX-License-Identifier: Apache-2.0
"""Charges for parts of the people: what is taken covers whoever is in whichever part, and is no more than that."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffident.errors import Refused
from diffident.ledger import parts
from diffident.ledger.charges import BudgetExhausted
from diffident.ledger.entry import Part
from diffident.ledger.ledger import Ledger
from diffident.ledger.verify import verify
from diffident.privacy.accounting.budget import Budget, Price
from ledger.workers import charge

SPLITS = {"by ward": ("A", "B", "C"), "by sex": ("f", "m")}
PARTS = [None, *(Part(split, name) for split, names in SPLITS.items() for name in names)]
PEOPLE = [dict(zip(SPLITS, names, strict=True)) for names in product(*((*names, None) for names in SPLITS.values()))]
CAP = 100
paid = st.lists(st.tuples(st.sampled_from(PARTS), st.integers(0, 30), st.booleans()), max_size=25)


def ledger():
    found = Ledger.memory(patience=0)
    promise = Budget(epsilon=1, delta="1e-6", typical="0.1")
    found.open("hospital", promise=promise, person="p", allowances={"research": Price(CAP, CAP)})
    return found


def spend(book, charges, *, is_twin=False):
    """Pay what fits, and return what was paid: the part, the price, and whether research paid as well."""
    done = []
    for number, (part, units, is_research) in enumerate(charges):
        price = Price(units, 30 - units)
        wanted = charge(number, price, part=part, allowances=("research",) if is_research else ())
        before, mine = book.left("hospital"), book.left("hospital", part=part)
        try:
            with book.reserve(wanted) as claim:
                claim.publish(b"an answer")
        except BudgetExhausted:
            assert book.left("hospital") == before
            assert is_research or not price <= mine
            continue
        assert is_twin or book.left("hospital", part=part) + price == mine
        done.append((part, price, is_research))
    return done


def losses(done, *, of_research):
    """Return what each kind of person lost, by whatever part they are in."""
    for person in PEOPLE:
        mine = [price for part, price, research in done if _tells(part, person) and (research or not of_research)]
        yield sum(price.units for price in mine), sum(price.delta_units for price in mine)


def _tells(part, person):
    return part is None or person[part.split] == part.name


@given(paid)
@settings(max_examples=60)
def test_nobody_loses_more_than_was_taken(charges):
    book = ledger()
    done = spend(book, charges)
    for allowance, of_research in (("", False), ("research", True)):
        spent = book.spent("hospital", allowance)
        worst = [max(lost) for lost in zip(*losses(done, of_research=of_research), strict=True)]
        assert worst == [spent.units, spent.delta_units], "as much as the worst off lost, and no more"
    assert book.spent("hospital", "research") <= Price(CAP, CAP)
    assert verify(book.store).spent["hospital", ""] == book.spent("hospital")


def test_a_twin_that_takes_too_little_is_noticed(monkeypatch):
    charges = [(Part("by ward", "A"), 20, False), (Part("by ward", "B"), 20, False), (Part("by ward", "B"), 20, False)]

    def fits(raised):
        monkeypatch.setattr(parts, "raised", raised)
        book = ledger()
        done = spend(book, charges, is_twin=True)
        return max(units for units, _ in losses(done, of_research=False)) <= book.spent("hospital").units

    assert fits(parts.raised)
    assert not fits(lambda spent, row, price: (0, 0) if spent else price)


def test_parts_are_refused_once_the_promise_is_spent_or_its_gap_burned():
    book = ledger()
    whole = book.left("hospital")
    with book.reserve(charge(1, whole, part=PARTS[1])) as claim:
        claim.publish(b"an answer")
    assert book.left("hospital") == Price(0, 0)
    with book.reserve(charge(2, whole, part=PARTS[2])) as claim:
        claim.publish(b"for nobody else, so for nothing more")
    with pytest.raises(Refused, match='left of the promise "hospital"'):
        book.reserve(charge(3, Price(1), part=PARTS[2]))
    from diffident.ledger import accounts, chain

    with book.store.writing() as db:
        accounts.burn(db)
        chain.append(db, kind="burned", after=9)
    for number, part in enumerate(PARTS[1:4], 4):
        with pytest.raises(Refused):
            book.reserve(charge(number, Price(1), part=part))


@pytest.mark.parametrize("name", ["", "A\nB", " A"])
def test_a_part_has_a_name_that_no_other_has(name):
    with pytest.raises(Refused):
        Part("by ward", name)
