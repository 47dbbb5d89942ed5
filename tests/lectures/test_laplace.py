# SPDX-License-Identifier: Apache-2.0
"""The Laplace mechanism is private: Theorem 4.3 of note 002 and its proof, note 001 slides 11 to 14, notes 003 and 004."""

from fractions import Fraction
from itertools import combinations, pairwise, product

import mpmath
import numpy as np
import pytest

from diffident.privacy import accounting
from diffident.privacy.laws import DiscreteLaplace
from diffident.privacy.mechanisms import Laplace
from diffident.privacy.person import Neighbours
from diffident.privacy.private import Private
from diffident.privacy.reach import Reach
from diffident.randomness.source import Source
from lectures.worlds import largest_ratio, lists, neighbours_of_any_size, neighbours_of_one_size, noisy_count

HALVES = [Fraction(k, 2) for k in range(-6, 7)]


def length(vector):
    """Return the L1 norm."""
    return sum(map(abs, vector))


def minus(one, other):
    return [a - b for a, b in zip(one, other, strict=True)]


def exponent(output, centre):
    """Return the exponent of the density (8), and of our mass, in units of epsilon/Delta: minus the L1 distance."""
    return -length(minus(output, centre))


@pytest.mark.parametrize("width", [1, 2])
def test_the_logarithm_of_the_density_ratio_is_at_most_the_distance(width):
    """Note 002, Theorem 4.3, (8) to (10); note 004, 'why it works': in exponents, exactly, at all points of a lattice."""
    for here, there in combinations(product(HALVES[::3], repeat=width), 2):
        gaps = {exponent(y, there) - exponent(y, here) for y in product(HALVES, repeat=width)}
        assert max(gaps) == length(minus(here, there)) == -min(gaps)


def test_every_output_of_a_noisy_histogram_stays_within_e_to_the_epsilon():
    """Note 002, Theorem 4.3 for a query with two entries: all neighbours of both kinds; epsilon is reached, not passed."""

    def histogram(data):
        return [data.count(name) for name in range(2)]

    outputs = list(product(range(-3, 6), repeat=2))
    for neighbours, pairs in (
        (Neighbours.REPLACE, neighbours_of_one_size((0, 1), 3)),
        (Neighbours.ADD_REMOVE, neighbours_of_any_size((0, 1), 3)),
    ):
        reach = Reach.of_counts(neighbours).l1
        gaps = {exponent(y, histogram(a)) - exponent(y, histogram(b)) for a, b in pairs for y in outputs}
        assert max(gaps) == reach  # times epsilon/reach, the rate of the mechanism below
        mechanism = Laplace(sensitivity=reach, epsilon="0.5")
        assert mechanism.law.scale == reach / Fraction(1, 2)
        assert accounting.epsilon([mechanism], delta=0) == 0.5


def test_the_law_that_is_drawn_falls_by_one_factor_a_step():
    """Note 002, Theorem 4.3 for whole numbers: mass(k + 1) / mass(k) is e^(-epsilon/Delta), on both sides, to the last float."""
    for mechanism in (Laplace(sensitivity=1, epsilon=1), Laplace(sensitivity=3, epsilon="0.1")):
        mass = mechanism.law.mass(np.arange(-40, 41))
        rate = float(mechanism.epsilon / mechanism.sensitivity)
        assert np.diff(np.log(mass[40:])) == pytest.approx(-rate)
        assert mass == pytest.approx(mass[::-1])
        assert mechanism.law.upper(np.array([-40]))[0] + mechanism.law.upper(np.array([41]))[0] == pytest.approx(1)


def test_a_noisy_count_cut_to_its_range_is_private():
    """Note 001, slides 11 to 13; note 003, global sensitivity mechanism: all outputs, exactly, at odds of 2 a step."""
    pairs = neighbours_of_one_size((0, 1), 4)
    assert all(sum(noisy_count(sum(data), Fraction(1, 2), 4).values()) == 1 for data in lists((0, 1), 4))
    assert largest_ratio(lambda data: noisy_count(sum(data), Fraction(1, 2), 4), pairs) == 2


def test_every_interval_is_nearly_as_likely_for_a_neighbour():
    """Note 001, slide 13 (theorem, by intervals [a, b]): with the drawn law's own cumulative sums, both directions."""
    law, epsilon = Laplace(sensitivity=1, epsilon="0.3").law, 0.3
    above = law.upper(np.arange(-30, 32))
    here, there = above[:-1], np.concatenate(([law.upper(np.array([-31]))[0]], above[:-2]))
    for i, j in combinations(range(len(here)), 2):
        one, other = here[i] - here[j], there[i] - there[j]
        assert max(one / other, other / one) <= np.exp(epsilon) * (1 + 1e-9)


