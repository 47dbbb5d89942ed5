# SPDX-License-Identifier: Apache-2.0
"""What regression on a line is, however its weights are held: prediction, and intervals of coefficients."""

from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.curator.terms import Terms
from diffident.exact.number import decimal
from diffident.learn.fit import Lesson
from diffident.learn.layout import Feature, Layout
from diffident.learn.least_squares import LeastSquares
from diffident.learn.losses import Distance
from diffident.learn.method import alpha_of, is_output
from diffident.learn.minimum import Output
from diffident.learn.model import Arrays
from diffident.learn.regressor import Regressor


class LineRegressor(Regressor):
    """A line through noisy sums of products, in the units of the features.

    `target_bounds` are the limits of the target. Coefficients have standard errors, in which both the noise and the
    chance of which people there are is counted: `coefficient_intervals`. A feature beyond its limits counts as the
    limit, when a line is fitted and when it is used.
    """

    fit_intercept: bool
    length: object
    method: object

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Return the line's value for public rows."""
        return np.asarray(self._matrix(X) @ self.scaled_ + self.middle_)

    def coefficient_intervals(self, confidence: object = 0.95) -> NDArray[np.float64]:
        """Return low and high of each coefficient, the intercept last where there is one."""
        sure = decimal(confidence, name="confidence", above=0, below=1)
        far = NormalDist().inv_cdf((1 + float(sure)) / 2) * self.standard_errors_
        middle = np.append(self.coef_, self.intercept_) if self.fit_intercept else self.coef_
        return np.column_stack([middle - far, middle + far])

    @property
    def _strength(self) -> object:
        """How much the square sum of weights counts, or None for what is usual."""
        return None

    def _lesson(self, layout: Layout, terms: Terms) -> Lesson:
        del terms
        if is_output(self.method):
            return Output.of(layout, Distance(), alpha_of(self._strength, self.method))
        return LeastSquares(layout, alpha_of(self._strength, self.method))

    def _layout(self, features: tuple[Feature, ...], target: Feature | int | None) -> Layout:
        return Layout.of_length(features, target, has_constant=self.fit_intercept, length=self.length)

    def _settle(self, arrays: Arrays) -> None:
        layout, target = self.layout_, self.layout_.target
        assert isinstance(target, Feature)  # noqa: S101 - as `_target` made it
        turned = layout.in_units * float(target.half)
        weights = arrays["weights"].reshape(-1)
        found = turned @ weights
        self.middle_ = float(target.centre)
        self.scaled_ = weights * float(target.half / (layout.length or 1))
        self.coef_ = found[: len(layout.features)]
        self.intercept_ = self.middle_ + (float(found[-1]) if layout.has_constant else 0.0)
        self.standard_errors_ = np.sqrt(np.diagonal(turned @ arrays["covariance"] @ turned.T))
        self.noise_errors_ = np.sqrt(np.diagonal(turned @ arrays["noise"] @ turned.T))
        self.spread_ = float(arrays["spread"]) * float(target.half)
