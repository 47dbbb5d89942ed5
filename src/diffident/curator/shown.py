# SPDX-License-Identifier: Apache-2.0
"""The table that an answer is read as: columns of known kinds, rows of values, an interval beside each noisy number."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from diffident.curator.published import Published
from diffident.curator.reading import Reading
from diffident.engine.memory import value
from diffident.question.aggregates.aggregate import Estimate
from diffident.question.expression import Call, Column, Expression, Kind, Literal, Value, columns_of
from diffident.question.intervals import interval
from diffident.question.limits import Bounds
from diffident.question.question import ENDS, cell_name, end_name, key_name

USUAL: Final = Fraction(95, 100)  # values are those at this confidence, so that none depends on the one asked for

Ends = tuple[float | None, float | None]


@dataclass(frozen=True, slots=True)
class Shown:
    """Names, kinds and rows; there are names and kinds where there are no rows."""

    names: tuple[str, ...]
    kinds: tuple[Kind, ...]
    noisy: tuple[int, ...]  # the columns that have the ends of their interval behind them
    rows: tuple[tuple[Value, ...], ...]


def shown(published: Published, reading: Reading, confidence: Fraction) -> Shown:
    """Return what an answer says, with intervals of this confidence.

    Guarantee:
        It is computed from the published bytes and from what the asker wrote.
    Because:
        Nothing else is given.
    Checked by: tests/curator/test_result.py::test_an_answer_is_read_from_its_bytes_alone
    """
    finished = _Finished(published, reading)
    names, kinds, noisy = _columns(reading)
    rows = (finished.row(place, confidence) for place in _chosen(finished))
    return Shown(names, kinds, noisy, tuple(rows))


def numbers(table: Shown, place: int) -> list[float | None]:
    """Return a column that holds numbers, row by row, or nothing where one is not known."""
    column = (row[place] for row in table.rows)
    return [float(value) if isinstance(value, int | float) else None for value in column]


@dataclass(frozen=True, slots=True)
class _Finished:
    """The statistics of an answer at each confidence at which they were needed."""

    published: Published
    reading: Reading
    known: dict[tuple[int, Fraction], Sequence[Estimate]] = field(default_factory=dict[Any, Any])

    def estimates(self, number: int, confidence: Fraction) -> Sequence[Estimate]:
        """Return one statistic in every cell."""
        if (number, confidence) not in self.known:
            statistic, part = self.reading.cells[number]
            self.known[number, confidence] = statistic.finish(self.published.parts[part], confidence)
        return self.known[number, confidence]

    def values(self, place: int) -> dict[str, Value]:
        """Return what formulas over the answer read in one cell."""
        cells = range(len(self.reading.cells))
        return self.keys(place) | {cell_name(number): self.estimates(number, USUAL)[place].value for number in cells}

    def all_ends(self, place: int, confidence: Fraction) -> dict[str, Value]:
        """Return the ends of the intervals of one cell that somebody asked for by name."""
        asked = {name for output in self.reading.after.outputs for name in columns_of(output.formula)}
        return {
            end_name(number, end): getattr(self.estimates(number, confidence)[place], end)
            for number in range(len(self.reading.cells))
            for end in ENDS
            if end_name(number, end) in asked
        }

    def keys(self, place: int) -> dict[str, Value]:
        """Return the keys of one cell."""
        return {key_name(number): key for number, key in enumerate(self.published.cells[place])}

    def row(self, place: int, confidence: Fraction) -> tuple[Value, ...]:
        """Return one row, with the ends of intervals behind what is noisy."""
        values, row = self.values(place) | self.all_ends(place, confidence), list[Value]()
        for output in self.reading.after.outputs:
            row.append(value(output.formula, values))
            if self.reading.statistics_in(output.formula):
                row += self.ends(output.formula, place, confidence)
        return tuple(row)

    def ends(self, formula: Expression, place: int, confidence: Fraction) -> Ends:
        """Return between what a formula over the answer lies, or nothing where that cannot be told.

        A statistic alone has its own interval. One of several statistics lies within its limits while all of them lie
        within theirs, each missing with its share of what may be missed.
        """
        numbers = self.reading.statistics_in(formula)
        each = 1 - (1 - confidence) / len(numbers)
        estimates = {cell_name(number): self.estimates(number, each)[place] for number in numbers}
        if isinstance(formula, Column):
            alone = estimates[formula.name]
            return _finite(alone.low), _finite(alone.high)
        limits = {name: _bounds(estimate) for name, estimate in estimates.items()}
        found = interval(_with_keys(formula, self.keys(place)), limits)
        return (None, None) if found is None else (float(found[0]), float(found[1]))


def _chosen(finished: _Finished) -> Iterator[int]:
    """Yield the cells that are left after HAVING, ORDER BY and LIMIT, in order."""
    after = finished.reading.after
    places = list(range(len(finished.published.cells)))
    values = {place: finished.values(place) for place in places} if after.having is not None or after.order else {}
    if after.having is not None:
        places = [place for place in places if value(after.having, values[place]) is True]
    for formula, runs_down in reversed(after.order):
        ranks = {place: _rank(value(formula, values[place])) for place in places}
        places.sort(key=ranks.__getitem__, reverse=runs_down)
    yield from places if after.limit is None else places[: after.limit]


def _columns(reading: Reading) -> tuple[tuple[str, ...], tuple[Kind, ...], tuple[int, ...]]:
    """Return names and kinds of all columns, and which of them are noisy."""
    names: list[str] = []
    kinds: list[Kind] = []
    noisy: list[int] = []
    for output, kind in zip(reading.after.outputs, reading.kinds, strict=True):
        name = output.name
        if not reading.statistics_in(output.formula):
            names, kinds = [*names, name], [*kinds, kind]
            continue
        noisy.append(len(names))
        names += [name, f"{name}_low", f"{name}_high"]
        kinds += [kind, Kind.NUMBER, Kind.NUMBER]
    return tuple(names), tuple(kinds), tuple(noisy)


def _with_keys(formula: Expression, keys: Mapping[str, Value]) -> Expression:
    """Return a formula in which the keys of one cell stand as they are."""
    match formula:
        case Column(name) if name in keys:
            return Literal.of(keys[name])
        case Call(function, arguments):
            return Call(function, tuple(_with_keys(argument, keys) for argument in arguments))
        case _:
            return formula


def _finite(end: float) -> float | None:
    """Return the end of an interval, or nothing where it has none."""
    return end if math.isfinite(end) else None


def _bounds(estimate: Estimate) -> Bounds | None:
    if not (math.isfinite(estimate.low) and math.isfinite(estimate.high)):
        return None
    high = estimate.high if estimate.low < estimate.high else math.nextafter(estimate.low, math.inf)
    return Bounds(Fraction(estimate.low), Fraction(high))


def _rank(found: Value) -> tuple[bool, Any]:
    return found is not None, 0 if found is None else found
