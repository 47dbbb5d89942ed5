# SPDX-License-Identifier: Apache-2.0
"""Principal components find the directions in which rows spread; the scaler finds means and deviations."""

import numpy as np
import pytest

from diffident.exact.number import NumberOutOfRange
from diffident.learn import PCA, StandardScaler


def spread(people=2000, features=10, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(people, 2)) @ random.normal(size=(2, features)) + 0.3 * random.normal(
        size=(people, features)
    )
    return X / X.std()


def test_it_captures_nearly_all_that_can_be_captured():
    captured = []
    for seed in range(5):
        X = spread(seed=seed)
        model = PCA(2, epsilon="0.5", delta="1e-6", bounds=(-3, 3)).fit(X)
        covariance = np.cov(X.T)
        most = np.sort(np.linalg.eigvalsh(covariance))[-2:].sum()
        captured.append(np.trace(model.components_ @ covariance @ model.components_.T) / most)
    assert np.mean(captured) > 0.96
    assert np.allclose(model.components_ @ model.components_.T, np.eye(2))


def test_coordinates_lead_back():
    X = spread(5000, 4)
    model = PCA(epsilon=2, delta="1e-6", bounds=(-8, 8)).fit(X)
    assert np.allclose(model.inverse_transform(model.transform(X)), X)
    assert model.transform(X).shape == X.shape
    assert list(model.get_feature_names_out()) == ["pca0", "pca1", "pca2", "pca3"]
    assert (np.diff(model.explained_variance_) <= 0).all()


def test_there_are_no_more_components_than_features():
    with pytest.raises(NumberOutOfRange):
        PCA(5, epsilon=1, bounds=(-1, 1)).fit(spread(10, 3))


def test_means_and_deviations_are_found():
    X = np.random.default_rng(1).normal(size=(20_000, 3)) * [1, 2, 0.5] + [1, -1, 0]
    model = StandardScaler(epsilon=1, delta="1e-6", bounds=[(-4, 6), (-9, 7), (-2, 2)]).fit(X)
    assert np.abs(model.mean_ - [1, -1, 0]).max() < 0.2
    assert np.abs(model.scale_ / [1, 2, 0.5] - 1).max() < 0.2
    assert abs(model.n_samples_seen_ - 20_000) < 500
    assert np.allclose(model.inverse_transform(model.transform(X)), X)
    assert list(model.get_feature_names_out()) == ["x0", "x1", "x2"]
