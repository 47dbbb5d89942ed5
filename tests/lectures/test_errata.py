# SPDX-License-Identifier: Apache-2.0
"""Where the notes, as printed or as our copies read, say what does not hold: each refuted here, with the form that does."""

from fractions import Fraction
from itertools import combinations
from math import log, sqrt

import mpmath
import numpy as np
import pytest

from diffident.exact import enclosure
from diffident.privacy.laws import DiscreteLaplace
from diffident.privacy.mechanisms import Laplace
from lectures.worlds import mean_and_variance, responses

QUARTER = Fraction(1, 4)


def yes_counts(people, flipped, users):
    """Return the law of the number of reported yeses when the first `users` of the people are users."""
    law = {}
    for reports, mass in responses((1,) * users + (0,) * (people - users), 1 - flipped).items():
        law[sum(reports)] = law.get(sum(reports), 0) + mass
    return law


def test_noise_that_is_divided_by_epsilon_twice_is_scaled_twice():
    """Note 003 prints f(D) + GS/epsilon Z with Z ~ Lap(1/epsilon): scale GS/epsilon^2, so the loss is epsilon^2, not epsilon."""
    epsilon = Fraction(2)
    printed, meant = DiscreteLaplace(1 / epsilon * (1 / epsilon)), Laplace(sensitivity=1, epsilon=epsilon).law
    assert _loss_of_a_step(printed) == pytest.approx(4)  # twice what was promised
    assert _loss_of_a_step(meant) == pytest.approx(2)
    small = Fraction(1, 10)
    assert DiscreteLaplace(1 / small**2).sd == pytest.approx(10 * Laplace(sensitivity=1, epsilon=small).sd, rel=1e-3)


def _loss_of_a_step(law):
    here, there = law.mass(np.array([0, 1]))
    return log(here / there)


@pytest.mark.parametrize("b", [0.5, 2, 7])
def test_a_laplace_density_without_one_over_b_is_no_density(b):
    """Note 003 prints f(z) = e^(-|z|/b)/2, whose total is b; with 1/(2b) it is 1, and its deviation is sqrt(2) b as printed."""
    total = mpmath.quad(lambda z: mpmath.exp(-abs(z) / b) / 2, [-60 * b, 0, 60 * b])
    assert total == pytest.approx(b)
    assert total / b == pytest.approx(1)
    variance = mpmath.quad(lambda z: z * z * mpmath.exp(-abs(z) / b) / (2 * b), [-60 * b, -b, 0, b, 60 * b])
    assert sqrt(variance) == pytest.approx(sqrt(2) * b)


def test_the_variance_of_the_number_of_yeses_exceeds_the_root_of_n():
    """Note 003 prints Var(# Yes) <= sqrt(N); N p(1 - p) is above it from N = 29 at p = 1/4. The deviation is at most sqrt(N)/2."""
    people, flipped = 8, QUARTER
    _, variance = mean_and_variance(yes_counts(people, flipped, users=3))
    assert variance == people * flipped * (1 - flipped)
    many = 29  # the law is a sum of independent reports, so its variance is that of one times their number
    assert many * flipped * (1 - flipped) > Fraction(54, 10) > Fraction(539, 100) > enclosure.sqrt(Fraction(many)).high
    assert all(n * flipped * (1 - flipped) <= Fraction(n, 4) for n in range(1, 100))


def test_the_variance_of_the_estimated_share_exceeds_what_is_printed_for_it():
    """Note 003 prints Var(T) <= 1/(sqrt(N)(1 - 2p)); for N = 4 and p = 9/20 it is larger. The deviation keeps to it."""
    people, flipped = 4, Fraction(9, 20)
    law = {
        (yes - people * flipped) / (people * (1 - 2 * flipped)): m for yes, m in yes_counts(people, flipped, 1).items()
    }
    mean, variance = mean_and_variance(law)
    printed = 1 / (2 * (1 - 2 * flipped))
    assert mean == QUARTER
    assert variance > printed
    assert variance <= printed**2  # the printed bound, squared: it labels a standard deviation


