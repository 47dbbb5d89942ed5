# SPDX-License-Identifier: Apache-2.0
"""Cells of an answer set against each other: differences, ratios and trends, each with an interval. It costs nothing.

Cells of one column have noise of their own each, so what both intervals leave to their sides adds up as squares do: the
interval of a contrast follows from those of its cells (Zou and Donner 2008; for ratios Donner and Zou 2012).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from diffident.errors import Refused
from diffident.exact.spelling import shown
from diffident.question.expression import Value
from diffident.question.mixed import Mixed
from diffident.show.text import number, percent

if TYPE_CHECKING:
    from diffident.curator.result import Answer

Row = Mapping[str, Value]
Ends = tuple[float, float, float]  # a value between the ends of its interval: value, low, high
FEWEST: Final = 2


class NoSuchCell(Refused):
    """A row of the answer that cannot be found by what it was called, or not only one."""

    code = "no_such_cell"
    sentence = "{many} rows of this answer are what was asked for."
    remedy = "Name one row by its keys, such as {{{example}}}."


class NotContrasted(Refused):
    """Numbers whose errors are not known together."""

    code = "not_contrasted"
    sentence = "{name} cannot be set against others: {problem}."
    remedy = "Ask for a count, sum or mean by groups, and contrast that."


@dataclass(frozen=True, slots=True)
class Contrast:
    """A number computed from released ones, with the interval that their noise leaves it.

    >>> print(Contrast("stay, A less B", 1.25, 0.5, 2.0, Fraction(95, 100)))
    stay, A less B: 1.25 (0.5 .. 2, 95 %)
    """

    what: str
    value: float
    low: float
    high: float
    confidence: Fraction

    def __str__(self) -> str:
        value, low, high = (number(each) for each in (self.value, self.low, self.high))
        return f"{self.what}: {value} ({low} .. {high}, {percent(self.confidence)})"


def difference(answer: "Answer", name: str, one: Row, other: Row) -> Contrast:
    """Return by how much one cell is larger than another."""
    (a, low_a, high_a), (b, low_b, high_b) = (cell(answer, name, row) for row in (one, other))
    low = a - b - math.hypot(a - low_a, high_b - b)
    high = a - b + math.hypot(high_a - a, b - low_b)
    return Contrast(f"{name}, {_said(one)} less {_said(other)}", a - b, low, high, answer.confidence)


def ratio(answer: "Answer", name: str, one: Row, other: Row) -> Contrast:
    """Return how many times as large as another one cell is; without limit where the other may be zero."""
    first, second = (cell(answer, name, row) for row in (one, other))
    what = f"{name}, {_said(one)} over {_said(other)}"
    if not second[1] > 0:
        value = first[0] / second[0] if second[0] else math.nan
        return Contrast(what, value, -math.inf, math.inf, answer.confidence)
    low, high = _quotient(first, second, -1), _quotient(first, second, 1)
    return Contrast(what, first[0] / second[0], low, high, answer.confidence)


def trend(answer: "Answer", name: str) -> Contrast:
    """Return by how much a column grows from each row to the next, along the line of least squares."""
    cells = column(answer, name)
    if len(cells) < FEWEST:
        raise NotContrasted(name=name, problem="a trend needs two rows and more")
    middle = (len(cells) - 1) / 2
    squares = math.fsum((place - middle) ** 2 for place in range(len(cells)))
    weights = [(place - middle) / squares for place in range(len(cells))]
    value, low, high = combination(weights, cells)
    return Contrast(f"{name}, from row to row", value, low, high, answer.confidence)


def combination(weights: Sequence[float], cells: Sequence[Ends]) -> Ends:
    """Return a weighted sum of cells with its interval: what each may lie lower or higher adds up as squares."""
    value = math.fsum(weight * cell[0] for weight, cell in zip(weights, cells, strict=True))
    below, above = (
        math.hypot(
            *(weight * (cell[0] - cell[1 + (weight * way > 0)]) for weight, cell in zip(weights, cells, strict=True))
        )
        for way in (-1, 1)
    )
    return value, value - below, value + above


def column(answer: "Answer", name: str) -> list[Ends]:
    """Return a noisy column, row by row, each value with the ends of its interval."""
    _independent(answer, name)
    ends = answer.interval(name, answer.confidence)
    values = [row[name] for row in answer.rows]
    known = [(value, low, high) for value, (low, high) in zip(values, ends, strict=True)]
    if any(each is None for row in known for each in row):
        raise NotContrasted(name=name, problem="some of its rows have no interval")
    return [(float(value), float(low), float(high)) for value, low, high in known]  # type: ignore[arg-type]  # none is NULL


def cell(answer: "Answer", name: str, row: Row) -> Ends:
    """Return one cell of a noisy column."""
    cells = column(answer, name)
    found = [place for place, each in enumerate(answer.rows) if row and row.items() <= each.items()]
    if len(found) != 1:
        keys = [key for key, value in next(iter(answer.rows), {}).items() if isinstance(value, str)]
        example = ", ".join(f'"{key}": ...' for key in keys or ["ward"])
        raise NoSuchCell(many=len(found) or "No", example=example)
    return cells[found[0]]


def _independent(answer: "Answer", name: str) -> None:
    """Refuse a column whose cells share noise."""
    outputs = {output.name: output.formula for output in answer.reading.after.outputs}
    numbers = answer.reading.statistics_in(outputs[name]) if name in outputs else ()
    parts = {answer.reading.cells[each][1] for each in numbers}
    if any(isinstance(answer.published.parts[part].measurement, Mixed) for part in parts):
        raise NotContrasted(
            name=shown(name), problem="its cells were mixed before noise, so their errors hang together"
        )


def _quotient(first: Ends, second: Ends, way: int) -> float:
    """Return one end of the interval of a ratio, `way` being -1 for the lower and 1 for the upper one."""
    (a, low_a, high_a), (b, low_b, high_b) = first, second
    end_a, end_b = (low_a, high_b) if way < 0 else (high_a, low_b)
    under = end_b * (2 * b - end_b)
    inside = max((a * b) ** 2 - end_a * (2 * a - end_a) * under, 0.0)
    return (a * b + way * math.sqrt(inside)) / under if under > 0 else way * math.inf


def _said(row: Row) -> str:
    return " ".join(str(value) for value in row.values())
