# SPDX-License-Identifier: Apache-2.0
"""Between which numbers a formula lies if its columns lie within their limits: limits for what is computed."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Final

from diffident.question.expression import Call, Column, Expression, Literal
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
            return _hull([interval(value, columns) for value in (*arguments[1::2], arguments[-1])])
        case Call(function, arguments):
            return _computed(function, [interval(argument, columns) for argument in arguments])


def _hull(found: list[Interval | None]) -> Interval | None:
    known = [each for each in found if each is not None]
    if len(known) < len(found):
        return None
    return min(low for low, _ in known), max(high for _, high in known)


def _computed(function: str, given: list[Interval | None]) -> Interval | None:
    """Return the interval of a function of intervals."""
    if function in {"greatest", "least"}:
        return _cut(function, given)
    if any(each is None for each in given):
        return None
    known = [each for each in given if each is not None]
    rule = RULES.get(function)
    return rule(*known) if rule else None


def _cut(function: str, given: list[Interval | None]) -> Interval | None:
    """Return the interval of the largest or smallest of several: what is unknown is cut by what is known on one side."""
    known = [each for each in given if each is not None]
    lows, highs = [low for low, _ in known], [high for _, high in known]
    if len(known) == len(given):
        pick = max if function == "greatest" else min
        return pick(lows), pick(highs)
    return None


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
    "+": lambda one, other: (one[0] + other[0], one[1] + other[1]),
    "-": lambda one, other: (one[0] - other[1], one[1] - other[0]),
    "*": _product,
    "/": _quotient,
    "negative": lambda one: (-one[1], -one[0]),
    "abs": _away,
    **dict.fromkeys(("floor", "ceil", "round", "as integer"), _whole),
}


def clamped(formula: Expression, columns: Mapping[str, Bounds | None]) -> Interval | None:
    """Return the interval, reading GREATEST(low, LEAST(high, x)) as limits that the question itself gives to x."""
    match formula:
        case Call(
            "greatest" | "least" as outer, (Literal(first), Call("greatest" | "least" as inner, (Literal(second), _)))
        ):
            if outer != inner and isinstance(first, int | float) and isinstance(second, int | float):
                low, high = sorted((Fraction(first), Fraction(second)))
                return (low, high) if low < high else None
        case _:
            pass
    return interval(formula, columns)
