# SPDX-License-Identifier: Apache-2.0
"""Rounding goes to the side that its name says, and no further than it must."""

import math
from fractions import Fraction

from hypothesis import assume, example, given
from hypothesis import strategies as st

from diffident.exact.rounding import down_to, round_down, round_up, up_to

VALUES = st.fractions() | st.builds(Fraction, st.integers(-(2**1100), 2**1100), st.integers(1, 2**1200))
LARGEST = Fraction(2**1024 - 2**971)


@given(VALUES)
@example(Fraction(0))
@example(Fraction(1, 10))
@example(Fraction(-1, 10))
@example(Fraction(1, 2**2000))
@example(Fraction(-1, 2**2000))
@example(LARGEST)
def test_floats_are_the_nearest_on_their_side(value):
    assume(abs(value) <= LARGEST)
    up, down = round_up(value), round_down(value)
    assert Fraction(down) <= value <= Fraction(up)
    assert math.nextafter(up, -math.inf) < value
    assert math.nextafter(down, math.inf) > value
    nearest = value.numerator / value.denominator  # the twin: right on average, on the wrong side half of the time
    assert nearest in (up, down)
    assert not (Fraction(nearest) >= value and nearest != up)


def test_a_float_stays_what_it_is():
    for value in (0.0, 0.1, -0.1, 5e-324, 1.7976931348623157e308):
        assert round_up(Fraction(value)) == round_down(Fraction(value)) == value


def test_zero_has_no_sign():
    for zero in (round_up(Fraction(0)), round_down(Fraction(0)), round_up(Fraction(-1, 2**2000))):
        assert math.copysign(1, zero) == 1


def test_beyond_the_floats_one_side_is_infinite_and_the_other_is_the_last():
    beyond = Fraction(2**1024)
    assert (round_up(beyond), round_down(beyond)) == (math.inf, float(LARGEST))
    assert (round_up(-beyond), round_down(-beyond)) == (-float(LARGEST), -math.inf)


@given(st.fractions(), st.fractions(min_value=Fraction(1, 10**18), max_value=10**6))
def test_multiples_are_the_nearest_on_their_side(value, step):
    up, down = up_to(value, step), down_to(value, step)
    assert (up / step).denominator == (down / step).denominator == 1
    assert value - step < down <= value <= up < value + step
    assert up - down in (0, step)


def test_a_multiple_stays_what_it_is():
    assert up_to(Fraction(3, 10), Fraction(1, 10)) == down_to(Fraction(3, 10), Fraction(1, 10)) == Fraction(3, 10)
