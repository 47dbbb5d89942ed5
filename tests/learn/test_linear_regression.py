# SPDX-License-Identifier: Apache-2.0
"""Lines through noisy sums: as good as was promised, with intervals that hold."""

import numpy as np
import pytest

from diffident.learn import LinearRegression, Ridge
from diffident.learn.columns import FeatureUnbounded
from diffident.question.aggregates.aggregate import BoundsMissing


def line(people, features, seed=0, known=0.972):
    """Return rows and targets, such that a line explains this share of the target's variance."""
    random = np.random.default_rng(seed)
    X, slope = random.normal(size=(people, features)), random.normal(size=features)
    slope /= np.linalg.norm(slope)
    return X, X @ slope + random.normal(size=people) * np.sqrt(1 / known - 1), slope


def learner(epsilon=1, **more):
    return LinearRegression(epsilon=epsilon, delta="1e-6", bounds=(-3, 3), target_bounds=(-3, 3), **more)


def explained(model, X, y):
    return 1 - np.mean((y - model.predict(X)) ** 2) / np.var(y)


@pytest.mark.parametrize(("people", "features", "least"), [(10_000, 10, 0.955), (1_000, 5, 0.6)])
def test_it_explains_nearly_what_a_line_can(people, features, least):
    X, y, _ = line(2 * people, features)
    model = learner().fit(X[:people], y[:people])
    assert explained(model, X[people:], y[people:]) > least


@pytest.mark.statistical(false_alarm=1e-9)
def test_intervals_of_coefficients_hold():
    covered, twin, tried = 0, 0, 0
    for seed in range(25):
        X, y, slope = line(4000, 6, seed)
        model = learner().fit(X, y)
        low, high = model.coefficient_intervals(0.95).T
        truth = np.append(slope, 0.0)
        middle, far = (low + high) / 2, (high - low) / 2
        covered += int(((low <= truth) & (truth <= high)).sum())
        twin += int((np.abs(truth - middle) <= far / 4).sum())
        tried += truth.size
    assert covered / tried > 0.8, "with 175 intervals of 95 % fewer than 140 hold with probability below 1e-9"
    assert not twin / tried > 0.8, "a quarter of the width would be noticed"


def test_missing_and_infinite_numbers_are_answered_by_a_public_rule():
    X, y, _ = line(3000, 3)
    X[::5, 0], X[1::5, 1], y[2::5] = np.nan, np.inf, np.nan
    model = learner().fit(X, y)
    assert np.isfinite(model.coef_).all()
    assert np.isfinite(model.predict([[np.nan, np.inf, -np.inf]])).all()


@pytest.mark.parametrize("rows", [0, 1])
def test_hardly_any_rows_are_answered_and_say_little(rows):
    X, y, _ = line(5, 3)
    model = learner().fit(X[:rows], y[:rows])
    assert np.isfinite(model.coef_).all()
    assert (model.standard_errors_ > 0.01).all()


def test_constant_columns_and_more_columns_than_people_are_answered():
    model = learner().fit(np.ones((20, 40)), np.zeros(20))
    assert np.isfinite(model.coef_).all()


def test_without_an_intercept_the_line_goes_through_zero():
    X, y, slope = line(20_000, 3)
    model = learner(fit_intercept=False).fit(X, y)
    assert model.intercept_ == 0
    assert model.predict(np.zeros((1, 3))) == 0
    assert np.abs(model.coef_ - slope).max() < 0.1
    assert model.coefficient_intervals().shape == (3, 2)


def test_limits_come_from_people():
    X, y, _ = line(50, 2)
    with pytest.raises(FeatureUnbounded):
        LinearRegression(epsilon=1, target_bounds=(-1, 1)).fit(X, y)
    with pytest.raises(BoundsMissing):
        LinearRegression(epsilon=1, bounds=(-1, 1)).fit(X, y)


def test_ridge_holds_weights_small():
    X, y, _ = line(20_000, 3)
    given = {"epsilon": 4, "delta": "1e-6", "bounds": (-3, 3), "target_bounds": (-3, 3)}
    small, large = (Ridge(alpha, **given).fit(X, y) for alpha in (1e6, 0))
    assert np.linalg.norm(small.coef_) < np.linalg.norm(large.coef_) / 10


def test_under_a_pure_promise_the_noise_is_laplace():
    X, y, _ = line(50_000, 2)
    model = LinearRegression(epsilon=4, bounds=(-3, 3), target_bounds=(-3, 3)).fit(X, y)
    assert {part["mechanism"]["mechanism"] for part in model.certificate_["parts"]} == {"laplace"}
    assert explained(model, X, y) > 0.8
