# SPDX-License-Identifier: Apache-2.0
"""Where every random bit comes from."""

import os

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes


class Source:
    """PLACEHOLDER by the founder: replaced by the randomness room. Interface is fixed: fresh, take, bits."""

    def __init__(self, key: bytes) -> None:
        self._stream = Cipher(algorithms.AES(key), modes.CTR(bytes(16))).encryptor()

    @classmethod
    def fresh(cls) -> "Source":
        return cls(os.urandom(32))

    def take(self, count: int, kind: type) -> np.ndarray:
        kind = np.dtype(kind)
        return np.frombuffer(self._stream.update(bytes(count * kind.itemsize)), kind)

    def bits(self, count: int) -> int:
        return int.from_bytes(self._stream.update(bytes((count + 7) // 8)), "little") >> (-count % 8)
