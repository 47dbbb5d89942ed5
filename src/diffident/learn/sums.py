# SPDX-License-Identifier: Apache-2.0
"""What rows add to a model, exactly: products of their integers, and gradients by way of a public table."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from diffident.learn.layout import ONE, Block, Integers

WEIGHT_BITS: Final = 16
LARGEST_WEIGHT: Final = 1 << (WEIGHT_BITS + 8)
MARGIN_BITS: Final = 30  # a margin is a sum of features (14 bits) times weights (16 bits)
RESIDUAL: Final = 1 << 20  # the integer that stands for a residual of 1
SQUARES: Final = 12  # the squared residual is added beside the gradient, at a quarter of its length


@dataclass(frozen=True, slots=True)
class Gram:
    """Sums of products of every two numbers of a row, the target among them if there is one: X'X, X'y, y'y."""

    width: int
    with_target: bool = False

    @property
    def side(self) -> int:
        """How many numbers of a row are multiplied."""
        return self.width + self.with_target

    @property
    def shape(self) -> tuple[int, int]:
        """A square."""
        return self.side, self.side

    @property
    def l2_squared(self) -> int:
        """The squared length of a row's products.

        Guarantee:
            No row's products are longer.
        Because:
            The square sum of all products of a row is the square of its own square sum, which is at most ONE^2, and
            twice that with a target of at most ONE.
        Checked by: tests/learn/test_contribution.py::test_one_row_moves_a_sum_by_no_more_than_it_says
        """
        return ((1 + self.with_target) * ONE * ONE) ** 2

    @property
    def l1(self) -> int:
        """The sum of a row's products, each taken positive: at most as many as they are times their mean square."""
        return self.side * math.isqrt(self.l2_squared)

    def of(self, block: Block) -> Integers:
        """Return the sum over a block: each is below 2^28 times 4,096."""
        rows = block.features.astype(np.float64)
        if self.with_target:
            rows = np.column_stack([rows, block.target.astype(np.float64)])
        return np.asarray((rows.T @ rows).astype(np.int64))


Residuals = Callable[[Integers, NDArray[np.int16]], Integers]  # margins and targets to residuals of at most RESIDUAL


@dataclass(frozen=True, slots=True)
class Gradient:
    """Sums of a row's features times its residuals, one for each output; and of the squared residual where that is asked.

    `weights` are public integers, a column for each output; `residuals` is a public function of one row's margins and
    target, whose squares add up to at most `residual_square` times RESIDUAL^2.
    """

    weights: Integers = field(compare=False)
    residuals: Residuals = field(compare=False)
    residual_square: int = 1
    with_square: bool = False

    @property
    def shape(self) -> tuple[int, int]:
        """A column for each output, and a last row for the squares."""
        width, outputs = self.weights.shape
        return width + self.with_square, outputs

    @property
    def l2_squared(self) -> int:
        """The squared length of what a row adds.

        Guarantee:
            No row adds more.
        Because:
            Products of features and residuals have as squared length the product of both: at most ONE^2, and at most
            `residual_square` RESIDUAL^2, as `_bounded` sees to whatever the loss; the squared residual adds a number of
            at most RESIDUAL 2^SQUARES.
        Checked by: tests/learn/test_contribution.py::test_one_row_moves_a_sum_by_no_more_than_it_says
        """
        gradient = (ONE * RESIDUAL) ** 2 * self.residual_square
        return gradient + self.with_square * ((RESIDUAL << SQUARES) * self.residual_square) ** 2

    @property
    def l1(self) -> int:
        """The sum of what a row adds, each number taken positive: by the square sum of so many numbers."""
        return math.isqrt(math.prod(self.shape) * self.l2_squared) + 1

    def of(self, block: Block) -> Integers:
        """Return the sum over a block: products are below 2^34, sums of 4,096 below 2^46."""
        rows = block.features.astype(np.float64)
        margins = (rows @ self.weights.astype(np.float64)).astype(np.int64)  # exact: below 2^14 times 2^24 times width
        found = self._bounded(self.residuals(margins, block.target))
        sums = (rows.T @ found.astype(np.float64)).astype(np.int64)
        if not self.with_square:
            return np.asarray(sums)
        is_somebody = np.any(block.features != 0, axis=1)
        squares = ((found * found >> 20) << SQUARES) * is_somebody[:, None]
        return np.vstack([sums, squares.sum(axis=0)])

    def _bounded(self, found: Integers) -> Integers:
        """Return the residuals; a row whose are larger than was said counts as zeros."""
        within = np.clip(found, -2 * RESIDUAL, 2 * RESIDUAL)
        too_large = (within * within).sum(axis=1) > self.residual_square * RESIDUAL * RESIDUAL
        return np.where(too_large[:, None], 0, within)


@dataclass(frozen=True, slots=True)
class Moments:
    """For each class the sums of a row's numbers, of their squares, and how many rows there are."""

    width: int
    classes: int = 1

    @property
    def shape(self) -> tuple[int, int]:
        """A row for each class."""
        return self.classes, 2 * self.width + 1

    @property
    def l2_squared(self) -> int:
        """The squared length of what a row adds.

        Guarantee:
            No row adds more.
        Because:
            It adds to one class alone, and there numbers of at most ONE each.
        Checked by: tests/learn/test_contribution.py::test_one_row_moves_a_sum_by_no_more_than_it_says
        """
        return (2 * self.width + 1) * ONE * ONE

    @property
    def l1(self) -> int:
        """The sum of what a row adds, each number taken positive."""
        return (2 * self.width + 1) * ONE

    def of(self, block: Block) -> Integers:
        """Return the sum over a block: numbers are below 2^15, sums of 4,096 below 2^27."""
        rows = block.features.astype(np.int64)
        whole = np.column_stack([rows, rows * rows // ONE, np.full(len(rows), ONE)])
        if self.classes == 1:
            return np.asarray(whole.sum(axis=0, keepdims=True))
        return np.stack([whole[block.target == each].sum(axis=0) for each in range(self.classes)])


def as_integers(weights: NDArray[np.float64]) -> Integers:
    """Return public weights on the grid on which margins are exact; a weight that is no number counts as 0."""
    limit = LARGEST_WEIGHT / 2**WEIGHT_BITS
    return np.rint(np.clip(np.nan_to_num(weights), -limit, limit) * 2**WEIGHT_BITS).astype(np.int64)


def as_weights(integers: Integers) -> NDArray[Any]:
    """Return the weights that the integers stand for."""
    return np.asarray(integers / 2.0**WEIGHT_BITS)
