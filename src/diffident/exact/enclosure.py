# SPDX-License-Identifier: Apache-2.0
"""Two rationals with a real number certainly between them, and exp, log, sqrt and the normal tail in that form.

All is integer arithmetic: a number is an integer times 2^-places, every floor is counted as an error of one last
place, and the sum of the errors widens the answer. Nothing here rests on a float.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from diffident.errors import Refused
from diffident.exact.series import STEPS, artanh, ln2, log_of_step, mills, normal_middle, pi, small_exp

FARTHEST = 1 << 16  # e^65536 has 94,548 bits; nobody needs it, and e^(2^60) would fill the memory
GUARD = 32  # places kept beyond those asked for, so that the counted errors stay below the width promised
HALVINGS = 8  # exp works at a 2^-8 of its argument and squares eight times


class NoSuchNumber(Refused):
    """A function was asked for a value where it has none that we could write down."""

    code = "no_such_number"
    sentence = "{function} has no value that can be enclosed where its argument is {argument}."
    remedy = "Call {function} with an argument {domain}."


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A real number known to lie in [low, high]; comparisons are true only when they are certain.

    Guarantee:
        If the operands enclose a and b, then the result of +, -, *, / encloses a+b, a-b, a*b, a/b.
    Because:
        The ends are rationals and computed without rounding; each operation is monotone in each operand on each side
        of zero, so its extremes are at the ends, and a divisor that may be zero is refused.
    Checked by: tests/exact/test_enclosure.py::TestArithmetic::test_arithmetic_encloses_the_arithmetic_of_what_is_enclosed

    >>> Enclosure(Fraction(1), Fraction(2)) * -1
    Enclosure(low=Fraction(-2, 1), high=Fraction(-1, 1))
    """

    low: Fraction
    high: Fraction

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise NoSuchNumber(function="Enclosure", argument="upside down", domain="whose low end comes first")

    @classmethod
    def of(cls, value: "Enclosure | Fraction | int") -> "Enclosure":
        """Return an enclosure as it is, and a rational as one of no width."""
        return value if isinstance(value, Enclosure) else cls(Fraction(value), Fraction(value))

    def __add__(self, other: "Enclosure | Fraction | int") -> "Enclosure":
        right = Enclosure.of(other)
        return Enclosure(self.low + right.low, self.high + right.high)

    def __sub__(self, other: "Enclosure | Fraction | int") -> "Enclosure":
        right = Enclosure.of(other)
        return Enclosure(self.low - right.high, self.high - right.low)

    def __mul__(self, other: "Enclosure | Fraction | int") -> "Enclosure":
        right = Enclosure.of(other)
        ends = [a * b for a in (self.low, self.high) for b in (right.low, right.high)]
        return Enclosure(min(ends), max(ends))

    def __truediv__(self, other: "Enclosure | Fraction | int") -> "Enclosure":
        right = Enclosure.of(other)
        if right.low <= 0 <= right.high:
            raise NoSuchNumber(function="division", argument="possibly 0", domain="that is certainly not 0")
        return self * Enclosure(1 / right.high, 1 / right.low)

    def __neg__(self) -> "Enclosure":
        return Enclosure(-self.high, -self.low)

    def __radd__(self, other: Fraction | int) -> "Enclosure":
        return self + other

    def __rsub__(self, other: Fraction | int) -> "Enclosure":
        return -self + other

    def __rmul__(self, other: Fraction | int) -> "Enclosure":
        return self * other

    def __rtruediv__(self, other: Fraction | int) -> "Enclosure":
        return Enclosure.of(other) / self

    def __lt__(self, other: "Enclosure | Fraction | int") -> bool:
        return self.high < Enclosure.of(other).low

    def __le__(self, other: "Enclosure | Fraction | int") -> bool:
        return self.high <= Enclosure.of(other).low

    def __gt__(self, other: "Enclosure | Fraction | int") -> bool:
        return self.low > Enclosure.of(other).high

    def __ge__(self, other: "Enclosure | Fraction | int") -> bool:
        return self.low >= Enclosure.of(other).high

    def __contains__(self, value: Fraction | int) -> bool:
        return self.low <= value <= self.high


