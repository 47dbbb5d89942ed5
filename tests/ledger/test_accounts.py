# SPDX-License-Identifier: Apache-2.0
"""What was promised stays promised: terms, allowances, sources, versions and secrets."""

import pytest

from diffident.ledger import accounts
from diffident.ledger.accounts import (
    AccountUnknown,
    AllowanceRaised,
    NeighboursMixed,
    PromiseDiffers,
    SourceChanged,
    SourceElsewhere,
    SourceUnknown,
)
from diffident.ledger.charges import BudgetExhausted
from diffident.ledger.entry import ChargeKey, LedgerName
from diffident.ledger.ledger import Ledger
from diffident.ledger.states import NEXT, Event, NoWayBack, State, after, printed
from diffident.ledger.store import LedgerElsewhere
from diffident.privacy.accounting.budget import Budget, Price
from diffident.privacy.person import Neighbours
from ledger.workers import PRICE, WHOLE, charge, opened

KNOWN = {"promise": Budget(epsilon=1), "person": "patient_id"}
OTHERS = [
    {"promise": Budget(epsilon=2)},
    {"promise": Budget(epsilon="0.5")},
    {"promise": Budget(epsilon=1, delta="1e-6", typical="0.1")},
    {"person": "doctor_id"},
    {"neighbours": Neighbours.REPLACE},
]


def test_an_account_is_found_again_with_what_was_spent(path):
    with opened(path).reserve(charge(1)) as claim:
        claim.publish(b"an answer")
    again = opened(path)
    assert again.spent("hospital") == PRICE
    assert again.head == opened(path).head, "finding it writes nothing"


@pytest.mark.parametrize("other", OTHERS)
def test_another_promise_is_refused_with_the_recorded_one_shown(ledger, other):
    with pytest.raises(
        PromiseDiffers, match="is epsilon 1 for each patient_id, add_remove, cap 1000000000/0; it cannot"
    ):
        ledger.open("hospital", **{**KNOWN, **other})


def test_one_ledger_never_mixes_two_kinds_of_neighbours(ledger):
    with pytest.raises(
        NeighboursMixed, match='against add_remove, since the promise "hospital" was opened, and now repl'
    ):
        ledger.open("clinic", promise=Budget(epsilon=1), person="patient_id", neighbours=Neighbours.REPLACE)
    ledger.open("clinic", promise=Budget(epsilon=1), person='"neighbours":"replace"')


def test_an_approximate_promise_is_shown_with_its_order(ledger):
    promise = Budget(epsilon=3, delta="1e-6", typical="0.1")
    ledger.open("clinic", promise=promise, person="patient_id")
    with pytest.raises(PromiseDiffers, match=r"epsilon 3 delta .* typical 0.1 order"):
        ledger.open("clinic", promise=Budget(epsilon=3), person="patient_id")


def test_recorded_terms_that_nobody_can_read_are_shown_by_kind():
    assert accounts.in_words(b"[]") == "a list"


def test_an_allowance_can_be_added_and_lowered_and_never_unspent(ledger):
    ledger.open("hospital", **KNOWN, allowances={"research": Price(WHOLE)})
    with ledger.reserve(charge(1, allowances=("research",))) as claim:
        claim.publish(b"an answer")
    ledger.open("hospital", **KNOWN, allowances={"research": Price(1), "planning": Price(5)})
    before = ledger.head
    ledger.open("hospital", **KNOWN, allowances={"research": Price(1)})
    assert ledger.head == before
    assert ledger.left("hospital", "research") == Price(0)
    assert ledger.spent("hospital", "research") == PRICE
    with pytest.raises(BudgetExhausted):
        ledger.reserve(charge(2, Price(1), allowances=("research",)))


def test_an_allowance_is_raised_by_a_steward_only(ledger):
    ledger.open("hospital", **KNOWN, allowances={"research": Price(5)})
    with pytest.raises(AllowanceRaised, match=r"given \(5, 0\) units and is now declared with \(6, 0\)"):
        ledger.open("hospital", **KNOWN, allowances={"research": Price(6)})
    ledger.allow("hospital", {"research": Price(6)})
    assert ledger.left("hospital", "research") == Price(6)


