# SPDX-License-Identifier: Apache-2.0
"""Features in bins of equal width between their limits: how many rows are in each, and what their residuals add up to."""

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from diffident.learn.layout import NOBODY, ONE, Block, Integers
from diffident.learn.losses import Residuals
from diffident.learn.sums import MARGIN_BITS, RESIDUAL

FARTHEST: Final = 1 << 34  # a margin of 16


def bins_of(features: NDArray[np.int16], bins: int) -> Integers:
    """Return the number of the bin of each feature of each row."""
    return np.minimum((features.astype(np.int64) + ONE) * bins // (2 * ONE), bins - 1)


@dataclass(frozen=True, slots=True)
class Histograms:
    """For each class and feature, how many rows are in each bin."""

    width: int
    bins: int
    classes: int = 1

    @property
    def shape(self) -> tuple[int, int, int]:
        """A number for each class, feature and bin."""
        return self.classes, self.width, self.bins

    @property
    def l2_squared(self) -> int:
        """The squared length of what a row adds.

        Guarantee:
            No row adds more.
        Because:
            It adds 1 to one bin of each feature, in its own class.
        Checked by: tests/learn/test_bins.py::test_one_row_moves_a_sum_by_no_more_than_it_says
        """
        return self.width

    @property
    def l1(self) -> int:
        """The sum of what a row adds."""
        return self.width

    def of(self, block: Block) -> Integers:
        """Return the sum over a block."""
        number = block.target.astype(np.int64) if self.classes > 1 else np.zeros(len(block.target), dtype=np.int64)
        known = number != NOBODY
        places = bins_of(block.features[known], self.bins) + np.arange(self.width) * self.bins
        flat = places + number[known, None] * self.width * self.bins
        return np.bincount(flat.ravel(), minlength=self.classes * self.width * self.bins).reshape(self.shape)


@dataclass(frozen=True, slots=True)
class BinnedResiduals:
    """The sum of residuals in each bin of each feature, and in a last row the sum of all.

    A row's margin is a public number and one for each of its bins, `shapes`; all are integers in steps of 2^-30.
    """

    shapes: Integers = field(compare=False)
    middle: int = field(compare=False)
    loss: Residuals

    @property
    def shape(self) -> tuple[int, int]:
        """A row for each feature, and one for all."""
        width, bins = self.shapes.shape
        return width + 1, bins

    @property
    def l2_squared(self) -> int:
        """The squared length of what a row adds.

        Guarantee:
            No row adds more.
        Because:
            It adds its residual, at most RESIDUAL (`of`), in one bin of each feature and once to the sum of all.
        Checked by: tests/learn/test_bins.py::test_one_row_moves_a_sum_by_no_more_than_it_says
        """
        return self.shape[0] * RESIDUAL**2

    @property
    def l1(self) -> int:
        """The sum of what a row adds, taken positive."""
        return self.shape[0] * RESIDUAL

    def of(self, block: Block) -> Integers:
        """Return the sum over a block: residuals are at most 2^20, sums of 4,096 at most 2^32, exact in floats too."""
        width, bins = self.shapes.shape
        places = bins_of(block.features, bins) + np.arange(width) * bins
        margins = self.middle + self.shapes.ravel()[places].sum(axis=1)
        found = np.clip(self.loss.residuals(margins[:, None], block.target)[:, 0], -RESIDUAL, RESIDUAL)
        each = np.repeat(found.astype(np.float64), width)
        sums = np.bincount(places.ravel(), weights=each, minlength=width * bins).reshape(width, bins)
        last = np.zeros((1, bins))
        last[0, 0] = found.sum()
        return np.vstack([sums, last]).astype(np.int64)


def as_margins(numbers: NDArray[np.float64]) -> Integers:
    """Return public numbers on the grid of margins."""
    return np.rint(np.clip(numbers * 2.0**MARGIN_BITS, -FARTHEST, FARTHEST)).astype(np.int64)
