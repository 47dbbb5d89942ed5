# SPDX-License-Identifier: Apache-2.0
"""Where every random bit comes from: AES-256 in counter mode, keyed by the system for each request, process and thread."""

import hashlib
import io
import os
import threading
from typing import Any, NoReturn, Self

import numpy as np
from numpy.typing import DTypeLike, NDArray

from diffident.errors import Refused

AHEAD = 512  # bytes of keystream kept ready for small draws
ZEROS = bytes(1 << 18)


class SourceCopied(Refused):
    """A stream of noise that would exist twice."""

    code = "randomness_copied"
    sentence = "A source of randomness cannot be copied, pickled or stored: its bits would be used twice."
    remedy = "Call Source.fresh() where the bits are needed."


class _Keystream:
    """One key's stream; each of its bytes is handed out once."""

    def __init__(self, key: bytes) -> None:
        from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes  # noqa: PLC0415 - slow to import

        self._encryptor = Cipher(algorithms.AES(key), modes.CTR(bytes(16))).encryptor()
        self._ahead = io.BytesIO()
        self.home = _here()

    def read(self, size: int) -> bytes:
        if size > AHEAD:
            return self._encryptor.update(bytes(size))
        some = self._ahead.read(size)
        while len(some) < size:
            self._ahead = io.BytesIO(self._encryptor.update(ZEROS[:AHEAD]))
            some = self._ahead.read(size)
        return some


_forks = 0


def _forked() -> None:
    global _forks  # noqa: PLW0603 - the count of forks belongs to the process
    _forks += 1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


def _here() -> tuple[int, int]:
    return os.getpid(), _forks


class Source(threading.local):
    """Random bits for one request."""

    _stream: _Keystream | None = None

    def __init__(self, tape: bytes | None = None) -> None:
        self._tape = tape
        if tape is not None:
            self._stream = _Keystream(tape)

    @classmethod
    def fresh(cls) -> Self:
        """Return a source with a key of its own from the system."""
        return cls()

    @classmethod
    def replay(cls, tape: bytes | int) -> Self:
        """Return a source that repeats itself; for tests and `lab/open` only."""
        named = tape if isinstance(tape, bytes) else str(tape).encode()
        return cls(hashlib.sha256(named).digest())

    def bytes(self, size: int) -> bytes:
        """Return this many random bytes."""
        stream = self._stream
        if stream is None or (self._tape is None and stream.home != _here()):
            stream = self._stream = _Keystream(os.urandom(32))
        return stream.read(size)

    def take(self, count: int, dtype: DTypeLike) -> NDArray[Any]:
        """Return an array of random words of this type."""
        kind = np.dtype(dtype)
        return np.frombuffer(bytearray(self.bytes(count * kind.itemsize)), kind)

    def bits(self, count: int) -> int:
        """Return a whole number of this many random bits."""
        return int.from_bytes(self.bytes((count + 7) // 8), "little") >> (-count % 8)

    def __reduce__(self) -> NoReturn:
        raise SourceCopied
