# SPDX-License-Identifier: Apache-2.0
"""Enclosures hold the true value, are as narrow as promised, and a bound that is a last place too tight is noticed."""

import math
import random
from fractions import Fraction
from time import process_time

import mpmath
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from diffident.exact import enclosure
from diffident.exact.enclosure import Enclosure, NoSuchNumber

SIZES = st.integers(1, 10**6) | st.integers(1, 2**200)
POSITIVE = st.builds(Fraction, SIZES, SIZES)
SIGNED = st.builds(Fraction.__mul__, POSITIVE, st.sampled_from([Fraction(1), Fraction(-1)]))
EXPONENTS = st.builds(lambda x, size: x % size, SIGNED, st.sampled_from([1, 50, 60_000])) | st.just(Fraction(-65536))
PLACES = st.builds(lambda x, size: x % size, SIGNED, st.sampled_from([1, 5, 40])).flatmap(
    lambda x: st.sampled_from([x, -x])
)
BITS = st.sampled_from([8, 53, 128, 300])


def true(function, x, bits=20_000):
    """Return the value of a function by somebody else's arithmetic, with far more digits than are compared."""
    with mpmath.workprec(bits):
        value = function(mpmath.mpf(x.numerator) / x.denominator)
        return Fraction(*value.as_integer_ratio()) if value else Fraction(0)


def tail(x):
    return mpmath.erfc(x / mpmath.sqrt(2)) / 2


def narrow(found, bits):
    return (found.high - found.low) * 2**bits <= min(abs(found.low), abs(found.high))


def nearly(value, bits):
    """Return an enclosure of the width promised that just misses the value: what a forgotten error would give."""
    step = abs(value) / 2 ** (bits + 1)
    return Enclosure(value + step / 2, value + step)


class TestFunctions:
    @given(EXPONENTS, BITS)
    @example(Fraction(0), 128)
    @example(Fraction(65536), 64)
    @example(Fraction(-65536), 64)
    @example(Fraction(1, 2**500), 128)
    def test_the_exponential_is_enclosed_and_a_last_place_off_is_not(self, x, bits):
        found, value = enclosure.exp(x, bits), true(mpmath.exp, x, 2_000)
        assert narrow(found, bits)
        assert value in found
        assert value not in nearly(value, bits)

    @given(POSITIVE, BITS)
    @example(Fraction(1), 128)
    @example(1 + Fraction(1, 2**400), 128)
    @example(1 - Fraction(1, 2**400), 128)
    @example(Fraction(129, 128), 128)
    @example(Fraction(3, 2), 128)
    @example(Fraction(3, 4), 128)
    @example(Fraction(10**4000), 128)
    @example(Fraction(1, 10**4000), 128)
    def test_the_logarithm_is_enclosed_and_a_last_place_off_is_not(self, x, bits):
        found, value = enclosure.log(x, bits), true(mpmath.log, x)
        assert narrow(found, bits)
        assert value in found
        assert x == 1 or value not in nearly(value, bits)

    @given(POSITIVE, BITS)
    @example(Fraction(0), 128)
    @example(Fraction(2**2000), 128)
    @example(Fraction(1, 2**2001), 128)
    def test_the_square_root_is_enclosed_and_a_last_place_off_is_not(self, x, bits):
        found = enclosure.sqrt(x, bits)
        assert narrow(found, bits)
        assert 0 <= found.low**2 <= x <= found.high**2
        assert not x or not nearly(Fraction(1), bits).low ** 2 * x <= x

    @given(PLACES, BITS)
    @example(Fraction(0), 128)
    @example(Fraction(40), 128)
    @example(Fraction(-40), 128)
    @example(Fraction(362), 64)
    @example(Fraction(1, 2**300), 128)
    @example(Fraction(2**300, 2**297 + 1), 1)
    def test_the_normal_tail_is_enclosed_and_a_last_place_off_is_not(self, x, bits):
        found, value = enclosure.normal_tail(x, bits), true(tail, x, 3_000)
        assert narrow(found, bits)
        assert value in found
        assert value not in nearly(value, bits)

    @given(st.integers(0, 10**6), BITS)
    def test_a_square_has_its_root_and_no_width(self, root, bits):
        assert enclosure.sqrt(Fraction(root, 7) ** 2, bits) == Enclosure.of(Fraction(root, 7))

    @pytest.mark.parametrize("bits", [128, 2_000])
    def test_the_guess_of_a_depth_is_mended_when_it_was_too_small(self, bits, monkeypatch):
        asked = []
        fraction = enclosure.mills
        monkeypatch.setattr(
            enclosure,
            "mills",
            lambda over, under, places, depth: (
                asked.append(depth) or fraction(over, under, places, 1)
                if not asked[1:]
                else fraction(over, under, places, 10**4)
            ),
        )
        found = enclosure.normal_tail(Fraction(30), bits)
        assert len(asked) > 1
        assert narrow(found, bits)


