# SPDX-License-Identifier: Apache-2.0
"""What functions mean in Python where Python has no word for it: NULL is None, NaN orders behind all numbers."""

import math
import re
from collections.abc import Callable
from typing import Any, Final

INT64: Final = 1 << 63
UINT32: Final = 1 << 32


def strict(meaning: Callable[..., Any]) -> Callable[..., Any]:
    """NULL in, NULL out."""
    return lambda *values: None if any(value is None for value in values) else meaning(*values)


def key(value: Any) -> Any:  # noqa: ANN401 - any value of a row
    """Return what a value is ordered by: NaN behind all numbers, and equal to itself."""
    is_nan = isinstance(value, float) and math.isnan(value)
    return is_nan, 0.0 if is_nan else value


def compared(relation: Callable[[Any, Any], bool]) -> Callable[..., Any]:
    """Two values by their order; NULL if one is."""
    return strict(lambda one, other: relation(key(one), key(other)))


def both(*values: bool | None) -> bool | None:
    """AND: false if one is, else NULL if one is."""
    if any(value is False for value in values):
        return False
    return None if any(value is None for value in values) else True


def either(*values: bool | None) -> bool | None:
    """OR: true if one is, else NULL if one is."""
    if any(value is True for value in values):
        return True
    return None if any(value is None for value in values) else False


def is_in(value: Any, *listed: Any) -> bool | None:  # noqa: ANN401 - any value of a row
    """Return whether a value is among others."""
    return None if value is None else either(*(compared(lambda a, b: a == b)(value, each) for each in listed))


def case_of(*parts: Any) -> Any:  # noqa: ANN401 - any value of a row
    """Return the value behind the first condition that is true, or the last."""
    for condition, value in zip(parts[0:-1:2], parts[1::2], strict=True):
        if condition is True:
            return value
    return parts[-1]


def first(*values: Any) -> Any:  # noqa: ANN401 - any value of a row
    """Return the first that is not NULL."""
    return next((value for value in values if value is not None), None)


def extreme(pick: Callable[..., Any]) -> Callable[..., Any]:
    """The largest or smallest of those that are not NULL."""
    return lambda *values: pick((v for v in values if v is not None), key=key, default=None)


def quotient(one: float, other: float) -> float | None:
    """One number by another; NULL by zero."""
    return None if other == 0 else one / other


def remainder(one: float, other: float) -> float | None:
    """What is left of a division, with the sign of the first; NULL by zero."""
    if other == 0:
        return None
    return math.nan if not math.isfinite(one) or math.isnan(other) else math.fmod(one, other)


def finite(meaning: Callable[[float], float]) -> Callable[..., Any]:
    """As it is where it is finite; NaN and the infinities stay what they are."""
    return strict(lambda value: float(meaning(value)) if math.isfinite(value) else value)


def rounded(value: float) -> float:
    """The nearest whole number, halves away from zero."""
    whole = math.trunc(value)
    return whole + math.copysign(1, value) if abs(value - whole) >= 0.5 else whole


def root(value: float) -> float:
    """The square root; NaN below zero."""
    return math.sqrt(value) if value >= 0 else math.nan


def logarithm(value: float) -> float:
    """The natural logarithm; minus infinity at zero, NaN below."""
    if value > 0:
        return math.log(value)
    return -math.inf if value == 0 else math.nan


def power_of_e(value: float) -> float:
    """E to a power; infinite where no float is so large."""
    try:
        return math.exp(value)
    except OverflowError:
        return math.inf


def power(base: float, exponent: float) -> float:
    """A number to a power; infinite where no float is so large or zero divides, NaN where no real number is meant."""
    sign = -1 if exponent % 2 == 1 and math.copysign(1, base) < 0 else 1
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return sign * math.inf
    except ValueError:
        return sign * math.inf if base == 0 else math.nan


def whole(value: float) -> int | None:
    """The nearest whole number, halves upwards, if 64 bits hold it."""
    found = math.floor(value + 0.5) if math.isfinite(value) else INT64
    return found if -INT64 <= found < INT64 else None


NUMBER: Final = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?", re.ASCII)


def read_number(text: str) -> float | None:
    """The number that a text spells, up to 15 digits on each side of the point; NULL for all else."""
    return float(text) if NUMBER.fullmatch(text) else None


def like(text: str, pattern: str) -> bool:
    """Whether a text fits a pattern: % for anything, _ for one sign."""
    signs = {"%": ".*", "_": "."}
    return re.fullmatch("".join(signs.get(sign, re.escape(sign)) for sign in pattern), text, re.DOTALL) is not None


def translated(source: str, target: str) -> Callable[..., Any]:
    """A text with signs exchanged."""
    table = str.maketrans(source, target)
    return strict(lambda text: text.translate(table))


def part_of(text: str, start: int, length: int) -> str | None:
    """So many signs of a text from a place on, the first being 1; NULL where one of the numbers is not of 32 bits."""
    if not (0 <= start < UINT32 and 0 <= length < UINT32):
        return None
    return text[max(start - 1, 0) : max(start - 1 + length, 0)]


def as_float(value: float) -> float:
    """A number in double precision."""
    return float(value)


def steps(value: float, low: float, high: float, least: int, most: int, scale: float) -> int:  # noqa: PLR0913 - a grid
    """Return the nearest step of a public grid, halves upwards, after clamping; NaN and infinities count as low."""
    if not math.isfinite(value) or value <= low:
        return least
    if value >= high:
        return most
    whole = math.floor(value * scale)
    return whole + int(value * scale - whole >= 0.5)
