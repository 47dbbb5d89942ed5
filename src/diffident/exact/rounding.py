# SPDX-License-Identifier: Apache-2.0
"""Leaving exactness, named by its direction."""

import math
from fractions import Fraction


def round_up(value: Fraction) -> float:
    """Return the smallest float that is not below `value`.

    Guarantee:
        Fraction(round_up(value)) >= value, and no smaller float is; infinity above the largest float.
    Because:
        `int / int` is rounded to the nearest float, so the answer is that float or the next one above.
    Checked by: tests/exact/test_rounding.py::test_floats_are_the_nearest_on_their_side

    >>> round_up(Fraction(1, 10)), round_up(Fraction(1, 3)) > 1 / 3
    (0.1, True)
    """
    near = _nearest(value)
    return (
        near if near == math.inf or (near != -math.inf and Fraction(near) >= value) else math.nextafter(near, math.inf)
    )


def round_down(value: Fraction) -> float:
    """Return the largest float that is not above `value`.

    Guarantee:
        Fraction(round_down(value)) <= value, and no larger float is; minus infinity below the least float.
    Because:
        It is `round_up` seen in a mirror.
    Checked by: tests/exact/test_rounding.py::test_floats_are_the_nearest_on_their_side

    >>> round_down(Fraction(1, 10)) < 0.1
    True
    """
    return 0.0 - round_up(-value)


def up_to(value: Fraction, step: Fraction) -> Fraction:
    """Return the smallest multiple of `step` that is not below `value`.

    Guarantee:
        value <= up_to(value, step) < value + step, and the answer is a multiple of step > 0.
    Because:
        It is ceil(value / step) steps, in whole numbers.
    Checked by: tests/exact/test_rounding.py::test_multiples_are_the_nearest_on_their_side

    >>> up_to(Fraction(1, 3), Fraction(1, 10))
    Fraction(2, 5)
    """
    return math.ceil(value / step) * step


def down_to(value: Fraction, step: Fraction) -> Fraction:
    """Return the largest multiple of `step` that is not above `value`.

    Guarantee:
        value - step < down_to(value, step) <= value, and the answer is a multiple of step > 0.
    Because:
        It is floor(value / step) steps, in whole numbers.
    Checked by: tests/exact/test_rounding.py::test_multiples_are_the_nearest_on_their_side

    >>> down_to(Fraction(1, 3), Fraction(1, 10))
    Fraction(3, 10)
    """
    return math.floor(value / step) * step


def _nearest(value: Fraction) -> float:
    """Return the float nearest to a fraction, without a negative zero; infinite where no float is so large."""
    try:
        return value.numerator / value.denominator + 0.0
    except OverflowError:
        return math.inf if value > 0 else -math.inf
