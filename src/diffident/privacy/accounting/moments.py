# SPDX-License-Identifier: Apache-2.0
"""ln E e^(tilt * loss) of a sum of losses: which tilt makes rare losses common, and how rare they are at most."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

GOLDEN: Final = (math.sqrt(5) - 1) / 2
SMALLEST, LARGEST = math.log(1e-4), math.log(1e7)  # logarithms of the tilts that are tried
STEPS: Final = 40  # of the search for a tilt; any tilt is sound
PARTS: Final = (0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0)  # of the best tilt that are tried as well
ROUNDING: Final = 2.0**-46  # 64 times the rounding of one operation

Row = tuple[NDArray[np.float64], NDArray[np.float64], int]


class Window(NamedTuple):
    """Losses between which a sum nearly always is when it is tilted."""

    tilt: float
    low: float
    high: float


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
        e^-x = tilt/(1 + tilt) (Canonne, Kamath and Steinke 2020, Proposition 12). What floats do is added: to an
        exponential of -y they do at most (y + 8) roundings, and few losses have y much above -ln of their sum.
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
        """The least sum of losses, and the largest, rounded up."""
        most = np.sum(self.times * (self.tops + ROUNDING * np.abs(self.tops)))
        unsure = ROUNDING * np.sum(self.times * np.abs(self.tops))
        return float(np.sum(self.times * self.bottoms)), float(most + unsure)

    def growth(self, tilt: float) -> float:
        """Return ln E e^(tilt * sum of losses), rounded up."""
        sums = np.add.reduceat(self.p * np.exp(tilt * self.below_top), self.starts)
        each = tilt * self.tops + np.log(sums)
        unsure = 16 + np.abs(each) + tilt * np.abs(self.tops) + self.sizes / 64
        raised = float(np.sum(self.times * (each + 2 * ROUNDING * unsure)))
        return raised + self.rho * tilt * (tilt + 1) * (1 + ROUNDING)

    def rarity(self, tilt: float, loss: float) -> float:
        """Return growth - tilt * loss, rounded up: the logarithm of a bound on P(sum of losses > loss)."""
        growth = self.growth(tilt)
        return growth - tilt * loss + ROUNDING * (8 + abs(growth) + tilt * abs(loss))

    def epsilon(self, tilt: float, delta: float) -> float:
        """Return the epsilon at which the bound on the excess is delta, rounded up."""
        growth, wanted = self.growth(tilt) + gain(tilt), -math.log(delta)
        found = (growth + wanted + ROUNDING * (8 + abs(growth) + abs(wanted))) / tilt
        return found + ROUNDING * abs(found)

    def delta(self, tilt: float, epsilon: float) -> float:
        """Return the bound on the excess at epsilon, rounded up."""
        return math.exp(min(self.rarity(tilt, epsilon) + gain(tilt), 0.0)) * (1 + ROUNDING)

    def tilt_for(self, delta: float) -> float:
        """Return the tilt that bounds epsilon best."""
        return _lowest(lambda tilt: self.epsilon(tilt, delta))

    def tilt_at(self, epsilon: float) -> float:
        """Return the tilt that bounds delta best."""
        return _lowest(lambda tilt: self.rarity(tilt, epsilon) + gain(tilt))

    def rarely_above(self, loss: float, tilt: float) -> float:
        """Return a bound on the probability that the sum of losses is above this."""
        if loss >= self.range[1]:
            return 0.0
        return math.exp(min(0.0, *(self.rarity(tilt * part, loss) for part in PARTS))) * (1 + ROUNDING)

    def window(self, best: float, epsilon: float, chance: float) -> Window:
        """Return the narrowest window around epsilon that tilted losses are rarely outside of; tilts are up to `best`.

        Outside means above, or below where losses matter, or where the end of a circle would put them above all others.
        """
        curve = [(best * part, self.growth(best * part)) for part in PARTS]
        surprise = -math.log(chance)
        common = self.growth(best) - best * epsilon - surprise / 2
        windows = [self._window(curve, at, surprise, common) for at, (tilt, _) in enumerate(curve) if 0 < tilt <= best]
        return min(windows, key=lambda window: window.high - max(window.low, 0.0))

    def _window(self, curve: Sequence[tuple[float, float]], at: int, surprise: float, common: float) -> Window:
        tilt, growth = curve[at]
        high = min((further - growth + surprise) / (more - tilt) for more, further in curve[at + 1 :])
        low = max((growth - nearer - surprise) / (tilt - less) for less, nearer in curve[:at])
        least, most = self.range
        return Window(tilt, max(low, least), max(min(high, most), (growth - common) / tilt))


def gain(tilt: float) -> float:
    """Return the logarithm of the largest (1 - e^-x) e^(-tilt x) over x > 0, rounded up.

    Guarantee:
        No x does better.
    Because:
        The derivative is zero where e^-x = tilt/(1 + tilt).
    Checked by: tests/privacy/accounting/test_moments.py::test_the_gain_is_the_largest
    """
    return ROUNDING * (1 + math.log1p(tilt)) - tilt * math.log1p(1 / tilt) - math.log1p(tilt)


def _lowest(objective: Callable[[float], float]) -> float:
    """Return e^x for about the x at which the objective is lowest, by golden sections."""
    low, high = SMALLEST, LARGEST
    first, second = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    left, right = objective(math.exp(first)), objective(math.exp(second))
    for _ in range(STEPS):
        if left < right:
            high, second, right = second, first, left
            first = high - GOLDEN * (high - low)
            left = objective(math.exp(first))
        else:
            low, first, left = first, second, right
            second = low + GOLDEN * (high - low)
            right = objective(math.exp(second))
    return math.exp((low + high) / 2)
