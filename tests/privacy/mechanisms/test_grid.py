# SPDX-License-Identifier: Apache-2.0
"""Rounding to a grid is exact, and moves sums by no more than is counted."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.privacy.mechanisms.grid import NotRealNumbers, on_grid, steps
from diffident.privacy.private import Private

GRIDS = st.fractions(min_value=Fraction(1, 1000), max_value=1000).filter(lambda step: step > 0)
REALS = st.one_of(st.integers(-(2**70), 2**70), st.floats(allow_nan=False, allow_infinity=False), st.fractions())


@given(REALS, GRIDS)
def test_numbers_go_to_the_nearest_multiple_and_halves_upwards(value, grid):
    step = int(steps(Private(value), grid))
    assert -grid / 2 < step * grid - Fraction(value) <= grid / 2


@pytest.mark.parametrize(("value", "step"), [(0.25, 1), (-0.25, 0), (0.75, 2), (0.7499999999999999, 1), (-0.75, -1)])
def test_halves_go_up(value, step):
    assert steps(Private(value), Fraction(1, 2)) == step


def test_a_float_just_below_a_half_is_not_rounded_on_the_way():
    """In floats 0.49999999999999994 + 0.5 is 1."""
    assert steps(Private([0.49999999999999994, 0.5]), Fraction(1)).tolist() == [0, 1]


@pytest.mark.parametrize("value", [np.float32(0.1), np.float16(0.1), np.longdouble(0.1), np.int8(3), np.uint64(3)])
def test_every_kind_of_number_stands_for_what_it_holds(value):
    exact = Fraction(int(value)) if isinstance(value, np.integer) else Fraction(*value.as_integer_ratio())
    fine = Fraction(1, 10**30)
    for given_values in (value, np.array([value]), [value]):
        assert int(steps(Private(given_values), fine).ravel()[0]) == math.floor(exact / fine + Fraction(1, 2))


def test_numbers_in_a_list_are_not_made_floats():
    assert steps(Private([2**53 + 1, 0.5]), Fraction(1, 2)).tolist() == [2**54 + 2, 1]


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, True, None, "0.5", Decimal("0.5"), 1j, np.True_, [1]])
@pytest.mark.parametrize("wrap", [lambda value: value, lambda value: [0.5, value]], ids=["alone", "in a list"])
def test_what_is_no_finite_number_is_refused_without_being_shown(value, wrap):
    if value == [1] and wrap(1) == 1:
        return  # a list alone is a list of numbers
    with pytest.raises(NotRealNumbers) as refused:
        steps(Private(wrap(value)), Fraction(1))
    assert refused.value.facts == {}


@given(st.lists(st.integers(-(2**70), 2**70)), GRIDS)
def test_multiples_are_exact(whole, grid):
    assert on_grid(np.array(whole, object), grid).tolist() == [step * grid for step in whole]
