# SPDX-License-Identifier: Apache-2.0
"""The noise that is left when answers are combined: a weighted sum of one draw of each of several laws."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from diffident.privacy.laws.gaussian import DiscreteGaussian
from diffident.privacy.laws.laplace import DiscreteLaplace

Law = DiscreteLaplace | DiscreteGaussian
Draws = Sequence[tuple[Law, float]]  # laws, each with the weight of its draw

WIDE = 8  # standard deviation from which continuous noise stands for a draw
APART = 1.02  # scales closer than this are moved apart upwards, so that no difference of them loses its digits
FEW = 2  # draws that are alike and yet written as a mixture
CELLS = 1 << 11  # of a draw's law, on a grid; more for more draws
MOST_CELLS = 1 << 17
REACH = 12  # standard deviations of the sum that a grid reaches to either side
FARTHEST = 1 << 62
HALVINGS = 40


@dataclass(frozen=True, slots=True)
class Weighted:
    """Independent draws of these laws, each times its weight, added up."""

    draws: tuple[tuple[Law, Fraction], ...]

    @classmethod
    def by_precision(cls, laws: Sequence[Law]) -> "Weighted":
        """Return the noise of the weighted mean that has the least: weights are as one over the variance."""
        precise = [1 / Fraction(law.sd) ** 2 for law in laws]
        return cls(tuple((law, each / sum(precise)) for law, each in zip(laws, precise, strict=True)))

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return math.hypot(*(float(weight) * law.sd for law, weight in self.draws))

    def mean(self, values: Sequence[int]) -> Fraction:
        """Return the sum of values with these weights."""
        return sum((weight * value for (_, weight), value in zip(self.draws, values, strict=True)), Fraction(0))

    def quantile(self, confidence: Fraction) -> float:
        """Return a t within which the sum stays with at least this probability, but for the rounding of floats."""
        low, high, missed = 0.0, self.sd, float(1 - confidence)
        while 2 * self.tail((1.0,), high) > missed:
            low, high = high, 2 * high
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (low, middle) if 2 * self.tail((1.0,), middle) <= missed else (middle, high)
        return high

    def tail(self, weights: Sequence[float], beyond: float) -> float:
        """Return P(sum of weight times one such noise > beyond), or a little more, each noise being independent."""
        return tail_of([(law, abs(float(each) * w)) for w in weights if w for law, each in self.draws], beyond)


def tail_of(draws: Draws, beyond: float) -> float:
    """Return P(sum of weight Z > beyond), or a little more, for beyond >= 0; the weights are not negative.

    Guarantee:
        The probability is not above what is returned, but for the rounding of floats. Error bars rest on it, privacy
        does not.
    Because:
        Of wide noise see several.proof.md: its draws are exceeded by continuous ones that are moved outwards a little.
        All other noise is added up on a grid: each draw goes to its nearest point, so the sum moves by half a step a
        draw at most, which is taken off; what lies off the grid counts as beyond.
    Checked by: tests/privacy/laws/test_weighted.py::test_the_tail_is_not_below_that_of_all_outcomes
    """
    used = [(law, weight) for law, weight in draws if weight]
    if not used:
        return 0.0
    if all(law.sd > WIDE for law, _ in used) and (isinstance(used[0][0], DiscreteGaussian) or not are_alike(used)):
        return wide_tail_of(used, beyond)
    return _convolved(used, beyond)


def are_alike(draws: Draws) -> bool:
    """Whether several draws are of one law and weight: scales would be moved far apart, and one sum on a grid does."""
    return len(draws) > FEW and len(set(draws)) == 1


def wide_tail_of(draws: Draws, beyond: float) -> float:
    """Return the tail of continuous noise in place of the discrete one, moved towards it by half a step and a little more."""
    short = beyond - math.fsum(weight * (0.5 + 2 / law.sd) for law, weight in draws)
    if short <= 0:
        return 1.0
    sigma = math.hypot(*(weight * law.sigma for law, weight in draws if isinstance(law, DiscreteGaussian)))
    scales = apart([weight * float(law.scale) for law, weight in draws if isinstance(law, DiscreteLaplace)])
    if not scales:
        return math.erfc(short / (math.sqrt(2) * sigma)) / 2
    tails = (share_of(scale, scales) * _tail_with_bell(scale, sigma, short) for scale in scales)
    return min(1.0, max(0.0, math.fsum(tails)))


def apart(scales: Sequence[float]) -> list[float]:
    """Return scales that are no smaller, in order, each well above the one before."""
    found: list[float] = []
    for scale in sorted(scales):
        found.append(max(scale, found[-1] * APART) if found else scale)
    return found


def share_of(scale: float, scales: Sequence[float]) -> float:
    """Return how much of a sum of two-sided exponential draws one of them is, if it is written as a mixture of them."""
    return math.prod(1 / (1 - (other / scale) ** 2) for other in scales if other != scale)


def _tail_with_bell(scale: float, sigma: float, beyond: float) -> float:
    """Return P(L + G > beyond > 0) for a two-sided exponential L of this scale and a normal G of this sigma."""
    if not sigma:
        return math.exp(-beyond / scale) / 2
    from scipy.special import erfcx  # noqa: PLC0415 - scipy is slow to import

    bell, out, steep = math.exp(-((beyond / sigma) ** 2) / 2), beyond / sigma, sigma / scale
    ahead = bell * float(erfcx((steep + out) / math.sqrt(2))) / 2
    if out < steep:
        behind = bell * float(erfcx((steep - out) / math.sqrt(2))) / 2
    else:
        behind = math.exp(steep**2 / 2 - beyond / scale) * math.erfc((steep - out) / math.sqrt(2)) / 2
    return math.erfc(out / math.sqrt(2)) / 2 + (behind - ahead) / 2


def _convolved(draws: Draws, beyond: float) -> float:
    """Return the tail of a sum on a grid, or what follows from the draw that is furthest out where that is less."""
    places, tails, missing, moved = _summed(tuple(draws))
    tail = float(tails[np.searchsorted(places, beyond - moved, side="right")])
    return min(1.0, max(tail, 0.0) + missing, _furthest(draws, beyond))


@lru_cache(maxsize=32)
def _summed(draws: tuple[tuple[Law, float], ...]) -> tuple[NDArray[np.float64], NDArray[np.float64], float, float]:
    """Return the places of a grid, how likely the sum is at each or beyond, what is off it, and how far sums are moved.

    The grid is finer for more draws, and goes round at twice the distance that any one draw is followed to.
    """
    cells = min(CELLS << max(len(draws) - 2, 0).bit_length(), MOST_CELLS)
    step = 2 * REACH * math.hypot(*(weight * law.sd for law, weight in draws)) / cells
    product, missing = np.ones(cells + 1, complex), 0.0
    for (law, weight), often in Counter(draws).items():
        masses = _on_grid(law, weight / step, cells)
        missing += often * max(0.0, 1 - float(masses.sum()))
        product *= np.fft.rfft(masses, 2 * cells) ** often
    first = cells - len(draws) * (
        cells // 2
    )  # the sum that stands first, once the grid is turned so that zero is in the middle
    summed = np.roll(np.fft.irfft(product, 2 * cells), first)
    tails = np.append(np.cumsum(summed[::-1])[::-1], 0.0)
    return np.linspace(-cells * step, (cells - 1) * step, 2 * cells), tails, missing, len(draws) * step / 2


def _on_grid(law: Law, weight: float, cells: int) -> NDArray[np.float64]:
    """Return how likely each point of a grid of whole numbers is the nearest to a draw times its weight."""
    edges = np.arange(-cells // 2, cells // 2 + 1) - 0.5
    above = law.upper(np.clip(np.ceil(edges / weight), -FARTHEST, FARTHEST).astype(np.int64))
    return np.maximum(above[:-1] - above[1:], 0.0)


def _furthest(draws: Draws, beyond: float) -> float:
    """Return half the chance that any of the draws is further out than its share of the way."""
    total = math.fsum(weight * law.sd for law, weight in draws)
    steps = [min(math.floor(beyond * law.sd / total * (1 - 1e-12)) + 1, FARTHEST) for law, _ in draws]
    tails = (
        float(law.upper(np.array([each]))[0]) * (1 + law.relative_error)
        for (law, _), each in zip(draws, steps, strict=True)
    )
    return math.fsum(tails)
