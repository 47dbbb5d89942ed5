# SPDX-License-Identifier: Apache-2.0
"""How far Laplace noise strays: Lemma 4.4 in note 002 (and 000, 'Accuracy'), for the law of the notes and for ours."""

from fractions import Fraction
from math import ceil, exp, expm1, log, sqrt

import mpmath
import numpy as np
import pytest

from diffident.exact import enclosure
from diffident.privacy.laws import DiscreteLaplace
from diffident.privacy.mechanisms import Laplace
from diffident.privacy.person import Neighbours
from diffident.privacy.reach import Reach

SCALES = [Fraction(1, 4), Fraction(1), Fraction(7, 2), Fraction(20), Fraction(1000)]
COUNTIES = 3143


def density(scale):
    """The note's h, as it is printed."""
    return lambda y: mpmath.exp(-abs(y) / scale) / (2 * scale)


def mean_over(scale, what):
    """Return the mean of a function of |Z| for the note's law, by quadrature of its density."""
    return 2 * mpmath.quad(lambda y: what(y) * density(scale)(y), [0, scale, 10 * scale, 100 * scale])


def largest(law, numbers):
    """Return the mean of the largest of so many draws of our law: the sum of P(M > k), as in Exercise 4.7."""
    far = int(60 * law.scale * (1 + log(numbers))) + 10
    stray = 2 * law.upper(np.arange(1, far))
    return float(np.sum(-np.expm1(numbers * np.log1p(-np.minimum(stray, 1 - 1e-16)))))


def harmonic(numbers):
    return sum(1 / k for k in range(1, numbers + 1))


@pytest.mark.parametrize("scale", [0.5, 1, 2, 7])
def test_the_mean_distance_is_the_scale_and_the_deviation_root_two_times_it(scale):
    """Note 002, Lemma 4.4, 1 (a) and (b), and 'expected absolute value 1, standard deviation sqrt 2'; notes 000 and 003."""
    assert mean_over(scale, lambda _: 1) == pytest.approx(1)
    assert mean_over(scale, lambda y: y) == pytest.approx(scale)
    assert mpmath.sqrt(mean_over(scale, lambda y: y * y)) == pytest.approx(sqrt(2) * scale)


@pytest.mark.parametrize("scale", SCALES)
def test_our_noise_is_a_little_smaller_than_the_notes(scale):
    """Note 002, Lemma 4.4, 1 (a) and (b) for whole numbers: 1/sinh(1/scale) <= scale and sqrt(2)/(2 sinh(1/2scale)) <= sqrt(2) scale."""
    law, rate = DiscreteLaplace(scale), float(1 / scale)
    assert law.mean_absolute == pytest.approx(float(1 / mpmath.sinh(rate)))
    assert law.sd == pytest.approx(sqrt(2) / 2 / float(mpmath.sinh(rate / 2)))
    assert law.mean_absolute < scale
    assert law.sd < sqrt(2) * scale
    if scale >= 20:
        assert law.mean_absolute == pytest.approx(float(scale), rel=1e-3)


@pytest.mark.parametrize("t", [0.1, 1, 3, 10])
def test_the_chance_to_stray_t_scales_is_e_to_the_minus_t(t):
    """Note 002, Lemma 4.4, 1 (c); note 000, 'Accuracy': equality, in fact, by quadrature beyond t scales."""
    scale = 3
    beyond = 2 * mpmath.quad(density(scale), [t * scale, t * scale + 5 * scale, t * scale + 100 * scale])
    assert beyond == pytest.approx(exp(-t))


@pytest.mark.parametrize("scale", SCALES)
def test_whole_numbers_stray_no_further_at_whole_thresholds(scale):
    """Note 002, Lemma 4.4, 1 (c) for our law: P(|Z| > k) = 2 q^(k+1)/(1+q) <= q^k = e^(-k/scale), certified."""
    q = enclosure.exp(-1 / scale)
    power = enclosure.exp(Fraction(0))
    for k in range(50):
        beyond = 2 * power * q / (1 + q)
        assert beyond.high <= power.low
        assert DiscreteLaplace(scale).tail(k + 1) == pytest.approx(float(beyond.high))
        power = power * q


def test_between_whole_thresholds_whole_numbers_may_stray_a_little_more():
    """Note 002, Lemma 4.4, 1 (c): just under 1 our law has P(|Z| >= 1) = 2q/(1+q) > q; why intervals are read from the exact law."""
    scale = 20
    t = (1 - 1e-9) / scale
    assert exp(-t) < DiscreteLaplace(Fraction(scale)).tail(1) < exp(-t) * (1 + 1 / (2 * scale))


@pytest.mark.parametrize("numbers", [1, 2, 10, 1000])
def test_the_mean_length_of_d_draws_is_d_scales(numbers):
    """Note 002, Lemma 4.4, 2 (a): means add up, and every draw brings one scale (quadrature) or a little less (ours)."""
    assert numbers * mean_over(4, lambda y: y) == pytest.approx(4 * numbers)
    assert numbers * DiscreteLaplace(Fraction(4)).mean_absolute < 4 * numbers


