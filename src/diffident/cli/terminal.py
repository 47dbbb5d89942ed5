# SPDX-License-Identifier: Apache-2.0
"""Where lines are typed: a terminal with a history of what was typed before, or a pipe."""

import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from diffident.cli.statements import CANCELLED, Lines

MOST_REMEMBERED: Final = 1000  # lines


@contextmanager
def lines(history: Path) -> Generator[Lines, None, None]:
    """Give a way to read lines: with a prompt and a history at a terminal, plainly from a pipe."""
    if not is_terminal():
        yield _piped
        return
    with _remembered(history):
        yield _typed


def is_terminal() -> bool:
    """Return whether somebody types."""
    return sys.stdin is not None and sys.stdin.isatty()


def answered() -> str | None:
    """Return what is typed behind a question that stands on the error channel; nothing if nobody is there."""
    line = _piped("")
    if not is_terminal():
        print(file=sys.stderr)  # noqa: T201 - nobody typed the end of the line
    return None if line is None else line.strip()


def _piped(_: str) -> str | None:
    line = sys.stdin.readline() if sys.stdin else ""
    return line.removesuffix("\n") if line else None


def _typed(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        print(file=sys.stderr)  # noqa: T201 - the cursor stands behind the prompt
        return None
    except KeyboardInterrupt:
        print(file=sys.stderr)  # noqa: T201 - the same
        return CANCELLED


@contextmanager
def _remembered(history: Path) -> Generator[None, None, None]:
    """Let arrow keys bring back earlier lines, also those of another day; where no file can be kept, of this day."""
    try:
        import readline  # noqa: PLC0415 - not everywhere, and only terminals need it
    except ImportError:
        yield
        return
    with suppress(OSError):
        readline.read_history_file(history)
    readline.set_history_length(MOST_REMEMBERED)
    try:
        yield
    finally:
        with suppress(OSError):
            readline.write_history_file(history)
