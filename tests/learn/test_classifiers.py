# SPDX-License-Identifier: Apache-2.0
"""Linear classifiers: nearly as right as without privacy, and every odd input answered by a public rule."""

import numpy as np
import pytest

import diffident as dd
from diffident.learn import LinearSVC, LogisticRegression, PoissonRegressor
from diffident.learn.columns import ClassesMissing
from diffident.learn.linear_svc import TwoClasses
from diffident.learn.method import MethodUnknown

GIVEN = {"epsilon": 1, "delta": "1e-6", "bounds": (-3, 3)}


def two_classes(people=20_000, features=8, seed=0):
    random = np.random.default_rng(seed)
    X, slope = random.normal(size=(people, features)), random.normal(size=features)
    return X, (random.random(people) < 1 / (1 + np.exp(-2 * X @ slope))).astype(int), slope


def right(model, X, y):
    return float(np.mean(model.predict(X) == y))


@pytest.mark.parametrize("kind", [LogisticRegression, LinearSVC])
@pytest.mark.parametrize("method", ["gram", "output"])
def test_it_is_nearly_as_right_as_without_privacy(kind, method):
    X, y, slope = two_classes()
    model = kind(**GIVEN, classes=[0, 1], method=method).fit(X, y)
    assert right(model, X, y) > right_at_best(X, y, slope) - 0.02
    assert (np.sign(model.coef_[0]) == np.sign(slope))[np.abs(slope) > 0.5].all()


def right_at_best(X, y, slope):
    return float(np.mean((X @ slope > 0) == y))


def test_several_classes_each_have_a_line():
    random = np.random.default_rng(1)
    X, slopes = random.normal(size=(20_000, 5)), random.normal(size=(5, 3)) * 3
    y = np.array(["home", "ward", "icu"])[np.argmax(X @ slopes, axis=1)]
    model = LogisticRegression(**GIVEN, classes=["home", "ward", "icu"]).fit(X, y)
    assert right(model, X, y) > 0.9
    chances = model.predict_proba(X[:10])
    assert np.allclose(chances.sum(axis=1), 1)
    assert model.coef_.shape == (3, 5)


def test_a_pure_promise_will_do():
    X, y, slope = two_classes()
    for method in ("gram", "output"):
        model = LogisticRegression(epsilon=1, bounds=(-3, 3), classes=[0, 1], method=method).fit(X, y)
        assert right(model, X, y) > right_at_best(X, y, slope) - 0.03
        assert {part["mechanism"]["mechanism"] for part in model.certificate_["parts"]} == {"laplace"}


def test_rows_of_undeclared_classes_add_nothing():
    X, y, _ = two_classes(3000)
    wrong = np.where(np.arange(3000) % 2 == 0, y, 7)
    model = LogisticRegression(**GIVEN, classes=[0, 1]).fit(X, wrong)
    assert list(model.classes_) == [0, 1]
    assert set(model.predict(X)) <= {0, 1}


@pytest.mark.parametrize("people", [0, 1, 40])
def test_one_class_one_row_and_none_are_answered(people):
    X = np.ones((people, 60))
    model = LogisticRegression(**GIVEN, classes=[0, 1]).fit(X, np.zeros(people))
    assert np.isfinite(model.coef_).all()
    assert np.isfinite(model.predict_proba(np.full((1, 60), np.nan))).all()


def test_classes_come_from_people():
    X, y, _ = two_classes(50)
    with pytest.raises(ClassesMissing):
        LogisticRegression(**GIVEN).fit(X, y)
    with pytest.raises(TwoClasses):
        LinearSVC(**GIVEN, classes=[0, 1, 2]).fit(X, y)
    with pytest.raises(MethodUnknown):
        LogisticRegression(**GIVEN, classes=[0, 1], method="newton").fit(X, y)


def test_a_curator_declares_classes_and_categories():
    import pandas as pd

    random = np.random.default_rng(2)
    age, ward = random.uniform(0, 100, 4000), random.choice(["A", "B"], 4000)
    home = np.where(age + 30 * (ward == "A") + random.normal(size=4000) * 5 < 60, "home", "stays")
    data = pd.DataFrame({"who": range(4000), "age": age, "ward": ward, "left": home})
    curator = dd.protect(
        data,
        name="visits",
        person="who",
        rows_per_person=1,
        columns={
            "age": dd.bounds(0, 100, source="codebook"),
            "ward": dd.categories("A", "B", source="ward list"),
            "left": dd.categories("home", "stays", source="codebook"),
        },
        budget=dd.Budget(epsilon=3, delta="1e-6", typical="1"),
        ledger="memory",
    )
    model = curator.fit(
        LogisticRegression(epsilon=1, delta="1e-7"), 'SELECT age, ward, "left" FROM visits', target="left"
    )
    assert list(model.classes_) == ["home", "stays"]
    assert right(model, data[["age", "ward"]], home) > 0.9


def test_rates_of_counts_are_found():
    random = np.random.default_rng(3)
    X = random.normal(size=(20_000, 3))
    y = random.poisson(np.exp(1 + 0.5 * X[:, 0] - 0.3 * X[:, 1]))
    model = PoissonRegressor(**GIVEN, target_bounds=(0, 30)).fit(X, y)
    assert np.abs(model.coef_ - [0.5, -0.3, 0.0]).max() < 0.15
    assert abs(model.intercept_ - 1) < 0.2
    assert model.predict([[1e9, 0, 0]]) <= 30
