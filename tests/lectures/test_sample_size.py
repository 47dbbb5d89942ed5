# SPDX-License-Identifier: Apache-2.0
"""How many people it takes: Exercises 2.6 and 4.6 of note 002, and what follows them; note 003, 'Utility'."""

from fractions import Fraction
from math import ceil, exp, sqrt

import pytest

from diffident.privacy.mechanisms import Laplace, RandomizedResponse

CASES = [(alpha, epsilon) for alpha in (0.1, 0.01) for epsilon in (0.1, 0.5, 1, 3)]


def people_at_home(alpha, epsilon):
    """Return n(alpha, epsilon) of Exercise 2.6: e^epsilon / ((e^epsilon - 1)^2 alpha^2)."""
    return exp(epsilon) / ((exp(epsilon) - 1) * alpha) ** 2


def people_with_a_curator(alpha, epsilon):
    """Return n(alpha, epsilon) of Exercise 4.6: sqrt(2)/(alpha epsilon)."""
    return sqrt(2) / (alpha * epsilon)


def share_error_at_home(people, epsilon):
    return RandomizedResponse(epsilon=epsilon).law(people=people).sd / people


def share_error_with_a_curator(people, epsilon):
    return Laplace(sensitivity=1, epsilon=epsilon).sd / people


@pytest.mark.parametrize(("alpha", "epsilon"), CASES)
def test_people_needed_by_randomised_response(alpha, epsilon):
    """Note 002, Exercise 2.6: that many reach a deviation of alpha by the exact law, and one in a hundred fewer do not."""
    people = people_at_home(alpha, epsilon)
    assert share_error_at_home(ceil(people), epsilon) <= alpha * (1 + 1e-12)
    assert share_error_at_home(ceil(people * 0.99) - 1, epsilon) > alpha


@pytest.mark.parametrize("epsilon", [0.01, 0.1, 0.5, 1])
def test_for_small_epsilon_that_is_one_over_alpha_squared_epsilon_squared(epsilon):
    """Note 002, Exercise 2.6 (asymptotic form, epsilon <= 1): within 8 % of 1/(alpha epsilon)^2, and always below it."""
    share = people_at_home(0.01, epsilon) * (0.01 * epsilon) ** 2
    assert 0.92 < share < 1
    assert share == pytest.approx(1, rel=epsilon**2 / 12 + 1e-9)


def test_halving_the_error_or_epsilon_takes_four_times_the_people_at_home():
    """Note 002, Exercise 2.6 (what halving does): exactly 4 for alpha, about 4 for a small epsilon."""
    assert people_at_home(0.005, 0.1) == pytest.approx(4 * people_at_home(0.01, 0.1))
    assert people_at_home(0.01, 0.05) == pytest.approx(4 * people_at_home(0.01, 0.1), rel=1e-3)
    people = ceil(people_at_home(0.02, 0.1))
    assert share_error_at_home(4 * people, 0.1) == pytest.approx(0.01, rel=1e-3)
    assert share_error_at_home(4 * people, 0.05) == pytest.approx(0.02, rel=1e-3)


def test_the_deviation_of_an_average_is_one_over_epsilon_root_n():
    """Note 002, Exercise 2.6 (first paragraph): Theta(1/(epsilon sqrt n)) for epsilon <= 1, between 0.95 and 1 times it."""
    for people in (10, 1000, 100_000):
        for epsilon in (0.1, 0.5, 1):
            assert 0.95 < share_error_at_home(people, epsilon) * epsilon * sqrt(people) < 1


@pytest.mark.parametrize(("alpha", "epsilon"), CASES)
def test_people_needed_with_a_curator(alpha, epsilon):
    """Note 002, Exercise 4.6: sqrt(2)/(alpha epsilon) suffice for our noise; for epsilon <= 1, 5 % fewer do not."""
    people = people_with_a_curator(alpha, epsilon)
    assert share_error_with_a_curator(people, epsilon) <= alpha
    assert epsilon > 1 or share_error_with_a_curator(people * 0.95, epsilon) > alpha


def test_halving_the_error_or_epsilon_takes_twice_the_people_with_a_curator():
    """Note 002, Exercise 4.6 (what halving does): a factor of 2 for each, where randomised response needs 4."""
    assert people_with_a_curator(0.005, 0.1) == pytest.approx(2 * people_with_a_curator(0.01, 0.1))
    people = people_with_a_curator(0.01, 0.1)
    assert share_error_with_a_curator(2 * people, 0.1) == pytest.approx(0.005, rel=1e-3)
    assert share_error_with_a_curator(2 * people, 0.05) == pytest.approx(0.01, rel=1e-3)


@pytest.mark.parametrize(("alpha", "epsilon"), CASES)
def test_at_home_it_takes_half_the_square_of_that(alpha, epsilon):
    """Note 002, Exercise 4.6 (comparison with 2.6): our exact laws give n_home = n_curator^2 / 2, without approximation."""
    with_a_curator = Laplace(sensitivity=1, epsilon=epsilon).sd / alpha
    assert people_at_home(alpha, epsilon) == pytest.approx(with_a_curator**2 / 2)


def test_the_curator_wins_by_the_root_of_the_number_of_people():
    """Note 003, 'Utility'; note 002 (key points, far less error): sqrt(2)/(n epsilon) against 1/(sqrt(n)(1 - 2p))."""
    for epsilon in (0.1, 0.5, 1):
        flipped = 1 / (exp(epsilon) + 1)
        for people in (100, 10_000):
            curator, home = share_error_with_a_curator(people, epsilon), share_error_at_home(people, epsilon)
            assert curator < sqrt(2) / (people * epsilon)
            assert curator == pytest.approx(sqrt(2) / (people * epsilon), rel=0.05)
            assert home < 1 / (sqrt(people) * (1 - 2 * flipped))
            assert home / curator == pytest.approx(sqrt(people / 2))


@pytest.mark.parametrize("people", [10, 1000, 10**6])
def test_with_an_epsilon_of_one_over_n_a_share_gets_noise_of_root_two(people):
    """Note 002, after Exercise 4.6: sd sqrt(2) for a share that lies between 0 and 1, whatever n; so it is useless."""
    noise = share_error_with_a_curator(people, Fraction(1, people))
    assert noise == pytest.approx(sqrt(2), rel=1e-3)
    assert noise > 1


def test_a_small_group_is_hidden_where_a_large_one_is_seen():
    """Note 001, slide 20 (fairness): the same error for both, so ten people drown in it and ten thousand do not."""
    bar = Laplace(sensitivity=1, epsilon="0.1").error(confidence=0.95)
    assert bar > 2.5 * 10
    assert bar < 0.004 * 10_000