def test_what_nobody_opened_is_unknown(ledger):
    for asked in (
        lambda: ledger.left("clinic"),
        lambda: ledger.spent("hospital", "research"),
        lambda: ledger.answers("clinic"),
        lambda: ledger.secret("clinic", "groups"),
        lambda: ledger.allow("clinic", {}),
        lambda: ledger.bind_source("clinic", "visits"),
        lambda: ledger.reserve(charge(1, account="clinic")),
        lambda: ledger.reserve(charge(1, allowances=("research",))),
    ):
        with pytest.raises(AccountUnknown):
            asked()


def test_a_source_belongs_to_one_promise_for_good(ledger):
    ledger.open("clinic", promise=Budget(epsilon=1), person="patient_id")
    assert ledger.bind_source("hospital", "visits.parquet", "digest") == 1
    assert ledger.bind_source("hospital", "visits.parquet", "digest") == 1
    with pytest.raises(SourceElsewhere, match="belongs to the promise hospital"):
        ledger.bind_source("clinic", "visits.parquet", "digest")
    with pytest.raises(SourceUnknown):
        ledger.new_version("clinic", "visits.parquet")


def test_other_contents_ask_for_a_new_version(ledger):
    ledger.bind_source("hospital", "visits.parquet", "digest")
    with pytest.raises(SourceChanged, match="as version 1"):
        ledger.bind_source("hospital", "visits.parquet", "another")
    assert ledger.new_version("hospital", "visits.parquet", "another") == 2
    assert ledger.bind_source("hospital", "visits.parquet", "another") == 2
    assert ledger.version("hospital", "visits.parquet") == 2


def test_a_secret_is_the_accounts_own_and_another_for_each_use(path):
    ledger = opened(path)
    ledger.open("clinic", promise=Budget(epsilon=1), person="patient_id")
    secrets = {ledger.secret(account, label) for account in ("hospital", "clinic") for label in ("groups", "rows")}
    assert len(secrets) == 4
    assert {len(secret) for secret in secrets} == {32}
    assert opened(path).secret("hospital", "groups") in secrets
    assert not any(secret in path.read_bytes() for secret in secrets)


@pytest.mark.parametrize("name", ["", " hospital", "hospital ", "hos\npital", "\u202ehospital", "h" * 129])
def test_a_name_that_could_be_mistaken_is_refused(ledger, name):
    for asked in (
        lambda: ledger.open(name, **KNOWN),
        lambda: charge(1, account=name),
        lambda: charge(1, allowances=(name,)),
        lambda: ledger.allow("hospital", {name: Price(1)}),
        lambda: ledger.bind_source("hospital", name),
        lambda: ledger.store.append(name, b""),
        lambda: ledger.open("clinic", promise=Budget(epsilon=1), person=name),
    ):
        with pytest.raises(LedgerName):
            asked()


@pytest.mark.parametrize("key", ["", "0" * 63, "0" * 65, "G" * 64, "A" * 64, "0" * 63 + "\n"])
def test_a_key_is_a_digest(key):
    with pytest.raises(ChargeKey):
        type(charge(1))("hospital", key, PRICE)


def test_allowances_are_a_set_in_order():
    assert charge(1, allowances=("b", "a", "b")) == charge(1, allowances=("a", "b"))


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("event", Event)
def test_there_is_no_way_back(state, event):
    if (state, event) in {(State.ASKED, Event.RESERVE), (State.RESERVED, Event.RESUME)}:
        assert after(state, event) is State.RESERVED
    elif (state, event) in {(State.RESERVED, Event.PUBLISH), (State.RESERVED, Event.FAIL)}:
        assert after(state, event) in {State.PUBLISHED, State.SPENT}
    else:
        with pytest.raises(NoWayBack):
            after(state, event)


def test_the_table_of_states_can_be_printed():
    assert [line.split()[0] for line in printed().splitlines()] == [state.value for state, _ in NEXT]


def test_a_ledger_in_memory_is_never_copied(ledger):
    import copy
    import pickle

    if ledger.store.path is None:
        for copied in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(LedgerElsewhere):
                copied(ledger.store)
    else:
        again = Ledger(pickle.loads(pickle.dumps(ledger.store)))
        assert again.head == ledger.head
