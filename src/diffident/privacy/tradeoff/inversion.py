# SPDX-License-Identifier: Apache-2.0
"""The probability that a sum of independent whole numbers lies in a window, exactly but for rounding.

For a sum W of whole numbers and a period M, adding up its characteristic function at the multiples of 2 pi / M gives
the sum over k of P(W + kM in the window). With M beyond everything that W can reach only k = 0 remains. The
characteristic function of many draws fades quickly, so about a hundred terms are enough for any number of people.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from diffident.privacy.tradeoff.part import Floats, Part

DEVIATIONS, MORE = 16, 30  # further from the mean no law used here has a mass above 10^-9
MOST_TERMS = 1 << 17  # of one peak: then what is left out is below 10^-9 even for one Laplace draw
LEAST_VARIANCE = 1 / 12  # something to measure by where nothing varies
FEWEST = 1e-9  # in place of no draws at all, so that nothing is divided by zero
ERROR = 2e-9  # what rounding and cut sums may amount to, in absolute probability


@dataclass(frozen=True, slots=True)
class Draws:
    """How often a part is drawn, for each of several numbers of people."""

    part: Part
    often: Floats


def inside(draws: Sequence[Draws], low: Floats, high: Floats) -> Floats:
    """Return P(low <= W - EW <= high) for sums W, one for each entry, off by at most `ERROR`.

    The ends are whole numbers less EW. Ends in between are allowed too: the answer then lies between those of the
    neighbouring windows, smoothly.
    """
    variances = np.array([one.often * one.part.variance for one in draws]).sum(axis=0)
    sd = math.sqrt(max(float(variances.max()), LEAST_VARIANCE))
    reach = DEVIATIONS * sd + MORE
    low, high = _cut(low, high, reach)
    period = 2 * math.ceil(reach + max(float((high - low).max()), 0.0) / 2 + 1) + 1
    t = _places(draws, period)
    numbers, middles = (high - low + 1)[:, np.newaxis], ((high + low) / 2)[:, np.newaxis]
    logs = -1j * middles * t
    for one in draws:
        logs += one.often[:, np.newaxis] * one.part.log_transform(t)
    heights = np.real(np.exp(logs)) * np.sin(numbers * t / 2) / np.sin(t / 2)
    return np.where(high < low, 0.0, np.clip((numbers[:, 0] + 2 * heights.sum(axis=1)) / period, 0.0, 1.0))


def _cut(low: Floats, high: Floats, most: float) -> tuple[Floats, Floats]:
    """Return the window without what nobody reaches; its ends move by whole numbers."""
    return low + np.ceil(np.maximum(-most - low, 0)), high - np.ceil(np.maximum(high - most, 0))


def _places(draws: Sequence[Draws], period: int) -> Floats:
    """Return the multiples of 2 pi / period where the characteristic function has not faded; the period is odd.

    That of multiples of some size has a peak at every multiple of 2 pi / size, as far as the other parts let it.
    """
    size, turn = max(one.part.size for one in draws), period / (2 * math.pi)
    last = min(math.ceil(turn * _faded([one for one in draws if one.part.size < size])), (period - 1) // 2)
    wide = min(math.ceil(turn * _faded([one for one in draws if one.part.size == size])), last, MOST_TERMS)
    others = np.arange(1, min(size // 2, (last + wide) * size // period) + 1)
    narrow = min(wide, MOST_TERMS // max(others.size, 1))
    peaks = np.rint(others * (period / size))[:, np.newaxis] + np.arange(-narrow, narrow + 1)
    places = np.unique(np.append(np.arange(1.0, wide + 1), peaks))
    return places[places <= last] / turn


def _faded(draws: Sequence[Draws]) -> float:
    """Return how far from a peak some part has faded, for every number of people."""
    each = [one.part.fades(np.maximum(one.often, FEWEST)) for one in draws]
    return float(np.min(each, axis=0).max()) if each else math.pi
