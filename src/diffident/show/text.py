# SPDX-License-Identifier: Apache-2.0
"""Numbers and tables as plain text: thousands parted, columns aligned, nothing that a terminal must know."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

Cell = str | int | float | Fraction | None

GAP = "   "
NOTHING = "-"


def number(value: float | Fraction, digits: int = 4) -> str:
    """Return a number with thousands parted, to so many decimal digits; whole numbers are never cut.

    >>> number(44971), number(Fraction(1, 3)), number(1e-06), number(0.5)
    ('44,971', '0.3333', '0.000001', '0.5')
    """
    if value == int(value):
        return f"{int(value):,}"
    exact = Decimal(Fraction(value).numerator) / Decimal(Fraction(value).denominator)
    places = max(digits - exact.adjusted() - 1, 0)
    written = f"{exact:,.{places}f}"
    return written.rstrip("0").rstrip(".") if places else written


def percent(share: float | Fraction) -> str:
    """Return a share in per cent.

    >>> percent(Fraction(95, 100)), percent(0.999)
    ('95 %', '99.9 %')
    """
    return f"{number(Fraction(share) * 100, 6)} %"


def table(names: Sequence[str], rows: Sequence[Sequence[Cell]], indent: int = 2) -> str:
    """Return rows under their names; a column is flush right if some entry is a number, alone or with a sign behind it.

    >>> print(table(["ward", "visits"], [["cardiology", 61482], ["oncology", 18930]]))
      ward         visits
      cardiology   61,482
      oncology     18,930
    """
    columns = [[name, *(cell(row[place]) for row in rows)] for place, name in enumerate(names)]
    words = [not any(text[:1].isdigit() for text in column[1:]) for column in columns]
    widths = [max(len(text) for text in column) for column in columns]
    lines = [
        GAP.join(
            text.ljust(width) if is_word else text.rjust(width)
            for text, width, is_word in zip(line, widths, words, strict=True)
        )
        for line in zip(*columns, strict=True)
    ]
    return "\n".join(" " * indent + line.rstrip() for line in lines)


def cell(value: Cell) -> str:
    """Return what stands in one place of a table."""
    if value is None:
        return NOTHING
    return value if isinstance(value, str) else number(value)
