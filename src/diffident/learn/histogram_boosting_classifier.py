# SPDX-License-Identifier: Apache-2.0
"""Boosting on histograms for two classes."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.curator.curator import Curator
from diffident.curator.terms import Terms
from diffident.learn.additive import Additive
from diffident.learn.classifier import Classifier, TwoClasses
from diffident.learn.histogram_boosting import HistogramBoosting
from diffident.learn.layout import Layout
from diffident.learn.losses import Logistic


class HistogramBoostingClassifier(Classifier, HistogramBoosting):
    """Two classes, the logarithm of odds being a sum of shapes."""

    def __init__(
        self,
        *,
        epsilon: object = None,
        delta: object = None,
        bounds: object = None,
        classes: Any = None,
        bins: object = 16,
        curator: Curator | None = None,
        rows_per_person: object = None,
    ) -> None:
        self._keep(locals())

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Return the logarithm of odds for public rows."""
        return self._margins(X)

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the probability of each class for public rows."""
        second = 1 / (1 + np.exp(-self._margins(X)))
        return np.column_stack([1 - second, second])

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the likelier class of public rows."""
        number = (self._margins(X) > 0).astype(int)
        return np.asarray(self.classes_[number])

    def _lesson(self, layout: Layout, terms: Terms) -> Additive:
        del terms
        if layout.target != 2:
            raise TwoClasses(model=type(self).__name__, classes=layout.target)
        return Additive(layout.width, self._bins, Logistic())

    def __sklearn_tags__(self) -> Any:
        """Return what scikit-learn should know: two classes at a time."""
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags
