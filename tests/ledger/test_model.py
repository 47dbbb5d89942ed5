# SPDX-License-Identifier: Apache-2.0
"""Whatever happens in whatever order, the ledger does what a few lines say that it does."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from diffident.ledger.charges import AnswerFailed, BudgetExhausted
from diffident.ledger.ledger import AnswerPending, Ledger
from diffident.ledger.verify import verify
from diffident.privacy.accounting.budget import Budget, Price
from ledger.workers import charge

CAP = 100
NUMBERS = st.integers(0, 5)
PRICES = [0, 1, 30, 40, 60, 101]  # by number: a key always has the same price


class Reference:
    """What was paid, and what became of it; nothing durable, nothing shared."""

    def __init__(self):
        self.spent = 0
        self.published = {}
        self.open = set()
        self.failed = set()

    def reserve(self, number, *, again):
        if number in self.published:
            return self.published[number]
        if number in self.open:
            return AnswerPending
        if number in self.failed and not again:
            return AnswerFailed
        if self.spent + PRICES[number] > CAP:
            return BudgetExhausted
        self.spent += PRICES[number]
        self.open.add(number)
        return None


class Machine(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.ledger = Ledger.memory(patience=0)
        self.ledger.open("hospital", promise=Budget(epsilon=1), person="p", allowances={"research": Price(CAP)})
        self.reference = Reference()
        self.claims = {}

    @rule(number=NUMBERS, again=st.booleans())
    def reserve(self, number, again):
        expected = self.reference.reserve(number, again=again)
        wanted = charge(number, Price(PRICES[number]), allowances=("research",))
        if isinstance(expected, type):
            with pytest.raises(expected):
                self.ledger.reserve(wanted, again=again)
            return
        claim = self.ledger.reserve(wanted, again=again)
        assert claim.published == expected
        if expected is None:
            self.claims[number] = claim

    @rule(number=NUMBERS, answer=st.binary(min_size=1, max_size=3))
    def publish(self, number, answer):
        if claim := self.claims.pop(number, None):
            assert claim.publish(answer) == answer
            self.reference.open.remove(number)
            self.reference.published[number] = answer

    @rule(number=NUMBERS)
    def fail(self, number):
        if claim := self.claims.pop(number, None):
            claim.__exit__()
            self.reference.open.remove(number)
            self.reference.failed.add(number)

    @rule(number=NUMBERS)
    def be_cut_off_and_resumed(self, number):
        if claim := self.claims.pop(number, None):
            claim.owner.end()
            wanted = charge(number, Price(PRICES[number]), allowances=("research",))
            self.claims[number] = self.ledger.reserve(wanted)
            assert self.claims[number].number == claim.number

    @invariant()
    def it_has_spent_the_same(self):
        assert self.ledger.spent("hospital", "research").units == self.reference.spent
        assert self.ledger.spent("hospital").units == self.reference.spent <= CAP

    def teardown(self):
        assert verify(self.ledger.store).spent["hospital", ""].units == self.reference.spent


def test_it_does_what_a_few_lines_say():
    run_state_machine_as_test(Machine, settings=settings(max_examples=60, stateful_step_count=40))


@pytest.mark.deep
def test_it_does_what_a_few_lines_say_for_long():
    run_state_machine_as_test(
        Machine, settings=settings(settings.get_profile("deep"), max_examples=2_000, stateful_step_count=100)
    )
