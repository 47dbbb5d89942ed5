# SPDX-License-Identifier: Apache-2.0
"""How far weighted sums of very many draws stray: close to the truth, for error bars of sums over many cells.

Wide discrete noise is taken for continuous noise of the same variance. Draws with the largest weights have their own
characteristic functions, all others together that of a normal variable; the tail is the sum that inverts it (Davies 1973).
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from diffident.privacy.laws.gaussian import DiscreteGaussian
from diffident.privacy.laws.laplace import DiscreteLaplace
from diffident.privacy.laws.weighted import Weighted

LARGEST: Final = 48
WAVES: Final = 512
MARGIN: Final = 15  # deviations beyond which no sum lies
HALVINGS: Final = 40

Law = DiscreteLaplace | DiscreteGaussian | Weighted


def half_width_of_many(
    law: Law, weights: NDArray[np.float64] | Sequence[Sequence[float]], missed: float
) -> NDArray[Any]:
    """Return for each row of weights a t with P(|sum of weight Z| > t) close to `missed`.

    Guarantee:
        The probability differs from `missed` by less than a twentieth of it, for noise with a deviation of 3 and more and
        `missed` of a thousandth and more. Error bars rest on it, privacy does not.
    Because:
        Normal variables add up to one. Of continuous Laplace noise the characteristic function is a product, and its
        inversion misses only what lies beyond the margin; the rest are many small draws, whose sum is nearly normal.
    Checked by: tests/privacy/laws/test_many.py::test_half_widths_miss_as_often_as_they_say
    """
    given = np.asarray(weights, dtype=np.float64)
    draws = law.draws if isinstance(law, Weighted) else ((law, Fraction(1)),)
    spread = [(each, given * each.sd * float(weight)) for each, weight in draws]
    steady = np.hstack(
        [wide for each, wide in spread if isinstance(each, DiscreteLaplace)] or [np.zeros((len(given), 0))]
    )
    bell = np.sum([(wide**2).sum(axis=1) for each, wide in spread if isinstance(each, DiscreteGaussian)], axis=0)
    deviations = np.sqrt((steady**2).sum(axis=1) + bell)
    apart = np.where(deviations > 0, deviations, 1)[:, None]
    quantiles = _quantiles((steady / apart) ** 2, missed) if steady.size else NormalDist().inv_cdf(1 - missed / 2)
    found: NDArray[Any] = deviations * quantiles
    return found


def _quantiles(squares: NDArray[np.float64], missed: float) -> NDArray[Any]:
    """Return how many deviations from zero each sum lies with that probability, given the squared shares of its draws.

    What their sum lacks of one is the share of normal noise.
    """
    most = 2 + math.log(1 / missed)
    step = 2 * math.pi / (2 * most + MARGIN)
    places = np.arange(WAVES) + 0.5
    loud = _characteristic(squares, step * places) / (math.pi * places)
    low, high = np.zeros(len(squares)), np.full(len(squares), most)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        tail = 0.5 - (loud * np.sin(step * places * middle[:, None])).sum(axis=1)
        is_far = 2 * tail <= missed
        low, high = np.where(is_far, low, middle), np.where(is_far, middle, high)
    return high


def _characteristic(squares: NDArray[Any], places: NDArray[Any]) -> NDArray[Any]:
    """Return the characteristic function of sums of Laplace draws of these variances, and a normal one for the rest."""
    own = np.sort(squares, axis=1)[:, -LARGEST:]
    rest = np.maximum(1 - own.sum(axis=1), 0)
    found: NDArray[Any] = np.exp(-rest[:, None] * places**2 / 2)
    for each in own.T:
        found = found / (1 + each[:, None] * places**2 / 2)
    return found
