# SPDX-License-Identifier: Apache-2.0
"""No bit twice: not across requests, threads, forks or processes, and never by a copy."""

import copy
import os
import pickle
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from diffident.randomness import source as room
from diffident.randomness.source import AHEAD, RandomnessCopied, Source, TapeElsewhere
from randomness.fit import fits

STREAMS = Path(__file__).parent / "streams.py"
FORKED = (25, 100, 300) if hasattr(os, "fork") else (0, 0, 10_000)


def streams(*asked):
    """Return the streams that a new process, and the children it forks, print."""
    printed = subprocess.run([sys.executable, STREAMS, *map(str, asked)], check=True, capture_output=True, text=True)
    return printed.stdout.split()


def in_threads(action, count):
    """Return what the action returns in this many threads at once."""
    found = []
    threads = [threading.Thread(target=lambda: found.append(action())) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def hexadecimal(source):
    return f"{source.bits(128):032x}"


def test_no_two_of_ten_thousand_streams_are_equal():
    """Forked: sources made and used before the fork, and new ones after it. Spawned: two processes. And threads."""
    forked, spawned = streams(*FORKED), streams(0, 0, 400)
    shared = Source.fresh()
    hexadecimal(shared)
    threaded = in_threads(lambda: [hexadecimal(shared), *(hexadecimal(Source.fresh()) for _ in range(20))], 16)
    found = [*forked, *spawned, hexadecimal(shared), *(stream for thread in threaded for stream in thread)]
    assert len(found) > 10_000
    assert len(set(found)) == len(found)


def test_a_stream_that_forgot_the_fork_would_be_noticed():
    """The twin: the same forks, where the streams do not look where they are, repeat each other."""
    if not hasattr(os, "fork"):
        pytest.skip("this system cannot fork")
    found = streams(2, 10, 0, "forgetful")
    assert len(set(found)) == 10
    assert len(found) == 20


@pytest.mark.deep
def test_no_two_of_a_hundred_thousand_streams_are_equal():
    found = streams(100, 500, 500)
    assert len(set(found)) == len(found) >= 100_000


def test_a_process_that_descends_from_another_with_the_same_number_draws_a_new_key(monkeypatch):
    """Numbers of processes come again: a grandchild may have that of its grandparent."""
    monkeypatch.setattr(room._Forks, "count", room._Forks.count)
    source = Source.fresh()
    source.bits(64)
    before = source._local.stream
    room._Forks.another()
    source.bits(64)
    assert source._local.stream is not before


def test_a_fork_below_python_is_noticed_by_the_number_of_the_process(monkeypatch):
    source = Source.fresh()
    source.bits(64)
    before = source._local.stream
    monkeypatch.setattr(room.os, "getpid", lambda: -1)
    source.bits(64)
    assert source._local.stream is not before


def test_a_source_keeps_its_key_where_it_is():
    source = Source.fresh()
    source.bits(64)
    before = source._local.stream
    source.take(1000, np.uint64)
    assert source._local.stream is before


def test_a_signal_handler_in_the_middle_of_a_read_sees_other_bytes():
    """Each read is interrupted, at every call it makes, by one that reads as much."""
    interrupted = Source.replay(1)._local.stream
    stolen = []

    class Interrupting:
        def __init__(self, ahead):
            self.ahead = ahead

        def read(self, size):
            some = self.ahead.read(size)
            stolen.append(interrupted._ahead.ahead.read(16))
            return some

    own = []
    for _ in range(200):
        if not isinstance(interrupted._ahead, Interrupting):
            interrupted._ahead = Interrupting(interrupted._ahead)
        own.append(interrupted.read(16))
    seen = [part for part in own + stolen if len(part) == 16]
    assert len(set(seen)) == len(seen) > 350


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, *(lambda s, p=p: pickle.dumps(s, p) for p in range(6))])
@pytest.mark.parametrize("source", [Source.fresh(), Source.replay(1)], ids=["fresh", "replayed"])
def test_a_source_cannot_be_copied(source, copied):
    source.bits(8)
    with pytest.raises(RandomnessCopied):
        copied(source)


