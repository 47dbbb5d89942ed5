# SPDX-License-Identifier: Apache-2.0
"""Columns on a grid: every number has one right place there, whatever it is stored as, and no sum overflows."""

import math
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from diffident.errors import Refused
from diffident.exact.fixed import FixedPoint, NotNumeric, SumTooLarge, nearest, sum_bits

FLOATS = st.floats() | st.integers(-1000, 1000).map(lambda n: n / 8) | st.integers(-1000, 1000).map(lambda n: n / 10)
STEPS = st.sampled_from(
    [Fraction(1), Fraction(1, 2**20), Fraction(4), Fraction(1, 10), Fraction(3, 7), Fraction(1, 100)]
)
LIMITS = st.fractions(min_value=-(2**30), max_value=2**30, max_denominator=100)


@st.composite
def columns(draw):
    low, high = sorted((draw(LIMITS), draw(LIMITS)))
    assume(low < high)
    return FixedPoint(low, high, draw(STEPS))


def right_place(column, value):
    """Return the definition, in fractions: the public rule, the clamp, then the nearest step, halves upwards."""
    if not math.isfinite(value):
        return right_place(column, column.low)
    clamped = min(max(Fraction(value), column.low), column.high)
    return math.floor(clamped / column.step + Fraction(1, 2))


@given(columns(), st.lists(FLOATS, max_size=30))
@example(FixedPoint.of(0, 4, step=1), [0.49999999999999994, 0.5, 1.5, 2.5, -0.0, 5e-324, -5e-324])
@example(FixedPoint.of(-4, 4, step=1), [-0.5, -0.5000000000000001, -0.49999999999999994, -1.5, -5e-324])
@example(FixedPoint.of(-1, 1, step="0.1"), [0.05, 0.15, 0.25, -0.05, -0.15, 0.35, 0.95])
@example(FixedPoint(Fraction(-(2**61)), Fraction(2**61), Fraction(1)), [2.0**60, 2.0**52 + 0.5, -(2.0**61), 1e300])
@example(FixedPoint(Fraction(-(2**60)), Fraction(2**60), Fraction(1, 3)), [2.0**59 + 512, -1 / 6, 1 / 6, 0.5])
@example(FixedPoint.of(5, 60, step=1), [math.inf, -math.inf, math.nan, sys.float_info.max, -sys.float_info.max])
@example(FixedPoint.of("0.1", "0.3", step="0.2"), [0.1, 0.3, 0.30000000000000004, 0.09999999999999999])
def test_every_float_goes_to_its_one_right_place(column, values):
    found = column.steps(np.array(values, np.float64))
    assert found.dtype == np.int64
    assert found.tolist() == [right_place(column, value) for value in values]


@given(columns(), st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(-1000, 1000), max_size=20))
@example(FixedPoint.of(-(2**61), 2**61, step=1), [2**53 + 1, -(2**53) - 1, 2**63 - 1, -(2**63)])
def test_every_integer_goes_to_its_one_right_place(column, values):
    assert column.steps(np.array(values, np.int64)).tolist() == [right_place(column, value) for value in values]


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint64, np.float16, np.float32, np.float64])
def test_it_does_not_matter_how_a_number_is_stored(kind):
    column = FixedPoint.of(0, 100, step="0.3")
    assert column.steps(np.array([1, 5, 120], kind)).tolist() == [3, 17, 333]
    assert column.steps(np.array([[1], [5]], kind)).shape == (2, 1)
    assert column.steps(np.array([], kind)).tolist() == []


def test_integers_beyond_64_signed_bits_are_clamped_too():
    assert FixedPoint.of(0, 100, step=1).steps(np.array([2**64 - 1, 7], np.uint64)).tolist() == [100, 7]


def test_rounding_a_product_of_floats_would_be_wrong():
    """The twin: the obvious one-liner goes wrong for floats that people have."""
    column = FixedPoint.of(-1, 1, step="0.1")
    values = np.arange(-95, 96, 10) / 100
    careless = np.floor(values / 0.1 + 0.5).astype(np.int64)
    assert column.steps(values).tolist() == [right_place(column, value) for value in values.tolist()]
    assert careless.tolist() != column.steps(values).tolist()


