# SPDX-License-Identifier: Apache-2.0
"""Whether somebody is at work: told by a lock that the system takes away, between threads and between processes."""

from weakref import WeakSet

import pytest

from diffident.ledger import forks
from diffident.ledger.ledger import AnswerPending
from diffident.ledger.owner import Processes, Threads
from ledger.workers import charge, hold, opened, run


@pytest.fixture(params=["threads", "processes"])
def owners(request, ram):
    owners = Threads() if request.param == "threads" else Processes(ram / "owners")
    owners.sweep()
    return owners


def test_an_owner_is_alive_until_it_ends(owners):
    first, second = owners.new(), owners.new()
    assert not first.held
    assert not owners.alive(first.token)
    first.take()
    second.take()
    assert first.held
    assert owners.alive(first.token)
    first.end()
    assert not first.held
    assert not owners.alive(first.token)
    assert owners.alive(second.token)


def test_an_owner_that_is_forgotten_has_ended(owners):
    owner = owners.new()
    owner.take()
    token = owner.token
    del owner
    assert not owners.alive(token)


def test_tokens_are_names_of_their_own(owners):
    assert len({owners.new().token for _ in range(100)}) == 100


def test_asking_does_not_take_the_lock_away(owners):
    owner = owners.new()
    owner.take()
    assert [owners.alive(owner.token) for _ in range(3)] == [True] * 3


def test_a_file_that_cannot_be_asked_counts_as_alive(ram):
    owners = Processes(ram)
    (ram / "token").write_bytes(b"no lock of ours" * 100)
    assert owners.alive("token")


def test_another_process_is_seen_until_it_is_killed(path):
    process, here = run(hold, path, 1)
    here.recv()
    ledger = opened(path, patience=0)
    with pytest.raises(AnswerPending):
        ledger.reserve(charge(1))
    process.kill()
    process.join()
    assert ledger.reserve(charge(1)).published is None


def test_what_was_left_by_those_cut_off_is_tidied(path):
    process, here = run(hold, path, 1)
    here.recv()
    folder = path.with_name(f"{path.name}.owners")
    opened(path)
    assert len(list(folder.iterdir())) == 1, "alive"
    process.kill()
    process.join()
    opened(path)
    assert list(folder.iterdir()) == []


def test_a_child_lets_go_and_leaves_the_file_to_its_parent(path, monkeypatch):
    owner = opened(path).reserve(charge(1)).owner
    monkeypatch.setattr(forks, "_HELD", WeakSet([owner]))
    forks.TURN.acquire()
    forks._in_child()
    assert not owner.held
    assert owner._path.exists()
    owner.let_go()
    owner.end()
    assert owner._path.exists()


def test_a_finished_claim_leaves_no_file(path):
    with opened(path).reserve(charge(1)) as claim:
        claim.publish(b"an answer")
    assert list(path.with_name(f"{path.name}.owners").iterdir()) == []


def test_only_their_owner_can_read_the_files(path):
    ledger = opened(path)
    claim = ledger.reserve(charge(1))
    files = [path, path.with_name(f"{path.name}.heads"), path.with_name(f"{path.name}.owners") / claim.owner.token]
    assert [oct(file.stat().st_mode & 0o777) for file in files] == ["0o600"] * 3
    assert oct(files[2].parent.stat().st_mode & 0o777) == "0o700"
