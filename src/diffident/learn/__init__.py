# SPDX-License-Identifier: Apache-2.0
"""Models that tell nothing about a person: each learns from noisy sums of whole numbers, on the ledger of all questions."""

from importlib.util import find_spec

from diffident.errors import Refused


class LearnMissing(Refused):
    """Estimators without the package whose conventions they follow."""

    code = "learn_missing"
    sentence = "scikit-learn is not installed, and estimators are made of it."
    remedy = 'Install it: pip install "diffident[learn]"'


if find_spec("sklearn") is None:
    raise LearnMissing

from diffident.learn.categorical_nb import CategoricalNB  # noqa: E402 - not without scikit-learn
from diffident.learn.gaussian_nb import GaussianNB  # noqa: E402 - see above
from diffident.learn.histogram_boosting_classifier import HistogramBoostingClassifier  # noqa: E402 - see above
from diffident.learn.histogram_boosting_regressor import HistogramBoostingRegressor  # noqa: E402 - see above
from diffident.learn.k_means import KMeans  # noqa: E402 - see above
from diffident.learn.linear_regression import LinearRegression  # noqa: E402 - see above
from diffident.learn.linear_svc import LinearSVC  # noqa: E402 - see above
from diffident.learn.logistic_regression import LogisticRegression  # noqa: E402 - see above
from diffident.learn.pca import PCA  # noqa: E402 - see above
from diffident.learn.poisson_regressor import PoissonRegressor  # noqa: E402 - see above
from diffident.learn.ridge import Ridge  # noqa: E402 - see above
from diffident.learn.standard_scaler import StandardScaler  # noqa: E402 - see above

ESTIMATORS = (
    LinearRegression,
    Ridge,
    LogisticRegression,
    LinearSVC,
    PoissonRegressor,
    PCA,
    StandardScaler,
    GaussianNB,
    CategoricalNB,
    HistogramBoostingClassifier,
    HistogramBoostingRegressor,
    KMeans,
)

__all__ = [
    "ESTIMATORS",
    "PCA",
    "CategoricalNB",
    "GaussianNB",
    "HistogramBoostingClassifier",
    "HistogramBoostingRegressor",
    "KMeans",
    "LinearRegression",
    "LinearSVC",
    "LogisticRegression",
    "PoissonRegressor",
    "Ridge",
    "StandardScaler",
]
