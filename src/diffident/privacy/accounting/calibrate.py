# SPDX-License-Identifier: Apache-2.0
"""The smallest noise for a target, never under it: exact where a formula is, else searched for and then proved."""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

import numpy as np

from diffident.exact import enclosure
from diffident.exact.enclosure import Enclosure
from diffident.exact.rounding import up_to
from diffident.privacy.accounting.gaussian_limit import GaussianLimit, NoiseTooNarrow
from diffident.privacy.convert import best_order, rough_surprise, surprise
from diffident.privacy.laws import DiscreteGaussian, tails

BITS = 160
DIGITS = 24  # binary places that a variance found by search keeps, so that equal questions meet equal samplers
CLOSE = 1e-6  # how close to the smallest variance the search goes, relatively
FLOATS_ARE_OFF = 1e-7  # relatively, where they are used
NEARLY_KNOWN = 1e6  # up to this variance
WAVY = 64  # below this variance the excess rises and falls with the variance
START, STEPS = 1e-3, 40  # the search's first step, and the most that it takes


def laplace_scale(reach: int, epsilon: Fraction) -> Fraction:
    """Return the scale of discrete Laplace noise on integers that one person moves by at most `reach` in sum.

    Guarantee:
        Noise of this scale is epsilon-private; at reach 1 or more no smaller scale is.
    Because:
        Shifting the law by k changes the probability of no outcome by more than exp(k / scale), and at the outcomes
        before both centres by exactly that (Ghosh, Roughgarden and Sundararajan 2009).
    Checked by: tests/privacy/accounting/test_calibrate.py::test_the_laplace_scale_is_exact

    >>> laplace_scale(3, Fraction(1, 2))
    Fraction(6, 1)
    """
    return reach / epsilon


def variance_by_rho(squared_reach: Fraction, rho: Fraction) -> Fraction:
    """Return the variance of discrete Gaussian noise on integers that one person moves by this squared distance.

    Guarantee:
        At every order a the Renyi divergence is at most a * rho, for several numbers together as well.
    Because:
        It is at most a * squared_reach / (2 variance) for each number and adds up over them: completing the square
        leaves the sum of exp(-(z - c)^2 / 2v), largest at whole c by Poisson's formula (Canonne, Kamath, Steinke 2020).
    Checked by: tests/privacy/accounting/test_calibrate.py::test_the_variance_by_rho_keeps_rho_at_every_order

    >>> variance_by_rho(Fraction(3), Fraction(1, 2))
    Fraction(3, 1)
    """
    return squared_reach / (2 * rho)


@lru_cache(maxsize=1024)
def variance_of_one(reach: int, epsilon: Fraction, delta: Fraction) -> Fraction:
    """Return the smallest variance of discrete Gaussian noise on one integer that a person moves by at most `reach`.

    Guarantee:
        Noise of the variance returned is (epsilon, delta)-private, by its own law and not by the continuous one.
    Because:
        The excess is enclosed, at exactly this variance, by `shifted_excess`; how it was found does not matter.
    Checked by: tests/privacy/accounting/test_calibrate.py::test_one_number_gets_the_smallest_variance

    >>> round(float(variance_of_one(1, Fraction(1), Fraction(1, 10**6))), 2)
    17.9
    """
    guess = (reach * continuous_sigma(float(epsilon), float(delta))) ** 2

    def enough(variance: Fraction) -> bool:
        return shifted_excess(variance, reach, epsilon) <= delta

    if guess < WAVY:
        return _proved(_among_waves(lambda v: _nearly(v, reach, epsilon) <= delta, reach, epsilon), enough)
    if guess < NEARLY_KNOWN:
        return _proved(_meeting(lambda v: Fraction(_nearly(v, reach, epsilon)), delta, guess), enough)
    return _proved(_meeting(lambda v: shifted_excess(v, reach, epsilon).high, delta, guess), enough)


