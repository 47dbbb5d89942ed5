# SPDX-License-Identifier: Apache-2.0
"""What linear classifiers have in common: declared classes, margins, and coefficients in the units of the features."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin

from diffident.curator.terms import Terms
from diffident.errors import Refused
from diffident.learn.columns import ClassesMissing, class_number
from diffident.learn.estimator import Estimator
from diffident.learn.layout import NOBODY, Feature, Layout
from diffident.learn.model import Arrays
from diffident.learn.scored import Scored
from diffident.question.expression import Column, Expression, Value


class TwoClasses(Refused, ValueError):  # noqa: N818 - a refusal; scikit-learn expects a ValueError
    """More classes than a model tells apart."""

    code = "two_classes"
    sentence = "Only binary classification is supported: {model} tells two classes apart, and {classes} were declared."
    remedy = "Use LogisticRegression, or one model for each class."


class Classifier(Scored, ClassifierMixin, Estimator):
    """A model that tells declared classes apart; `classes` lists them, in hand or as categories of the target."""

    classes: Any

    def _declared(self, terms: Terms, target: str) -> tuple[Value, ...]:
        """Return the classes in their order, as plain values."""
        given, declared = self.classes, terms.facts[target].categories
        if given is None and declared is not None:
            given = [each for each in declared.values if each is not None]
        if given is None or len(given) < 2:
            raise ClassesMissing
        self.classes_ = np.unique(np.asarray(given))
        if terms.once:
            return tuple(range(len(self.classes_)))  # rows in hand come with the number of their class
        return tuple(each.item() if isinstance(each, np.generic) else each for each in self.classes_)

    def _target(self, terms: Terms, target: str) -> int:
        return len(self._declared(terms, target))

    def _target_formula(self, terms: Terms, target: str, column: Column) -> Expression:
        return class_number(column, self._declared(terms, target))

    def _coded(self, y: Any) -> NDArray[np.int64]:
        """Return the number of the class of each row in hand, `NOBODY` for one that was not declared."""
        if self.classes is None:
            raise ClassesMissing
        codes = np.full(len(y), NOBODY, dtype=np.int64)
        for number, each in enumerate(np.unique(np.asarray(self.classes))):
            codes[np.asarray(y == each, dtype=bool)] = number
        return codes


class LinearClassifier(Classifier):
    """A classifier by the sign, or the largest, of margins that are lines."""

    fit_intercept: bool
    length: object
    alpha: object
    method: object

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Return the margins of public rows: one column for each class, or one number where there are two."""
        margins = self._matrix(X) @ self.scaled_
        return np.asarray(margins[:, 0] if margins.shape[1] == 1 else margins)

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the likeliest class of public rows."""
        margins = self.decision_function(X)
        number = (margins > 0).astype(int) if margins.ndim == 1 else margins.argmax(axis=1)
        return np.asarray(self.classes_[number])

    def _layout(self, features: tuple[Feature, ...], target: Feature | int | None) -> Layout:
        return Layout.of_length(features, target, has_constant=self.fit_intercept, length=self.length)

    def _settle(self, arrays: Arrays) -> None:
        weights, layout = arrays["weights"], self.layout_
        found = layout.in_units @ weights
        self.scaled_ = weights / float(layout.length or 1)
        self.coef_ = found[: len(layout.features)].T
        self.intercept_ = found[-1] if layout.has_constant else np.zeros(weights.shape[1])
