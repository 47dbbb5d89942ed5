# SPDX-License-Identifier: Apache-2.0
"""Poisson regression: a count's rate, its logarithm being a line in the features."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.curator.curator import Curator
from diffident.curator.terms import Terms
from diffident.learn.fit import Lesson
from diffident.learn.layout import ONE, Feature, Layout
from diffident.learn.losses import Rate
from diffident.learn.method import generalised
from diffident.learn.model import Arrays
from diffident.learn.regressor import Regressor


class PoissonRegressor(Regressor):
    """The rate of counts from 0 to the upper limit of `target_bounds`, which also cuts off the rate.

    `alpha` times half the square sum of weights is added to the sum of losses, each in parts of the upper limit; weights
    are those of features scaled to -1..1 and rows scaled to `length`.
    """

    alpha: object
    fit_intercept: bool
    length: object
    method: object

    def __init__(
        self,
        *,
        epsilon: object = None,
        delta: object = None,
        bounds: object = None,
        target_bounds: object = None,
        alpha: object = None,
        fit_intercept: bool = True,
        length: object = None,
        curator: Curator | None = None,
        rows_per_person: object = None,
        method: str = "gram",
    ) -> None:
        self._keep(locals())

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Return the rate for public rows, at most the upper limit of the target."""
        return np.asarray(np.exp(np.minimum(self._matrix(X) @ self.scaled_, math.log(self.most_))))

    def _lesson(self, layout: Layout, terms: Terms) -> Lesson:
        del terms
        assert isinstance(layout.target, Feature)  # noqa: S101 - as `_target` made it
        most = float(layout.target.half)
        start = math.log(most / 4) * float(layout.length or 1) if layout.has_constant else 0.0
        return generalised(self.method, layout, Rate(most), self.alpha, start=start)

    def _layout(self, features: tuple[Feature, ...], target: Feature | int | None) -> Layout:
        return Layout.of_length(
            features, target, has_constant=self.fit_intercept, length=self.length, shrinks_target=False
        )

    def _target(self, terms: Terms, target: str) -> Feature:
        limits = super()._target(terms, target)
        return Feature(target, Fraction(0), max(limits.centre + limits.half, Fraction(1, ONE)))

    def _settle(self, arrays: Arrays) -> None:
        layout, weights = self.layout_, arrays["weights"][:, 0]
        assert isinstance(layout.target, Feature)  # noqa: S101 - as `_target` made it
        found = layout.in_units @ weights
        self.most_ = float(layout.target.half)
        self.scaled_ = weights / float(layout.length or 1)
        self.coef_ = found[: len(layout.features)]
        self.intercept_ = float(found[-1]) if layout.has_constant else 0.0