@lru_cache(maxsize=1024)
def variance_of_many(squared_reach: Fraction, epsilon: Fraction, delta: Fraction) -> Fraction:
    """Return a small variance for several integers that one person moves by at most this squared distance together.

    Guarantee:
        Independent noise of this variance in each number is (epsilon, delta)-private.
    Because:
        Numbers that a person does not move tell nothing, and whole numbers moved by D^2 in all are at most D^2 many.
        Those are covered by a continuous Gaussian whose probabilities are known up to a factor c
        (`GaussianLimit.of_discrete`): P(S) <= c (e^e Q'(S) + delta') <= c^2 e^e Q(S) + c delta'. Or by rho, whichever
        needs less noise. Either is verified at the variance returned.
    Checked by: tests/privacy/accounting/test_calibrate.py::test_several_numbers_are_covered

    >>> variance_of_many(Fraction(1), Fraction(1), Fraction(1, 10**6)) >= variance_of_one(1, Fraction(1), Fraction(1, 10**6))
    True
    """
    by_rho = _on_grid(variance_by_rho(squared_reach, rho_for(epsilon, delta)))

    def excess(variance: Fraction) -> Fraction:
        return _limit_excess(variance, squared_reach, epsilon)

    if excess(by_rho) > delta:
        return by_rho
    guess = float(squared_reach) * continuous_sigma(float(epsilon), float(delta)) ** 2
    return min(by_rho, _proved(_meeting(excess, delta, guess), lambda variance: excess(variance) <= delta))


def rho_for(epsilon: Fraction, delta: Fraction) -> Fraction:
    """Return the largest rho that we know to imply this epsilon and delta.

    Guarantee:
        A release with Renyi divergence at most a * rho at every order a > 1 is (epsilon, delta)-private.
    Because:
        At one order a, a * rho + surprise(a, delta) <= epsilon. The order is the best of many, all public.
    Checked by: tests/privacy/accounting/test_calibrate.py::test_rho_is_converted_back_to_what_was_asked

    >>> round(float(rho_for(Fraction(1), Fraction(1, 10**6))), 5)
    0.02436
    """
    rarity, target = float(enclosure.log(1 / delta).high), float(epsilon)
    order = best_order(lambda above: -(target - rough_surprise(above, rarity)) / (1 + above))
    return (epsilon - surprise(order, delta)) / order


def shifted_excess(variance: Fraction, by: int, epsilon: Fraction) -> Enclosure:
    """Enclose the largest P(S) - e^epsilon Q(S) over events S, for discrete Gaussian noise P and Q, `by` apart.

    Guarantee:
        The excess lies between the two ends, in both directions, and no shorter shift has a larger one.
    Because:
        At k from P's centre, away from Q's, the loss is by (2k + by)/2v, which grows with k: the best event is all k
        from the first whose loss is above epsilon. The law is symmetric, so the other direction is the mirror image.
        A shorter shift leaves less of P - e^epsilon Q in every such event, and its own best event is one of them.
    Checked by: tests/privacy/accounting/test_calibrate.py::test_the_excess_is_that_of_the_best_event
    """
    first = _first_above(variance, by, epsilon)
    return tails.upper(first, variance) - enclosure.exp(epsilon, BITS) * tails.upper(first + by, variance)


def _limit_excess(variance: Fraction, squared_reach: Fraction, epsilon: Fraction) -> Fraction:
    """Return an upper bound of the excess of several numbers, at most 1."""
    try:
        limit = GaussianLimit.of_discrete(variance, squared_reach, math.floor(squared_reach))
    except NoiseTooNarrow:
        return Fraction(1)
    left = epsilon - 2 * limit.slack
    mu = enclosure.sqrt(limit.square, BITS).high
    ahead, behind = (enclosure.normal_tail(left / mu + side * mu / 2, BITS) for side in (-1, 1))
    return ((ahead - enclosure.exp(left, BITS) * behind) * enclosure.exp(limit.slack, BITS)).high


