# SPDX-License-Identifier: Apache-2.0
"""Two columns measured together: no row holds more than it says, and all mixed moments follow."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.engine.memory import value
from diffident.exact.fixed import FixedPoint
from diffident.question.crossed import Crossed
from diffident.question.expression import Column
from diffident.question.measurement import Pair
from diffident.question.merged import merged

X, Y = Column("x"), Column("y")
GRID = FixedPoint(Fraction(-3), Fraction(5), Fraction(1, 4))
OTHER = FixedPoint(Fraction(0), Fraction(10), Fraction(1))
DEGREES = [(1, 1), (1, 2), (2, 2)]


def crossed(degrees):
    return Crossed(X, Y, GRID, OTHER, *degrees)


def held(measurement, x, y):
    """Return the integers of a row with these values."""
    row = {"x": x, "y": y}
    read = {f"u{place}": value(each, row) for place, each in enumerate(measurement.read(["x", "y"]))}
    return [value(column, read) for column in measurement.columns(list(read))]


@pytest.mark.parametrize("degrees", DEGREES)
@given(st.floats(), st.floats())
def test_no_row_holds_more_than_it_says_and_each_row_holds_all_of_it(degrees, x, y):
    found = held(crossed(degrees), x, y)
    assert len(found) == crossed(degrees).width
    assert all(each >= 0 for each in found)
    assert sum(found) == crossed(degrees).row_reach == 32 ** degrees[0] * 10 ** degrees[1]


@pytest.mark.parametrize(("x", "y"), [(None, 1.0), (1.0, None), (None, None)])
def test_a_row_that_lacks_a_value_counts_as_nothing(x, y):
    assert set(held(crossed((2, 2)), x, y)) == {None}


@pytest.mark.parametrize("degrees", DEGREES)
@given(st.integers(-3, 5), st.integers(0, 10))
def test_weights_find_every_power_and_product(degrees, x, y):
    measurement, u, v = crossed(degrees), Fraction(x + 3, 8), Fraction(y, 10)
    found = held(measurement, float(x), float(y))
    for a in range(degrees[0] + 1):
        for b in range(degrees[1] + 1):
            weights = measurement.weights({(a, b): 1.0})
            total = sum(
                Fraction(weight).limit_denominator(10) * each for weight, each in zip(weights, found, strict=True)
            )
            assert total == u**a * v**b * measurement.row_reach


def test_higher_degrees_cover_lower_ones_of_the_same_columns():
    others = [crossed(degrees) for degrees in DEGREES]
    assert merged(tuple(others)) == (crossed((2, 2)),)
    assert merged((crossed((1, 2)), crossed((2, 1)))) == (crossed((1, 2)), crossed((2, 1)))
    turned = Crossed(Y, X, OTHER, GRID, 2, 2)
    assert not crossed((2, 2)).covers(turned)
    assert not crossed((2, 2)).covers(Pair(X, GRID))