def test_turning_a_record_round_is_not_turning_its_answer_round():
    """Note 002, Algorithm 2 prints phi(1 - x) for 1 - phi(x): where phi asks 'is it 0 or 1?' no report is ever turned."""

    def answered(x):
        return int(x in (0, 1))  # a question about the record

    assert answered(1 - 1) == answered(1)  # as printed, so the report of a 1 is always the truth
    assert 1 - answered(1) != answered(1)
    ages = (17, 42)
    assert [answered(1 - age) for age in ages] == [answered(age) for age in ages]


def test_the_estimator_estimates_the_answer_and_not_the_record():
    """Note 002, Exercise 2.4 prints E(a Y - b) = x; for a record of 42 years and 'over 18?' it is phi(x) = 1."""
    kept, a, b = Fraction(2, 3), 3, 1
    record, answer = 42, 1
    expected = kept * (a * answer - b) + (1 - kept) * (a * (1 - answer) - b)
    assert expected == answer != record


def test_at_zero_the_exponential_is_not_above_its_tangent():
    """Note 002, Appendix A prints e^x > 1 + x for all real x; at 0 both are 1, so it is >= there (and > elsewhere)."""
    assert enclosure.exp(Fraction(0)).low == enclosure.exp(Fraction(0)).high == 1 + 0


@pytest.mark.parametrize("constant", [1, 1000])
def test_the_two_reciprocals_are_not_within_a_square_of_one_over_x(constant):
    """Note 002, Appendix A prints 1/x - O(x^2) and 1/x + O(x^2); the gap tends to 1/2, so it is O(1)."""
    x = Fraction(1, 10**6)
    assert 1 / x - 1 / (enclosure.exp(x) - 1) > constant * x**2
    assert 1 / (1 - enclosure.exp(-x)) - 1 / x > constant * x**2
    assert 1 / x - 1 / (enclosure.exp(x) - 1) < Fraction(1, 2)


def test_what_our_copy_prints_for_the_two_reciprocals_is_garbled():
    """Note 002, Appendix A in our copy: 1/x^(x-1) >= 1/x - O(x^2) fails near 0, and 1/x <= e^-1/(1 - e^-x) fails at 1/2."""
    x = Fraction(1, 100)
    assert enclosure.exp((1 - x) * enclosure.log(x).high) < 1 / x - 1000 * x**2
    assert enclosure.exp(Fraction(-1)) / (1 - enclosure.exp(Fraction(-1, 2))) < 2


def test_outputs_one_at_a_time_say_nothing_when_there_are_too_many_of_them():
    """Notes 003 and 000 print P(A(D) = t) <= e^epsilon P(A(D') = t) for all t; a count plus U(0, 1/2) meets it with 0 <= 0."""

    def between(count, low, high):
        width = min(high, count + Fraction(1, 2)) - max(low, count)
        return max(width, Fraction(0)) * 2

    points = [Fraction(k, 8) for k in range(17)]
    assert all(between(count, t, t) == 0 for count in (0, 1) for t in points)
    assert (between(0, Fraction(0), Fraction(1, 2)), between(1, Fraction(0), Fraction(1, 2))) == (1, 0)


def test_a_difference_of_one_on_one_side_only_is_no_neighbour():
    """Note 003 prints max over |D minus D'| = 1: read as sets that lets D' have any number of people more."""
    people = range(5)
    tables = [frozenset(table) for size in range(6) for table in combinations(people, size)]
    printed = max(abs(len(d) - len(other)) for d in tables for other in tables if len(d - other) == 1)
    meant = max(abs(len(d) - len(other)) for d in tables for other in tables if len(d ^ other) == 1)
    assert (printed, meant) == (3, 1)


def test_the_key_property_needs_the_size_of_the_shift():
    """Note 001, slide 12 in our copy: p(x)/p(x + D) <= e^(epsilon D) for all D; at x = 0 and D = -1 the left is above 1."""
    epsilon = Fraction(1, 2)
    density = [enclosure.exp(-epsilon * abs(y)) for y in (0, -1)]
    assert density[0] / density[1] > enclosure.exp(-epsilon)
    assert (density[0] / density[1]).low <= enclosure.exp(epsilon).high
