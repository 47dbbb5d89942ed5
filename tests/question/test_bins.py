# SPDX-License-Identifier: Apache-2.0
"""Bins: each number lies in the one that exact arithmetic says, on both engines, and their list is known beforehand."""

import math
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from diffident.engine.memory import value
from diffident.errors import Refused
from diffident.privacy.unseal import unseal
from diffident.question.bins import MOST_BINS, width_bucket
from diffident.question.domains import categories_of
from diffident.question.expression import Column
from diffident.question.words import ByKeys, Derive, SumOfIntegers, Table
from engine.tables import STAYS, VISITS, duckdb, memory

STAY = Column("stay")


def expected(number, low, high, bins):
    """Return the bin by exact arithmetic."""
    if number is None:
        return None
    if math.isnan(number) or number == math.inf or (number != -math.inf and Fraction(number) >= high):
        return bins + 1
    if number == -math.inf or Fraction(number) < low:
        return 0
    return 1 + (Fraction(number) - low) * bins // (high - low)


@given(st.none() | st.floats(), st.integers(1, 30))
@example(0.3, 10)
@example(0.1 + 0.2, 10)
def test_a_number_lies_in_the_bin_that_exact_arithmetic_says(number, bins):
    low, high = Fraction(0), Fraction(1)
    assert value(width_bucket(STAY, 0, 1, bins), {"stay": number}) == expected(number, low, high, bins)


@given(st.lists(st.sampled_from(STAYS) | st.floats(0, 60), max_size=20))
@settings(max_examples=25)
def test_both_engines_fill_the_same_bins(stays):
    formula = width_bucket(STAY, "0.1", "59.9", 7)
    cells = tuple((each,) for each in categories_of(formula, VISITS.columns).values)
    assert cells == ((None,), *((place,) for place in range(9)))
    rows = Derive(Table.of(VISITS), (("bin", formula), ("n", Column("age"))))
    look = SumOfIntegers(ByKeys(rows, ("bin",), cells), ("n",))
    table = [dict.fromkeys(VISITS.columns) | {"patient": 1, "stay": stay, "age": 1} for stay in stays]
    one, other = (unseal(engine.sums(look)) for engine in (memory(table), duckdb(table)))
    assert (one == other).all()
    assert one.sum() == len(stays)


@pytest.mark.parametrize(
    ("low", "high", "bins", "code"),
    [
        (1, 1, 3, "bounds_empty"),
        (0, 1, 0, "number_out_of_range"),
        (0, 1, MOST_BINS + 1, "number_out_of_range"),
        (0, "5e-324", 3, "not_in_bins"),
        ("x", 1, 3, "not_a_privacy_number"),
    ],
)
def test_bins_that_cannot_be_are_refused(low, high, bins, code):
    with pytest.raises(Refused) as refused:
        width_bucket(STAY, low, high, bins)
    assert refused.value.code == code
