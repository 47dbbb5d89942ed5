# SPDX-License-Identifier: Apache-2.0
"""An answer as it is read: intervals rounded outwards, no digits that the noise makes worthless, words for yes and no."""

import datetime as dt
import math
from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.cli import rows
from diffident.curator.shown import Shown
from diffident.question.expression import Kind


@dataclass
class Told:
    """As much of an answer as is read here."""

    table: Shown
    confidence: Fraction = Fraction(95, 100)
    notes: tuple[str, ...] = ()

    @property
    def rows(self):
        return [dict(zip(self.table.names, row, strict=True)) for row in self.table.rows]


def answer(*found, notes=()):
    return Told(Shown(("key", "x", "x_low", "x_high"), (Kind.TEXT, *[Kind.NUMBER] * 3), (1,), found), notes=notes)


def read(*row):
    (line,) = rows.told(answer(row)).splitlines()[1:]
    return line.split(maxsplit=1)


@pytest.mark.parametrize(
    ("row", "line"),
    [
        (("a", 61482, 61464, 61500), "61,482   61,464 .. 61,500"),
        (("a", 4.3149, 4.2951, 4.3349), "4.315   4.295 .. 4.335"),
        (("a", 4.3, 3.90625, 4.6875), "4.30   3.90 .. 4.69"),
        (("a", 1234.5, 1000.4, 1468.6), "1,234   1,000 .. 1,469"),
        (("a", -0.001, -30.2, 30.2), "0   -31 .. 31"),
        (("a", 0.00012, 0.0001, 0.00014), "0.000120   0.000100 .. 0.000140"),
        (("a", 5, 5.0, 5.0), "5   5 .. 5"),
        (("a", None, None, None), "-   -"),
        (("a", 3.5, None, None), "3.5   -"),
        (("a", math.nan, 0.0, 1.0), "nan   -"),
        (("a", 2.0, -math.inf, math.inf), "2.0   -"),
    ],
    ids=str,
)
def test_no_digit_is_shown_that_the_noise_makes_worthless(row, line):
    assert read(*row)[1].split() == line.split()


@given(st.floats(-1e12, 1e12), st.floats(0, 1e9), st.floats(0, 1e9))
def test_the_interval_that_is_shown_covers_the_interval_that_was_told(value, below, above):
    low, high = value - below, value + above
    _, rest = read("a", value, low, high)
    middle, first, _, last = rest.replace(",", "").split()
    assert float(first) <= low
    assert float(last) >= high
    assert float(first) <= float(middle) <= float(last)


@pytest.mark.parametrize(
    ("key", "word"),
    [
        (True, "yes"),
        (False, "no"),
        (None, "-"),
        (7, "7"),
        (-12345, "-12345"),
        (dt.date(2025, 1, 2), "2025-01-02"),
        ("", ""),
    ],
)
def test_categories_are_words(key, word):
    assert rows.told(answer((key, 1, 0, 2))).splitlines()[1].strip().startswith(word)


def test_notes_stand_below_the_table():
    assert rows.told(answer(("a", 1, 0, 2), notes=("Look here.",))).splitlines()[-1] == "  Look here."


def test_an_answer_without_rows_has_names():
    assert rows.told(answer()).split() == ["key", "x", "95", "%"]


def test_plain_data_hold_what_json_can():
    plain = rows.plain(answer((dt.date(2025, 1, 2), math.inf, -math.inf, None)))
    assert plain["rows"] == [{"key": "2025-01-02", "x": None, "x_low": None, "x_high": None}]
    assert plain["confidence"] == 0.95
