# SPDX-License-Identifier: Apache-2.0
"""What people say about the values of a column: limits for numbers, a list for categories; each with its source."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from diffident.errors import Refused
from diffident.exact.fixed import EmptyInterval, FixedPoint
from diffident.exact.number import LARGEST_WHOLE, decimal, whole
from diffident.exact.spelling import shown
from diffident.question.expression import KINDS, Kind, Value

STEPS: Final = 20  # a column of numbers is kept to a millionth of its range: 2^20 to 2^21 steps
MOST_CATEGORIES: Final = 100_000
LONGEST: Final = 1000  # characters of a category
EPOCH: Final = dt.date(1970, 1, 1)


class CategoryTwice(Refused):
    """A list in which one category stands twice."""

    code = "category_twice"
    sentence = "The category {category} stands twice in the list."
    remedy = "List each category once."


class NoCategories(Refused):
    """A list that is empty, too long, or holds what is no category."""

    code = "categories_unusable"
    sentence = "Categories must be 1 to {most} texts, whole numbers, dates, True, False or None, all of one kind."
    remedy = 'Write dd.categories("A", "B"), or dd.categories(hidden=True) if nobody can list them.'


@dataclass(frozen=True, slots=True)
class Bounds:
    """The interval that every value is clamped into before it is added up.

    >>> Bounds.of(0, 60, source="codebook p. 4").grid(Kind.NUMBER).most
    1966080
    """

    low: Fraction
    high: Fraction
    source: str | None = None

    @classmethod
    def of(cls, low: object, high: object, source: str | None = None) -> "Bounds":
        """Return the limits that somebody wrote; dates count as days since 1970, as in `days(...)`.

        >>> Bounds.of(dt.date(1970, 1, 1), dt.date(1970, 2, 1)).high
        Fraction(31, 1)
        """
        return cls(_number(low, name="low"), _number(high, name="high"), source)

    def __post_init__(self) -> None:
        if self.low >= self.high:
            raise EmptyInterval(low=shown(self.low), high=shown(self.high))

    @property
    def width(self) -> Fraction:
        """How far apart the limits are."""
        return self.high - self.low

    def grid(self, kind: Kind, steps: int = STEPS) -> FixedPoint:
        """Return the public grid that values are rounded to: 2^steps or more, whole ones at the finest for whole numbers.

        Multiplying a float by a power of two is exact, so every engine finds the same integers.
        """
        log = _log2_down(self.width) - steps
        if kind in {Kind.INTEGER, Kind.TRUTH}:
            log = max(log, 0)
        return FixedPoint(self.low, self.high, Fraction(2) ** log)


@dataclass(frozen=True, slots=True)
class Categories:
    """The values that a column may group by. Hidden ones nobody can list: they are found by a priced part.

    What is in the column and not in the list counts as `other`, or not at all where that is None.
    """

    values: tuple[Value, ...]
    source: str | None = None
    hidden: bool = False
    other: Value = None
    minimum: int = 1  # people that a hidden category must have at least

    @classmethod
    def of(
        cls,
        *values: Value,
        source: str | None = None,
        hidden: bool = False,
        other: Value = None,
        minimum: object = 1,
    ) -> "Categories":
        """Return the list that somebody wrote."""
        return cls(tuple(values), source, hidden, other, whole(minimum, name="minimum", at_least=1))

    def __post_init__(self) -> None:
        if self.hidden != (not self.values) or len(self.values) > MOST_CATEGORIES:
            raise NoCategories(most=MOST_CATEGORIES)
        self.kind  # noqa: B018 - refuses what is no list
        for value, earlier in _with_earlier(self.values):
            if (type(value), value) in earlier:
                raise CategoryTwice(category=shown(value))
        if self.other is not None and self.other not in self.values:
            raise NoCategories(most=MOST_CATEGORIES)

    @property
    def kind(self) -> Kind | None:
        """The kind of all of them; None for hidden ones."""
        kinds = {KINDS.get(type(value)) for value in self.values if value is not None}
        is_too_long = any(isinstance(value, str) and len(value) > LONGEST for value in self.values)
        if len(kinds) > 1 or kinds & {None, Kind.NUMBER} or is_too_long:
            raise NoCategories(most=MOST_CATEGORIES)
        return next(iter(kinds), None)


def _number(given: object, *, name: str) -> Fraction:
    """Return a limit as a number, a date as days since 1970."""
    if isinstance(given, dt.date) and not isinstance(given, dt.datetime):
        given = (given - EPOCH).days
    return decimal(given, name=name, at_least=-LARGEST_WHOLE, at_most=LARGEST_WHOLE)


def _with_earlier(values: Iterable[Value]) -> Iterable[tuple[Value, set[tuple[type, Value]]]]:
    earlier: set[tuple[type, Value]] = set()
    for value in values:
        yield value, earlier
        earlier.add((type(value), value))


def _log2_down(value: Fraction) -> int:
    """Return the largest n with 2^n <= value."""
    near = value.numerator.bit_length() - value.denominator.bit_length()
    return near if Fraction(2) ** near <= value else near - 1


bounds, categories = Bounds.of, Categories.of  # as people write them
