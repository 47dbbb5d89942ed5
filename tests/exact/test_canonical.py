# SPDX-License-Identifier: Apache-2.0
"""A public value has one byte form: found again from it, equal wherever it is written, and no other is accepted."""

import enum
import hashlib
import json
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.exact.canonical import NotCanonical, NotCanonicalBytes, decode, digest, encode

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
LEAVES = st.none() | st.booleans() | st.integers() | st.fractions() | TEXT
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4), max_leaves=12
).filter(lambda value: not isinstance(value, dict) or value.keys() != {"fraction"})


def sharp(value):
    """Return a value with its types, since Python takes True for 1."""
    if isinstance(value, list):
        return [sharp(each) for each in value]
    if isinstance(value, dict):
        return {key: sharp(each) for key, each in value.items()}
    return (type(value) is bool, value)


@given(VALUES)
def test_a_value_is_found_again_in_its_bytes(value):
    assert sharp(decode(encode(value))) == sharp(value)


@given(VALUES, VALUES)
def test_different_values_have_different_bytes(one, other):
    assert (encode(one) == encode(other)) == (sharp(one) == sharp(other))
    assert (digest(one) == digest(other)) == (sharp(one) == sharp(other))


@given(st.dictionaries(TEXT, st.integers(), min_size=2, max_size=5))
def test_the_order_in_which_a_mapping_was_filled_does_not_show(value):
    backwards = dict(reversed(value.items()))
    assert encode(backwards) == encode(value)


def test_the_form_is_this_one():
    """Bytes that were stored years ago must stay readable: whoever changes this line breaks old ledgers."""
    value = {
        "é": [1, -2, Fraction(1, 3), Fraction(4, 2)],
        "a": {"b": None, "A": True},
        "t": ("x\n", '"', "\u007f", "\x00"),
    }
    assert encode(value) == (
        '{"a":{"A":true,"b":null},"t":["x\\n","\\"","\u007f","\\u0000"],"é":[1,-2,{"fraction":"1/3"},2]}'.encode()
    )
    assert digest([]) == hashlib.sha256(b"[]").hexdigest()


def test_two_spellings_of_one_letter_stay_two():
    assert encode("\u00e9") != encode("e\u0301")


class Ward(enum.StrEnum):
    A = "a"


ITSELF: list[object] = []
ITSELF.append(ITSELF)


@pytest.mark.parametrize(
    "value",
    [
        0.5,
        float("nan"),
        Decimal(1),
        np.int64(1),
        np.float64(1),
        np.array([1]),
        b"x",
        {1: 2},
        {"a", "b"},
        object(),
        1j,
        {Ward.A: 1},
        {"fraction": "1/3"},
        [{"fraction": None}],
        "\ud800",
        {"\ud800": 1},
        10**1000,
        Fraction(1, 10**1000),
        ITSELF,
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_has_no_one_form_is_refused(value):
    with pytest.raises(NotCanonical):
        encode(value)


@pytest.mark.parametrize(
    "stored",
    [
        b"",
        b"x",
        b"{",
        b"\xff",
        b'{"a": 1}',
        b'{"b":1,"a":2}',
        b'{"a":1,"a":1}',
        b'{"a":1,"a":2}',
        b"[1,2]\n",
        b" 1",
        b"01",
        b"1.0",
        b"1e3",
        b"-0",
        b"NaN",
        b"Infinity",
        b'"\\u0041"',
        b'"\\/"',
        '"é"'.encode("latin-1"),
        b'"\\u00e9"',
        b'"\\ud800"',
        b'{"fraction":"2/6"}',
        b'{"fraction":"4/2"}',
        b'{"fraction":"1/0"}',
        b'{"fraction":"0.5"}',
        b'{"fraction":"1e999999999"}',
        b'{"fraction":"1/1e999999999"}',
        b'{"fraction":"1_0/3"}',
        b'{"fraction":"x"}',
        b'{"fraction":0.5}',
        b'{"fraction":["1/3"]}',
        b"\xef\xbb\xbf1",
        b"[" * 100_000,
        b"[" * 1_000 + b"]" * 1_000,
        b"1" * 5_000,
    ],
)
def test_bytes_in_any_other_form_are_refused(stored):
    with pytest.raises(NotCanonicalBytes):
        decode(stored)


@given(st.binary(max_size=12) | VALUES.map(lambda value: json.dumps(value, default=str).encode()))
def test_what_is_accepted_was_written_by_us(stored):
    try:
        value = decode(stored)
    except NotCanonicalBytes:
        return
    assert encode(value) == stored
