# SPDX-License-Identifier: Apache-2.0
"""Logistic regression: two classes by one line, several by one line each."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.curator.curator import Curator
from diffident.curator.terms import Terms
from diffident.learn.classifier import LinearClassifier
from diffident.learn.fit import Lesson
from diffident.learn.layout import Layout
from diffident.learn.losses import Logistic, Softmax
from diffident.learn.method import generalised


class LogisticRegression(LinearClassifier):
    """Probabilities of classes, their logarithms of odds being lines in the features.

    `alpha` times half the square sum of weights is added to the sum of losses (scikit-learn's 1/C); weights are those of
    features scaled to -1..1 and rows scaled to `length`.
    """

    def __init__(
        self,
        *,
        epsilon: object = None,
        delta: object = None,
        bounds: object = None,
        classes: Any = None,
        alpha: object = None,
        fit_intercept: bool = True,
        length: object = None,
        curator: Curator | None = None,
        rows_per_person: object = None,
        method: str = "gram",
    ) -> None:
        self._keep(locals())

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the probability of each class for public rows."""
        margins = self.decision_function(X)
        lines = np.column_stack([np.zeros_like(margins), margins]) if margins.ndim == 1 else margins
        weights = np.exp(lines - lines.max(axis=1, keepdims=True))
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the logarithms of the probabilities."""
        return np.asarray(np.log(self.predict_proba(X)))

    def _lesson(self, layout: Layout, terms: Terms) -> Lesson:
        del terms
        classes = layout.target
        several = isinstance(classes, int) and classes > 2
        loss = Softmax(len(self.classes_)) if several else Logistic()
        return generalised(self.method, layout, loss, self.alpha)
