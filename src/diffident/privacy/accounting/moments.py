# SPDX-License-Identifier: Apache-2.0
"""ln E e^(tilt * loss) of a sum of losses: which tilt makes rare losses common, and how rare they are at most."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

GOLDEN: Final = (math.sqrt(5) - 1) / 2
SMALLEST, LARGEST = math.log(1e-4), math.log(1e7)  # logarithms of the tilts that are tried
STEPS: Final = 40  # of the search for a tilt; any tilt is sound
FURTHER: Final = (1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
CLOSER: Final = (0.0, 0.25, 0.5, 0.75, 0.9)
ROUNDING: Final = 2.0**-46  # 64 times the rounding of one operation

Row = tuple[NDArray[np.float64], NDArray[np.float64], int]


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """The moments of a sum of losses, of several parts and each so many times.

    `rho` stands for further parts of which only a Renyi curve is known.

    Guarantee:
        growth(tilt) is at least ln E e^(tilt * L) for L the sum of all losses under the first law, tilt >= 0; hence
        P(L > l) <= e^(growth - tilt * l), and the excess at epsilon is at most e^(growth + gain - tilt * epsilon).
    Because:
        Moments of independent losses multiply; a Renyi curve bounds the moment by e^(rho tilt (tilt + 1)). The first
        bound is Chernoff's. For the second, (1 - e^-x) e^(-tilt x) is at most e^gain over x > 0, its value where
        e^-x = tilt/(1 + tilt) (Canonne, Kamath and Steinke 2020, Proposition 12). What floats do is added.
    Checked by: tests/privacy/accounting/test_moments.py::test_moments_bound_the_tail_and_the_excess
    """

    p: NDArray[np.float64]
    below_top: NDArray[np.float64]
    starts: NDArray[np.intp]
    sizes: NDArray[np.intp]
    tops: NDArray[np.float64]
    bottoms: NDArray[np.float64]
    times: NDArray[np.float64]
    rho: float

    @classmethod
    def of(cls, rows: Sequence[Row], rho: float = 0.0) -> Self:
        """Return the moments of rows of losses, their masses, and how many times they occur."""
        sizes = np.array([losses.size for losses, _, _ in rows])
        starts = np.cumsum(sizes) - sizes
        loss, p = (np.concatenate([row[at] for row in rows]) for at in (0, 1))
        tops, bottoms = np.maximum.reduceat(loss, starts), np.minimum.reduceat(loss, starts)
        times = np.array([float(row[2]) for row in rows])
        return cls(p, loss - np.repeat(tops, sizes), starts, sizes, tops, bottoms, times, rho)

    @property
    def range(self) -> tuple[float, float]:
        """The least and the largest sum of losses."""
        return float(self.times @ self.bottoms), float(self.times @ self.tops) * (1 + ROUNDING)

    def growth(self, tilt: float) -> float:
        """Return ln E e^(tilt * sum of losses), rounded up."""
        sums = np.add.reduceat(self.p * np.exp(tilt * self.below_top), self.starts)
        each = tilt * self.tops + np.log(sums)
        unsure = 16 + np.abs(each) + tilt * np.abs(self.tops) + self.sizes / 64
        return float(self.times @ (each + ROUNDING * unsure)) + self.rho * tilt * (tilt + 1) * (1 + ROUNDING)

    def epsilon(self, tilt: float, delta: float) -> float:
        """Return the epsilon at which the bound on the excess is delta."""
        return (self.growth(tilt) + gain(tilt) - math.log(delta)) / tilt

    def tilt_for(self, delta: float) -> float:
        """Return the tilt that bounds epsilon best."""
        return _lowest(lambda tilt: self.epsilon(tilt, delta))

    def tilt_at(self, epsilon: float) -> float:
        """Return the tilt that bounds delta best."""
        return _lowest(lambda tilt: self.growth(tilt) + gain(tilt) - tilt * epsilon)

    def rarely_above(self, loss: float, tilt: float) -> float:
        """Return a bound on the probability that the sum of losses is above this."""
        if loss >= self.range[1]:
            return 0.0
        return math.exp(min(self.growth(tilt * more) - tilt * more * loss for more in FURTHER))

    def window(self, tilt: float, chance: float) -> tuple[float, float]:
        """Return losses that the sum is rarely above, and rarely below even when tilted."""
        surprise, tilted = -math.log(chance), self.growth(tilt)
        high = min((self.growth(tilt * more) + surprise) / (tilt * more) for more in FURTHER)
        low = max((tilted - self.growth(tilt * less) - surprise) / (tilt * (1 - less)) for less in CLOSER)
        least, most = self.range
        return max(low, least), min(high, most)


def gain(tilt: float) -> float:
    """Return the logarithm of the largest (1 - e^-x) e^(-tilt x) over x > 0.

    Guarantee:
        No x does better, but for rounding.
    Because:
        The derivative is zero where e^-x = tilt/(1 + tilt).
    Checked by: tests/privacy/accounting/test_moments.py::test_the_gain_is_the_largest
    """
    return -tilt * math.log1p(1 / tilt) - math.log1p(tilt)


def _lowest(objective: Callable[[float], float]) -> float:
    """Return e^x for about the x at which the objective is lowest, by golden sections."""
    low, high = SMALLEST, LARGEST
    for _ in range(STEPS):
        first, second = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        low, high = (low, second) if objective(math.exp(first)) < objective(math.exp(second)) else (first, high)
    return math.exp((low + high) / 2)