@pytest.mark.parametrize(("function", "other"), [(enclosure.exp, mpmath.exp), (enclosure.log, mpmath.log)])
def test_a_forgotten_error_is_noticed(function, other, monkeypatch):
    """The floors add up to something: without the width that counts them the value lies outside."""
    monkeypatch.setattr(enclosure, "_scaled", lambda value, _, exponent: enclosure._between(value, value, exponent))
    points = [Fraction(n, 7) for n in range(1, 50) if n != 7]
    found = [true(other, x, 500) in function(x) for x in points]
    assert not any(found)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("function", "other", "size"),
    [(enclosure.exp, mpmath.exp, 300), (enclosure.log, mpmath.log, 2**70), (enclosure.normal_tail, tail, 30)],
)
def test_no_value_out_of_many_escapes(function, other, size):
    chance = random.Random(20261119)  # noqa: S311 - the same points every time, and nobody to hide them from
    for _ in range(20_000):
        x = Fraction(
            chance.randrange(1, 2 ** chance.randrange(1, 90)), chance.randrange(1, 2 ** chance.randrange(1, 90))
        )
        x = x if function is enclosure.log else (x % size) * chance.choice([1, -1])
        bits = chance.choice([4, 60, 128, 200])
        assert true(other, x, 2_000) in function(x, bits)


class TestFarAway:
    def test_an_exponential_that_vanishes_is_bounded_at_once(self):
        began = process_time()
        found = enclosure.exp(Fraction(-(2**60)))
        assert found.low == 0 < found.high <= enclosure.exp(Fraction(-65536)).high
        assert process_time() - began < 1

    def test_an_exponential_that_explodes_is_refused(self):
        with pytest.raises(NoSuchNumber, match="at most 65,536"):
            enclosure.exp(Fraction(2**60))

    def test_a_tail_beyond_all_numbers_is_bounded(self):
        found = enclosure.normal_tail(Fraction(10**400))
        assert found.low == 0 < found.high < Fraction(1, 2**90_000)

    @pytest.mark.parametrize(("function", "x"), [("log", 0), ("log", -1), ("sqrt", -1)])
    def test_where_a_function_has_no_value_it_is_refused(self, function, x):
        with pytest.raises(NoSuchNumber, match=function):
            getattr(enclosure, function)(Fraction(x))


def test_an_exponential_takes_microseconds():
    """It is called for every step of a sampler and a calibration; a hundred times slower would be felt."""
    began = process_time()
    for n in range(1, 1_001):
        enclosure.exp(Fraction(-n, 997))
        enclosure.log(Fraction(n, 997))
    assert process_time() - began < 0.5


INSIDE = st.tuples(SIGNED, POSITIVE, POSITIVE).map(lambda parts: (parts[0], spread(*parts)))


def spread(value, below, above):
    return Enclosure(value - below, value + above)


class TestArithmetic:
    @given(INSIDE, INSIDE)
    def test_arithmetic_encloses_the_arithmetic_of_what_is_enclosed(self, first, second):
        (a, left), (b, right) = first, second
        assert a + b in left + right
        assert a - b in left - right
        assert a * b in left * right
        assert -a in -left
        if 0 not in right:
            assert a / b in left / right

    @given(INSIDE, SIGNED)
    def test_a_rational_may_stand_on_either_side(self, inside, number):
        a, found = inside
        assert number + a in number + found == found + number
        assert number - a in number - found == -(found - number)
        assert number * a in number * found == found * number
        if 0 not in found:
            assert number / a in number / found

    @given(INSIDE, INSIDE)
    def test_a_comparison_is_true_only_when_it_is_certain(self, first, second):
        (a, left), (b, right) = first, second
        assert a < b or not left < right
        assert a <= b or not left <= right
        assert a > b or not left > right
        assert a >= b or not left >= right

    def test_what_touches_is_not_certainly_less(self):
        low, high = Enclosure(Fraction(0), Fraction(1)), Enclosure(Fraction(1), Fraction(2))
        assert low <= high
        assert high >= low
        assert not low < high
        assert not high > low
        assert low < 2
        assert high > Fraction(1, 2)

    def test_products_of_both_signs_reach_their_corners(self):
        assert Enclosure(Fraction(-2), Fraction(3)) * Enclosure(Fraction(-5), Fraction(1)) == Enclosure(
            Fraction(-15), Fraction(10)
        )

    def test_what_may_be_zero_does_not_divide(self):
        for divisor in (Enclosure(Fraction(-1), Fraction(1)), Enclosure.of(0), Enclosure(Fraction(0), Fraction(1))):
            with pytest.raises(NoSuchNumber, match="division"):
                1 / divisor

    def test_the_low_end_comes_first(self):
        with pytest.raises(NoSuchNumber):
            Enclosure(Fraction(1), Fraction(0))


def test_known_values():
    """Euler's number, ln 2, the root of 2 and the 97.5 % point, to the digits that every table prints."""
    assert math.isclose(enclosure.exp(Fraction(1)).low, math.e, rel_tol=1e-15)
    assert math.isclose(enclosure.log(Fraction(2)).high, math.log(2), rel_tol=1e-15)
    assert math.isclose(enclosure.sqrt(Fraction(2)).low, math.sqrt(2), rel_tol=1e-15)
    assert math.isclose(enclosure.normal_tail(Fraction("1.959963984540054")).low, 0.025, rel_tol=1e-15)
