# SPDX-License-Identifier: Apache-2.0
"""An answer as rows to read: each noisy number beside its interval, no finer than the noise lets it be."""

import math
from collections.abc import Iterator, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal
from typing import Any, Final

from diffident.curator.result import Answer
from diffident.curator.shown import Shown
from diffident.show.text import Cell, percent, table

DIGITS: Final = 2  # of the width of an interval that are shown
WORDS: Final = {True: "yes", False: "no"}


def told(answer: Answer, *, indent: int = 2) -> str:
    """Return the rows of an answer under their names, and what to know of them."""
    shown, sure = answer.table, percent(answer.confidence)
    heads = [head for place in _main(shown) for head in ((shown.names[place], sure)[: 1 + (place in shown.noisy)])]
    text = table(heads, [list(_cells(row, shown)) for row in shown.rows], indent=indent)
    return "\n".join([text, *(f"{'':{indent}}{note}" for note in answer.notes)])


def plain(answer: Answer) -> dict[str, Any]:
    """Return the rows as plain data that JSON can hold."""
    return {
        "confidence": float(answer.confidence),
        "rows": [{name: _writable(value) for name, value in row.items()} for row in answer.rows],
        "notes": list(answer.notes),
    }


def _main(shown: Shown) -> Iterator[int]:
    """Yield the columns that are no ends of intervals."""
    ends = {place + behind for place in shown.noisy for behind in (1, 2)}
    return (place for place in range(len(shown.names)) if place not in ends)


def _cells(row: Sequence[Any], shown: Shown) -> Iterator[Cell]:
    for place in _main(shown):
        if place in shown.noisy:
            yield from _with_interval(*row[place : place + 3])
        else:
            yield _category(row[place])


def _category(value: object) -> Cell:
    """Return a category as it is read: yes and no are words, and numbers keep their digits."""
    if value is None:
        return None
    return WORDS[value] if isinstance(value, bool) else str(value)


def _with_interval(value: float | None, low: float | None, high: float | None) -> tuple[Cell, Cell]:
    """Return a number and its interval, rounded outwards to as many places as its width has use for."""
    if value is None or low is None or high is None or not all(map(math.isfinite, (value, low, high))):
        return value if value is None else str(value), None
    places = _places(Decimal(high) - Decimal(low))
    ends = _rounded(low, places, ROUND_FLOOR), _rounded(high, places, ROUND_CEILING)
    return _rounded(value, places, ROUND_HALF_EVEN), " .. ".join(ends)


def _places(width: Decimal) -> int:
    return max(0, DIGITS - 1 - width.adjusted()) if width else 0


def _rounded(value: float, places: int, towards: str) -> str:
    step = Decimal(1).scaleb(-places)
    return f"{Decimal(value).quantize(step, rounding=towards) + 0:,}"


def _writable(value: object) -> object:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, str | int) else str(value)
