# SPDX-License-Identifier: Apache-2.0
"""How far numpy's logarithms and exponentials are off on this machine: proofs let them err by four units in the last place."""

import math

import numpy as np
import pytest
from mpmath import mp

ALLOWED = 4  # units in the last place, in the proofs of grid, compose, moments, coins
HALF = ALLOWED / 2  # what is measured must be well below
RANGES = {  # what each function is asked for: masses down to 1e-300, losses, tilts, ratios near 1
    "log": [(1e-300, 1e-290), (1e-30, 1e-3), (0.5, 2.0), (1 - 1e-9, 1 + 1e-9), (1.0, 1e6)],
    "exp": [(-700.0, -600.0), (-50.0, -1.0), (-1e-6, 1e-6), (-1.0, 1.0), (1.0, 600.0)],
    "expm1": [(-40.0, -1.0), (-1.0, -1e-12), (1e-12, 1e-3), (0.1, 5.0)],
    "log1p": [(-0.999, -0.5), (-0.5, -1e-12), (1e-12, 1e-3), (0.1, 1e6)],
}
CASES = [(name, low, high) for name, ends in RANGES.items() for low, high in ends]
LENGTHS = [1, 3, 8, 17, 1000]  # of arrays: different lengths may go different ways through a processor


def places(low, high, many):
    """Return floats between two ends, even ones and odd ones, the same every time."""
    tape = np.random.default_rng(many)
    if low > 0 and high / low > 100:
        return np.exp(tape.uniform(math.log(low), math.log(high), many))
    if high < 0 and low / high > 100:
        return -np.exp(tape.uniform(math.log(-high), math.log(-low), many))
    return tape.uniform(low, high, many)


def units_off(name, found, where):
    """Return by how many units in its last place a float is off."""
    with mp.workdps(40):
        exact = getattr(mp, name)(mp.mpf(float(where)))
        return float(abs(mp.mpf(float(found)) - exact) / mp.mpf(math.ulp(abs(float(exact)) or 5e-324)))


@pytest.mark.parametrize(("name", "low", "high"), CASES)
def test_they_err_by_less_than_half_of_what_proofs_allow(name, low, high):
    """Whatever the length of the array and where it begins; one unit in the tenth digit is noticed."""
    for many in LENGTHS:
        where = places(low, high, many + 1)[1:]
        found = getattr(np, name)(where)
        assert max(units_off(name, *pair) for pair in zip(found, where, strict=True)) <= HALF
        assert units_off(name, found[0] * (1 + 1e-10), where[0]) > ALLOWED


@pytest.mark.deep
@pytest.mark.parametrize(("name", "low", "high"), CASES)
def test_nor_do_they_anywhere_else(name, low, high):
    where = places(low, high, 10_000)
    found = getattr(np, name)(where)
    assert max(units_off(name, *pair) for pair in zip(found, where, strict=True)) <= HALF


def test_a_float_alone_errs_as_little():
    for name, low, high in CASES:
        where = places(low, high, 50)
        assert max(units_off(name, getattr(math, name)(float(one)), one) for one in where) <= HALF
