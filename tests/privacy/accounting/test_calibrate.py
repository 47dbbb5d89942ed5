# SPDX-License-Identifier: Apache-2.0
"""The smallest noise for a target: enough by sums over the integers in many digits, and a little less is not."""

from fractions import Fraction
from itertools import product

import pytest
from mpmath import mp, mpf

from diffident.exact import enclosure
from diffident.privacy.accounting import calibrate
from diffident.privacy.accounting.calibrate import (
    laplace_scale,
    rho_for,
    shifted_excess,
    variance_by_rho,
    variance_of_many,
    variance_of_one,
)
from diffident.privacy.convert import renyi_to_approx
from diffident.privacy.loss import RenyiCurve

EPSILONS = [Fraction(1, 2**20), Fraction(1, 100), Fraction(1, 2), Fraction(1), Fraction(3), Fraction(10)]
DELTAS = [Fraction(1, 10**5), Fraction(1, 10**9), Fraction(1, 2**60)]
LITTLE = Fraction(1, 10**4)


def of(fraction):
    return mpf(fraction.numerator) / fraction.denominator


def bell(variance):
    """Return the law as a function, its sum taken far enough for 60 digits."""
    wide = 20 * (int(mp.sqrt(of(variance))) + 1)
    heights = {z: mp.exp(-(mpf(z) ** 2) / (2 * of(variance))) for z in range(-wide, wide + 1)}
    whole = mp.fsum(heights.values())
    return {z: height / whole for z, height in heights.items()}


def excess_of(one, other, epsilon):
    limit = mp.exp(of(epsilon))
    return mp.fsum(max(mass - limit * other.get(z, 0), 0) for z, mass in one.items())


def moved(law, by):
    return {z + by: mass for z, mass in law.items()}


@pytest.mark.parametrize("reach", [1, 3, 10**12])
@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_laplace_scale_is_exact(reach, epsilon):
    """One step beyond the reach of the noise the odds are e^epsilon exactly: exponents are compared, not floats."""
    scale = laplace_scale(reach, epsilon)
    assert reach / scale == epsilon
    losses = {Fraction(abs(z - reach) - abs(z)) / scale for z in (-5, -1, 0, 1, reach, reach + 1)}
    assert max(losses) == epsilon
    assert max(losses) * (1 + LITTLE) > epsilon  # a scale that is smaller by a little would not do


@pytest.mark.parametrize(
    ("squared_reach", "rho"), list(product([1, 3, 100], [Fraction(1, 1000), Fraction(1, 2), Fraction(2)]))
)
def test_the_variance_by_rho_keeps_rho_at_every_order(squared_reach, rho):
    """The divergence of one number moved by the whole distance, or of many moved by 1, by their sums."""
    variance = variance_by_rho(Fraction(squared_reach), rho)
    by = enclosure.sqrt(Fraction(squared_reach)).low
    shift, numbers = (int(by), 1) if by.denominator == 1 else (1, squared_reach)
    with mp.workdps(50):
        law = bell(variance)
        for order in (mpf("1.5"), mpf(2), mpf(5), mpf(11)):
            moment = mp.fsum(mass**order * law[z - shift] ** (1 - order) for z, mass in law.items() if z - shift in law)
            divergence = numbers * mp.log(moment) / (order - 1)
            assert divergence <= order * of(rho) * (1 + mpf(10) ** -40)
            assert variance < 1 or divergence > order * of(rho) * (1 - mpf(1) / 1000)


@pytest.mark.parametrize("variance", [Fraction(1, 7), Fraction(2), Fraction(50), Fraction(2000)])
@pytest.mark.parametrize("by", [1, 2, 9])
@pytest.mark.parametrize("epsilon", [Fraction(1, 1000), Fraction(1, 2), Fraction(4)])
def test_the_excess_is_that_of_the_best_event(variance, by, epsilon):
    found = shifted_excess(variance, by, epsilon)
    with mp.workdps(60):
        law = bell(variance)
        exact = excess_of(law, moved(law, by), epsilon)
        slack = mpf(10) ** -40
        assert of(found.low) - slack <= exact <= of(found.high) + slack
        assert of(found.high) - of(found.low) < slack
        other_way = excess_of(moved(law, by), law, epsilon)
        assert abs(other_way - exact) < slack
        assert all(excess_of(law, moved(law, less), epsilon) <= exact + slack for less in range(by))


@pytest.mark.parametrize("reach", [1, 3, 1000])
@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("delta", DELTAS)
def test_one_number_gets_the_smallest_variance(reach, epsilon, delta):
    variance = variance_of_one(reach, epsilon, delta)
    assert shifted_excess(variance, reach, epsilon) <= delta
    assert shifted_excess(variance * (1 - LITTLE), reach, epsilon) > delta
    assert variance.denominator & (variance.denominator - 1) == 0  # a public grid of few binary digits
    assert variance.numerator.bit_length() <= 25 or variance.denominator == 1


