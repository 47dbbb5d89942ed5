# SPDX-License-Identifier: Apache-2.0
"""Private integers as arrays: nothing else is let in, nothing is rounded, no sum wraps round.

Integers that fit into 64 bits are an int64 array, all others an array of Python integers. Which of the two a released
array is depends on the released numbers alone.
"""

from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.privacy.private import Private
from diffident.privacy.unseal import unseal

FEW = 4  # sums that Python's own integers make sooner


class NotIntegers(Refused):
    """Values of another type where exact integers are due. The type is public, the values are not shown."""

    code = "not_integers"
    sentence = "The values must be integers, and they are {given}."
    remedy = "Count, or turn the values into whole multiples of a public step first; nothing is rounded silently."


class NotOneShape(Refused):
    """Arrays of different shapes, where numbers should stand in rows."""

    code = "not_one_shape"
    sentence = "The values do not form one array of numbers."
    remedy = "Give a number, a list of numbers, or a list of rows that are equally long."


def opened(sealed: Private[Any]) -> NDArray[Any]:
    """Open private values as an array; what is no array yet keeps its Python numbers, so that none is rounded."""
    given = unseal(sealed)
    try:
        return np.asarray(given) if isinstance(given, np.ndarray | np.generic) else np.array(given, dtype=object)
    except ValueError:
        raise NotOneShape from None


def integers(sealed: Private[Any]) -> NDArray[Any]:
    """Open private integers as an array of their shape: int64 if all of them fit, else Python integers."""
    array = opened(sealed)
    if array.dtype.kind == "i" or array.size == 0:
        return array.astype(np.int64, copy=False)
    if array.dtype.kind not in "uO":
        raise NotIntegers(given=f"of type {array.dtype}")
    return narrow(_whole(array))


def plus(values: NDArray[Any], noise: NDArray[Any]) -> NDArray[Any]:
    """Return the sums of two arrays of one shape, exactly.

    Guarantee:
        Every sum is the sum of the integers; the array is int64 if and only if every sum fits.
    Because:
        A 64-bit sum wraps exactly if both terms have one sign and the sum has the other; then, and where there are few,
        Python integers add.
    Checked by: tests/privacy/mechanisms/test_integers.py::test_no_sum_wraps_round
    """
    if values.size > FEW and values.dtype == noise.dtype == np.int64:
        sums: NDArray[Any] = np.add(values.ravel(), noise.ravel())
        if not np.any(((values.ravel() ^ sums) & (noise.ravel() ^ sums)) < 0):
            return sums.reshape(values.shape)
    return narrow(np.asarray(values.astype(object) + noise.astype(object), dtype=object))


def narrow(array: NDArray[Any]) -> NDArray[Any]:
    """Return Python integers as int64 if all of them fit."""
    try:
        return np.asarray(array.astype(np.int64))
    except OverflowError:
        return array


def _whole(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array of Python integers, or refuse by type."""
    entries = np.empty(array.size, dtype=object)
    for place, entry in enumerate(array.ravel()):
        if type(entry) is bool or not isinstance(entry, Integral):
            raise NotIntegers(given=f"of type {type(entry).__name__}")
        entries[place] = int(entry)
    return entries.reshape(array.shape)
