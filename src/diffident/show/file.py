# SPDX-License-Identifier: Apache-2.0
"""Files that are written: whole, or refused."""

from pathlib import Path
from typing import Self

from diffident.errors import Refused

LONGEST_NAME = 60  # characters of a path that a refusal repeats


class NotWritten(Refused):
    """A file or a stream that takes nothing: no room, no right, no folder."""

    code = "cannot_be_written"
    sentence = "Nothing can be written to {place}: {problem}."
    remedy = "Name a place where you may write, and which has room."

    @classmethod
    def of(cls, place: str, problem: OSError) -> Self:
        """Return the refusal for what the system said."""
        return cls(place=place, problem=(problem.strerror or type(problem).__name__).lower())


def write(path: Path, content: bytes) -> None:
    """Write a file, in the place of one that was there; the folder is made if it is missing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as problem:
        raise NotWritten.of(_named(path), problem) from None
    except ValueError:  # a null byte, which no file has in its name
        raise NotWritten(place=_named(path), problem="no such name can exist") from None


def _named(path: Path) -> str:
    text = str(path)
    return ascii(text if len(text) <= LONGEST_NAME else "..." + text[-LONGEST_NAME:])