@pytest.mark.parametrize("reach", [1, 2, 5])
@pytest.mark.parametrize("epsilon", [Fraction(6, 5), Fraction(37, 10), Fraction(8), Fraction(10)])
@pytest.mark.parametrize("delta", [Fraction(1, 10**5), Fraction(1, 10**12)])
def test_where_the_excess_rises_and_falls_nothing_smaller_was_overlooked(reach, epsilon, delta):
    variance = variance_of_one(reach, epsilon, delta)
    smaller = [variance * (1 - LITTLE) * Fraction(part, 150) for part in range(30, 151)]
    assert all(shifted_excess(each, reach, epsilon) > delta for each in smaller)


def test_the_excess_does_rise_with_the_variance_somewhere():
    """Else the search among the waves would be needless."""
    below, above = (shifted_excess(Fraction(variance), 1, Fraction(3)) for variance in ("1.85", "1.95"))
    assert above > below


@pytest.mark.parametrize("squared_reach", [1, 2, 3])
@pytest.mark.parametrize(
    ("epsilon", "delta"),
    [(Fraction(1), Fraction(1, 10**5)), (Fraction(10), Fraction(1, 10**5)), (Fraction(3), Fraction(1, 10**9))],
)
def test_several_numbers_are_covered(squared_reach, epsilon, delta):
    """The exact excess of as many numbers moved by 1 each, by all outcomes: few variances' worth are spare."""
    variance = variance_of_many(Fraction(squared_reach), epsilon, delta)
    assert together(variance, squared_reach, epsilon) <= of(delta)
    assert together(variance * Fraction(4, 5), squared_reach, epsilon) > of(delta)


def together(variance, numbers, epsilon):
    """The excess of independent numbers, each moved by 1: their losses add up, on a lattice of their own."""
    with mp.workdps(30):
        law = bell(variance)
        sums = {0: mpf(1)}
        for _ in range(numbers):
            after = {}
            for (before, p), (z, mass) in product(sums.items(), law.items()):
                after[before + z] = after.get(before + z, 0) + p * mass
            sums = {z: p for z, p in after.items() if p > mpf(10) ** -25}
        gap = {z: (2 * z + numbers) / (2 * of(variance)) - of(epsilon) for z in sums}
        return mp.fsum(p * -mp.expm1(-gap[z]) for z, p in sums.items() if gap[z] > 0)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_several_numbers_need_no_less_than_one_and_hardly_more_when_noise_is_wide(epsilon):
    one, many = variance_of_one(100, epsilon, DELTAS[0]), variance_of_many(Fraction(100**2), epsilon, DELTAS[0])
    assert one * (1 - LITTLE) <= many <= one * Fraction(101, 100)


@pytest.mark.parametrize("epsilon", [Fraction(10), Fraction(200)])
def test_narrow_noise_is_priced_by_rho(epsilon):
    delta = Fraction(1, 10**5)
    by_rho = variance_by_rho(Fraction(1), rho_for(epsilon, delta))
    assert by_rho <= variance_of_many(Fraction(1), epsilon, delta) <= by_rho * (1 + LITTLE)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("delta", DELTAS)
def test_rho_is_converted_back_to_what_was_asked(epsilon, delta):
    rho = rho_for(epsilon, delta)
    assert renyi_to_approx(RenyiCurve(rho), delta).epsilon <= epsilon * (1 + LITTLE)
    assert renyi_to_approx(RenyiCurve(rho * (1 + 10 * LITTLE)), delta).epsilon > epsilon


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("delta", DELTAS)
def test_the_first_guess_is_the_continuous_sigma(epsilon, delta):
    with mp.workdps(40):
        sigma = mpf(calibrate.continuous_sigma(float(epsilon), float(delta)))

        def excess(sigma):
            ahead, behind = (mp.ncdf(side / (2 * sigma) - of(epsilon) * sigma) for side in (1, -1))
            return ahead - mp.exp(of(epsilon)) * behind

        assert excess(sigma * (1 + mpf(10) ** -6)) < of(delta) < excess(sigma * (1 - mpf(10) ** -6))


def test_the_same_target_is_not_searched_for_twice():
    before = variance_of_one.cache_info().hits
    assert variance_of_one(1, Fraction(1), Fraction(1, 10**6)) is variance_of_one(1, Fraction(1), Fraction(1, 10**6))
    assert variance_of_one.cache_info().hits > before


@pytest.mark.parametrize("reach", [1, 100])
@pytest.mark.parametrize(("start", "steps"), [(-1e-3, 0), (1e-3, 1), (-1e-3, 2)])
def test_a_search_that_is_cut_short_still_returns_what_is_proved(monkeypatch, reach, start, steps):
    monkeypatch.setattr(calibrate, "START", start)
    monkeypatch.setattr(calibrate, "STEPS", steps)
    variance_of_one.cache_clear()
    variance = variance_of_one(reach, Fraction(1, 100), Fraction(1, 10**9))
    assert shifted_excess(variance, reach, Fraction(1, 100)) <= Fraction(1, 10**9)
    variance_of_one.cache_clear()
