# SPDX-License-Identifier: Apache-2.0
"""What is typed at the prompt, cut into statements: a backslash command is a line, a question ends with ; or an empty line."""

from collections.abc import Callable, Iterator
from typing import Final

FIRST: Final = "diffident> "
NEXT: Final = "      ...> "
CANCELLED: Final = "\x03"  # what Ctrl-C types: the lines so far are forgotten
Lines = Callable[[str], str | None]


def statements(line: Lines) -> Iterator[str]:
    r"""Yield statement by statement until there is no further line; `line` is given the prompt.

    >>> typed = iter(["\\d", "SELECT COUNT(*)", "FROM visits;", "SELECT 1", ""])
    >>> list(statements(lambda prompt: next(typed, None)))
    ['\\d', 'SELECT COUNT(*)\nFROM visits', 'SELECT 1']
    """
    lines: list[str] = []
    while (typed := line(NEXT if lines else FIRST)) is not None:
        text = typed.strip()
        lines = [] if text == CANCELLED else [*lines, text]
        if is_whole(lines):
            yield from _joined(lines)
            lines = []
    yield from _joined(lines)


def is_whole(lines: list[str]) -> bool:
    """Return whether nothing more belongs to what was typed."""
    return bool(lines) and (not lines[-1] or lines[-1].endswith(";") or lines[0].startswith("\\"))


def _joined(lines: list[str]) -> Iterator[str]:
    """Yield one statement, or none where there is nothing but signs of an end."""
    yield from filter(None, ["\n".join(lines).rstrip("; \n")])
