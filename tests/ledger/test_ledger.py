# SPDX-License-Identifier: Apache-2.0
"""One price, one answer: what is reserved is published, or spent, or computed by whoever comes after."""

import gc
import threading
import time

import pytest

from diffident.ledger import claim as claims
from diffident.ledger.charges import AnswerEmpty, AnswerFailed, BudgetExhausted, ChargeDiffers, ClaimOver
from diffident.ledger.faults import LedgerDamaged, LedgerUnwritable
from diffident.ledger.ledger import AnswerPending, NoSuchAnswer
from diffident.ledger.states import State
from diffident.ledger.verify import verify
from diffident.privacy.accounting.budget import Budget, Price
from ledger.workers import PRICE, WHOLE, charge


def bought(ledger, wanted, answer=b"an answer"):
    with ledger.reserve(wanted) as claim:
        return claim.published or claim.publish(answer)


def failed(ledger, wanted):
    with pytest.raises(ZeroDivisionError), ledger.reserve(wanted):
        raise ZeroDivisionError


def test_the_price_is_gone_before_anything_is_computed(ledger):
    with ledger.reserve(charge(1)) as claim:
        assert claim.published is None
        assert ledger.spent("hospital") == PRICE
        claim.publish(b"an answer")


def test_the_same_question_is_answered_again_for_nothing_with_the_same_bytes(ledger):
    assert bought(ledger, charge(1), b"first") == b"first"
    with ledger.reserve(charge(1)) as claim:
        assert claim.published == claim.publish(b"second") == b"first"
    assert ledger.spent("hospital") == PRICE


def test_an_answer_is_what_was_read_back(ledger, monkeypatch):
    monkeypatch.setattr(claims.charges, "answer", lambda *_: b"something else")
    with pytest.raises(LedgerDamaged), ledger.reserve(charge(1)) as claim:
        claim.publish(b"an answer")


def test_an_answer_that_was_stored_though_its_head_was_not_noted_stays_stored(ledger, monkeypatch):
    claim = ledger.reserve(charge(1))

    def unnoted(_):
        monkeypatch.undo()
        raise OSError

    monkeypatch.setattr(ledger.store.witness, "note", unnoted)
    with pytest.raises(LedgerUnwritable), claim:
        claim.publish(b"an answer")
    assert bought(ledger, charge(1), b"another") == b"an answer"


def test_only_one_answer_is_ever_stored(ledger):
    with ledger.reserve(charge(1)) as claim:
        claim.publish(b"first")
        with pytest.raises(ClaimOver):
            claim.publish(b"second")
    assert bought(ledger, charge(1), b"third") == b"first"


def test_an_answer_of_no_bytes_is_refused(ledger):
    with pytest.raises(AnswerEmpty), ledger.reserve(charge(1)) as claim:
        claim.publish(b"")


@pytest.mark.parametrize("leave", [KeyboardInterrupt, SystemExit, ValueError])
def test_what_failed_stays_spent(ledger, leave):
    with pytest.raises(leave), ledger.reserve(charge(1)):
        raise leave
    assert ledger.spent("hospital") == PRICE
    with pytest.raises(AnswerFailed, match=r"paid for with 0\.125"):
        ledger.reserve(charge(1))
    assert ledger.spent("hospital") == PRICE


def test_leaving_without_publishing_is_failing(ledger):
    with ledger.reserve(charge(1)):
        pass
    assert [paid.state for paid in ledger.answers("hospital")] == [State.SPENT]


def test_paying_again_is_a_new_charge(ledger):
    failed(ledger, charge(1))
    with ledger.reserve(charge(1), again=True) as claim:
        claim.publish(b"at last")
    assert ledger.spent("hospital") == PRICE + PRICE
    assert bought(ledger, charge(1)) == b"at last"
    with ledger.reserve(charge(1), again=True) as claim:
        assert claim.published == b"at last", "saying `again` buys nothing that is there"
    assert [paid.state for paid in ledger.answers("hospital")] == [State.SPENT, State.PUBLISHED]


def test_a_claim_that_was_dropped_is_resumed_under_its_charge(ledger):
    ledger.reserve(charge(1))
    gc.collect()
    assert bought(ledger, charge(1)) == b"an answer"
    assert ledger.spent("hospital") == PRICE


def test_nobody_publishes_under_a_charge_that_was_taken_over(ledger):
    first = ledger.reserve(charge(1))
    first.owner.end()
    second = ledger.reserve(charge(1))
    with pytest.raises(ClaimOver):
        first.publish(b"first")
    assert second.publish(b"second") == b"second"


