# SPDX-License-Identifier: Apache-2.0
"""Many ask for the last unit at the same instant: exactly one of them gets it."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from diffident.ledger.charges import BudgetExhausted
from diffident.ledger.ledger import Ledger
from diffident.ledger.verify import verify
from diffident.privacy.accounting.budget import Budget, Price
from ledger.workers import LAUNCHER, WHOLE, charge, naively, properly, race

RACES = 50
DEEP_RACES = 1_000
THREADS = 64
PROCESSES = 16


def nearly_spent(ledger, account):
    """Open an account and leave one unit of it."""
    ledger.open(account, promise=Budget(epsilon=1), person=account)
    with ledger.reserve(charge(10**6, Price(WHOLE - 1), account)) as claim:
        claim.publish(b"all but one unit")


def winners_among_threads(ledger, races, attempt):
    """Return how many won each race."""
    barrier = Barrier(THREADS)

    def run(account, number):
        barrier.wait()
        try:
            attempt(ledger, charge(number, Price(1), account))
        except BudgetExhausted:
            return 0
        return 1

    with ThreadPoolExecutor(THREADS) as threads:
        for account in map(str, range(races)):
            nearly_spent(ledger, account)
            yield sum(threads.map(run, [account] * THREADS, range(THREADS)))


@pytest.fixture
def runners():
    """Sixteen processes that stay for all races of a test, each with a pipe for its tasks and one for what became of them."""
    barrier = LAUNCHER.Barrier(PROCESSES)
    runners = []
    for _ in range(PROCESSES):
        (told, tasks), (results, there) = LAUNCHER.Pipe(duplex=False), LAUNCHER.Pipe(duplex=False)
        process = LAUNCHER.Process(target=race, args=(there, barrier, told))
        process.start()
        runners.append((process, tasks, results))
    yield runners
    for process, tasks, _ in runners:
        tasks.send(None)
        process.join()


def winners_among_processes(runners, path, races, attempt):
    """Return how many won each race."""
    ledger = Ledger.at(path)
    for account in map(str, range(races)):
        nearly_spent(ledger, account)
        for number, (_, tasks, _) in enumerate(runners):
            tasks.send((path, account, number, attempt))
        yield [results.recv() for _, _, results in runners].count("won")


def test_one_of_many_gets_the_last_unit(ledger):
    assert set(winners_among_threads(ledger, RACES, properly)) == {1}
    assert set(verify(ledger.store).spent.values()) == {Price(0), Price(WHOLE)}


def test_one_of_many_processes_gets_the_last_unit(path, runners):
    assert set(winners_among_processes(runners, path, RACES, properly)) == {1}
    assert set(verify(Ledger.at(path).store).spent.values()) == {Price(WHOLE)}


def test_looking_before_writing_is_found_out_among_threads(path):
    assert any(winners > 1 for winners in winners_among_threads(Ledger.at(path), RACES, naively))


def test_looking_before_writing_is_found_out_among_processes(path, runners):
    assert any(winners > 1 for winners in winners_among_processes(runners, path, RACES, naively))


@pytest.mark.deep
def test_one_of_many_gets_the_last_unit_in_a_thousand_races(tmp_path, runners):
    ledger = Ledger.at(tmp_path / "threads.db")
    assert set(winners_among_threads(ledger, DEEP_RACES, properly)) == {1}
    assert set(winners_among_processes(runners, tmp_path / "processes.db", DEEP_RACES, properly)) == {1}
