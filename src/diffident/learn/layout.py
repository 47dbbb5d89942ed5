# SPDX-License-Identifier: Apache-2.0
"""How a row becomes whole numbers: each feature between its public limits, the row within a public length.

Everything here is done number by number or in exact integers, so a row becomes the same integers whatever rows are
beside it. A number that is missing or no number counts as the middle of its limits, an infinite one as the limit.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from diffident.exact.number import decimal

ONE: Final = 1 << 14  # the integer that stands for 1: fits 16 bits, and sums of a block fit a float exactly
BLOCK: Final = 4096  # rows of a block
NOBODY: Final = -1  # the class of a row whose class was not declared: it adds nothing
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Feature:
    """A column of numbers: `centre` counts as 0 and `centre + half` as 1; beyond -1 and 1 it is cut off."""

    name: str
    centre: Fraction
    half: Fraction

    @classmethod
    def between(cls, name: str, low: Fraction, high: Fraction) -> "Feature":
        """Return a feature between limits."""
        return cls(name, (low + high) / 2, (high - low) / 2)

    @classmethod
    def category(cls, name: str) -> "Feature":
        """Return a feature that is 1 in one category and 0 in all others."""
        return cls(name, Fraction(0), Fraction(1))

    @property
    def is_category(self) -> bool:
        """Whether it is 0 or 1, and 1 in few rows."""
        return not self.centre and self.half == 1

    def scaled(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return values as numbers between -1 and 1."""
        with np.errstate(all="ignore"):
            found = (values - float(self.centre)) / float(self.half)
        return np.asarray(np.clip(np.where(np.isnan(found), 0.0, found), -1.0, 1.0))


