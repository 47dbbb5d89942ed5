# SPDX-License-Identifier: Apache-2.0
"""A distribution between bounds as reports tell it: shares of cells, quantiles, and the mean."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from diffident.exact.number import decimal
from diffident.local.averages import Average

STILL: Final = 1e-4  # the likelihood grows by less than this: stopping sooner is much less accurate
MOST_ROUNDS: Final = 10_000


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class Distribution(Average):
    """Shares of equally wide cells between two bounds. They are likely ones, smoothed, and not right on average.

    The mean is right on average, and `low`, `high` and `interval` are about it; shares and quantiles have no intervals
    (docs/limits.md).
    """

    lowest: Fraction
    highest: Fraction
    shares: NDArray[np.float64]

    @property
    def values(self) -> NDArray[np.float64]:
        """The share of each cell."""
        return self.shares

    @property
    def edges(self) -> NDArray[np.float64]:
        """Where the cells begin, and where the last one ends."""
        return np.linspace(float(self.lowest), float(self.highest), self.values.size + 1)

    @property
    def median(self) -> float:
        """The number below which half of the people lie."""
        return self.quantile("0.5")

    def quantile(self, share: object) -> float:
        """Return the number below which this share of the people lies."""
        below = float(decimal(share, name="share", at_least=0, at_most=1))
        reached = np.concatenate([[0.0], np.cumsum(self.values)])
        return float(np.interp(below, reached / reached[-1], self.edges))

    def __repr__(self) -> str:
        return f"<{self.values.size} cells, median {self.median:.4g}, {Average.__repr__(self)[1:]}"


def smoothed(counted: NDArray[np.float64], *, steps: int, window: int, inside: float) -> NDArray[np.float64]:
    """Return the likeliest shares of answers behind counted cells, smoothed in each round (EMS).

    A cell is reported by an answer with the chance `high` within the answer's window, `low` elsewhere, so that sums over
    windows are differences of running sums, and no matrix is needed.
    """
    low, high = (1 - inside) / steps, inside / window
    shares = np.full(steps + 1, 1 / (steps + 1))
    reached = -np.inf
    for _ in range(MOST_ROUNDS):
        expected = low + (high - low) * _running(np.pad(shares, (window - 1, window - 1)), window)
        before, reached = reached, float(counted @ np.log(expected))
        if reached - before < STILL:
            break
        odds = counted / expected
        shares = _smooth(shares * (low * odds.sum() + (high - low) * _running(odds, window)) / counted.sum())
    return shares


def _running(values: NDArray[np.float64], many: int) -> NDArray[np.float64]:
    """Return the sums of so many neighbours."""
    reached = np.concatenate([[0.0], np.cumsum(values)])
    return np.asarray(reached[many:] - reached[:-many])


def _smooth(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return averages of neighbours, a half from the middle, that add up to one."""
    wide = np.pad(shares, 1, mode="edge")
    mixed = wide[:-2] / 4 + wide[1:-1] / 2 + wide[2:] / 4
    return np.asarray(mixed / mixed.sum())
