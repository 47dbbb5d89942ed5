# SPDX-License-Identifier: Apache-2.0
"""Output perturbation: the weights of least regularised loss, found exactly enough, rounded, and then given noise.

Nothing is assumed about how they are found. They are as near to the minimum as the length of the gradient there says,
and that is computed, with the error of its own arithmetic, before anything goes on. There is no "did not converge":
steps are taken until it is so, which takes time and tells nothing else.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from diffident.curator.written import Plain
from diffident.learn.layout import BLOCK, ONE, Block, Integers, Layout
from diffident.learn.losses import Residuals
from diffident.learn.model import Arrays
from diffident.learn.passes import Part, Passes

Weights = NDArray[np.float64]
NEAR: Final = 64  # the minimum is met within this part of how far one row moves it
GRID_BITS: Final = 16  # steps in which weights are released, in parts of the same distance
UNIT: Final = 2.0**-53  # the error of one operation with floats, relatively
MOST_ROWS: Final = 1 << 24  # beyond this many rows the arithmetic of gradients is not proved exact enough
USUAL_ALPHA: Final = 100.0


@dataclass(frozen=True, slots=True)
class Minimum:
    """The weights at which the sum of losses and alpha times half the square sum of weights is least, as integers.

    A row moves the minimum by at most L/alpha, L being the length of its gradient: features of length 1 times slopes.
    """

    width: int
    loss: Residuals
    alpha: float

    @property
    def shape(self) -> tuple[int, int]:
        """A column for each output."""
        return self.width, self.loss.outputs

    @property
    def step(self) -> float:
        """The grid on which weights are released."""
        return math.sqrt(self.loss.square) / self.alpha / 2**GRID_BITS

    @property
    def l2_squared(self) -> int:
        """The squared length by which one row moves the integers.

        Guarantee:
            With and without one row they are no further apart.
        Because:
            The regularised loss is strongly convex: its gradient grows by alpha times the distance. At the minimum with
            a row, the gradient without it is at most L long, so the minima are L/alpha apart (Chaudhuri, Monteleoni and
            Sarwate 2011). Each is met within a part of that (`of`), and rounding moves a number by half a step.
        Checked by: tests/learn/test_minimum.py::test_one_row_moves_the_minimum_by_no_more_than_it_says
        """
        return (math.ceil(self._far) + math.isqrt(math.prod(self.shape)) + 1) ** 2

    @property
    def l1(self) -> int:
        """The sum of what one row moves the integers: by the square sum of so many numbers."""
        numbers = math.prod(self.shape)
        return math.ceil(math.sqrt(numbers) * self._far) + numbers + 1

    @property
    def _far(self) -> float:
        """How far apart two minima are met, in steps."""
        return 2**GRID_BITS * (1 + 2 / NEAR)

    def whole(self, blocks: Sequence[Block]) -> Integers:
        """Return the weights as integers: within a part of L/alpha of the minimum, whatever the rows.

        Guarantee:
            They are the integers nearest to weights at which the gradient is at most alpha L/(64 alpha) long.
        Because:
            That length is computed and the error of computing it added: margins and sums of n terms err by at most n
            units in any order (Higham 2002, 3.1). Steps of gradient descent along a slope of known steepness go on until
            it is met; up to 2^24 rows the error is smaller than what is asked.
        Checked by: tests/learn/test_minimum.py::test_the_minimum_is_met
        """
        weights = self._found(blocks)
        rows = sum(len(block.features) for block in blocks)
        asked = math.sqrt(self.loss.square) / NEAR
        while rows < MOST_ROWS:
            gradient = self._gradient(blocks, weights)[1]
            if float(np.linalg.norm(gradient)) + self._error(rows, weights) <= asked:
                break
            weights = weights - gradient / (self.loss.steepness * rows + self.alpha)
        most = float(2**62)
        return np.rint(np.clip(weights / self.step, -most, most)).astype(np.int64)

    def _found(self, blocks: Sequence[Block]) -> Weights:
        """Return weights that are probably near the minimum; nothing rests on it."""
        from scipy import optimize  # noqa: PLC0415 - slow to import

        def both(flat: Weights) -> tuple[float, Weights]:
            value, gradient = self._gradient(blocks, flat.reshape(self.shape))
            return value, gradient.ravel()

        options = {"maxiter": 1000, "maxfun": 2000, "ftol": 0.0, "gtol": 1 / (4 * NEAR * math.prod(self.shape))}
        minimize: Any = optimize.minimize
        found = minimize(both, np.zeros(math.prod(self.shape)), jac=True, method="L-BFGS-B", options=options).x
        return np.nan_to_num(np.asarray(found, dtype=np.float64)).reshape(self.shape)

    def _gradient(self, blocks: Sequence[Block], weights: Weights) -> tuple[float, Weights]:
        value, gradient = self.alpha * float((weights**2).sum()) / 2, self.alpha * weights
        for block in blocks:
            rows = block.features / float(ONE)
            margins = rows @ weights
            value += float(self.loss.value(margins, block.target).sum())
            gradient = gradient + rows.T @ self.loss.slope(margins, block.target)
        return value, gradient

    def _error(self, rows: int, weights: Weights) -> float:
        """Return a bound of the error of a computed gradient."""
        length, outputs = float(np.linalg.norm(weights)), math.sqrt(self.loss.outputs)
        margin = (self.width + 4) * (length + 1) * self.loss.steepness * outputs + 32
        adding = (BLOCK + rows // BLOCK + 8) * math.sqrt(self.loss.square)
        return 2 * UNIT * (rows * (margin + adding) + 8 * self.alpha * length)


@dataclass(frozen=True, slots=True)
class Output:
    """What is learned by output perturbation."""

    layout: Layout
    minimum: Minimum

    @classmethod
    def of(cls, layout: Layout, loss: Residuals, alpha: float) -> "Output":
        """Return the lesson."""
        return cls(layout, Minimum(layout.width, loss, alpha))

    @property
    def parts(self) -> tuple[Part, ...]:
        """The minimum, once."""
        return (Part("the minimum of regularised loss", self.minimum, Fraction(1)),)

    @property
    def described(self) -> Plain:
        """What is learned, as plain data."""
        return {"kind": "output perturbation", "loss": repr(self.minimum.loss), "alpha": repr(self.minimum.alpha)}

    def learn(self, passes: Passes) -> Arrays:
        """Return the weights, and the covariance of the noise in them."""
        sd = passes.sd() * self.minimum.step
        weights = passes.total(self.minimum).astype(np.float64) * self.minimum.step
        noise = np.eye(self.layout.width) * sd**2
        return {"weights": weights, "noise": noise, "covariance": noise, "spread": np.array(0.0)}
