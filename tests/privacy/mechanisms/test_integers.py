# SPDX-License-Identifier: Apache-2.0
"""Integers go in as they are, and nothing else goes in."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.privacy.mechanisms.integers import FEW, NotIntegers, NotOneShape, integers, narrow, plus
from diffident.privacy.private import Private

HUGE = st.integers(-(2**70), 2**70)
WORDS = st.integers(-(2**63), 2**63 - 1)


@pytest.mark.parametrize(
    "entry", [1.0, 0.5, True, np.True_, np.float32(1), Decimal(1), Fraction(1), "1", None, b"1", 1j]
)
@pytest.mark.parametrize("held", ["alone", "in a list", "in an array"])
def test_what_is_no_integer_is_refused(entry, held):
    given_values = {"alone": entry, "in a list": [1, entry], "in an array": np.array([entry])}[held]
    with pytest.raises(NotIntegers):
        integers(Private(given_values))


def test_a_refusal_names_the_type_and_never_the_value():
    with pytest.raises(NotIntegers) as refused:
        integers(Private([3, "4711"]))
    assert refused.value.facts == {"given": "of type str"}
    with pytest.raises(NotIntegers, match="float64"):
        integers(Private(np.array([4711.0])))


@pytest.mark.parametrize("kind", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "O"])
def test_every_kind_of_integer_is_read(kind):
    read = integers(Private(np.array([[1, 2], [3, 100]], kind)))
    assert (read.dtype, read.tolist()) == (np.int64, [[1, 2], [3, 100]])


@pytest.mark.parametrize("values", [5, np.int8(5), np.array(5), np.array(5, object)])
def test_a_number_is_an_array_without_dimensions(values):
    assert integers(Private(values)).shape == ()
    assert integers(Private(values)) == 5


@pytest.mark.parametrize(("empty", "shape"), [([], (0,)), (np.zeros((0, 3)), (0, 3)), ([[]], (1, 0))])
def test_nothing_is_an_empty_array(empty, shape):
    read = integers(Private(empty))
    assert (read.dtype, read.shape) == (np.int64, shape)


@pytest.mark.parametrize("values", [[np.zeros((2, 2)), np.zeros((2, 3))], [np.zeros(2), np.zeros((2, 1))]])
def test_arrays_of_several_shapes_are_refused(values):
    with pytest.raises(NotOneShape) as refused:
        integers(Private(values))
    assert refused.value.facts == {}


def test_an_array_of_more_dimensions_than_numpy_iterates_is_read():
    assert integers(Private(np.full((1,) * 40, 7, object))).item() == 7


@given(st.lists(HUGE))
def test_numbers_beyond_64_bits_stay_exact(values):
    read = integers(Private(values))
    assert read.tolist() == values
    assert (read.dtype == np.int64) == all(-(2**63) <= value < 2**63 for value in values)


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=3 * FEW))
def test_no_sum_wraps_round(pairs):
    left, right = (np.array(side, np.int64) for side in zip(*pairs, strict=True))
    sums = plus(left, right)
    assert sums.tolist() == [a + b for a, b in pairs]
    assert (sums.dtype == np.int64) == all(-(2**63) <= a + b < 2**63 for a, b in pairs)


@given(HUGE, HUGE)
def test_sums_of_large_numbers_are_exact(one, other):
    total = plus(narrow(np.array(one, object)), narrow(np.array(other, object)))
    assert (total.shape, int(total)) == ((), one + other)
    assert (total.dtype == np.int64) == (-(2**63) <= one + other < 2**63)


def test_no_warning_tells_that_a_single_sum_left_64_bits():
    top = np.array(2**63 - 1)
    assert plus(top, np.array(1)).item() == 2**63