def test_no_sum_depends_on_the_order_of_rows():
    column = FixedPoint.of(0, 60, step=Fraction(1, 2**20))
    values = np.linspace(0, 61, 10_007)
    assert column.steps(values).sum() == column.steps(values[::-1]).sum()


@given(columns(), FLOATS)
def test_a_value_comes_back_within_half_a_step(column, value):
    assume(column.low <= Fraction(value) <= column.high if math.isfinite(value) else False)
    steps = int(column.steps(np.array([value]))[0])
    assert abs(column.real(steps) - Fraction(value)) <= column.step / 2
    assert column.least <= steps <= column.most


@given(st.fractions(), st.fractions(min_value=Fraction(1, 10**6), max_value=10**6))
def test_the_nearest_step_is_the_nearest(value, step):
    found = nearest(value, step) * step
    assert -step / 2 < found - value <= step / 2


@given(st.integers(0, 2**62), st.integers(0, 10**15))
@example(2**62, 2)
@example(2**48, 2**15)
@example(2**63 - 1, 1)
@example(0, 10**15)
def test_no_sum_overflows_the_bits_that_were_promised(largest, rows):
    bits = sum_bits(largest, rows)
    assert -(2 ** (bits - 1)) < -largest * rows <= largest * rows < 2 ** (bits - 1)
    assert bits == 64 or largest * rows >= 2**63


def test_a_column_says_how_many_bits_its_sum_needs():
    column = FixedPoint.of(-60, 30, step=Fraction(1, 2**20))
    assert column.sum_bits(10**6) == 64
    assert column.sum_bits(10**12) == 128


def test_a_sum_that_could_overflow_is_refused_before_any_row():
    with pytest.raises(SumTooLarge, match="fewer rows"):
        sum_bits(2**100, 10**15)


@pytest.mark.parametrize(
    ("code", "low", "high", "step"),
    [
        ("bounds_empty", 10, 0, 1),
        ("bounds_empty", 1, 1, 1),
        ("number_not_finite", float("nan"), 1, 1),
        ("number_not_finite", float("-inf"), float("inf"), 1),
        ("not_a_privacy_number", "a", "z", 1),
        ("not_a_privacy_number", None, 1, 1),
        ("not_a_privacy_number", True, 2, 1),
        ("grid_too_fine", -1e308, 1e308, 1),
        ("grid_too_fine", 0, 1, Fraction(1, 2**63)),
        ("number_out_of_range", 0, 1, 0),
        ("number_out_of_range", 0, 1, -1),
        ("number_out_of_range", 0, 1, Fraction(1, 2**201)),
        ("number_out_of_range", 0, 1, 2**201),
        ("number_too_long", 0, "1e5000", 1),
    ],
)
def test_limits_that_mean_nothing_are_refused(code, low, high, step):
    with pytest.raises(Refused) as refusal:
        FixedPoint.of(low, high, step=step)
    assert refusal.value.code == code


@pytest.mark.parametrize("values", [np.array(["Alice"]), np.array([True]), np.array([object()]), np.array([1j])])
def test_what_is_no_number_is_refused_by_its_type(values):
    with pytest.raises(NotNumeric) as refusal:
        FixedPoint.of(0, 1, step=1).steps(values)
    assert "Alice" not in str(refusal.value)


@pytest.mark.skipif(np.dtype(np.longdouble).itemsize == 8, reason="long doubles are doubles here")
def test_longer_floats_are_not_cut_silently():
    with pytest.raises(NotNumeric):
        FixedPoint.of(0, 1, step=1).steps(np.array([0.5], np.longdouble))


def test_no_warning_tells_that_a_value_was_odd(recwarn):
    FixedPoint.of(0, 1, step="0.1").steps(np.array([np.nan, np.inf, -np.inf, sys.float_info.max, 5e-324]))
    assert not recwarn.list
