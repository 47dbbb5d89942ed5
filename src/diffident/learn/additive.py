# SPDX-License-Identifier: Apache-2.0
"""Additive models from noisy sums: a shape for each feature, a number for each of its bins, found in a few passes.

First it is counted how many rows are in each bin. Then each pass adds up residuals bin by bin, and every bin moves
against the mean residual in it, the less the more noise there may be. What is learned is the mean of the last half of
the passes. Nothing is fitted between features; each shape can be drawn by itself.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from diffident.curator.written import Plain
from diffident.learn.bins import BinnedResiduals, Histograms, as_margins
from diffident.learn.losses import Residuals
from diffident.learn.model import Arrays
from diffident.learn.passes import Part, Passes
from diffident.learn.sums import RESIDUAL

Shapes = NDArray[np.float64]
ROUNDS: Final = 6
OF_COUNTS: Final = Fraction(1, 10)  # share of the price for the numbers of rows
STEP: Final = 0.6  # how far a pass goes towards where it points: shapes of features that go together are moved together


@dataclass(frozen=True, slots=True)
class Additive:
    """A shape for each feature."""

    width: int
    bins: int
    loss: Residuals

    @property
    def parts(self) -> tuple[Part, ...]:
        """The numbers of rows, and the residuals of each pass."""
        residuals = Part("residuals in bins", self._residuals(self._flat, 0.0), (1 - OF_COUNTS) / ROUNDS)
        return (Part("rows in bins", Histograms(self.width, self.bins), OF_COUNTS), *(residuals,) * ROUNDS)

    @property
    def described(self) -> Plain:
        """What is learned, as plain data."""
        return {"kind": "additive", "loss": repr(self.loss), "bins": self.bins}

    def learn(self, passes: Passes) -> Arrays:
        """Return the shapes, each 0 on average, and the middle that they are around."""
        counts = np.maximum(passes.total(Histograms(self.width, self.bins))[0].astype(np.float64), 0.0)
        rows = max(float(counts.sum(axis=1).mean()), 1.0)
        parts = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1.0)
        shapes, middle, mean, average = self._flat, 0.0, self._flat, 0.0
        for number in range(ROUNDS):
            sd = passes.sd() / RESIDUAL
            noisy = passes.total(self._residuals(shapes, middle)).astype(np.float64) / RESIDUAL
            sums, each = noisy[:-1], noisy[:-1].sum(axis=1)
            every = (float(noisy[-1, 0]) + float(each.sum()) / self.bins) / (1 + self.width / self.bins)
            curved = self.loss.curvature * 4 / 3
            shapes = shapes - STEP * (sums - parts * each[:, None]) / (curved * counts + sd)
            shapes = shapes - (shapes * parts).sum(axis=1, keepdims=True)
            middle -= every / (curved * rows + sd)
            if number >= ROUNDS // 2:
                mean = mean + shapes / (ROUNDS - ROUNDS // 2)
                average += middle / (ROUNDS - ROUNDS // 2)
        return {"shapes": mean, "middle": np.array(average), "rows": np.array(rows)}

    @property
    def _flat(self) -> Shapes:
        return np.zeros((self.width, self.bins))

    def _residuals(self, shapes: Shapes, middle: float) -> BinnedResiduals:
        whole = int(as_margins(np.array(middle if math.isfinite(middle) else 0.0)))
        return BinnedResiduals(as_margins(shapes), whole, self.loss)
