# SPDX-License-Identifier: Apache-2.0
"""The table of an answer as text, HTML, Markdown or CSV: plain values in, and nothing else told."""

import csv as comma_separated
import datetime as dt
import io
from collections.abc import Sequence
from html import escape
from typing import Final

from diffident.curator.shown import Shown
from diffident.question.expression import Value
from diffident.show import text as plain_text
from diffident.show.html import LEFT, RIGHT

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")  # a spreadsheet would run a cell that begins so


def text(shown: Shown) -> str:
    """Return the table as aligned text."""
    return plain_text.table(shown.names, [[_cell(value) for value in row] for row in shown.rows])


def html(shown: Shown, feet: Sequence[str]) -> str:
    """Return the table as HTML, each noisy number with its interval beneath."""
    head = "".join(f"<th{_side(shown, place)}>{escape(shown.names[place])}</th>" for place in _main(shown))
    body = "".join(f"<tr>{''.join(_html_cells(shown, row))}</tr>" for row in shown.rows)
    foot = "".join(f"<p>{escape(line)}</p>" for line in feet)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{foot}"


def markdown(shown: Shown, feet: Sequence[str]) -> str:
    r"""Return the table in Markdown.

    >>> from diffident.question.expression import Kind
    >>> print(markdown(Shown(("a|b",), (Kind.TEXT,), (), (("x",),)), ["paid"]))
    | a\|b |
    |---|
    | x |
    <BLANKLINE>
    paid
    """
    lines = [shown.names, *([_word(value) for value in row] for row in shown.rows)]
    first, *others = (f"| {' | '.join(map(_in_a_line, line))} |" for line in lines)
    return "\n".join([first, "|" + "---|" * len(shown.names), *others, "", *feet])


def csv(shown: Shown) -> str:
    """Return the table as CSV; text that a spreadsheet would run gets an apostrophe in front, numbers stay numbers."""
    written = io.StringIO()
    lines = comma_separated.writer(written)
    lines.writerow([_harmless(name) for name in shown.names])
    lines.writerows([_harmless(value) for value in row] for row in shown.rows)
    return written.getvalue()


def _main(shown: Shown) -> list[int]:
    """Return the columns without the ends of intervals."""
    ends = {place + each for place in shown.noisy for each in (1, 2)}
    return [place for place in range(len(shown.names)) if place not in ends]


def _html_cells(shown: Shown, row: Sequence[Value]) -> list[str]:
    cells = []
    for place in _main(shown):
        interval = ""
        if place in shown.noisy and row[place + 1] is not None:
            interval = f"<br><small>{escape(_word(row[place + 1]))} .. {escape(_word(row[place + 2]))}</small>"
        cells.append(f"<td{_side(shown, place)}>{escape(_word(row[place]))}{interval}</td>")
    return cells


def _side(shown: Shown, place: int) -> str:
    """Return that numbers stand on the right, and words on the left."""
    return RIGHT if shown.kinds[place].is_numeric else LEFT


def _cell(value: Value) -> plain_text.Cell:
    if isinstance(value, bool | dt.date):
        return str(value)
    return value


def _word(value: Value) -> str:
    return plain_text.cell(_cell(value))


def _in_a_line(word: str) -> str:
    return " ".join(word.replace("|", "\\|").splitlines())


def _harmless(value: Value) -> Value:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
