# SPDX-License-Identifier: Apache-2.0
"""Boosting on histograms for numbers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.curator.curator import Curator
from diffident.curator.terms import Terms
from diffident.learn.additive import Additive
from diffident.learn.histogram_boosting import HistogramBoosting
from diffident.learn.layout import Feature, Layout
from diffident.learn.losses import Distance
from diffident.learn.regressor import Regressor


class HistogramBoostingRegressor(Regressor, HistogramBoosting):
    """A number as a sum of shapes, between the limits of `target_bounds`; shapes are in parts of half that range."""

    def __init__(
        self,
        *,
        epsilon: object = None,
        delta: object = None,
        bounds: object = None,
        target_bounds: object = None,
        bins: object = 16,
        curator: Curator | None = None,
        rows_per_person: object = None,
    ) -> None:
        self._keep(locals())

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Return the number for public rows."""
        target = self.layout_.target if hasattr(self, "layout_") else None
        middle = self._margins(X)
        assert isinstance(target, Feature)  # noqa: S101 - as `_target` made it
        return np.asarray(float(target.centre) + float(target.half) * np.clip(middle, -1.0, 1.0))

    def _lesson(self, layout: Layout, terms: Terms) -> Additive:
        del terms
        return Additive(layout.width, self._bins, Distance())
