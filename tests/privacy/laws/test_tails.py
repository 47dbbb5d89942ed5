# SPDX-License-Identifier: Apache-2.0
"""Certain tails of the discrete Gaussian against sums in many digits, and against each other where sums are too long."""

from fractions import Fraction

import pytest
from mpmath import mp, mpf

from diffident.exact import enclosure
from diffident.privacy.laws.tails import NARROW, upper

SHORT = [
    Fraction(1, 1 << 10),
    Fraction(1, 3),
    Fraction(1),
    Fraction(100),
    Fraction(NARROW),
    NARROW + Fraction(1, 7),
    Fraction(20_000),
]
LONG = [Fraction(10**6), Fraction(2**60), Fraction(2**120), Fraction(2**120, 3**20)]


def of(fraction):
    return mpf(fraction.numerator) / fraction.denominator


def tail(k, variance):
    v, far = of(variance), k + 30 * (1 + int(mp.sqrt(of(variance))))
    half = mp.fsum(mp.exp(-(mpf(j) ** 2) / (2 * v)) for j in range(1, far))
    return mp.fsum(mp.exp(-(mpf(j) ** 2) / (2 * v)) for j in range(k, far)) / (2 * half + 1)


@pytest.mark.parametrize("variance", SHORT)
@pytest.mark.parametrize("sigmas", [0, 1, 3, 10])
def test_tails_are_enclosed_and_a_last_place_off_is_not(variance, sigmas):
    k = max(round(sigmas * variance**0.5), 1)
    with mp.workdps(80):
        ends, exact = upper(k, variance), tail(k, variance)
        low, high = of(ends.low), of(ends.high)
        assert low <= exact <= high
        assert high - low <= exact * mpf(2) ** -100
        assert not low <= exact * (1 + mpf(2) ** -99) <= high


@pytest.mark.parametrize("variance", LONG)
@pytest.mark.parametrize("sigmas", ["0.001", "1", "4", "8"])
def test_long_tails_are_the_normal_tail_from_half_a_step_before(variance, sigmas):
    """The midpoint rule is off by x^2/(24 sigma^2) of itself at x sigmas, to first order."""
    root = enclosure.sqrt(variance).high
    k = int(Fraction(sigmas) * root) + 1
    with mp.workdps(80):
        x = (k - mpf(1) / 2) / mp.sqrt(of(variance))
        normal = mp.erfc(x / mp.sqrt(2)) / 2
        ends = upper(k, variance)
        off = mpf(1) / of(variance)
        assert abs(of(ends.low) / normal - 1) <= off * (x**2 + 1) / 8
        assert of(ends.high) - of(ends.low) <= normal * mpf(2) ** -100


@pytest.mark.parametrize("variance", [NARROW + Fraction(1, 7), *LONG])
@pytest.mark.parametrize("sigmas", ["0.001", "1", "4"])
def test_a_tail_and_the_next_differ_by_one_mass(variance, sigmas):
    k = int(Fraction(sigmas) * enclosure.sqrt(variance).high) + 1
    step = upper(k, variance) - upper(k + 1, variance)
    with mp.workdps(80):
        mass = mp.exp(-(mpf(k) ** 2) / (2 * of(variance))) / mp.sqrt(2 * mp.pi * of(variance))
        assert of(step.low) * (1 - mpf(2) ** -60) <= mass <= of(step.high) * (1 + mpf(2) ** -60)


@pytest.mark.parametrize("variance", [*SHORT, *LONG])
def test_the_left_half_is_the_mirror_image(variance):
    assert upper(0, variance) + upper(1, variance) - 1 <= Fraction(1, 2**90)
    assert upper(-3, variance) + upper(4, variance) - 1 >= -Fraction(1, 2**90)


def test_far_out_nothing_is_certain_but_that_it_is_small():
    ends = upper(10**6, Fraction(NARROW + 1))
    assert ends.low == 0
    assert ends.high < Fraction(1, 10**400)
