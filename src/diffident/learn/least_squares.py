# SPDX-License-Identifier: Apache-2.0
"""Least squares from noisy sums: all products once, then a few gradients of what the line leaves over.

The products give a first line; residuals around it are small, so further passes need little noise. Each adds up
residuals that are cut off at two of their standard deviations, as far as these are known from what was released.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from diffident.curator.written import Plain
from diffident.learn.layout import ONE, Integers, Layout
from diffident.learn.model import Arrays
from diffident.learn.passes import Part, Passes
from diffident.learn.sums import RESIDUAL, SQUARES, Gradient, Gram, as_integers, as_weights

Vector = NDArray[np.float64]
ROUNDS: Final = 3
OF_GRAM: Final = Fraction(3, 10)  # share of the price for the products
TAIL: Final = 2.0  # standard deviations at which residuals are cut off
LEAST: Final = 2.0**-12  # the smallest cut, in parts of half the target's range


@dataclass(frozen=True, slots=True)
class LeastSquares:
    """Weights of the features, in units of their limits; `alpha` times the square sum of weights is added to the loss."""

    layout: Layout
    alpha: float

    @property
    def parts(self) -> tuple[Part, ...]:
        """The products, and the gradients."""
        gradient = Part("residuals times features", self._gradient(self._zeros, LEAST), (1 - OF_GRAM) / ROUNDS)
        return (Part("products of features and target", Gram(self.layout.width, with_target=True), OF_GRAM),) + (
            gradient,
        ) * ROUNDS

    @property
    def described(self) -> Plain:
        """What is learned, as plain data."""
        return {"kind": "least squares", "alpha": repr(self.alpha)}

    def learn(self, passes: Passes) -> Arrays:
        """Return the weights, the covariance of the noise in them and of all there is, and the spread of what is left."""
        first = first_line(passes, self.layout.width, self.alpha)
        weights, noise, squares = first.weights, first.covariance, first.left_over
        for _ in range(ROUNDS):
            cut = min(1.0, max(LEAST, TAIL * math.sqrt(squares / first.rows)))
            sd = passes.sd() * cut / (ONE * RESIDUAL)
            public = as_integers(weights)
            noisy = passes.total(self._gradient(public, cut)).astype(np.float64)[:, 0]
            gradient = noisy[:-1] * cut / (ONE * RESIDUAL) - self.alpha * as_weights(public)[:, 0]
            squares = max(noisy[-1] * cut**2 / (RESIDUAL << SQUARES), sd * cut)
            weights = as_weights(public) + (first.step @ gradient)[:, None]
            noise = first.after(noise, sd)
        spread = squares / first.rows
        inverse = np.linalg.pinv(first.products + self.alpha * np.eye(self.layout.width))
        return {
            "weights": weights[:, 0],
            "noise": noise,
            "covariance": noise + spread * inverse,
            "spread": np.array(math.sqrt(spread)),
        }

    @property
    def _zeros(self) -> Integers:
        return np.zeros((self.layout.width, 1), dtype=np.int64)

    @staticmethod
    def _gradient(weights: Integers, cut: float) -> Gradient:
        """Return what each row adds: its features times what the line leaves over, cut off, in parts of the cut."""
        most = max(math.floor(cut * RESIDUAL), 1) << 10  # margins have 30 bits behind the point

        def residuals(margins: Integers, target: NDArray[np.int16]) -> Integers:
            left = (target.astype(np.int64)[:, None] << 16) - margins
            return np.asarray(np.clip(left, -most, most) * RESIDUAL // most)

        return Gradient(weights, residuals, with_square=True)


@dataclass(frozen=True, slots=True)
class Line:
    """What the products give: a first line, the noise in it, and the step of the passes that follow."""

    weights: Vector
    covariance: Vector
    products: Vector
    step: Vector
    sd: float  # of the noise in one product
    left_over: float  # the sum of squared residuals
    rows: float  # how many rows there are, or a little fewer

    def after(self, noise: Vector, sd: float) -> Vector:
        """Return the covariance of the weights' noise after a pass whose gradient has noise of this spread.

        A pass repeats the error that the products' own noise makes of the weights' error, and adds its own.
        """
        mirrored = self.sd**2 / 2 * (np.trace(noise) * np.eye(len(noise)) + noise)
        return np.asarray(self.step @ (mirrored + sd**2 * np.eye(len(noise))) @ self.step)


def first_line(passes: Passes, width: int, alpha: float) -> Line:
    """Return what the noisy products of features and target tell of the line."""
    sd = passes.sd() / ONE**2
    noisy = passes.total(Gram(width, with_target=True)).astype(np.float64) / ONE**2
    both = (noisy + noisy.T) / 2
    products, step = floored(both[:width, :width], sd, alpha)
    weights = step @ both[:width, width]
    size = 1.0 + float(weights @ weights)
    covariance = sd**2 / 2 * size * (step @ step)
    rows = max(float(np.trace(products)), sd)
    left = both[width, width] - 2 * weights @ both[:width, width] + weights @ products @ weights
    return Line(weights[:, None], covariance, products, step, sd, max(float(left), 2 * sd), rows)


def floored(noisy: Vector, sd: float, alpha: float) -> tuple[Vector, Vector]:
    """Return noisy products with eigenvalues that noise alone does not reach, and the inverse with alpha added."""
    values, vectors = np.linalg.eigh((noisy + noisy.T) / 2)
    kept = np.maximum(values, sd * math.sqrt(len(values)))
    return (vectors * kept) @ vectors.T, (vectors / (kept + alpha)) @ vectors.T