@pytest.mark.parametrize("shift", [Fraction(1), Fraction(-1), Fraction(5, 2)])
def test_a_shift_changes_the_density_by_at_most_e_to_its_distance(shift):
    """Note 001, slide 12 (key property), with |Delta|; note 003 ('ratio'): exponents, exactly."""
    assert max(abs(y + shift) - abs(y) for y in HALVES) == abs(shift)
    assert min(abs(y + shift) - abs(y) for y in HALVES) == -abs(shift)


def test_the_noisy_count_is_unbiased_with_variance_two_over_epsilon_squared():
    """Note 001, slides 11 and 14 (E = 0, Var = 2/epsilon^2): the density by quadrature, ours below it and close."""
    epsilon = Fraction(1, 10)

    def moment(power):
        return mpmath.quad(lambda y: y**power * mpmath.exp(-abs(y) / 10) / 20, [-900, -90, 0, 90, 900])

    assert moment(1) == pytest.approx(0, abs=1e-12)
    assert moment(2) == pytest.approx(float(2 / epsilon**2))
    noise = Laplace(sensitivity=1, epsilon=epsilon)
    assert 0.999 * 200 < noise.sd**2 < 200


@pytest.mark.statistical(false_alarm=1e-9)
def test_drawn_counts_centre_on_the_truth_with_the_variance_of_the_law():
    """Note 001, slide 14 (E and Var of the noisy count): 100,000 draws; a law a tenth wider, and a bias, would be seen."""
    mechanism, truth, draws = Laplace(sensitivity=1, epsilon="0.5"), 37, 100_000
    noise = mechanism.draw(Private(np.full(draws, truth)), Source.replay(14)) - truth

    def fits(sd, bias):
        # Both means are of independent terms with fourth moments; six and a half standard errors alarm below 1e-9.
        centred = abs(noise.mean() - bias) < 6.5 * sd / draws**0.5
        return centred and abs(np.mean((noise / sd) ** 2) - 1) < 6.5 * (6 / draws) ** 0.5

    assert fits(mechanism.sd, 0)
    assert not fits(1.1 * mechanism.sd, 0)
    assert not fits(mechanism.sd, 0.1)


@pytest.mark.parametrize("bound", [1, 2, Fraction(50_000)])
def test_any_function_becomes_private_with_noise_of_its_range(bound):
    """Note 004, 'why it works', B Laplace(0, 1)/epsilon; note 003: the built scale is B/epsilon, and the price epsilon."""
    mechanism = Laplace(sensitivity=bound, epsilon="0.2")
    assert mechanism.law.scale == bound * 5
    assert accounting.epsilon([mechanism], delta=0) == pytest.approx(0.2)


def test_more_privacy_needs_more_noise():
    """Note 004, 'obtaining differential privacy': the deviation falls as epsilon grows, and like 1/epsilon."""
    sds = [Laplace(sensitivity=1, epsilon=epsilon).sd for epsilon in ("0.01", "0.1", "0.5", "1", "3")]
    assert all(small > large for small, large in pairwise(sds))
    assert sds[0] == pytest.approx(10 * sds[1], rel=1e-3)


@pytest.mark.parametrize("times", [1, 2, 5, 50])
def test_asking_the_same_count_d_times_gains_nothing(times):
    """Note 000, Exercise 3: scale d/epsilon each; the mean of d answers has variance 2d/epsilon^2, which grows with d."""
    epsilon = Fraction(1, 10)
    once = Laplace(sensitivity=1, epsilon=epsilon).sd ** 2
    mechanism = Laplace(sensitivity=times, epsilon=epsilon)
    mean_of_answers = mechanism.sd**2 / times
    assert mechanism.law.scale == times / epsilon
    assert mean_of_answers == pytest.approx(2 * times * 100, rel=1e-3)
    assert mean_of_answers >= once


def test_nor_does_the_middle_answer_instead_of_the_mean():
    """Note 000, Exercise 3 ('how would you estimate'): the median's variance is between d/epsilon^2 and 2d/epsilon^2, and grows."""
    variances = [_variance_of_the_middle(DiscreteLaplace(Fraction(10 * times)), times) for times in (1, 3, 9, 27)]
    assert all(few < many for few, many in pairwise(variances))
    assert all(times * 100 < found < 2 * times * 100 for times, found in zip((9, 27), variances[2:], strict=True))


def _variance_of_the_middle(law, times):
    """Return the variance of the middle of an odd number of draws, from the binomial law of how many lie above."""
    from scipy.stats import binom

    places = np.arange(1, 40 * int(law.scale))
    beyond = binom.sf(times // 2, times, law.upper(places))  # the middle is at least k: more than half of the draws are
    return float(2 * np.sum((2 * places - 1) * beyond))
