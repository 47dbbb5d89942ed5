# SPDX-License-Identifier: Apache-2.0
"""Clusters are found nearly as well as without privacy, with few features and with many."""

import numpy as np
import pytest
from sklearn.datasets import make_blobs

from diffident.learn import KMeans


@pytest.mark.parametrize(("people", "features", "most"), [(10_000, 1, 1.5), (10_000, 2, 1.3), (20_000, 6, 1.5)])
def test_clusters_are_found(people, features, most):
    X, truth, centres = make_blobs(people, features, centers=4, random_state=3, return_centers=True)
    model = KMeans(4, epsilon=1, delta="1e-6", bounds=(-15, 15)).fit(X)
    least = float(((X - centres[truth]) ** 2).sum())
    assert float((model.transform(X).min(axis=1) ** 2).sum()) / least < most
    assert model.cluster_centers_.shape == (4, features)
    assert set(model.predict(X)) <= set(range(4))


def test_hardly_any_rows_are_answered():
    model = KMeans(3, epsilon=1, bounds=(-1, 1)).fit(np.zeros((1, 5)))
    assert np.isfinite(model.cluster_centers_).all()