def test_a_source_takes_no_seed():
    with pytest.raises(TypeError):
        Source(1)
    with pytest.raises(TypeError):
        Source.fresh(1)


def test_a_source_has_no_place_for_a_stream_of_somebody_else():
    with pytest.raises(AttributeError):
        Source.fresh().stream = 1


class TestReplay:
    def test_a_number_says_the_same_again_and_another_number_something_else(self):
        first, again, other = (Source.replay(number).take(100, np.uint64) for number in (7, 7, 8))
        assert (first == again).all()
        assert (first != other).all()

    def test_bytes_come_first_as_they_are_and_what_follows_depends_on_them(self):
        tape = Source.replay(b"abcdef")
        assert tape.bits(16) == int.from_bytes(b"ab", "little")
        assert tape.take(4, np.uint8).tobytes() == b"cdef"
        assert tape.bits(64) == Source.replay(b"abcdef").bits(112) >> 48
        assert tape.bits(64) != Source.replay(b"abcdeg").bits(112) >> 48

    def test_bytes_and_numbers_are_different_tapes(self):
        assert Source.replay(1).bits(256) != Source.replay(b"number 1").bits(320) >> 64

    @pytest.mark.parametrize("sizes", [[4096], [1] * 4096, [AHEAD] * 8, [AHEAD - 1, 2, 3073, 510], [700] * 5 + [596]])
    def test_the_stream_does_not_depend_on_how_it_is_read(self, sizes):
        """Small reads come from what is kept ready, large ones straight from the cipher; no byte is lost between."""
        whole, tape = Source.replay(3).take(4096, np.uint8).tobytes(), Source.replay(3)
        few = (tape.bits(8 * size).to_bytes(size, "little") for size in sizes)
        assert b"".join(few) == whole
        tape = Source.replay(3)
        assert b"".join(tape.take(size, np.uint8).tobytes() for size in sizes) == whole

    def test_a_long_reading_is_longer_than_what_is_enciphered_at_once(self):
        size = len(room.ZEROS) + 100
        long, tape = Source.replay(4).take(size, np.uint8), Source.replay(4)
        pieces = [tape.take(part, np.uint8) for part in (50, size - 150, 100)]
        assert (long == np.concatenate(pieces)).all()

    def test_a_tape_stays_in_its_thread(self):
        tape = Source.replay(5)

        def elsewhere():
            with pytest.raises(TapeElsewhere):
                tape.bits(1)
            return True

        assert in_threads(elsewhere, 1) == [True]

    def test_a_tape_stays_in_its_process(self, monkeypatch):
        tape = Source.replay(5)
        monkeypatch.setattr(room.os, "getpid", lambda: -1)
        with pytest.raises(TapeElsewhere):
            tape.take(1, np.uint8)


def test_a_number_of_bits_is_never_longer():
    source = Source.fresh()
    assert all(source.bits(size) < 1 << size for size in range(70) for _ in range(20))
    assert source.bits(0) == 0


@pytest.mark.parametrize("kind", [np.uint8, np.uint16, np.uint32, np.uint64])
def test_words_are_of_the_type_asked_for_and_one_may_write_to_them(kind):
    words = Source.fresh().take(10, kind)
    words[:] = 0
    assert words.dtype == kind
    assert Source.fresh().take(0, kind).size == 0


@pytest.mark.statistical(false_alarm=1e-9)
def test_bits_are_fair_and_a_tenth_off_is_not():
    bits = np.unpackbits(Source.replay(6).take(3 << 16, np.uint8))
    biased = bits | (Source.replay(7).take(bits.size, np.uint8) < 26)
    assert fits(np.bincount(threes(bits)), [1] * 8)
    assert not fits(np.bincount(threes(biased)), [1] * 8)


def threes(bits):
    """Return three bits in a row as a number, so that neighbours are seen to be independent, too."""
    return bits.reshape(-1, 3) @ np.array([4, 2, 1])