def _nearly(variance: Fraction, reach: int, epsilon: Fraction) -> float:
    """Return about the excess, or a little more: by floats, whose difference loses few digits unless noise is wide."""
    first = _first_above(variance, reach, epsilon)
    ahead, behind = DiscreteGaussian(variance).upper(np.array([first, first + reach]))
    return float(ahead - math.exp(epsilon) * behind) * (1 + FLOATS_ARE_OFF)


def _first_above(variance: Fraction, by: int, epsilon: Fraction) -> int:
    """Return the first number, seen from P's centre away from Q's, at which the loss is above epsilon."""
    return math.floor(epsilon * variance / by - Fraction(by, 2)) + 1


def _among_waves(enough: Callable[[Fraction], bool], reach: int, epsilon: Fraction) -> Fraction:
    """Return the smallest variance that is enough, where noise is so narrow that the excess rises and falls with it.

    It is lowest where an outcome's loss is epsilon exactly: at variances reach (j + reach/2)/epsilon. The first of
    these lows that is enough is found by halving, and then where the excess sinks towards it.
    """

    def low_point(index: int) -> Fraction:
        return reach * (index + Fraction(reach % 2, 2)) / epsilon

    few, many = 0, 1
    while not enough(low_point(many)):
        few, many = many, 2 * many
    while many - few > 1:
        index = (few + many) // 2
        few, many = (few, index) if enough(low_point(index)) else (index, many)
    low, high = low_point(few), low_point(many)
    while high > low * Fraction(1 + CLOSE):
        middle = (low + high) / 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _meeting(excess: Callable[[Fraction], Fraction], delta: Fraction, guess: float) -> Fraction:
    """Return about the variance at which the excess sinks to delta, by secant steps on logarithms."""

    def gap(place: float) -> float:
        return math.log(max(excess(Fraction(math.exp(place))), delta / 2**60) / delta)

    before, place = math.log(guess), math.log(guess) + START
    gap_before, here = gap(before), gap(place)
    for _ in range(STEPS):
        fall = (gap_before - here) / (place - before)
        step = here / fall if fall > 0 else START
        before, gap_before, place = place, here, place + min(max(step, -1.0), 1.0)
        if abs(place - before) < CLOSE:
            break
        here = gap(place)
    return Fraction(math.exp(place + CLOSE))


def _proved(found: Fraction, enough: Callable[[Fraction], bool]) -> Fraction:
    """Return the variance on the grid, raised until it is certainly enough."""
    raised, proved = CLOSE, _on_grid(found)
    while not enough(proved):
        raised *= 2
        proved = _on_grid(proved * Fraction(1 + raised))
    return proved


def _on_grid(variance: Fraction) -> Fraction:
    """Return the next variance of few binary digits."""
    size = variance.numerator.bit_length() - variance.denominator.bit_length()
    return up_to(variance, Fraction(2) ** (size - DIGITS))


def continuous_sigma(epsilon: float, delta: float) -> float:
    """Return about the sigma at which a continuous Gaussian moved by 1 is (epsilon, delta)-private.

    Guarantee:
        None that privacy rests on: it is where searches begin, and within one part in a million for plans.
    Because:
        The excess falls with sigma, and halving between powers of two closes in on where it is delta.
    Checked by: tests/privacy/accounting/test_calibrate.py::test_the_first_guess_is_the_continuous_sigma
    """
    low, high = -40.0, 60.0  # powers of two
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _continuous_excess(2**middle, epsilon) > delta else (low, middle)
    return 2**high


def _continuous_excess(sigma: float, epsilon: float) -> float:
    """Return about the excess of a continuous Gaussian of this sigma moved by 1 (Balle and Wang 2018)."""
    ahead, behind = (math.erfc((epsilon * sigma + side / (2 * sigma)) / math.sqrt(2)) / 2 for side in (-1, 1))
    return ahead - (math.exp(epsilon) * behind if behind > 0 else 0.0)