def exp(x: Fraction, bits: int = 128) -> Enclosure:
    """Enclose e^x, the ends apart by at most 2^-bits of themselves.

    Guarantee:
        low <= e^x <= high, and high - low <= low * 2^-bits. Below -65,536 only the first holds: low is then 0.
    Because:
        x = k ln 2 + r with 0 <= r < ln 2 but for a last place; r / 256 is known to two last places, each of the n
        terms of the power series loses at most one, and a squaring turns an error d into 2yd + 2, where the eight
        values y multiply to at most e^r: altogether below (2n + 4) * 2^10 last places.
    Checked by: tests/exact/test_enclosure.py::TestFunctions::test_the_exponential_is_enclosed_and_a_last_place_off_is_not

    >>> exp(Fraction(0)).high, exp(Fraction(1)) > Fraction(271828, 100000)
    (Fraction(1, 1), True)
    """
    if x == 0:
        return Enclosure(Fraction(1), Fraction(1))
    if x > FARTHEST:
        raise NoSuchNumber(function="exp", argument="beyond 65,536", domain="of at most 65,536")
    if x < -FARTHEST:
        return Enclosure(Fraction(0), exp(Fraction(-FARTHEST), bits).high)
    places = bits + GUARD
    fine = places + 20  # |k| < 2^17, so k times the error of ln 2 is less than a last place of `places`
    k, rest = divmod(_shifted(x.numerator, fine) // x.denominator, ln2(fine))
    power, terms = small_exp(rest >> (20 + HALVINGS), places)
    for _ in range(HALVINGS):
        power = power * power >> places
    return _scaled(power, (2 * terms + 4) << 10, k - places)


def log(x: Fraction, bits: int = 128) -> Enclosure:
    """Enclose the natural logarithm of x > 0, the ends apart by at most 2^-bits of themselves.

    Guarantee:
        low <= ln x <= high, and high - low <= min(|low|, |high|) * 2^-bits.
    Because:
        ln x = k ln 2 + ln c + 2 artanh((m - c)/(m + c)) for x = m 2^k and a multiple c of 1/64 near m. The constants
        are off by two last places each, the series by what `artanh` counts. Where k = 0 and c = 1 the series is all,
        and as many places are added as its argument begins with zeros.
    Checked by: tests/exact/test_enclosure.py::TestFunctions::test_the_logarithm_is_enclosed_and_a_last_place_off_is_not

    >>> log(Fraction(1)).high, log(Fraction(2)) < Fraction(6932, 10000)
    (Fraction(0, 1), True)
    """
    if x <= 0:
        raise NoSuchNumber(function="log", argument="not above 0", domain="above 0")
    if x == 1:
        return Enclosure(Fraction(0), Fraction(0))
    k = x.numerator.bit_length() - x.denominator.bit_length()
    over, under = (
        _shifted(x.numerator, max(-k, 0)),
        _shifted(x.denominator, max(k, 0)),
    )  # x = 2^k over/under, in [1/2, 2]
    if 2 * over > 3 * under:
        k, under = k + 1, 2 * under
    elif 4 * over < 3 * under:
        k, over = k - 1, 2 * over
    near = (2 * STEPS * over + under) // (2 * under)
    difference, total = STEPS * over - near * under, STEPS * over + near * under
    places, constants = bits + GUARD, 0
    if k == 0 and near == STEPS:
        places += total.bit_length() - difference.bit_length()
    else:
        constants = k * ln2(places) + log_of_step(near, places)
    series, error = artanh(abs(difference), total, places)
    value = constants + (2 * series if difference >= 0 else -2 * series)
    return _scaled(value, 2 * abs(k) + 2 + 2 * error, -places)


def sqrt(x: Fraction, bits: int = 128) -> Enclosure:
    """Enclose the square root of x >= 0, the ends apart by at most 2^-bits of themselves; a square has no width.

    Guarantee:
        low <= sqrt(x) <= high, and high - low <= low * 2^-bits.
    Because:
        low is the integer root of x scaled by a power of four to more than 2 * bits bits, high the next integer.
    Checked by: tests/exact/test_enclosure.py::TestFunctions::test_the_square_root_is_enclosed_and_a_last_place_off_is_not

    >>> sqrt(Fraction(9, 4)).high
    Fraction(3, 2)
    """
    if x < 0:
        raise NoSuchNumber(function="sqrt", argument="below 0", domain="of at least 0")
    over, under = math.isqrt(x.numerator), math.isqrt(x.denominator)
    if x == Fraction(over, under) ** 2:
        return Enclosure.of(Fraction(over, under))
    half = bits + 2 - (x.numerator.bit_length() - x.denominator.bit_length()) // 2
    over, under = _shifted(x.numerator, max(2 * half, 0)), _shifted(x.denominator, max(-2 * half, 0))
    root = math.isqrt(over // under)
    return _between(root, root + 1, -half)


def normal_tail(x: Fraction, bits: int = 128) -> Enclosure:
    """Enclose P(Z > x) for a standard normal Z, the ends apart by at most 2^-bits of themselves, however far out.

    Guarantee:
        low <= P(Z > x) <= high, and high - low <= low * 2^-bits. Beyond x = 362 only the first holds: low is then 0.
    Because:
        Far out it is the density over a continued fraction whose steps bound it from both sides; near the middle a half
        less the density times a series of positive terms, with places added for what the difference loses: the tail is
        at least the density over x + 1. The left half is the mirror image.
    Checked by: tests/exact/test_enclosure.py::TestFunctions::test_the_normal_tail_is_enclosed_and_a_last_place_off_is_not

    >>> normal_tail(Fraction(0)).high, normal_tail(Fraction(196, 100)) < Fraction(25, 1000)
    (Fraction(1, 2), True)
    """
    if x < 0:
        return 1 - normal_tail(-x, bits)
    square = x * x
    if 4 * square >= bits:
        return _density(square, bits + 4) / _mills(x, bits + 4)
    finer = bits + math.ceil(square) + 8  # e^(x^2/2) * (x + 1) * sqrt(2 pi) is below 2^(x^2 + 3)
    return Fraction(1, 2) - _density(square, finer) * _middle(x, finer + GUARD)


def _density(square: Fraction, bits: int) -> Enclosure:
    """Enclose the standard normal density where x^2 is `square`."""
    return exp(-square / 2, bits) / _root_of_two_pi(bits)


def _mills(x: Fraction, bits: int) -> Enclosure:
    """Enclose the density over the tail; the depth is a guess that is doubled until the ends are close enough."""
    depth = 8 + math.ceil(bits * bits / (16 * x * x))
    while True:
        low, high = mills(x.numerator, x.denominator, bits + GUARD, depth)
        if (high - low) << bits <= low:
            return _between(low, high, -bits - GUARD)
        depth *= 2


@lru_cache(maxsize=256)
def _root_of_two_pi(bits: int) -> Enclosure:
    """Enclose sqrt(2 pi), the density's divisor."""
    circle = _scaled(2 * pi(bits + GUARD), 4, -bits - GUARD)
    return Enclosure(sqrt(circle.low, bits + GUARD).low, sqrt(circle.high, bits + GUARD).high)


def _middle(x: Fraction, places: int) -> Enclosure:
    return _between(*normal_middle(x.numerator, x.denominator, places), -places)


def _scaled(value: int, error: int, exponent: int) -> Enclosure:
    """Return the enclosure of value +- error, times 2^exponent."""
    return _between(value - error, value + error, exponent)


def _between(low: int, high: int, exponent: int) -> Enclosure:
    """Return the enclosure [low, high] * 2^exponent."""
    if exponent >= 0:
        return Enclosure(Fraction(low << exponent), Fraction(high << exponent))
    return Enclosure(Fraction(low, 1 << -exponent), Fraction(high, 1 << -exponent))


def _shifted(value: int, places: int) -> int:
    """Return value * 2^places."""
    return value << places
