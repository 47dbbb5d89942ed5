# SPDX-License-Identifier: Apache-2.0
"""Which spellings of a number are read, as which number, and what is said of all others."""

import enum
import json
from decimal import Decimal
from fractions import Fraction
from time import process_time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.errors import NotANumber
from diffident.exact.spelling import NotFinite, NumberTooLong, plain, read, shown


def reading(value):
    return read(value, name="step", example="0.5")


class Liar(float):
    def __str__(self):
        return "0.1"


class Ward(enum.IntEnum):
    A = 1


READ = [
    ("0.5", Fraction(1, 2)),
    ("-2", Fraction(-2)),
    ("1e-6", Fraction(1, 10**6)),
    ("1E+3", Fraction(1000)),
    ("-0.0", Fraction(0)),
    ("0e5", Fraction(0)),
    ("12.50", Fraction(25, 2)),
    (7, Fraction(7)),
    (10**400, Fraction(10**400)),
    (Fraction(1, 3), Fraction(1, 3)),
    (Decimal("0.1"), Fraction(1, 10)),
    (Decimal("1E+3"), Fraction(1000)),
    (0.1, Fraction(1, 10)),
    (0.1 + 0.2, Fraction("0.30000000000000004")),
    (5e-324, Fraction(5, 10**324)),
    (1.7976931348623157e308, Fraction(17976931348623157 * 10**292)),
    (-0.0, Fraction(0)),
    (np.float64(0.1), Fraction(1, 10)),
    (np.float32(0.1), Fraction(1, 10)),
    (np.float16(0.1), Fraction(1, 10)),
    (np.longdouble("0.25"), Fraction(1, 4)),
    (np.int8(-3), Fraction(-3)),
    (np.uint64(2**64 - 1), Fraction(2**64 - 1)),
]

NOT_NUMBERS = [
    True,
    False,
    np.True_,
    None,
    "",
    " ",
    " 1",
    "1 ",
    "1\n",
    "+1",
    "1_000",
    "1,000",
    "1/3",
    "0x1",
    "0b1",
    ".5",
    "5.",
    "1e",
    "e5",
    "007",
    "--1",
    "1e5.0",
    "one",
    "true",
    "null",
    "\u0661",
    "\uff11",
    "\u00bd",
    "1\u200b",
    "1\x00",
    [],
    [1],
    (1,),
    {},
    {"epsilon": 1},
    {1},
    b"1",
    1j,
    object(),
    type,
    np.array([]),
    np.array(0.5),
    np.array([0.5]),
    np.complex128(1),
    np.str_("1"),
    np.datetime64("2026-11-19"),
    np.timedelta64(5, "s"),
    Liar(0.5),
    Ward.A,
    lambda: 1,
]

NOT_FINITE = [
    float("nan"),
    float("inf"),
    float("-inf"),
    np.float64("nan"),
    np.float32("-inf"),
    Decimal("NaN"),
    Decimal("-sNaN"),
    Decimal("NaN123"),
    Decimal("Infinity"),
    "nan",
    "NaN",
    "-nan",
    "inf",
    "+Inf",
    "-Infinity",
]

TOO_LONG = [
    10**5000,
    -(10**5000),
    Fraction(1, 10**5000),
    "1e1000",
    "1e-1001",
    "1e99999999999999999999",
    "1e-99999999999999999999",
    "1" * 10**6,
    "0." + "1" * 10**6,
    "1e" + "1" * 10**6,
    Decimal("1e999999"),
    Decimal("1e-999999"),
]


def label(value):
    return f"{type(value).__name__} {value!r:.20}" if not isinstance(value, int | Fraction) else type(value).__name__


@pytest.mark.parametrize(("given", "value"), READ, ids=label)
def test_what_spells_a_number_is_read_exactly(given, value):
    assert reading(given) == value
    assert type(reading(given)) is Fraction


@pytest.mark.parametrize("given", NOT_NUMBERS, ids=label)
def test_what_spells_no_number_is_not_guessed(given):
    with pytest.raises(NotANumber) as refusal:
        reading(given)
    assert refusal.value.said.startswith("step must be a plain decimal number, not ")
    assert refusal.value.advised == 'Write it as step="0.5".'


@pytest.mark.parametrize("given", NOT_FINITE, ids=label)
def test_what_has_no_end_is_refused(given):
    with pytest.raises(NotFinite):
        reading(given)


@pytest.mark.parametrize("given", TOO_LONG, ids=label)
def test_what_has_too_many_digits_is_refused_at_once(given):
    began = process_time()
    with pytest.raises(NumberTooLong):
        reading(given)
    assert process_time() - began < 0.1


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_its_shortest_decimal(value):
    assert reading(value) == Fraction(repr(value))
    assert float(reading(value)) == value


@given(st.text(alphabet="0123456789+-.eE _xn", max_size=8) | st.text(max_size=4))
def test_text_is_read_exactly_when_it_is_a_number_in_json(text):
    """Another reader of the same grammar agrees about each text, but for white space, which JSON skips."""
    try:
        expected = Fraction(json.loads(text, parse_float=Decimal, parse_constant=str))
    except (ValueError, TypeError):
        expected = None
    if text != text.strip():
        expected = None
    try:
        found = reading(text)
    except (NotANumber, NotFinite, NumberTooLong):
        found = None
    assert found == expected or abs(int(text.lower().partition("e")[2] or 0)) > 900


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6))
def test_a_plain_number_is_read_as_itself(value):
    assert reading(plain(Fraction(value))) == Fraction(value)


def test_a_fraction_that_is_no_decimal_is_shown_as_one():
    assert [plain(Fraction(1, 3)), plain(Fraction(1, 2**60)), plain(5)] == ["1/3", "2^-60", "5"]


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (None, "None"),
        (True, "True"),
        (-3, "-3"),
        (Fraction(1, 3), "1/3"),
        (10**400, "a number of many digits"),
        (Fraction(1, 10**400), "a number of many digits"),
        (0.1, "0.1"),
        (np.float32(0.1), "0.1"),
        (Decimal("1.50"), "1.50"),
        ("1 ", "'1 '"),
        ("\u0661", r"'\u0661'"),
        ("\n\x1b[31m", r"'\n\x1b[31m'"),
        ("x" * 100, f"'{'x' * 30}...'"),
        ([1, 2, 3], "a list"),
        (np.arange(3), "a ndarray"),
        (object(), "an object"),
    ],
)
def test_what_was_given_is_shown_in_a_few_safe_characters(given, text):
    assert shown(given) == text


def test_nothing_of_a_value_is_shown_but_its_kind():
    class Patient:
        def __repr__(self):
            return "Alice"

        __str__ = __repr__

    for private in (Patient(), [Patient()], {"name": "Alice"}, Liar(4.31)):
        with pytest.raises(NotANumber) as refusal:
            reading(private)
        assert "Alice" not in str(refusal.value)
        assert "4.31" not in str(refusal.value)
