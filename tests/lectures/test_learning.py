# SPDX-License-Identifier: Apache-2.0
"""From answers to models: mean income and output perturbation in note 004; the outlier and the local noise beside them."""

from fractions import Fraction
from itertools import chain, combinations, product

import numpy as np
import pytest

from diffident.privacy import accounting
from diffident.privacy.mechanisms import Laplace
from diffident.privacy.person import Neighbours
from diffident.privacy.reach import Reach
from lectures.worlds import NEVER, largest_ratio, neighbours_of_one_size

INCOME = 50_000  # a limit that was known before the study, not the largest income in it


@pytest.mark.parametrize("people", [10, 1000])
def test_a_mean_income_needs_noise_of_the_limit_over_n_epsilon(people):
    """Note 004, 'back to example 1': M + max Laplace(0, 1)/(n epsilon), here as cents of a mean on a public grid."""
    epsilon, cent = Fraction(1, 2), Fraction(1, 100)
    sensitivity = Reach.of_sum(Neighbours.REPLACE, Fraction(0), Fraction(INCOME)).l1 / people
    assert sensitivity == Fraction(INCOME, people)
    mechanism = Laplace(sensitivity=sensitivity, epsilon=epsilon, grid=cent)
    assert mechanism.law.scale * cent == INCOME / (people * epsilon)
    assert mechanism.mean_absolute_error == pytest.approx(INCOME / people * 2)
    assert accounting.epsilon([mechanism], delta=0) == pytest.approx(0.5)
    assert (mechanism.release(Fraction(INCOME, 3)) / cent).denominator == 1


def test_the_limit_must_not_be_the_largest_income_of_the_sample():
    """Note 004, the same formula read carelessly: noise scaled to the sample's own largest value is not private."""

    def by_own_largest(data):
        if max(data) == 0:
            return {0: Fraction(1)}  # no spread, no noise
        return {sum(data) + step: Fraction(1, 4) for step in (-max(data), 0, max(data))} | {"far": Fraction(1, 4)}

    assert largest_ratio(by_own_largest, neighbours_of_one_size((0, INCOME), 2)) == NEVER


def test_exact_means_with_and_without_one_person_tell_the_income():
    """Note 004, 'Fill Nates': two exact means give away the outlier; two private ones keep to their sum of epsilons."""
    others, rich = [30_000, 41_000, 38_500], 9_000_000
    with_him, without = Fraction(sum(others) + rich, 4), Fraction(sum(others), 3)
    assert 4 * with_him - 3 * without == rich
    noisy = [Laplace(sensitivity=INCOME, epsilon="0.5")] * 2
    assert accounting.epsilon(noisy, delta=0) == 1


def hinge_minimum(people, penalty):
    """Return the exact minimiser of mean(max(0, 1 - yxw)) + penalty * w^2 for one feature.

    It is a kink, or the vertex of the parabola of those people whose loss is above zero: all of these are tried.
    """

    def loss(w):
        return sum(max(0, 1 - y * x * w) for x, y in people) / len(people) + penalty * w**2

    groups = chain.from_iterable(combinations(people, size) for size in range(len(people) + 1))
    vertices = [sum(y * x for x, y in group) / (2 * penalty * len(people)) for group in groups]
    return min(vertices + [1 / (y * x) for x, y in people], key=loss)


@pytest.mark.parametrize("penalty", [Fraction(1, 10), Fraction(1, 2), Fraction(2)])
@pytest.mark.parametrize("people", [1, 2, 3])
def test_a_regularised_classifier_moves_by_at_most_one_over_lambda_n(people, penalty):
    """Note 004, 'back to example II': |f(S) - f(S')| <= 1/(lambda n) for lambda |w|^2 and hinge loss, all pairs, exactly."""
    records = list(product([Fraction(-1), Fraction(-1, 2), Fraction(1, 3), Fraction(1)], (-1, 1)))
    records = records if people < 3 else records[::2] + records[-1:]
    found = {}
    for one, other in neighbours_of_one_size(records, people):
        for data in (one, other):
            if data not in found:
                found[data] = hinge_minimum(data, penalty)
    moved = max(abs(found[one] - found[other]) for one, other in neighbours_of_one_size(records, people))
    assert moved <= 1 / (penalty * people)
    if people == 1 and penalty >= Fraction(1, 2):
        assert moved == 1 / penalty  # so the constant cannot be smaller


def logistic_minimum(x, y, penalty):
    """Return the minimiser of the mean logistic loss plus penalty * |w|^2, by Newton's method to machine precision."""
    w = np.zeros(x.shape[1])
    for _ in range(60):
        margin = y * (x @ w)
        wrong = 1 / (1 + np.exp(margin))
        slope = -(x * (y * wrong)[:, None]).mean(axis=0) + 2 * penalty * w
        bend = (x * (wrong * (1 - wrong))[:, None]).T @ x / len(y) + 2 * penalty * np.eye(x.shape[1])
        w = w - np.linalg.solve(bend, slope)
    assert np.abs(slope).max() < 1e-12
    return w


@pytest.mark.parametrize("penalty", [0.001, 0.05, 1.0])
def test_so_does_logistic_regression_in_the_plane(penalty):
    """Note 004, 'back to example II': the same bound for logistic loss, |x| <= 1, one person replaced by each of 32 others."""
    angles = np.linspace(0, 2 * np.pi, 17)[:-1]
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    x, y = circle[[0, 1, 3, 6, 10]] * np.array([[1], [0.9], [0.5], [1], [0.7]]), np.array([1, 1, -1, -1, 1])
    before = logistic_minimum(x, y, penalty)
    moved = 0.0
    for place, label in product(circle, (-1, 1)):
        x[0], y[0] = place, label
        moved = max(moved, float(np.linalg.norm(logistic_minimum(x, y, penalty) - before)))
    assert 0 < moved <= 1 / (penalty * len(y))


def test_noise_for_each_weight_apart_needs_more_than_that_length():
    """Note 004, 'vector version of noise': the bound is on the Euclidean length; the sum of changes can be sqrt(d) times it."""
    penalty, along = Fraction(1, 2), 1 / np.sqrt(2)
    moved = float(hinge_minimum([(Fraction(1), 1)], penalty) - hinge_minimum([(Fraction(1), -1)], penalty))
    apart = np.array([along, along]) * moved  # one person on the diagonal: the same problem along it
    assert np.linalg.norm(apart) == pytest.approx(2)
    assert np.abs(apart).sum() == pytest.approx(2 * np.sqrt(2))
