# SPDX-License-Identifier: Apache-2.0
"""Whoever is cut off, wherever: nothing is spent twice, nothing beyond the promise, and no paid answer is lost."""

import itertools
import signal
import time

import numpy as np
import pytest

from diffident.ledger.charges import BudgetExhausted
from diffident.ledger.ledger import Ledger
from diffident.ledger.states import State
from diffident.ledger.verify import verify
from diffident.privacy.accounting.budget import Price
from ledger.workers import PRICE, WHOLE, ask, ask_until_size, ask_until_statement, charge, heard, hold, opened, run

CYCLES = 200
DEEP_CYCLES = 10_000
LONGEST = 0.03  # seconds until the kill: a few questions
SMALL = Price(WHOLE // 100)


def looked_after(path, seen):
    """Return what is wrong with a ledger after a kill, given every answer that anybody saw."""
    ledger = Ledger.at(path, patience=0)
    verified = verify(ledger.store)
    paid = ledger.answers("hospital")
    spent = ledger.spent("hospital")
    wrong = []
    if not spent == verified.spent["hospital", ""] == sum(
        (each.price for each in paid), Price(0)
    ) or not spent <= Price(WHOLE):
        wrong.append(f"{spent} for {len(paid)}")
    if len({each.key for each in paid}) != len(paid):
        wrong.append("paid twice")
    stored = {
        int(each.key, 16): ledger.reopen("hospital", each.number) for each in paid if each.state is State.PUBLISHED
    }
    wrong += [f"lost {number}" for number, answer in seen if stored.get(number) != answer]
    if any(each.state is State.SPENT for each in paid):
        wrong.append("a kill is no failure")
    return wrong


def resumed(path):
    """Publish whatever was reserved when its owner was cut off, and return how many that were."""
    ledger = Ledger.at(path, patience=0)
    before = ledger.spent("hospital")
    waiting = [each for each in ledger.answers("hospital") if each.state is State.RESERVED]
    for each in waiting:
        with ledger.reserve(charge(int(each.key, 16), each.price)) as claim:
            assert claim.published is None
            claim.publish(b"resumed")
    assert ledger.spent("hospital") == before
    return len(waiting)


def killed_at_random(folder, cycles, tape):
    """Kill processes that ask, each after a random time, until the promise is used up or a new one begins."""
    wrong, answered, cut = [], 0, 0
    delays = np.random.default_rng(tape).uniform(0, LONGEST, cycles)
    for cycle in range(cycles):
        if cycle % 10 == 0:
            path, seen = folder / f"{cycle}.db", []
        process, here = run(ask, path, range(len(seen), 10**6), SMALL)
        assert here.recv() == "ready"
        time.sleep(delays[cycle])
        process.kill()
        came_out = heard(process, here)
        seen += came_out
        answered += len(came_out)
        wrong += looked_after(path, seen)
        cut += resumed(path)
    return wrong, answered, cut


def test_no_kill_overspends_or_loses_a_paid_answer(ram):
    wrong, answered, cut = killed_at_random(ram, CYCLES, 1)
    assert wrong == []
    assert answered > CYCLES // 10
    assert cut > CYCLES // 20


@pytest.mark.deep
def test_none_of_ten_thousand_kills_does(tmp_path):
    wrong, answered, _ = killed_at_random(tmp_path, DEEP_CYCLES, 2)
    assert wrong == []
    assert answered > DEEP_CYCLES // 10


def statements(path):
    """Return the name of every statement of two questions, without a kill."""
    *_, names = heard(*run(ask_until_statement, path, [0, 1], 10**6))
    return names


def killed_at_statement(path, last, *, hasty=False):
    """Return what is wrong after a process was killed at one statement, and how it went on for the next."""
    process, here = run(ask_until_statement, path, [0, 1], last, hasty)
    said = heard(process, here)
    assert process.exitcode == -signal.SIGKILL
    seen = [each for each in said if isinstance(each, tuple)]
    wrong = looked_after(path, seen)
    for number, answer in heard(*run(ask, path, [0, 1]))[1:]:
        wrong += [f"another answer to {number}" for earlier, old in seen if earlier == number and old != answer]
    return wrong


def test_a_kill_at_any_statement_is_harmless(ram):
    opened(ram / "none.db")
    names = statements(ram / "none.db")
    assert {"BEGIN IMMEDIATE", "COMMIT", "UPDATE account SET", "UPDATE charge SET", "INSERT INTO entry"} <= set(names)
    for last in range(len(names)):
        path = ram / f"{last}.db"
        opened(path)
        assert killed_at_statement(path, last) == [], f"killed before {names[last]}"


def test_a_ledger_that_lets_answers_out_before_they_are_stored_is_found_out(ram):
    opened(ram / "none.db")
    for last in range(len(statements(ram / "none.db"))):
        path = ram / f"{last}.db"
        opened(path)
        if killed_at_statement(path, last, hasty=True):
            return
    pytest.fail("the wrong twin passed")


def test_a_kill_in_the_middle_of_a_commit_is_harmless(ram):
    """The process dies within a write: of the journal for small sizes, of the tables themselves for larger ones."""
    opened(ram / "none.db")
    heard(*run(ask, ram / "none.db", range(3)))
    full = (ram / "none.db").stat().st_size
    journals = 0
    for size in range(512, full + 4096, 2048):
        path = ram / f"{size}.db"
        opened(path)
        process, here = run(ask_until_size, path, range(3), size)
        seen = heard(process, here)
        assert process.exitcode in {-signal.SIGXFSZ, 0}
        journals += path.with_name(f"{path.name}-journal").exists()
        assert looked_after(path, seen) == [], size
        resumed(path)
        assert verify(Ledger.at(path).store).entries >= 3
    assert journals > 3, "few were caught in the middle"


def test_what_was_reserved_by_somebody_cut_off_is_computed_under_its_charge(ram):
    ledger = opened(ram / "ledger.db")
    process, here = run(hold, ram / "ledger.db", 1)
    number = here.recv()
    spent = ledger.spent("hospital")
    process.kill()
    process.join()
    with ledger.reserve(charge(1)) as claim:
        assert (claim.number, claim.published) == (number, None)
        claim.publish(b"after all")
    assert ledger.spent("hospital") == spent == PRICE


def test_the_promise_holds_to_its_last_unit_after_kills(ram):
    path = ram / "ledger.db"
    opened(path)
    heard(*run(ask_until_statement, path, [0], 12))
    ledger = opened(path)
    bought = sum(1 for _ in bought_until_refused(ledger))
    assert bought == WHOLE // PRICE.units
    assert ledger.left("hospital") == Price(0)


def bought_until_refused(ledger):
    for number in itertools.count():
        try:
            with ledger.reserve(charge(number)) as claim:
                yield claim.publish(b"one more")
        except BudgetExhausted:
            return
