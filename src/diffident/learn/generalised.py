# SPDX-License-Identifier: Apache-2.0
"""Generalised linear models from noisy sums: the products of features once, then a few gradients steered by them.

The products say in which directions the rows spread, so few passes get far: a step goes along their inverse. What is
learned is the mean of the last half of the passes, whose noise is partly averaged away.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from diffident.curator.written import Plain
from diffident.learn.layout import ONE, Layout
from diffident.learn.least_squares import floored
from diffident.learn.losses import Residuals
from diffident.learn.model import Arrays
from diffident.learn.passes import Part, Passes
from diffident.learn.sums import RESIDUAL, Gradient, Gram, as_integers, as_weights

ROUNDS: Final = 6
OF_GRAM: Final = Fraction(1, 10)  # share of the price for the products


@dataclass(frozen=True, slots=True)
class Generalised:
    """Weights of the features for every output; `alpha` times half the square sum of weights is added to the loss."""

    layout: Layout
    loss: Residuals
    alpha: float
    start: float = 0.0  # the constant's weight before the first pass

    @property
    def parts(self) -> tuple[Part, ...]:
        """The products, and the gradients."""
        gradient = Part("residuals times features", self._gradient(self._first), (1 - OF_GRAM) / ROUNDS)
        return (Part("products of features", Gram(self.layout.width), OF_GRAM), *(gradient,) * ROUNDS)

    @property
    def described(self) -> Plain:
        """What is learned, as plain data."""
        return {"kind": "generalised linear", "loss": repr(self.loss), "alpha": repr(self.alpha)}

    def learn(self, passes: Passes) -> Arrays:
        """Return the weights, a column for each output."""
        sd = passes.sd() / ONE**2
        noisy = passes.total(Gram(self.layout.width)).astype(np.float64) / ONE**2
        step = floored(noisy, sd, self.alpha / self.loss.curvature)[1] / self.loss.curvature
        weights, mean = self._first, np.zeros_like(self._first)
        for number in range(ROUNDS):
            public = as_weights(as_integers(weights))
            gradient = passes.total(self._gradient(weights)).astype(np.float64) / (ONE * RESIDUAL)
            weights = public - step @ (gradient + self.alpha * public)
            mean += weights / (ROUNDS - ROUNDS // 2) if number >= ROUNDS // 2 else 0.0
        return {"weights": mean}

    @property
    def _first(self) -> NDArray[np.float64]:
        weights = np.zeros((self.layout.width, self.loss.outputs))
        weights[-1] = self.start
        return weights

    def _gradient(self, weights: NDArray[np.float64]) -> Gradient:
        return Gradient(as_integers(weights), self.loss.residuals, residual_square=self.loss.square)
