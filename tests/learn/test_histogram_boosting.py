# SPDX-License-Identifier: Apache-2.0
"""Boosting and naive Bayes on bins: what lines miss they find, and their shapes can be looked at."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from diffident.exact.number import NumberOutOfRange
from diffident.learn import (
    CategoricalNB,
    GaussianNB,
    HistogramBoostingClassifier,
    HistogramBoostingRegressor,
    LogisticRegression,
)
from diffident.learn.classifier import TwoClasses

GIVEN = {"epsilon": 1, "delta": "1e-6", "bounds": (-1, 1), "classes": [0, 1]}


def curved(people=20_000, seed=0):
    """Return rows whose classes no line parts: one feature counts by its distance from the middle, one by a wave."""
    random = np.random.default_rng(seed)
    X = random.uniform(-1, 1, size=(people, 6))
    margin = 6 * np.abs(X[:, 0]) - 3 + np.sin(4 * X[:, 1]) + X[:, 2]
    return X, (random.random(people) < 1 / (1 + np.exp(-margin))).astype(int)


def area(model, X, y):
    return roc_auc_score(y, model.predict_proba(X)[:, 1])


def test_boosting_finds_what_lines_miss():
    X, y = curved()
    fresh, truth = curved(seed=1)
    boosted, line = (kind(**GIVEN).fit(X, y) for kind in (HistogramBoostingClassifier, LogisticRegression))
    assert area(boosted, fresh, truth) > area(line, fresh, truth) + 0.05
    edges, shape = boosted.shape_function("x0")
    assert len(edges) == len(shape) + 1 == 17
    assert edges[0] == -1
    assert shape[[0, -1]].min() > shape[7:9].max() + 1


def test_boosting_finds_numbers():
    X, _ = curved()
    y = np.abs(X[:, 0]) + X[:, 1] ** 2
    given = {"epsilon": 1, "delta": "1e-6", "bounds": (-1, 1), "target_bounds": (-1, 3)}
    model = HistogramBoostingRegressor(**given).fit(X, y)
    assert model.score(X, y, public=True) > 0.8


@pytest.mark.parametrize("kind", [CategoricalNB, GaussianNB])
def test_naive_bayes_tells_classes_apart(kind):
    X, y = curved()
    X[:, 3] = np.clip(X[:, 3] / 2 + y - 0.5, -1, 1)
    model = kind(**GIVEN).fit(X, y)
    assert area(model, X, y) > 0.9
    assert abs(model.class_prior_[1] - y.mean()) < 0.05


def test_several_classes_and_too_many_bins():
    X, y = curved(100)
    with pytest.raises(TwoClasses):
        HistogramBoostingClassifier(**{**GIVEN, "classes": [0, 1, 2]}).fit(X, y)
    with pytest.raises(NumberOutOfRange):
        HistogramBoostingClassifier(**GIVEN, bins=1000).fit(X, y)
    assert GaussianNB(**{**GIVEN, "classes": [0, 1, 2]}).fit(X, y).predict_proba(X).shape == (100, 3)
