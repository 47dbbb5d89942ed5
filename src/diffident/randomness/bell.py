# SPDX-License-Identifier: Apache-2.0
"""Integer noise that falls off alike on both sides of zero: P(z) proportional to exp(-(slope |z| + curve z^2)).

One look at a table gives a side and a cell on it, further bits a place in the cell, and a coin makes up for how much the
law fell since the start of the cell. Beyond the cells the place is geometric, and a coin makes up for the curve.
`bell.proof.md` shows that this is exact.
"""

import math
from fractions import Fraction
from functools import lru_cache
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from diffident.randomness.bernoulli import coin
from diffident.randomness.cells import MOST_PLACES, Cells
from diffident.randomness.source import Source
from diffident.randomness.table import GUIDE, UNSURE, WORD, Table

CHUNK = 1 << 15  # draws looked up at a time: they stay in the processor's cache
FEW = 4  # draws that are quicker one by one
KINDS: dict[int, Any] = {16: np.uint16, 32: np.uint32, 64: np.uint64}
COIN = 8  # bits beside those of a place, at least, that the first look throws a coin with
BAND = 2.0**-40  # floats here are off by less than 2^-48; what is closer than this is decided by whole numbers


class Bell:
    """A sampler of one law; built once, then only read, so that threads may share it."""

    __slots__ = ("_cells", "_guide", "_quick", "_sure", "_table", "_width")

    def __init__(self, cells: Cells, *, near: int) -> None:
        """Take the cells of the law, and in how many of them, from zero on, the first look may suffice."""
        self._cells = cells
        self._table = Table(cells.weigh)
        self._width = next(width for width in KINDS if width >= cells.fine + COIN) if cells.fine else 0
        self._sure = self._surely_kept(near) << cells.fine
        side = np.arange(-cells.count - 1, cells.count + 1)
        nearby = (side ^ (side >> 63)) < min(near, cells.count)
        self._guide = self._table.guide(np.where(nearby, self._joined(side, np.zeros_like(side)), UNSURE))
        self._quick = self._guide.data

    @classmethod
    def laplace(cls, scale: Fraction) -> Self:
        """Return the sampler of exp(-|z| / scale): cells over 16 scales, 32 to 64 each if a scale has as many places."""
        fine = max(int(scale).bit_length() - 6, 0)
        count = min(math.ceil(16 * scale / (1 << fine)), (MOST_PLACES >> fine) - 1)
        return cls(Cells(1 / scale, Fraction(0), fine, count), near=count)

    @classmethod
    def gaussian(cls, variance: Fraction) -> Self:
        """Return the sampler of exp(-z^2 / 2 variance): cells over 6 sigmas, 128 to 256 each if they have as many places."""
        sigma = math.isqrt(math.floor(variance)) + 1
        fine = max((sigma - 1).bit_length() - 8, 0)
        count = 6 * (sigma >> fine) + 6
        return cls(Cells(Fraction(0), 1 / (2 * variance), fine, count), near=count // 2)

    def draw(self, count: int, source: Source) -> NDArray[Any]:
        """Return this many independent draws, as Python integers if 64 bits do not hold them all.

        Guarantee:
            Each is z with probability exactly proportional to exp(-(slope |z| + curve z^2)), for every integer z.
        Because:
            Each z is proposed at least in proportion to the law, and kept with the probability that is missing: see
            bell.proof.md.
        Checked by: tests/randomness/test_bell.py::test_proposal_times_coin_is_the_law
        """
        if count <= FEW:
            return _narrow([self.one(source) for _ in range(count)])
        drawn = np.empty(count, np.int64)
        looks = [self._look(drawn, start, source) for start in range(0, count, CHUNK)]
        unsure, words, places = (np.concatenate(column) for column in zip(*looks, strict=True))
        return _put(drawn, unsure, self._careful(words, places, source)) if unsure.size else drawn

    def one(self, source: Source) -> int:
        """Return one draw."""
        word, place = source.bits(GUIDE), source.bits(self._width)
        seen: int = self._quick[word]
        if seen != UNSURE and (place < self._sure or not self._width):
            return seen ^ (place & self._cells.size - 1)
        places = np.array([place], KINDS.get(self._width))
        return int(self._careful(np.array([word], np.uint16), places, source)[0])

    def _look(self, drawn: NDArray[np.int64], start: int, source: Source) -> tuple[NDArray[Any], ...]:
        """Fill a chunk with what the first look decides; return where it does not, with the words and places there."""
        part = drawn[start : start + CHUNK]
        words = places = source.take(part.size, np.uint16)
        self._guide.take(words, out=part, mode="clip")
        unsure = part == UNSURE
        if self._width:
            places = source.take(part.size, KINDS[self._width])
            unsure |= places >= self._sure
            part ^= self._within(places)
        care = np.flatnonzero(unsure)
        return care + start, words[care], places[care]

    def _careful(self, words: NDArray[np.uint16], places: NDArray[Any], source: Source) -> NDArray[Any]:
        """Return draws that begin with these words and places: with the coin thrown, and from beyond the cells too."""
        side = self._table.settle(words, source) - (self._cells.count + 1)
        cell = side ^ (side >> 63)
        kept, drawn = self._kept(side, places, source), self._joined(side, self._within(places))
        far = np.flatnonzero(cell == self._cells.count)
        if far.size:
            beyond = [self._beyond(source, mirrored=mirrored) for mirrored in (side[far] < 0).tolist()]
            kept[far] = [value is not None for value in beyond]
            drawn = _put(drawn, far, _narrow([value or 0 for value in beyond]))
        again = np.flatnonzero(~kept)
        return _put(drawn, again, self.draw(again.size, source)) if again.size else drawn

    def _kept(self, side: NDArray[np.int64], places: NDArray[Any], source: Source) -> NDArray[np.bool_]:
        """Throw a coin for each place: heads with the probability by which the law fell since its cell's start."""
        if not self._width:
            return np.ones(side.size, np.bool_)
        known = self._width - self._cells.fine
        numbers = places.astype(np.uint64) >> np.uint64(self._cells.fine) << np.uint64(WORD - known)
        numbers |= source.take(places.size, np.uint64) >> np.uint64(known)
        step = self._within(places).astype(np.int64)
        start = ((side ^ (side >> 63)) << self._cells.fine) - (side >> 63)
        fall = step * (float(self._cells.slope) + float(self._cells.curve) * (2.0 * start + step))
        ahead = np.exp(-fall) - numbers * 2.0**-WORD
        kept: NDArray[np.bool_] = ahead > 0
        for tie in np.flatnonzero(np.abs(ahead) < BAND).tolist():
            kept[tie] = coin(self._cells.fall(int(start[tie]), int(step[tie])), source, int(numbers[tie]), WORD)
        return kept

    def _beyond(self, source: Source, *, mirrored: bool) -> int | None:
        """Propose a place beyond the cells, and return it if the coin keeps it."""
        steepness = self._cells.steepness
        series = _series(steepness.numerator, steepness.denominator) if self._cells.curve else self
        drawn = series.one(source)
        step = drawn if drawn >= 0 else ~drawn
        start = self._cells.end + mirrored
        if not coin(self._cells.fall(start, step) - step * steepness, source):
            return None
        return -start - step if mirrored else start + step

    def _joined(self, side: NDArray[np.int64], within: NDArray[Any]) -> NDArray[np.int64]:
        """Return the places so far within the cells of these sides; -1 - z instead of z is the flip of all bits."""
        joined: NDArray[np.int64] = (side << self._cells.fine) ^ (side >> 63 & self._cells.size - 1) ^ within
        return joined

    def _within(self, places: NDArray[Any]) -> NDArray[Any]:
        """Return the places in their cells, as a signed type."""
        within: NDArray[Any] = places & places.dtype.type(self._cells.size - 1)
        return within.view(f"i{within.itemsize}")

    def _surely_kept(self, near: int) -> int:
        """Return how many coins, of those the first look throws, are heads at any place near zero: exp(-x) >= 1 - x."""
        most = self._cells.fall(near * self._cells.size + 1, self._cells.size)
        return max(math.floor((1 - most) * (1 << max(self._width - self._cells.fine, 0))), 0)


@lru_cache(maxsize=8)
def _series(over: int, under: int) -> Bell:
    """Return the sampler of the geometric series of this steepness; it is asked for about once in 10^8 draws."""
    return Bell.laplace(Fraction(under, over))


def _narrow(values: list[int]) -> NDArray[Any]:
    """Return an array of 64-bit integers, or of Python's if one of them is larger."""
    return np.array(values, np.int64 if all(-(1 << 63) <= value < 1 << 63 for value in values) else object)


def _put(into: NDArray[Any], at: NDArray[np.int64], values: NDArray[Any]) -> NDArray[Any]:
    """Write values to places, turning 64-bit integers into Python's if need be."""
    widened = into.astype(object) if values.dtype == object and into.dtype != object else into
    widened[at] = values
    return widened