@pytest.mark.parametrize("numbers", [1, 2, 10, COUNTIES])
@pytest.mark.parametrize("t", [0.01, 1, 5, 20])
def test_the_largest_of_d_draws_strays_log_d_further(numbers, t):
    """Note 002, Lemma 4.4, 2 (b); note 000, 'Accuracy': 1 - (1 - e^-(ln d + t))^d <= e^-t, and not with ln d left out."""

    def beyond(scales):
        return -expm1(numbers * np.log1p(-min(exp(-scales), 1 - 1e-16)))

    assert beyond(log(numbers) + t) <= exp(-t)
    assert numbers == 1 or beyond(t) > exp(-t)


@pytest.mark.parametrize("numbers", [1, 10, COUNTIES])
@pytest.mark.parametrize("scale", SCALES[2:])
def test_error_bars_for_d_numbers_together_stay_within_the_bound(numbers, scale):
    """Note 002, Lemma 4.4, 2 (b) for our law: the exact 95 % bar of the largest error is never beyond the next whole number."""
    law = DiscreteLaplace(scale)
    bar = law.largest_of(numbers, Fraction(95, 100))
    assert bar <= ceil(float(scale) * (log(numbers) + log(20)))
    kept = (1 - law.tail(bar + 1)) ** numbers
    less = (1 - law.tail(bar)) ** numbers
    assert less < 0.95 <= kept


@pytest.mark.parametrize("numbers", [1, 2, 10, 1000, COUNTIES])
@pytest.mark.parametrize("scale", SCALES[1:])
def test_the_mean_of_the_largest_is_at_most_log_d_plus_one_scales(numbers, scale):
    """Note 002, Lemma 4.4, 2 (c); note 000, 'Accuracy': the note's law has exactly scale * (1 + 1/2 + .. + 1/d), ours no more."""
    assert harmonic(numbers) <= log(numbers) + 1
    assert largest(DiscreteLaplace(scale), numbers) <= float(scale) * harmonic(numbers)


def test_a_mean_is_the_sum_of_the_chances_to_exceed():
    """Note 002, Exercise 4.7 (the hint): sum of P(|Z| > k) gives our mean distance; the integral gives the note's."""
    for scale in SCALES:
        assert largest(DiscreteLaplace(scale), 1) == pytest.approx(DiscreteLaplace(scale).mean_absolute)
    assert mpmath.quad(lambda x: mpmath.exp(-x / 3), [0, 30, 300]) == pytest.approx(3)


def test_counties():
    """Note 002, Exercise 4.5: at 0.1 a count errs by 20 people on average, the worst of 3,143 by at most 181 (172.6 exactly)."""
    scale = Reach.of_counts(Neighbours.REPLACE).l1 / Fraction(1, 10)
    assert scale == 20
    assert 20 * (log(COUNTIES) + 1) == pytest.approx(181.06, abs=0.01)
    assert 20 * harmonic(COUNTIES) == pytest.approx(172.61, abs=0.01)
    law = DiscreteLaplace(scale)
    assert law.mean_absolute == pytest.approx(20, abs=0.01)
    assert 172 < largest(law, COUNTIES) < 20 * harmonic(COUNTIES)


def test_counties_when_residents_may_come_and_go():
    """Note 002, Exercise 4.5 for the other neighbours: half of everything, because a histogram then moves by 1."""
    scale = Reach.of_counts(Neighbours.ADD_REMOVE).l1 / Fraction(1, 10)
    law = DiscreteLaplace(scale)
    assert law.mean_absolute == pytest.approx(10, abs=0.02)
    assert largest(law, COUNTIES) <= 10 * harmonic(COUNTIES)


@pytest.mark.parametrize("bins", [2, 50, COUNTIES])
def test_the_error_of_a_bin_does_not_depend_on_how_many_bins_there_are(bins):
    """Note 002, after Theorem 4.3; note 000, last slide before the exercises: 2/epsilon a bin, (2/epsilon)(ln d + 1) for the worst."""
    epsilon = Fraction(1, 2)
    law = DiscreteLaplace(Reach.of_counts(Neighbours.REPLACE).l1 / epsilon)
    assert law.mean_absolute == pytest.approx(4, rel=0.02)
    worst = largest(law, bins)
    assert 4 * log(bins) <= worst <= 4 * (log(bins) + 1)


def test_the_mechanism_reports_the_error_of_its_law():
    """Note 002, Lemma 4.4, 1 (c): the smallest t that 95 % of draws keep, near scale * ln 20, from the built mechanism."""
    built = Laplace(sensitivity=2, epsilon="0.1")
    assert built.error(confidence=0.95) == DiscreteLaplace(Fraction(20)).quantile(Fraction(95, 100))
    assert built.error(confidence=0.95) == pytest.approx(20 * log(20), abs=1)
