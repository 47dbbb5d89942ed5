# SPDX-License-Identifier: Apache-2.0
"""Where every random bit comes from: AES-256 in counter mode, keyed by the system for each request, process and thread."""

import hashlib
import io
import os
import threading
from typing import Any, ClassVar, NoReturn, Self

import numpy as np
from numpy.typing import DTypeLike, NDArray

from diffident.errors import Refused

AHEAD = 512  # bytes of keystream kept ready, so that small draws need no cipher call each
ZEROS = bytes(1 << 18)  # what is enciphered: a keystream is the cipher text of nothing
BLOCK = 16


class RandomnessCopied(Refused):
    """Somebody tried to make a stream of noise exist twice."""

    code = "randomness_copied"
    sentence = "A source of randomness cannot be copied or pickled: its bits would be used twice."
    remedy = "Call Source.fresh() where the bits are needed."


class TapeElsewhere(Refused):
    """A tape was taken to another thread or process."""

    code = "tape_elsewhere"
    sentence = (
        "A replayed tape belongs to the thread and process that opened it; elsewhere its bits would be used twice."
    )
    remedy = "Call Source.replay() with another tape there."


class _Forks:
    """How often this process descends from another by fork, as far back as this module was imported."""

    count: ClassVar[int] = 0

    @classmethod
    def another(cls) -> None:
        cls.count += 1


getattr(os, "register_at_fork", dict)(after_in_child=_Forks.another)  # where nobody forks, a dict keeps it for nothing


def _here() -> tuple[int, int]:
    """Name this process: by its number, which a fork below Python changes, and by the forks, as numbers come again."""
    return os.getpid(), _Forks.count


class _Keystream:
    """One stream of bytes, each handed out once, in the thread and process that it belongs to."""

    __slots__ = ("_ahead", "_encryptor", "home")

    def __init__(self, key: bytes, first: bytes = b"") -> None:
        from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes  # noqa: PLC0415 - slow to import

        self._encryptor = Cipher(algorithms.AES(key), modes.CTR(bytes(BLOCK))).encryptor()
        self._ahead = io.BytesIO(first)
        self.home = _here()

    def read(self, size: int) -> bytes:
        """Return the next bytes of a small number; a signal handler that comes between reads others."""
        some = self._ahead.read(size)
        while len(some) < size:
            self._ahead = io.BytesIO(self._encryptor.update(ZEROS[:AHEAD]))
            some += self._ahead.read(size - len(some))
        return some

    def fill(self, size: int) -> NDArray[np.uint8]:
        """Return the next bytes of a large number."""
        filled = np.empty(size + BLOCK - 1, np.uint8)  # the cipher asks for room for a block more than it writes
        view = filled.data
        at = self._ahead.readinto(view[:size])
        while at < size:
            at += self._encryptor.update_into(memoryview(ZEROS)[: size - at], view[at:])
        return filled[:size]


class Source:
    """Random bits for one request.

    Guarantee:
        No bit is handed out twice: not in another request, thread or process, nor after a fork, and a source cannot be
        copied or pickled.
    Because:
        Each thread that asks has a keystream of its own under 256 bits from the system, drawn when it first asks, and
        again when the process is no longer the one it was drawn in. Within one thread each byte leaves the stream by
        one call that also moves the stream on, so a signal handler in between cannot see it.
    Checked by: tests/randomness/test_source.py::test_no_two_of_ten_thousand_streams_are_equal
    """

    __slots__ = ("_local", "_replayed")

    def __init__(self) -> None:
        self._local = threading.local()
        self._replayed = False

    @classmethod
    def fresh(cls) -> Self:
        """Return a source with a key of its own."""
        return cls()

    @classmethod
    def replay(cls, tape: bytes | int) -> Self:
        """Return a source that says the same each time; for tests and `lab/open` only.

        A tape of bytes is read as it is, and then, like the number of a tape, taken as the key of what follows.
        """
        source = cls()
        first, name = (tape, b"bytes" + tape) if isinstance(tape, bytes) else (b"", b"number %d" % tape)
        source._replayed = True
        source._local.stream = _Keystream(hashlib.sha256(name).digest(), first)
        return source

    def bits(self, count: int) -> int:
        """Return a whole number of this many random bits."""
        return int.from_bytes(self._stream().read((count + 7) >> 3), "little") >> (-count & 7)

    def take(self, count: int, dtype: DTypeLike) -> NDArray[Any]:
        """Return this many random words of an unsigned type."""
        kind = np.dtype(dtype)
        return self._stream().fill(count * kind.itemsize).view(kind)

    def _stream(self) -> _Keystream:
        stream: _Keystream | None = getattr(self._local, "stream", None)
        if stream is not None and stream.home == _here():
            return stream
        if self._replayed:
            raise TapeElsewhere
        self._local.stream = stream = _Keystream(os.urandom(32))
        return stream

    def __reduce__(self) -> NoReturn:
        raise RandomnessCopied
