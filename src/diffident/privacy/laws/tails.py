# SPDX-License-Identifier: Apache-2.0
"""Certain tails of the discrete Gaussian: sums of exp(-z^2 / 2v) over the integers between two rationals."""

import math
from fractions import Fraction
from functools import lru_cache

from diffident.exact import enclosure, series
from diffident.exact.enclosure import Enclosure

NARROW = 1 << 12  # up to this v = sigma^2 the sum is taken term by term, beyond it from its integral
TERMS = 12  # corrections to the integral: the first one left out is below 2^-140 at sigma = 64, and falls with sigma
BITS = 160
BERNOULLI = tuple(
    Fraction(*pair)
    for pair in (
        (1, 6), (-1, 30), (1, 42), (-1, 30), (5, 66), (-691, 2730), (7, 6), (-3617, 510),
        (43867, 798), (-174611, 330), (854513, 138), (-236364091, 2730),
    )
)  # fmt: skip


def upper(k: int, variance: Fraction) -> Enclosure:
    """Enclose P(Z >= k) for P(Z = z) proportional to exp(-z^2 / (2 variance)).

    Guarantee:
        The probability lies between the two ends, which for k <= 10 sigma are apart by at most 2^-100 of themselves.
    Because:
        The law is symmetric, so k >= 1 suffices. Either side of NARROW has its own proof: `_summed`, `_integrated`.
    Checked by: tests/privacy/laws/test_tails.py::test_tails_are_enclosed_and_a_last_place_off_is_not

    >>> upper(0, Fraction(1, 4)) + upper(1, Fraction(1, 4)) < 1 + Fraction(1, 10**40)
    True
    """
    if k <= 0:
        return 1 - upper(1 - k, variance)
    return _summed(k, variance) if variance <= NARROW else _integrated(k, variance)


def _bell(k: int, variance: Fraction) -> Enclosure:
    """Enclose exp(-k^2 / 2v)."""
    return enclosure.exp(-(k**2) / (2 * variance), BITS)


def _summed(k: int, variance: Fraction) -> Enclosure:
    """Enclose P(Z >= k), k >= 1: the sum from k on, over twice the sum from zero on less its first term.

    Because:
        `_ratios` encloses both sums in units of their first terms, exp(-k^2 / 2v) and 1.
    """
    return _bell(k, variance) * _ratios(k, variance) / _all(variance)


@lru_cache(maxsize=256)
def _all(variance: Fraction) -> Enclosure:
    """Enclose the sum over all integers."""
    return 2 * _ratios(0, variance) - 1


def _ratios(k: int, variance: Fraction) -> Enclosure:
    """Enclose the sum over j >= k of exp(-(j^2 - k^2) / 2v).

    Because:
        A term is the one before times a ratio, which itself falls by exp(-1/v) each time. Low ends are rounded down
        and high ends up at every step; what follows the last term is a geometric series at most.
    """
    one = 1 << BITS
    low_ratio, high_ratio = _places(enclosure.exp(-(2 * k + 1) / (2 * variance), BITS))
    low_fall, high_fall = _places(enclosure.exp(-1 / variance, BITS))
    low = high = lows = highs = one
    while high > 1 << 8:
        low, high = low * low_ratio >> BITS, (high * high_ratio >> BITS) + 1
        low_ratio, high_ratio = low_ratio * low_fall >> BITS, (high_ratio * high_fall >> BITS) + 1
        lows, highs = lows + low, highs + high
    rest = high * high_ratio // (one - high_ratio) + 1
    return Enclosure(Fraction(lows, one), Fraction(highs + rest, one))


def _places(value: Enclosure) -> tuple[int, int]:
    """Return the ends in units of the last place, rounded outwards."""
    return math.floor(value.low * (1 << BITS)), math.ceil(value.high * (1 << BITS))


def _integrated(k: int, variance: Fraction) -> Enclosure:
    """Enclose P(Z >= k), k >= 1, by the Euler-Maclaurin formula for f(x) = exp(-x^2 / 2v).

    Because:
        The sum from k on is the integral from k on, plus f(k) times (1/2 - the sum of B_2i/(2i)! f^(2i-1)(k)/f(k)),
        plus a remainder of at most |B_2m|/(2m)! times the integral of |f^(2m)|. By Cramer's inequality |f^(n)(x)| <=
        1.09 sqrt(n!) v^(-n/2) exp(-x^2 / 4v), whose integral from k on is at most sqrt(pi v) exp(-k^2 / 4v); and
        1.09 sqrt(pi) < 2. At 0 odd derivatives vanish: the sum over all integers is sqrt(2 pi v), give or take twice
        the remainder there. All is divided by sqrt(2 pi v), which turns the integral into the normal tail.
    """
    scale = _root(2 * _pi() * variance)
    height = _bell(k, variance)
    spread = _remainder(variance) * _root(height) / scale
    middle = _normal_tail(Fraction(k**2) / variance) + height * _corrections(k, variance) / scale
    far = Enclosure(middle.low - spread.high, middle.high + spread.high)
    everything = 2 * _remainder(variance).high / scale.low
    return Enclosure(max(far.low, Fraction(0)), far.high) / Enclosure(1 - everything, 1 + everything)


def _corrections(k: int, variance: Fraction) -> Fraction:
    """Return 1/2 less the sum of B_2i/(2i)! f^(2i-1)(k)/f(k), from f^(n+1) = -(x f^(n) + n f^(n-1))/v."""
    before, here, total = Fraction(1), -k / variance, Fraction(1, 2)
    factorial = 1
    for index, number in enumerate(BERNOULLI):
        n = 2 * index + 1
        factorial *= n * (n + 1)
        total -= number / factorial * here
        for order in (n, n + 1):
            before, here = here, -(k * here + order * before) / variance
    return total


def _remainder(variance: Fraction) -> Enclosure:
    """Enclose 2 |B_2m| / sqrt((2m)!) * sigma^(1 - 2m), m = TERMS."""
    order = 2 * TERMS
    return 2 * abs(BERNOULLI[-1]) * _root(Enclosure.of(variance / (math.factorial(order) * variance**order)))


def _normal_tail(square: Fraction) -> Enclosure:
    """Enclose P(N > sqrt(square)) for a standard normal N."""
    root = enclosure.sqrt(square, BITS)
    return Enclosure(enclosure.normal_tail(root.high, BITS).low, enclosure.normal_tail(root.low, BITS).high)


def _root(square: Enclosure) -> Enclosure:
    return Enclosure(enclosure.sqrt(square.low, BITS).low, enclosure.sqrt(square.high, BITS).high)


def _pi() -> Enclosure:
    unit = Fraction(1, 1 << BITS)
    return Enclosure((series.pi(BITS) - 2) * unit, (series.pi(BITS) + 2) * unit)
