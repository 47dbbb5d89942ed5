# SPDX-License-Identifier: Apache-2.0
"""Columns of real numbers as whole steps of a public grid: clamped, rounded to the nearest, never overflowing.

Every float is a ratio of integers, so each number has one right place on the grid, and that is where it goes: sums
of columns are then sums of integers, the same in every order of rows and on every engine.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.exact.number import decimal, whole
from diffident.exact.rounding import round_down, round_up
from diffident.exact.spelling import shown

FARTHEST: Final = 1 << 62  # steps from zero; an int64 then holds each of them, and the sum of any two
WIDTHS: Final = (64, 128)  # bits of the sums that engines compute
EXACT: Final = 1 << 53  # integers up to here are floats
FINEST: Final = Fraction(1, 1 << 200)
COARSEST: Final = Fraction(1 << 200)
HALF: Final = Fraction(1, 2)


class EmptyInterval(Refused):
    """Limits between which no value lies, or only one."""

    code = "bounds_empty"
    sentence = "Values cannot be kept between {low} and {high}: the lower limit must be below the upper one."
    remedy = "Give limits from a codebook, the lower one first: they are never taken from the data."


class GridTooFine(Refused):
    """A step so small beside the limits that a column of such steps would not fit into 64 bits."""

    code = "grid_too_fine"
    sentence = "Limits {low} and {high} are more than 2^62 steps of {step} away from 0."
    remedy = "Take narrower limits or a larger step."


class SumTooLarge(Refused):
    """A sum that could overflow on some data; whether it would on yours must not show."""

    code = "sum_too_large"
    sentence = "The sum of {rows} numbers as large as {largest} may need more than 128 bits."
    remedy = "Take narrower limits, a larger step or fewer rows."


class NotNumeric(Refused):
    """A column of another kind where numbers are due; its type is public, its values are not shown."""

    code = "column_not_numeric"
    sentence = "A column of numbers is due here, not one of type {type}."
    remedy = "Choose a column of integers or floats, or turn this one into numbers first."


@dataclass(frozen=True, slots=True)
class FixedPoint:
    """A grid of multiples of `step`, and the limits between which values are kept.

    >>> column = FixedPoint.of(0, 60, step="0.5")
    >>> column.steps(np.array([4.2, -1.0, float("nan"), 100.0]))
    array([  8,   0,   0, 120])
    """

    low: Fraction
    high: Fraction
    step: Fraction

    def __post_init__(self) -> None:
        decimal(self.step, name="step", at_least=FINEST, at_most=COARSEST)
        if self.low >= self.high:
            raise EmptyInterval(low=shown(self.low), high=shown(self.high))
        if max(abs(self.least), abs(self.most)) > FARTHEST:
            raise GridTooFine(low=shown(self.low), high=shown(self.high), step=shown(self.step))

    @classmethod
    def of(cls, low: object, high: object, *, step: object) -> "FixedPoint":
        """Return the grid that somebody described."""
        return cls(decimal(low, name="low"), decimal(high, name="high"), decimal(step, name="step", above=0))

    @property
    def least(self) -> int:
        """The steps of the lower limit: no value has fewer."""
        return nearest(self.low, self.step)

    @property
    def most(self) -> int:
        """The steps of the upper limit: no value has more."""
        return nearest(self.high, self.step)

    def steps(self, values: NDArray[Any]) -> NDArray[np.int64]:
        """Return each value as whole steps: clamped first, then the nearest, halves upwards.

        Guarantee:
            A finite v becomes floor(min(max(v, low), high) / step + 1/2), exactly; NaN and the infinities become what
            the lower limit becomes; every result lies in [least, most].
        Because:
            A float is at most `low` exactly if it is at most the largest float that is, and so above; what is left
            between is converted by `_on_grid`, which is exact, and the nearest step grows with v.
        Checked by: tests/exact/test_fixed.py::test_every_float_goes_to_its_one_right_place
        """
        array = _numbers(values)
        if array.dtype == object:
            clamped = (min(max(Fraction(value), self.low), self.high) for value in array.flat)
            return np.fromiter((nearest(value, self.step) for value in clamped), np.int64, array.size).reshape(
                array.shape
            )
        below, above = ~(array > round_down(self.low)), array >= round_up(self.high)  # NaN is above nothing
        found = np.where(above & np.isfinite(array), np.int64(self.most), np.int64(self.least))
        between = ~(below | above)
        found[between] = _on_grid(array[between], self.step)
        return found

    def real(self, steps: int) -> Fraction:
        """Return the number that so many steps are; it need not lie within the limits."""
        return steps * self.step

    def sum_bits(self, rows: object) -> int:
        """Return how many bits a sum of steps over at most so many rows needs, or refuse beyond 128."""
        return sum_bits(max(abs(self.least), abs(self.most)), rows)


def nearest(value: Fraction, step: Fraction) -> int:
    """Return the number of steps nearest to a value, halves upwards.

    >>> nearest(Fraction(5, 2), Fraction(1)), nearest(Fraction(-5, 2), Fraction(1))
    (3, -2)
    """
    return (value / step + HALF).__floor__()


def sum_bits(largest: int, rows: object) -> int:
    """Return how many bits hold every sum of at most so many integers from -largest to largest, 64 or 128.

    Guarantee:
        No partial sum, in any order of rows, leaves the signed integers of that many bits.
    Because:
        A sum of some of the rows is at most their number times the largest.
    Checked by: tests/exact/test_fixed.py::test_no_sum_overflows_the_bits_that_were_promised

    >>> sum_bits(60, 10**6), sum_bits(2**62, 10**6)
    (64, 128)
    """
    count = whole(rows, name="rows", at_least=0)
    for bits in WIDTHS:
        if largest * count < 1 << bits - 1:
            return bits
    raise SumTooLarge(rows=count, largest=largest)


def _numbers(values: NDArray[Any]) -> NDArray[Any]:
    """Return a column as floats if these hold each of its numbers exactly, else as Python integers."""
    array = np.asarray(values)
    if array.dtype.kind == "f" and array.dtype.itemsize <= 8:
        return array.astype(np.float64)
    if array.dtype.kind not in "iu":
        raise NotNumeric(type=array.dtype)
    is_small = array.size == 0 or (int(array.min()) >= -EXACT and int(array.max()) <= EXACT)
    return array.astype(np.float64 if is_small else object)


def _on_grid(values: NDArray[np.float64], step: Fraction) -> NDArray[np.int64]:
    """Return floats as the nearest steps, exactly; none is further than 2^62 steps from zero.

    Multiplying by a power of two is exact, and so is the distance from the step below wherever it decides. Any other
    product is off by less than 2^-51 of itself: where that could matter, Python's integers decide.
    """
    over, under = step.numerator, step.denominator
    is_power = over & (over - 1) == under & (under - 1) == 0
    inexact = np.ldexp(values, under.bit_length() - over.bit_length()) if is_power else values * float(1 / step)
    whole_steps = np.floor(inexact)
    beyond = inexact - whole_steps
    found = whole_steps.astype(np.int64) + (beyond >= 0.5)
    if not is_power:
        unsure = np.flatnonzero(np.abs(beyond - 0.5) <= np.abs(inexact) * 2.0**-50)
        found[unsure] = [nearest(Fraction(value), step) for value in values[unsure].tolist()]
    return found
