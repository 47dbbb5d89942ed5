# SPDX-License-Identifier: Apache-2.0
"""Tables as HTML for a notebook: plain values in, everything escaped, nothing that needs a style sheet."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from diffident.show.text import Cell, cell

LEFT: Final = ' style="text-align:left;padding-right:1em"'
RIGHT: Final = ' style="text-align:right;padding-right:1em"'


def table(names: Sequence[str], rows: Sequence[Sequence[Cell]], *, title: str = "", feet: Iterable[str] = ()) -> str:
    """Return rows under their names; words flush left, columns with numbers flush right.

    >>> table(["ward"], [["A & B"]], feet=["paid"])
    '<table><thead><tr><th style="text-align:left;padding-right:1em">ward</th></tr></thead><tbody><tr><td style="text-align:left;padding-right:1em">A &amp; B</td></tr></tbody></table><p>paid</p>'
    """
    sides = [RIGHT if any(isinstance(row[place], int | float) for row in rows) else LEFT for place in range(len(names))]
    head = _row("th", names, sides)
    body = "".join(_row("td", row, sides) for row in rows)
    foot = "".join(f"<p>{escape(line)}</p>" for line in feet)
    return f"{_caption(title)}<table><thead>{head}</thead><tbody>{body}</tbody></table>{foot}"


def facts(lines: Iterable[tuple[str, str]], *, title: str = "", feet: Iterable[str] = ()) -> str:
    """Return facts by their names.

    >>> facts([("left", "2.5")], title="hospital")
    '<p><b>hospital</b></p><table><tbody><tr><th style="text-align:left;padding-right:1em">left</th><td style="text-align:left;padding-right:1em">2.5</td></tr></tbody></table>'
    """
    body = "".join(f"<tr><th{LEFT}>{escape(name)}</th><td{LEFT}>{escape(said)}</td></tr>" for name, said in lines)
    foot = "".join(f"<p>{escape(line)}</p>" for line in feet)
    return f"{_caption(title)}<table><tbody>{body}</tbody></table>{foot}"


def _row(kind: str, cells: Sequence[Cell], sides: Sequence[str]) -> str:
    parts = (f"<{kind}{side}>{escape(cell(each))}</{kind}>" for each, side in zip(cells, sides, strict=True))
    return f"<tr>{''.join(parts)}</tr>"


def _caption(title: str) -> str:
    return f"<p><b>{escape(title)}</b></p>" if title else ""
