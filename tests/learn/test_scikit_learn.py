# SPDX-License-Identifier: Apache-2.0
"""scikit-learn's own checks, and its ways of putting estimators together."""

import inspect
from contextlib import suppress
from unittest import SkipTest

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils.estimator_checks import parametrize_with_checks

import diffident
from diffident.learn import ESTIMATORS
from diffident.learn.scored import ScoreOnPrivateRows

SCORED = "a score on people's rows is a release; for nothing it is refused"
DECLARED = "classes are those that were declared, here 0, 1 and 2, and not those that are in the data"
LABELS = "the cluster of each row that was learned from would tell about people; predict tells it of public rows"
NOISY = "two fits have different noise, on two hundred rows a large one"
EXPECTED = {  # what scikit-learn expects and we do otherwise, with the reason
    "check_estimators_empty_data_messages": "how many rows there are is private, so none are answered like some",
    "check_supervised_y_no_nan": "a missing or infinite target is answered by a public rule; an error would tell of it",
    "check_regressor_data_not_an_array": NOISY,
    "check_classifier_data_not_an_array": NOISY,
    "check_transformer_data_not_an_array": NOISY,
    "check_transformer_general": NOISY,
    "check_regressors_int": NOISY,
    "check_supervised_y_2d": NOISY,
    "check_fit_score_takes_y": SCORED,
    "check_n_features_in_after_fitting": SCORED,
    "check_regressors_train": SCORED,
    "check_classifiers_classes": DECLARED,
    "check_classifiers_train": DECLARED,
    "check_classifier_not_supporting_multiclass": DECLARED,
    "check_classifiers_regression_target": DECLARED,
    "check_decision_proba_consistency": DECLARED,
    "check_clustering": NOISY,
    "check_clusterer_compute_labels_predict": LABELS,
    "check_fit_idempotent": NOISY,
}


def made(kind, **more):
    """Return an estimator with everything declared that it needs."""
    declared = {
        "epsilon": 10,
        "delta": "1e-6",
        "bounds": (-10, 10),
        "target_bounds": (-10, 10),
        "classes": [0, 1] if kind.__name__ in {"LinearSVC", "HistogramBoostingClassifier"} else [0, 1, 2],
        **more,
    }
    taken = inspect.signature(kind.__init__).parameters
    return kind(**{name: value for name, value in declared.items() if name in taken})


@parametrize_with_checks([made(kind) for kind in ESTIMATORS])
def test_scikit_learns_checks(estimator, check):
    """Every check passes, or is one of those that expect something else of some estimator, by their names."""
    try:
        with suppress(SkipTest):  # of what is not deterministic, and of other kinds of arrays
            check(estimator)
    except Exception:
        if check.func.__name__ not in EXPECTED:
            raise


@pytest.mark.parametrize("kind", ESTIMATORS, ids=lambda kind: kind.__name__)
class TestEveryEstimator:
    def test_parameters_are_kept_as_they_were_given(self, kind):
        estimator = made(kind, epsilon="0.5")
        assert clone(estimator).get_params() == estimator.get_params()
        assert estimator.get_params()["epsilon"] == "0.5"

    def test_it_fits_and_says_what_it_promises(self, kind):
        X, y = np.zeros((30, 2)), np.arange(30) % 3
        fitted = made(kind).fit(X, y)
        assert "promise of its own" in fitted.privacy_
        assert fitted.n_features_in_ == 2
        assert fitted.certificate_["price"]["epsilon"] == 10


def test_the_room_is_behind_the_front_door():
    assert diffident.learn.ESTIMATORS == ESTIMATORS
    assert {kind.__name__ for kind in ESTIMATORS} <= set(diffident.learn.__all__)


def test_a_pipeline_takes_it():
    kind = ESTIMATORS[0]
    pipeline = make_pipeline(FunctionTransformer(np.tanh), made(kind, bounds=(-1, 1)))
    X = np.random.default_rng(0).normal(size=(500, 2))
    assert pipeline.fit(X, X[:, 0]).predict(X).shape == (500,)
    columns = ColumnTransformer([("first", FunctionTransformer(), [0])])
    assert make_pipeline(columns, made(kind)).fit(X, X[:, 0]).predict(X).shape == (500,)


def test_the_person_is_routed_through_a_pipeline():
    import sklearn

    X = np.random.default_rng(0).normal(size=(40, 2))
    with sklearn.config_context(enable_metadata_routing=True):
        learner = made(ESTIMATORS[0], rows_per_person=2).set_fit_request(person=True)
        fitted = make_pipeline(FunctionTransformer(), learner).fit(X, X[:, 0], person=np.arange(40) // 2)
    assert fitted[-1].certificate_["limits"] == {"rows_per_person": 2}


def test_searching_and_validating_on_peoples_rows_is_refused():
    X = np.random.default_rng(0).normal(size=(60, 2))
    learner = made(ESTIMATORS[0])
    with pytest.raises(ScoreOnPrivateRows):
        cross_val_score(learner, X, X[:, 0], error_score="raise")
    with pytest.raises(ScoreOnPrivateRows):
        GridSearchCV(learner, {"epsilon": [1, 2]}, error_score="raise").fit(X, X[:, 0])
    fitted = learner.fit(X, X[:, 0])
    with pytest.raises(ScoreOnPrivateRows):
        fitted.score(X, X[:, 0])
    assert fitted.score(X, X[:, 0], public=True) <= 1


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_frames_of_any_library_go_in(library):
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    data = {"age": [1.0, 2.0, 3.0] * 20, "stay": [2.0, None, 6.0] * 20}
    made_of = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}
    frame = made_of[library](data)
    fitted = made(ESTIMATORS[0]).fit(frame, data["age"])
    assert list(fitted.feature_names_in_) == ["age", "stay"]
    assert fitted.predict(frame).shape == (60,)
