# SPDX-License-Identifier: Apache-2.0
"""Which picture an answer makes: bars, a histogram, a heat map, a cumulative curve; of released numbers alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from diffident.curator.sampled import NONE, widened
from diffident.curator.shown import Shown
from diffident.errors import Refused
from diffident.question.aggregates.aggregate import Noisy
from diffident.question.aggregates.as_released import AsReleased
from diffident.question.aggregates.linear import half_width
from diffident.question.expression import Column, Kind, Value
from diffident.question.question import cell_name
from diffident.show import text
from diffident.show.picture import Axis, Band, Bars, Hue, Mark, Picture, Tiles

if TYPE_CHECKING:
    from diffident.curator.result import Answer

ORDERED: Final = {Kind.INTEGER, Kind.NUMBER, Kind.DATE, Kind.MOMENT}
Interval = tuple[float, float, float]


class NoSuchPicture(Refused):
    """A picture that this answer does not make."""

    code = "no_such_picture"
    sentence = "This answer makes no {kind} of {column}."
    remedy = "Of groups by one column it makes bars, a histogram or, of counts, cumulative; by two a heat map. Columns: {known}."


@dataclass(frozen=True, slots=True)
class Pictured:
    """One noisy column of a table, beside its keys; `released` are its integers where it is a count as released."""

    table: Shown
    confidence: Fraction
    column: int
    released: Noisy | None = None
    sampling: Sequence[Interval] = ()

    @property
    def name(self) -> str:
        """What the column is called."""
        return self.table.names[self.column]

    @property
    def rows(self) -> list[tuple[Value, ...]]:
        """The rows whose number is known."""
        return [row for row in self.table.rows if None not in row[self.column : self.column + 3]]

    @property
    def keys(self) -> list[int]:
        """The places of the columns that say which group a row is."""
        ends = {place + each for place in self.table.noisy for each in (0, 1, 2)}
        return [place for place in range(len(self.table.names)) if place not in ends]

    def picture(self, kind: str | None) -> Picture:
        """Return the picture of this kind, or the one that fits."""
        fitting = {"bars": self._bars, "histogram": self._bars, "heat map": self._tiles, "cumulative": self._band}
        if kind is not None and kind not in self._fits():
            raise NoSuchPicture(kind=ascii(kind)[:40], column=self.name, known=", ".join(self._noisy()))
        return fitting[kind or self._fits()[0]]()

    def _fits(self) -> list[str]:
        """Return the kinds that this answer makes, the usual one first."""
        if len(self.keys) == 2 and self._is_whole():
            return ["heat map", "bars"]
        is_ordered = len(self.keys) == 1 and self.table.kinds[self.keys[0]] in ORDERED
        usual = ["histogram", "bars"] if is_ordered else ["bars", "histogram"]
        return [*usual, "cumulative"] if self.released is not None and len(self.keys) == 1 else usual

    def _noisy(self) -> list[str]:
        return [self.table.names[place] for place in self.table.noisy]

    def _bars(self) -> Picture:
        names = tuple(", ".join(_word(row[key]) for key in self.keys) or self.name for row in self.rows)
        is_bins = self._fits()[0] == "histogram"
        y, low, high = self._numbers(self.rows)
        marks: list[Mark] = [
            Bars(label=self._noise(), hue=Hue.NOISE, names=names, y=y, low=low, high=high, are_bins=is_bins)
        ]
        if self.sampling:
            y, low, high = (tuple(column) for column in zip(*self.sampling, strict=True))
            label = f"noise and a simple sample, {self._sure()}"
            marks = [Bars(label=label, hue=Hue.SAMPLING, names=names, y=y, low=low, high=high), *marks]
        groups = f"in {len(names)} {'bins' if is_bins else 'groups'}" if self.keys else "of all"
        return Picture(
            title=self.name,
            sentence=f"{self.name} {groups}, each with the interval that noise leaves it at {self._sure()}.",
            x=Axis(
                name=self._key_name(), unit="bin" if is_bins else "group" if self.keys else "one number", ticks=names
            ),
            y=self._side(),
            marks=tuple(marks),
            footnote=self._foot(),
        )

    def _tiles(self) -> Picture:
        up, across = (_different(row[key] for row in self.table.rows) for key in self.keys)
        cells = {(row[self.keys[0]], row[self.keys[1]]): row for row in self.rows}
        rows = [cells[one, other] for one in up for other in across]
        values, low, high = self._numbers(rows)
        first, second = (self.table.names[key] for key in self.keys)
        return Picture(
            title=f"{self.name} by {first} and {second}",
            sentence=f"{self.name} in {len(up)} times {len(across)} groups, each with what noise leaves open at {self._sure()}.",
            x=Axis(name=second, unit="group", ticks=tuple(map(_word, across))),
            y=Axis(name=first, unit="group", ticks=tuple(map(_word, up))),
            marks=(
                Tiles(
                    label=self.name,
                    hue=Hue.NOISE,
                    across=tuple(map(_word, across)),
                    up=tuple(map(_word, up)),
                    values=values,
                    low=low,
                    high=high,
                ),
            ),
            footnote=self._foot(),
        )

    def _band(self) -> Picture:
        """Return sums from the first group on: noise adds up, so each has an interval of its own law."""
        assert self.released is not None  # noqa: S101 - the kind does not fit otherwise
        law, names = self.released.law, tuple(_word(row[self.keys[0]]) for row in self.rows)
        y = tuple(accumulate(self._numbers(self.rows)[0]))
        reach = [half_width(law, (Fraction(1),) * many, self.confidence) for many in range(1, len(y) + 1)]
        low, high = (tuple(value + sign * far for value, far in zip(y, reach, strict=True)) for sign in (-1, 1))
        return Picture(
            title=f"{self.name}, added up",
            sentence=f"{self.name} from the first of {len(names)} groups up to each, with a band of {self._sure()} at each place.",
            x=Axis(name=self._key_name(), unit="up to", ticks=names),
            y=self._side(),
            marks=(Band(label=self._noise(), hue=Hue.NOISE, names=names, y=y, low=low, high=high),),
            footnote="The band holds at each place by itself. Noise of each group is in all that follow.",
        )

    def _is_whole(self) -> bool:
        """Whether every pair of groups is there, and known."""
        up, across = (_different(row[key] for row in self.table.rows) for key in self.keys)
        return len(self.rows) == len(up) * len(across) == len(self.table.rows) > 0

    def _numbers(self, rows: Sequence[tuple[Value, ...]]) -> tuple[tuple[float, ...], ...]:
        places = range(self.column, self.column + 3)
        return tuple(tuple(_float(row[place]) for row in rows) for place in places)

    def _side(self) -> Axis:
        return Axis(name=self.name, unit=f"interval {self._sure()}")

    def _key_name(self) -> str:
        return ", ".join(self.table.names[key] for key in self.keys) or "all"

    def _sure(self) -> str:
        return text.percent(self.confidence)

    def _noise(self) -> str:
        return f"noise, {self._sure()}"

    def _foot(self) -> str:
        is_below = any(value < 0 for value in self._numbers(self.rows)[0])
        return "Numbers below zero are noise about few or none; sums of them are right on average." if is_below else ""


def pictured(answer: "Answer", column: str | None, sampling: str) -> Pictured:
    """Return what is pictured of an answer: its first noisy column, or the one that is named."""
    table, names = answer.table, [answer.table.names[place] for place in answer.table.noisy]
    if not names or (column is not None and column not in names):
        raise NoSuchPicture(kind="picture", column=ascii(column)[:40], known=", ".join(names))
    place = table.noisy[0 if column is None else names.index(column)]
    ends = [] if sampling == NONE else widened(answer, table.names[place], sampling)
    wide = tuple(
        (_float(row[place]), _float(low), _float(high)) for row, (low, high) in zip(table.rows, ends, strict=False)
    )
    return Pictured(table, answer.confidence, place, _counted(answer, table.names[place]), wide)


def _counted(answer: "Answer", name: str) -> Noisy | None:
    """Return the integers of a column that shows them as they were released, one for each row of the table."""
    after = answer.reading.after
    formula = next(output.formula for output in after.outputs if output.name == name)
    if after.having is not None or after.order or after.limit is not None:
        return None
    for number, (cell, part) in enumerate(answer.reading.cells):
        noisy = answer.published.parts[part]
        if formula == Column(cell_name(number)) and isinstance(cell, AsReleased) and noisy.measurement.width == 1:
            return noisy
    return None


def _different(values: Iterator[Value]) -> list[Value]:
    return list(dict.fromkeys(values))


def _float(value: Value) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _word(value: Value) -> str:
    return "NULL" if value is None else str(value)
