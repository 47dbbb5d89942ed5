# SPDX-License-Identifier: Apache-2.0
"""What naive Bayes is, whatever features look like: classes by their share times the chance of each feature."""

from abc import abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.learn.classifier import Classifier
from diffident.learn.layout import Feature, Layout


class NaiveBayes(Classifier):
    """Classes by how likely a row is in each, its features taken for independent."""

    @abstractmethod
    def _likelihoods(self, X: Any) -> NDArray[np.float64]:
        """Return the logarithm of share times chance, a column for each class."""

    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the logarithm of the probability of each class for public rows."""
        both = self._likelihoods(X)
        return np.asarray(both - np.logaddexp.reduce(both, axis=1)[:, None])

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the probability of each class for public rows."""
        return np.asarray(np.exp(self.predict_log_proba(X)))

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the likeliest class of public rows."""
        number = self.predict_log_proba(X).argmax(axis=1)
        return np.asarray(self.classes_[number])

    def _layout(self, features: tuple[Feature, ...], target: Feature | int | None) -> Layout:
        return Layout(features, target)
