# SPDX-License-Identifier: Apache-2.0
"""What a picture shows, as plain values: points with their intervals, curves, limits, a sentence and a table that say the same."""

from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal, TypeAlias

from diffident.show.text import Cell

Scale: TypeAlias = Literal["linear", "log", "symlog"]


class Hue(Enum):
    """Where an uncertainty comes from, in the same colour on every page."""

    NOISE = "#1b6ca8"
    SAMPLING = "#c8553d"
    ASSUMED = "#8a8a8a"


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """What is measured along one side, and in which unit."""

    name: str
    unit: str
    scale: Scale = "linear"
    straight_to: float = 1  # a symlog scale is linear from 0 to here
    ticks: tuple[str, ...] = ()  # what stands at 0, 1, 2, ...; numbers if nothing does

    @property
    def title(self) -> str:
        """The name and the unit."""
        return f"{self.name} ({self.unit})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """Uncertain numbers, each with the ends of its interval; `names` are those of the points, if they have any.

    Where several share a place they are drawn `aside`, by so many points of type.
    """

    label: str
    hue: Hue
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    names: tuple[str, ...] = ()
    mark: str = "o"
    aside: int = 0

    @property
    def rows(self) -> list[list[Cell]]:
        """The points as rows of a table."""
        names = self.names or (self.label,) * len(self.x)
        return [list(row) for row in zip(names, self.x, self.y, self.low, self.high, strict=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """A law that is known exactly: one y for each x."""

    label: str
    hue: Hue
    x: tuple[float, ...]
    y: tuple[float, ...]
    dash: str = "-"

    @property
    def rows(self) -> list[list[Cell]]:
        """Some places of the curve as rows of a table."""
        return [[self.label, x, y, None, None] for x, y in zip(self.x, self.y, strict=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A number that is assumed or asked for, across the picture: a dashed line."""

    label: str
    at: float
    along: Literal["x", "y"] = "y"

    @property
    def rows(self) -> list[list[Cell]]:
        """The limit as a row of a table."""
        return [[self.label, *((self.at, None) if self.along == "x" else (None, self.at)), None, None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """Uncertain numbers of categories, one beside the other at 0, 1, 2, ...; those of bins stand close."""

    label: str
    hue: Hue
    names: tuple[str, ...]
    y: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    are_bins: bool = False

    @property
    def rows(self) -> list[list[Cell]]:
        """The bars as rows of a table, category by category."""
        return [
            [self.label, name, y, low, high]
            for name, y, low, high in zip(self.names, self.y, self.low, self.high, strict=True)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """Uncertain numbers along a curve, at 0, 1, 2, ..., all around them the band in which they lie."""

    label: str
    hue: Hue
    names: tuple[str, ...]
    y: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]

    @property
    def rows(self) -> list[list[Cell]]:
        """The places of the curve as rows of a table."""
        return [
            [self.label, name, y, low, high]
            for name, y, low, high in zip(self.names, self.y, self.low, self.high, strict=True)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiles:
    """Uncertain numbers of pairs of categories, row by row: `up` are the rows, `across` the columns."""

    label: str
    hue: Hue
    across: tuple[str, ...]
    up: tuple[str, ...]
    values: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]

    @property
    def rows(self) -> list[list[Cell]]:
        """The tiles as rows of a table: both categories, the number, and the ends of its interval."""
        pairs = [(row, column) for row in self.up for column in self.across]
        return [
            [row, column, value, low, high]
            for (row, column), value, low, high in zip(pairs, self.values, self.low, self.high, strict=True)
        ]


Mark: TypeAlias = Points | Curve | Limit | Bars | Band | Tiles
UNCERTAIN: Final = (Points, Bars, Band, Tiles)


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """Everything that is drawn, and `sentence`, which says it to somebody who cannot see it."""

    title: str
    sentence: str
    x: Axis
    y: Axis
    marks: tuple[Mark, ...]
    footnote: str = ""

    @property
    def names(self) -> list[str]:
        """The names of the columns of the table that says the same."""
        tiles = next((mark for mark in self.marks if isinstance(mark, Tiles)), None)
        first = ["", self.x.title, self.y.title] if tiles is None else [self.y.title, self.x.title, tiles.label]
        return [*first, *(("from", "to") if self.has_intervals else ())]

    @property
    def rows(self) -> list[list[Cell]]:
        """The table that says the same, mark by mark."""
        return [row[: len(self.names)] for mark in self.marks for row in mark.rows]

    @property
    def has_intervals(self) -> bool:
        """Whether something in it is uncertain."""
        return any(isinstance(mark, UNCERTAIN) for mark in self.marks)
