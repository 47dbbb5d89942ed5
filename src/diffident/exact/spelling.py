# SPDX-License-Identifier: Apache-2.0
"""How a number may be written: one way to read it exactly, one to show it, refusals for all else.

Read are int, Decimal, Fraction, float (as its shortest decimal), the numpy scalars of these, and text that spells a
JSON number: "0.5", "-2", "1e-6". Nothing is guessed: not "+1", " 1", "1_000", "0x1", ".5", True, or digits of other
scripts. Subclasses are not read, since they may spell anything.
"""

import re
from decimal import Context, Decimal, Inexact
from fractions import Fraction
from typing import Final

import numpy as np

from diffident.errors import NotANumber, Refused

MOST_DIGITS: Final = 1000  # 10^400 is read, so that it is refused for its size; 10^(10^9) is not even built
_MOST_BITS: Final = 3322  # of a number of a thousand digits

_NUMBER = re.compile(r"(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?")
_NOT_FINITE = re.compile(r"[+-]?(?:s?nan[0-9]*|inf(?:inity)?)", re.IGNORECASE)


class NotFinite(Refused):
    """NaN or an infinity, however it is spelled."""

    code = "number_not_finite"
    sentence = "{name} must be a finite number, not {given}."
    remedy = 'Give a number, for example {name}="{example}".'


class NumberTooLong(Refused):
    """A number whose digits alone would be a burden."""

    code = "number_too_long"
    sentence = "{name} has more than {digits} digits when it is written out."
    remedy = 'Give a shorter number, for example {name}="{example}".'


def read(given: object, *, name: str, example: str, not_finite: type[Refused] = NotFinite) -> Fraction:
    """Return the number that somebody wrote, exactly, or say what is wrong with the way it is written."""
    if type(given) is int or type(given) is Fraction:
        return _not_too_long(Fraction(given), name, example)
    text = _text(given)
    if _NOT_FINITE.fullmatch(text):
        raise not_finite(name=name, given=shown(given), example=example)
    parts = _NUMBER.fullmatch(text)
    if parts is None:
        raise NotANumber(name=name, given=shown(given), example=example)
    sign, units, parted, power = parts.groups(default="")
    digits = len(units) + len(parted) + (abs(int(power or 0)) if len(power) < 10 else MOST_DIGITS)
    if digits > MOST_DIGITS:
        raise NumberTooLong(name=name, digits=MOST_DIGITS, example=example)
    return Fraction(int(sign + units + parted)) * Fraction(10) ** (int(power or 0) - len(parted))


def shown(given: object) -> str:
    """Return what was given in a few safe characters: numbers and short text as written, of all else only the kind."""
    if given is None or type(given) is bool:
        return str(given)
    if type(given) is int or type(given) is Fraction:
        return plain(given) if max(abs(given.numerator), given.denominator) < 10**30 else "a number of many digits"
    text = _text(given)
    short = text if len(text) <= 30 else text[:30] + "..."
    if type(given) is str:
        return ascii(short)
    kind = type(given).__name__[:30]
    return short or f"{'an' if kind[:1].lower() in 'aeiou' else 'a'} {kind}"


def plain(value: Fraction | int) -> str:
    """Return a fraction as the decimal that it is, as a power of two, or as a fraction where it is neither.

    >>> plain(Fraction(1, 8)), plain(Fraction(1, 2**30)), plain(Fraction(1, 3))
    ('0.125', '2^-30', '1/3')
    """
    places = value.denominator.bit_length() - 1
    if value == Fraction(1, 1 << places) and places >= 20:
        return f"2^-{places}"
    try:
        return str(Context(prec=40, traps=[Inexact]).divide(Decimal(value.numerator), Decimal(value.denominator)))
    except Inexact:
        return str(value)


def _text(given: object) -> str:
    """Return the text of a number that is spelled, not counted, or nothing where it is no number."""
    if type(given) is str:
        return given
    is_numpy = isinstance(given, (np.integer, np.floating)) and not isinstance(given, np.timedelta64)
    return str(given) if is_numpy or type(given) in (float, Decimal) else ""


def _not_too_long(exact: Fraction, name: str, example: str) -> Fraction:
    if max(exact.numerator.bit_length(), exact.denominator.bit_length()) > _MOST_BITS:
        raise NumberTooLong(name=name, digits=MOST_DIGITS, example=example)
    return exact
