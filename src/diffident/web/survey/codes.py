# SPDX-License-Identifier: Apache-2.0
"""Codes that people type: of an invitation, of a receipt. They are random, and stored as hashes."""

import base64
import hashlib
import hmac
import re
from typing import Final

from diffident.randomness.source import Source

BITS: Final = 80
SHAPE: Final = re.compile(r"[A-Z2-7]{16}")


def new(source: Source) -> str:
    """Return a code that nobody guesses, in groups of four."""
    return _grouped(source.bits(BITS).to_bytes(BITS // 8, "big"))


def read(typed: object) -> str | None:
    """Return a code as it was handed out, or None for what is none: dashes, spaces and small letters do not matter."""
    if type(typed) is not str or len(typed) > 64:
        return None
    plain = re.sub(r"[\s-]", "", typed).upper().replace("0", "O").replace("1", "I").replace("8", "B")
    return plain if SHAPE.fullmatch(plain) else None


def hashed(code: str) -> bytes:
    """Return what is stored of a code."""
    return hashlib.sha256(f"diffident code {code}".encode()).digest()


def receipt(secret: bytes, round_: int, stored: bytes) -> str:
    """Return the receipt of a report: the same for every repeat, and found by nobody without the survey's secret."""
    made = hmac.digest(secret, b"receipt %d " % round_ + stored, "sha256")
    return _grouped(made[: BITS // 8])


def _grouped(sixteen: bytes) -> str:
    text = base64.b32encode(sixteen).decode()
    return "-".join(text[place : place + 4] for place in range(0, 16, 4))
