# SPDX-License-Identifier: Apache-2.0
"""The one byte form of a public value: what is stored, hashed, signed and served again.

The form is JSON without spaces, keys in the order of their code points, text in UTF-8 as it is (two spellings of one
letter stay two), integers of any length. A fraction that is no integer is {"fraction":"1/3"}. Floats are refused: which
digits one means differs between writers.
"""

import hashlib
import json
from fractions import Fraction
from typing import Final

from diffident.errors import Refused
from diffident.exact.spelling import MOST_DIGITS

DEEPEST: Final = 64  # lists in lists; nothing of ours comes near, and a list that holds itself has no end
FRACTION: Final = "fraction"


class NotCanonical(Refused):
    """A value that has no single byte form."""

    code = "not_canonical"
    sentence = "There is no one way to write {what} down."
    remedy = "Use text, integers, fractions, true, false, null, and lists and mappings from text to these."


class NotCanonicalBytes(Refused):
    """Bytes that we did not write: another spelling, a repeated key, a float, or no JSON at all."""

    code = "bytes_not_canonical"
    sentence = "These {length} bytes are not the one form of a public value."
    remedy = "Read the bytes as they were written; if somebody changed them, what they say is not to be trusted."


def encode(value: object) -> bytes:
    """Return the one byte form of a value.

    Guarantee:
        Values that differ have different bytes, and the same value has the same bytes everywhere; a tuple counts as a
        list, an integral fraction as an integer.
    Because:
        `decode` finds the value again, so no two share their bytes; the order of keys, the spacing, the escapes and the
        digits leave no choice, and values that would are refused.
    Checked by: tests/exact/test_canonical.py::test_a_value_is_found_again_in_its_bytes

    >>> encode({"b": [1, Fraction(1, 2)], "a": None})
    b'{"a":null,"b":[1,{"fraction":"1/2"}]}'
    """
    text = json.dumps(_written(value, 0), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise NotCanonical(what="text that is not Unicode") from None


def decode(stored: bytes) -> object:
    """Return the value whose one byte form this is.

    Guarantee:
        encode(decode(stored)) == stored: what was accepted was written by `encode`.
    Because:
        It is compared before it is returned.
    Checked by: tests/exact/test_canonical.py::test_bytes_in_any_other_form_are_refused

    >>> decode(b'{"a":[1,{"fraction":"1/2"}]}')
    {'a': [1, Fraction(1, 2)]}
    """
    try:
        value = json.loads(stored.decode(), object_hook=_fraction)
        if encode(value) == stored:
            return value
    except (ValueError, ArithmeticError, RecursionError, NotCanonical):
        pass
    raise NotCanonicalBytes(length=len(stored))


def digest(value: object) -> str:
    """Return the SHA-256 of a value's one byte form, as 64 hexadecimal digits.

    >>> digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1})
    True
    """
    return hashlib.sha256(encode(value)).hexdigest()


def _written(value: object, depth: int) -> object:
    """Return a value in the types of JSON, or refuse it."""
    if depth > DEEPEST:
        raise NotCanonical(what=f"more than {DEEPEST} lists in one another")
    match value:
        case None | bool() | str():
            return value
        case int() if abs(value) < 10**MOST_DIGITS:
            return value
        case Fraction() if max(abs(value.numerator), value.denominator) < 10**MOST_DIGITS:
            return value.numerator if value.denominator == 1 else {FRACTION: f"{value.numerator}/{value.denominator}"}
        case list() | tuple():
            return [_written(each, depth + 1) for each in value]
        case dict() if all(type(key) is str for key in value) and value.keys() != {FRACTION}:
            return {key: _written(each, depth + 1) for key, each in value.items()}
        case _:
            raise NotCanonical(what=f"a value of type {type(value).__name__} of this kind")


def _fraction(found: dict[str, object]) -> object:
    """Return a mapping as it is, or the fraction that it stands for."""
    if found.keys() != {FRACTION}:
        return found
    over, _, under = str(found[FRACTION]).partition("/")
    return Fraction(int(over), int(under))