@dataclass(frozen=True, slots=True)
class Block:
    """Up to `BLOCK` rows as integers: features, the constant last if there is one, and a target: a number or a class."""

    features: NDArray[np.int16]
    target: NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Layout:
    """The features of a row, the target, and how long a row may be.

    `length` bounds a row of features (the constant, which is 1, with them): longer rows are shrunk, their target in
    proportion, so that a line through them stays where it was, unless `shrinks_target` is off. None leaves each number between its own limits.
    A target is a number (a `Feature`), one of so many classes (an int), or None.
    """

    features: tuple[Feature, ...]
    target: Feature | int | None = None
    has_constant: bool = False
    length: Fraction | None = None
    shrinks_target: bool = True

    @property
    def width(self) -> int:
        """How many integers the features of a row are, the constant with them."""
        return len(self.features) + self.has_constant

    @property
    def columns(self) -> tuple[str, ...]:
        """What the columns of a batch are called."""
        names = tuple(f"x{place}" for place in range(len(self.features)))
        return names if self.target is None else (*names, "y")

    @property
    def usual_length(self) -> Fraction:
        """A length that few rows exceed: as if numbers were within the middle half of their limits. Public."""
        numbers = sum(not feature.is_category for feature in self.features)
        categories = len({feature.name.partition("=")[0] for feature in self.features if feature.is_category})
        return Fraction(math.isqrt(4096 * (4 * (1 + categories) + numbers)), 128)

    @classmethod
    def of_length(
        cls,
        features: tuple[Feature, ...],
        target: Feature | int | None,
        *,
        has_constant: bool,
        length: object,
        shrinks_target: bool = True,
    ) -> "Layout":
        """Return a layout whose rows have a length: the one given, or a usual one."""
        plain = cls(features, target, has_constant, shrinks_target=shrinks_target)
        found = plain.usual_length if length is None else decimal(length, name="length", above=0)
        return replace(plain, length=found)

    @property
    def in_units(self) -> NDArray[np.float64]:
        """The matrix that turns weights of scaled features into coefficients of features, the constant's last."""
        halves = [float(feature.half) for feature in self.features]
        centres = [float(feature.centre) for feature in self.features]
        turned = np.diag([1 / half for half in halves] + [1.0] * self.has_constant)
        if self.has_constant:
            turned[-1, :-1] = [-centre / half for centre, half in zip(centres, halves, strict=True)]
        return np.asarray(turned / float(self.length or 1))

    def blocks(self, batch: Mapping[str, NDArray[Any]]) -> Iterator[Block]:
        """Yield the rows of a batch as integers.

        Guarantee:
            A row becomes integers of at most `ONE` each, in length at most `ONE` altogether where a length is given;
            which ones depends on that row alone.
        Because:
            Each number is computed from its row by operations that round correctly, one number at a time, so no other
            row moves a digit. NaN is replaced and the rest cut off before the cast. What was shrunk is cut towards
            zero, and then its squares are added up in 64 bits, which 2^14 squared fills only with 2^35 features; a row
            that is still too long counts as zeros.
        Checked by: tests/learn/test_layout.py::TestEveryLayout::test_a_row_becomes_the_same_integers_whatever_is_beside_it
        """
        columns = [np.asarray(batch[name], dtype=np.float64) for name in self.columns]
        for first in range(0, columns[0].size, BLOCK):
            yield self._block([column[first : first + BLOCK] for column in columns])

    def _block(self, columns: Sequence[NDArray[np.float64]]) -> Block:
        scaled = [feature.scaled(values) for feature, values in zip(self.features, columns, strict=False)]
        whole = np.rint(np.stack([*scaled, *[np.ones_like(columns[0])] * self.has_constant], axis=1) * ONE)
        row, shrunk = self._within_length(whole.astype(np.int64))
        if not isinstance(self.target, Feature):
            return Block(row.astype(np.int16), self._classes(columns[-1]))
        known = ~np.isnan(columns[-1])
        part = shrunk if self.shrinks_target else 1.0
        target = np.trunc(self.target.scaled(columns[-1]) * (part * ONE)) * known
        return Block((row * known[:, None]).astype(np.int16), target.astype(np.int16))

    def _within_length(self, row: Integers) -> tuple[Integers, NDArray[np.float64]]:
        """Return rows of at most the length, as multiples of it, and by how much each was shrunk."""
        if self.length is None:
            return row, np.ones(len(row))
        most = float(self.length)
        longest = np.sqrt(np.maximum((row * row).sum(axis=1), 1)) / (ONE * most)
        shrunk = 1.0 / np.maximum(longest, 1.0)
        return within(np.trunc(row * (shrunk / most)[:, None]).astype(np.int64)), shrunk

    def _classes(self, codes: NDArray[np.float64]) -> NDArray[np.int16]:
        """Return the number of the class of each row, `NOBODY` where it is none of those declared."""
        if not isinstance(self.target, int):
            return np.zeros(codes.size, dtype=np.int16)
        with np.errstate(invalid="ignore"):
            known = (codes >= 0) & (codes < self.target)
        return np.where(known, np.where(known, codes, 0.0), NOBODY).astype(np.int16)

    def matrix(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return rows of public numbers as a model sees them: scaled and not shrunk, the constant last."""
        scaled = [feature.scaled(values[:, place]) for place, feature in enumerate(self.features)]
        return np.stack([*scaled, *[np.ones(len(values))] * self.has_constant], axis=1)


def within(row: Integers) -> Integers:
    """Return rows of integers that are at most `ONE` long.

    Guarantee:
        The squares of each row add up to at most ONE^2, whatever came in.
    Because:
        They are added up exactly. A row that rounding made too long loses a unit of each number, and one that is too
        long even so counts as zeros.
    Checked by: tests/learn/test_layout.py::test_no_row_is_longer_than_its_length
    """
    row = np.clip(row, -ONE, ONE)
    too_long = (row * row).sum(axis=1) > ONE * ONE
    row = np.where(too_long[:, None], row - np.sign(row), row)
    return np.asarray(np.where(((row * row).sum(axis=1) > ONE * ONE)[:, None], 0, row))
