# SPDX-License-Identifier: Apache-2.0
"""Between which numbers a formula lies if its columns lie within their limits: limits for what is computed."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Final

from diffident.question.expression import Call, Column, Expression, Literal, Value
from diffident.question.limits import Bounds

Interval = tuple[Fraction, Fraction]


def interval(formula: Expression, columns: Mapping[str, Bounds | None]) -> Interval | None:
    """Return between which numbers a formula lies, or None where nothing is known.

    It decides where values are clamped, so an interval that is too narrow loses accuracy and never privacy.

    >>> interval(Call("-", (Column("end"), Column("start"))), dict.fromkeys(("start", "end"), Bounds.of(0, 10)))
    (Fraction(-10, 1), Fraction(10, 1))
    """
    match formula:
        case Column(name):
            known = columns.get(name)
            return (known.low, known.high) if known else None
        case Literal(value):
            return (Fraction(value), Fraction(value)) if isinstance(value, int | float) else None
        case Call("case", arguments):
            values = (*arguments[1::2], arguments[-1])
            return _hull([interval(value, columns) for value in values if value != Literal.of(None)])
        case Call("greatest" | "least" as outer, (Literal(end), inner)) if limits := _limits(outer, end, inner):
            return limits
        case _:
            return _computed(formula.function, [interval(argument, columns) for argument in formula.arguments])


def _limits(outer: str, end: Value, inner: Expression) -> Interval | None:
    """Return the limits that GREATEST(low, LEAST(high, x)), or the other way round, gives to any x."""
    match inner:
        case Call("greatest" | "least" as other, (Literal(second), _)) if outer != other:
            if isinstance(end, int | float) and isinstance(second, int | float):
                low, high = sorted((Fraction(end), Fraction(second)))
                return low, high
        case _:
            pass
    return None


def _hull(found: list[Interval | None]) -> Interval | None:
    known = [each for each in found if each is not None]
    return _all_of(*known) if known and len(known) == len(found) else None


def _computed(function: str, given: list[Interval | None]) -> Interval | None:
    """Return the interval of a function of intervals."""
    known = [each for each in given if each is not None]
    if function not in RULES or len(known) < len(given):
        return None
    return RULES[function](*known)


def _all_of(*ends: Interval) -> Interval:
    return min(low for low, _ in ends), max(high for _, high in ends)


def _product(one: Interval, other: Interval) -> Interval:
    corners = [x * y for x, y in product(one, other)]
    return min(corners), max(corners)


def _quotient(one: Interval, other: Interval) -> Interval | None:
    """Return the interval of a quotient, where the divisor is not near zero."""
    return None if other[0] <= 0 <= other[1] else _product(one, (1 / other[1], 1 / other[0]))


def _away(one: Interval) -> Interval:
    low, high = one
    return max(Fraction(0), low, -high), max(-low, high)


def _whole(one: Interval) -> Interval:
    return Fraction(one[0].__floor__()), Fraction(one[1].__ceil__())


RULES: Final[Mapping[str, Callable[..., Interval | None]]] = {
    "as number": _all_of,
    "coalesce": _all_of,
    "days": _all_of,
    "greatest": lambda *ends: (max(low for low, _ in ends), max(high for _, high in ends)),
    "least": lambda *ends: (min(low for low, _ in ends), min(high for _, high in ends)),
    "+": lambda one, other: (one[0] + other[0], one[1] + other[1]),
    "-": lambda one, other: (one[0] - other[1], one[1] - other[0]),
    "*": _product,
    "/": _quotient,
    "negative": lambda one: (-one[1], -one[0]),
    "abs": _away,
    **dict.fromkeys(("floor", "ceil", "round", "as integer"), _whole),
}
