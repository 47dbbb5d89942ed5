# SPDX-License-Identifier: Apache-2.0
"""What boosting on histograms is, for classes and for numbers: a sum of shapes, one for each feature, to be looked at."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.exact.number import whole
from diffident.learn.bins import bins_of
from diffident.learn.estimator import Estimator
from diffident.learn.layout import ONE, Feature, Layout
from diffident.learn.model import Arrays


class HistogramBoosting(Estimator):
    """A sum of shapes. `shapes_` has a row for each feature and a number for each of its bins, between `edges_`."""

    bins: object

    def shape_function(self, name: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the edges of a feature's bins and the number that each bin adds: what one would plot."""
        place = [feature.name for feature in self.layout_.features].index(name)
        return self.edges_[place], self.shapes_[place]

    @property
    def _bins(self) -> int:
        return whole(self.bins, name="bins", at_least=2, at_most=256)

    def _layout(self, features: tuple[Feature, ...], target: Feature | int | None) -> Layout:
        return Layout(features, target)

    def _settle(self, arrays: Arrays) -> None:
        features = self.layout_.features
        self.shapes_ = arrays["shapes"]
        self.intercept_ = float(arrays["middle"])
        ends = [(float(each.centre - each.half), float(each.centre + each.half)) for each in features]
        self.edges_ = np.array([np.linspace(low, high, self.shapes_.shape[1] + 1) for low, high in ends])

    def _margins(self, X: Any) -> NDArray[np.float64]:
        """Return the sum of shapes for public rows."""
        places = bins_of(np.rint(self._matrix(X) * ONE).astype(np.int16), self.shapes_.shape[1])
        return np.asarray(self.intercept_ + self.shapes_[np.arange(places.shape[1]), places].sum(axis=1))
