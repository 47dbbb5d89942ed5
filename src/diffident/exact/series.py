# SPDX-License-Identifier: Apache-2.0
"""Series and fractions in whole numbers: a number is an integer times 2^-places, and every floor is counted.

The unit of all error bounds here is the last place, 2^-places. Nothing rests on a float.
"""

from functools import lru_cache

STEPS = 64  # logarithms take out the nearest multiple of 1/64 first


def small_exp(x: int, places: int) -> tuple[int, int]:
    """Return e^x for 0 <= x < 2^-8, by its power series, and the number of terms.

    Guarantee:
        The sum is not above e^x and short of it by less than two last places a term.
    Because:
        A term is the one before, times less than 2^-8, and loses one place: in all less than 1.01. What follows the
        last is below a hundredth of a place.
    Checked by: tests/exact/test_enclosure.py::TestFunctions::test_the_exponential_is_enclosed_and_a_last_place_off_is_not
    """
    total = term = 1 << places
    count = 1
    while term := (term * x >> places) // count:
        total += term
        count += 1
    return total, count


def artanh(over: int, under: int, places: int) -> tuple[int, int]:
    """Return the area tangent of over / under, between 0 and 1/3, and a bound on what is missing.

    Guarantee:
        The sum is not above artanh(over / under) and short of it by less than the bound.
    Because:
        The argument is short by one place, its square by two, hence each power by two; a division loses one more, and
        what follows the last power is below three.
    Checked by: tests/exact/test_enclosure.py::TestFunctions::test_the_logarithm_is_enclosed_and_a_last_place_off_is_not
    """
    power = (over << places) // under
    square = power * power >> places
    total, count = power, 1
    while power := power * square >> places:
        total += power // (2 * count + 1)
        count += 1
    return total, 3 * count + 3


@lru_cache(maxsize=1024)
def ln2(places: int) -> int:
    """Return ln 2, short by less than two places: 2 artanh(1/3), from 32 places more."""
    return 2 * artanh(1, 3, places + 32)[0] >> 32


@lru_cache(maxsize=4096)
def log_of_step(near: int, places: int) -> int:
    """Return ln(near / 64), off by less than two places; 48 <= near <= 96 keeps the argument below 1/3."""
    series = 2 * artanh(abs(near - STEPS), near + STEPS, places + 32)[0]
    return (series if near >= STEPS else -series) >> 32


@lru_cache(maxsize=1024)
def pi(places: int) -> int:
    """Return pi, off by less than two places: 16 arctan(1/5) - 4 arctan(1/239) (Machin), from 32 places more."""
    return 16 * _arctan_of_part(5, places + 32) - 4 * _arctan_of_part(239, places + 32) >> 32


def _arctan_of_part(part: int, places: int) -> int:
    """Return arctan(1 / part), off by less than two places a term: the powers are exact floors, the divisions lose one."""
    power = (1 << places) // part
    total, count = power, 1
    while power := power // (part * part):
        total += power // (2 * count + 1) if count % 2 == 0 else -(power // (2 * count + 1))
        count += 1
    return total


def normal_middle(over: int, under: int, places: int) -> tuple[int, int]:
    """Return two bounds of x + x^3/3 + x^5/(3*5) + ..., x = over/under >= 0: P(0 <= Z <= x) over the density at x.

    Guarantee:
        The sum lies between the two.
    Because:
        Both ends are carried along, one rounded down and one up at every step. Once x^2 is at most half of the next
        odd number, what follows a term is together at most that term.
    Checked by: tests/exact/test_enclosure.py::TestFunctions::test_the_normal_tail_is_enclosed_and_a_last_place_off_is_not
    """
    low, square = (over << places) // under, (over * over << places) // (under * under)
    high, odd = low + 1, 1
    lows, highs = low, high
    while high > 1 or 2 * square >= odd << places:
        odd += 2
        low = (low * square >> places) // odd
        high = ((high * (square + 1) >> places) + 1) // odd + 1
        lows, highs = lows + low, highs + high
    return lows, highs + high


def mills(over: int, under: int, places: int, depth: int) -> tuple[int, int]:
    """Return two bounds of x + 1/(x + 2/(x + 3/(x + ...))), x = over/under > 0: the density at x over P(Z > x).

    Guarantee:
        The fraction lies between the two, at any depth; more depth only brings them closer.
    Because:
        What stands below the last step is at least x, so the last step lies in [x, x + (depth + 1)/x]; each step before
        falls as the next one grows, and is rounded outwards.
    Checked by: tests/exact/test_enclosure.py::TestFunctions::test_the_normal_tail_is_enclosed_and_a_last_place_off_is_not
    """
    x = (over << places) // under
    low, high = x, x + 1 - (-((depth + 1) << 2 * places) // x)
    for step in range(depth, 0, -1):
        ahead = step << 2 * places
        low, high = x + ahead // high, x + 1 - (-ahead // low)
    return low, high
