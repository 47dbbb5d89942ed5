# SPDX-License-Identifier: Apache-2.0
"""Real numbers as whole steps of a public grid, and back: exact in both directions."""

from fractions import Fraction
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.privacy.mechanisms.integers import narrow, opened
from diffident.privacy.private import Private


class NotRealNumbers(Refused):
    """Values that are no finite real numbers. What they are is not shown."""

    code = "not_real_numbers"
    sentence = "The values must be finite: integers, floats or fractions."
    remedy = "Clamp them to public bounds first; that also settles what becomes of missing and infinite values."


def steps(sealed: Private[Any], grid: Fraction) -> NDArray[Any]:
    """Open private numbers as whole steps of the grid: each the nearest, halves upwards.

    Guarantee:
        A number v becomes floor(v / grid + 1/2), exactly.
    Because:
        Every integer, float and fraction is a ratio of integers, and the floor of a ratio is one integer division.
    Checked by: tests/privacy/mechanisms/test_grid.py::test_numbers_go_to_the_nearest_multiple_and_halves_upwards
    """
    array = opened(sealed)
    whole = np.empty(array.size, dtype=object)
    for place, entry in enumerate(array.ravel()):
        top, bottom = _ratio(entry)
        whole[place] = (2 * top * grid.denominator + bottom * grid.numerator) // (2 * bottom * grid.numerator)
    return narrow(whole.reshape(array.shape))


def on_grid(whole: NDArray[Any], grid: Fraction) -> NDArray[Any]:
    """Return the multiples of the grid with these numbers of steps, as fractions."""
    multiples = np.empty(whole.size, dtype=object)
    multiples[:] = [step * grid for step in whole.ravel().tolist()]
    return multiples.reshape(whole.shape)


def _ratio(entry: object) -> tuple[int, int]:
    """Return a number as one integer over another, or refuse."""
    if type(entry) is not bool and isinstance(entry, Integral):
        return int(entry), 1
    if not isinstance(entry, float | Fraction | np.floating):
        raise NotRealNumbers
    try:
        return entry.as_integer_ratio()
    except (ValueError, OverflowError):
        raise NotRealNumbers from None
