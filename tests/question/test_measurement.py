# SPDX-License-Identifier: Apache-2.0
"""What one row holds in the columns of a measurement, and what one measurement tells of another."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.engine.memory import value
from diffident.exact.fixed import FixedPoint
from diffident.question.expression import Column
from diffident.question.measurement import Ones, Pair, People, Present, Total, Triple, Values
from diffident.question.merged import merged

X = Column("x")
GRID = FixedPoint(Fraction(-3), Fraction(5), Fraction(1, 4))
ALL = (Ones(), Present(X), Total(X, GRID), Pair(X, GRID), Triple(X, GRID))


def held(measurement, x):
    """Return the integers of a row with this value."""
    row = {"x": x}
    read = {f"u{place}": value(each, row) for place, each in enumerate(measurement.read(["x"]))}
    return [value(column, read) or 0 for column in measurement.columns(list(read))]


@pytest.mark.parametrize("measurement", ALL, ids=lambda one: type(one).__name__)
@given(st.none() | st.floats())
def test_no_row_holds_more_than_it_says(measurement, x):
    assert sum(map(abs, held(measurement, x))) <= measurement.row_reach


@pytest.mark.parametrize("measurement", ALL, ids=lambda one: type(one).__name__)
def test_some_row_holds_all_of_it(measurement):
    assert max(sum(map(abs, held(measurement, x))) for x in (-3.0, 5.0)) == measurement.row_reach


@given(st.floats(-10, 10))
def test_pairs_and_triples_add_up_for_every_value(x):
    assert sum(held(Pair(X, GRID), x)) == 32
    low, mixed, high = held(Triple(X, GRID), x)
    assert low + mixed + high == 32**2
    up, _ = held(Pair(X, GRID), x)
    assert Fraction(2 * high + mixed, 2 * 32) == up


def test_what_is_covered_is_not_measured_again():
    assert merged(ALL) == (Ones(), Triple(X, GRID))
    assert merged((Present(X), Total(X, GRID), Pair(X, GRID))) == (Pair(X, GRID),)
    assert merged((Total(Column("y"), GRID), Pair(X, GRID))) == (Total(Column("y"), GRID), Pair(X, GRID))


def test_people_and_values_are_told_by_nothing_else():
    others = (People(), Values(X), *ALL)
    assert merged(others) == (People(), Values(X), Ones(), Triple(X, GRID))
    assert [one.row_reach for one in others[:3]] == [1, 1, 1]
    assert [one.width for one in others] == [1, 1, 1, 1, 1, 2, 3]


def test_every_measurement_has_a_name_of_its_own():
    names = [one.name for one in (People(), Values(X), *ALL)]
    assert len(set(names)) == len(names)
