# SPDX-License-Identifier: Apache-2.0
"""Numbers and tables as text: nothing is lost that matters, and columns stay columns."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.show.text import cell, number, percent, table


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-3, "-3"),
        (1234567, "1,234,567"),
        (10**18, "1,000,000,000,000,000,000"),
        (0.03, "0.03"),
        (Fraction(2, 3), "0.6667"),
        (123449.7, "123,450"),
        (999999.9, "1,000,000"),
        (-1234.56, "-1,235"),
        (1e-9, "0.000000001"),
        (100.04, "100"),
    ],
)
def test_a_number_reads_as_a_person_writes_it(value, text):
    assert number(value) == text


@given(st.fractions(min_value=-(10**9), max_value=10**9, max_denominator=10**6))
def test_four_digits_are_kept_and_every_whole_one(value):
    shown = Fraction(number(value).replace(",", ""))
    assert abs(shown - value) <= min(Fraction(1, 2), abs(value) / 2000)


def test_a_share_reads_in_per_cent():
    assert [percent(share) for share in (Fraction(1, 3), 0, 1, 0.5)] == ["33.3333 %", "0 %", "100 %", "50 %"]


def test_columns_of_numbers_are_flush_right_and_words_flush_left():
    lines = table(["ward", "n", "range"], [["A", -7, "-37 .. 23"], ["long name", 12345, "12 .. 13"]]).splitlines()
    assert lines == [
        "  ward             n       range",
        "  A               -7   -37 .. 23",
        "  long name   12,345    12 .. 13",
    ]


def test_what_is_missing_has_a_mark_and_no_line_ends_in_spaces():
    assert cell(None) == "-"
    text = table(["a", "word"], [[1, "x"], [None, "longer"], ["...", ""]], indent=0)
    assert all(line == line.rstrip() for line in text.splitlines())


def test_a_table_without_rows_is_its_head():
    assert table(["a", "b"], []) == "  a   b"