def test_somebody_alive_is_waited_for(ledger):
    claim = ledger.reserve(charge(1))
    patient = type(ledger)(ledger.store, patience=30)
    found = []
    waiting = threading.Thread(target=lambda: found.append(patient.reserve(charge(1)).published))
    waiting.start()
    time.sleep(0.02)
    claim.publish(b"in the end")
    waiting.join()
    assert found == [b"in the end"]
    assert ledger.spent("hospital") == PRICE


def test_waiting_has_an_end(ledger):
    claim = ledger.reserve(charge(1))
    with pytest.raises(AnswerPending, match=r"0\.05 s"):
        ledger.reserve(charge(1))
    claim.publish(b"an answer")


def test_too_dear_a_question_is_refused_with_what_is_left(ledger):
    bought(ledger, charge(1, Price(WHOLE * 3 // 4)))
    with pytest.raises(BudgetExhausted, match=r'costs 0\.5 and 0\.25 is left of the promise "hospital"'):
        ledger.reserve(charge(2, Price(WHOLE // 2)))
    assert ledger.left("hospital") == Price(WHOLE // 4)
    assert len(ledger.answers("hospital")) == 1


@pytest.mark.parametrize("price", [Price(10**40), Price(2**62), Price(2**63), Price(1, 1), Price(0, 10**40)])
def test_no_price_is_too_large_to_be_refused(ledger, price):
    with pytest.raises(BudgetExhausted):
        ledger.reserve(charge(1, price))
    assert ledger.spent("hospital") == Price(0)


def test_both_numbers_of_a_price_are_tested(ledger):
    ledger.open("clinic", promise=Budget(epsilon=3, delta="1e-6", typical="0.1"), person="patient_id")
    left = ledger.left("clinic")
    bought(ledger, charge(1, Price(1, left.delta_units), "clinic"))
    with pytest.raises(BudgetExhausted, match="and delta"):
        ledger.reserve(charge(2, Price(1, 1), "clinic"))
    assert ledger.left("clinic") == Price(left.units - 1, 0)


def test_a_price_is_deducted_from_every_allowance_or_from_none(ledger):
    ledger.allow("hospital", {"research": Price(WHOLE // 2), "ann": PRICE})
    bought(ledger, charge(1, allowances=("research", "ann")))
    assert ledger.left("hospital", "research") == Price(WHOLE // 2 - PRICE.units)
    with pytest.raises(BudgetExhausted, match='0 is left of the allowance "ann" of the promise "hospital"'):
        ledger.reserve(charge(2, allowances=("ann", "research")))
    assert ledger.spent("hospital", "research") == ledger.spent("hospital") == PRICE


def test_the_same_key_at_another_price_is_refused(ledger):
    ledger.reserve(charge(1, Price(1)))
    gc.collect()
    with pytest.raises(ChargeDiffers, match="reserved for 1E-9 of the promise and is now asked for 1 of the promise"):
        ledger.reserve(charge(1, Price(WHOLE)))


def test_the_same_key_in_two_accounts_is_two_answers(ledger):
    ledger.open("clinic", promise=Budget(epsilon=1), person="patient_id")
    bought(ledger, charge(1), b"hospital")
    assert bought(ledger, charge(1, account="clinic"), b"clinic") == b"clinic"


def test_answers_are_listed_and_reopened(ledger):
    bought(ledger, charge(1, public=b"certificate"), b"one")
    failed(ledger, charge(2))
    first, second = ledger.answers("hospital")
    assert (first.public, first.key, first.price, first.state) == (
        b"certificate",
        charge(1).key,
        PRICE,
        State.PUBLISHED,
    )
    assert ledger.reopen("hospital", first.number) == b"one"
    with pytest.raises(NoSuchAnswer):
        ledger.reopen("hospital", second.number)
    with pytest.raises(NoSuchAnswer):
        ledger.reopen("clinic", first.number)


def test_rows_tell_the_question_and_the_answer_only(ram):
    """Two ledgers that were told the same have the same entries, whatever the time and whoever asked."""
    from diffident.ledger.ledger import Ledger
    from diffident.ledger.store import Store
    from diffident.randomness.source import Source

    heads = set()
    for name in ("a.db", "b.db"):
        ledger = Ledger(Store.file(ram / name, source=Source.replay(1)))
        ledger.open("hospital", promise=Budget(epsilon=1), person="patient_id")
        bought(ledger, charge(1))
        failed(ledger, charge(2))
        heads.add(ledger.head)
        assert verify(ledger.store).head == ledger.head
    assert len(heads) == 1
