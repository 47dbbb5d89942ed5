# SPDX-License-Identifier: Apache-2.0
"""Square wave: a whole distribution from numbers that are reported near where they are, or anywhere."""

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from diffident.exact.number import Epsilon
from diffident.local.distribution import Distribution, smoothed
from diffident.local.piecewise import Windowed
from diffident.local.protocol import chunks
from diffident.local.thresholds import chance
from diffident.privacy.mechanisms.mechanism import settle

CELLS: Final = 239  # steps between the bounds: 240 cells, enough to be told apart and few enough to be smooth


@dataclass(frozen=True, slots=True, init=False, repr=False)
class SquareWave(Windowed):
    """The distribution of a number: shares, median, quantiles (Li and others 2020)."""

    kind: ClassVar[str] = "square_wave"
    low: Fraction
    high: Fraction
    epsilon: Fraction
    steps: int
    window: int = field(compare=False)
    inside: int = field(compare=False)

    def __init__(self, *, bounds: object, epsilon: object, steps: object = CELLS) -> None:
        self.bounded(bounds, steps)
        settle(self, epsilon=Epsilon.of(epsilon).value)
        self.settled(max(round(2 * half_width(float(self.epsilon)) * (self.steps + 1)), 1))

    def answers(self, values: object) -> NDArray[np.int64]:
        """Return numbers as the equally wide cells that they lie in: the distribution is told in these."""
        cell = np.floor(self.between(values) * (self.steps + 1))
        return np.minimum(cell, self.steps).astype(np.int64)

    def placed(self, answer: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the middles of cells, between 0 and 1."""
        return (answer + 0.5) / (self.steps + 1)

    def estimate(self, reports: object, *, weights: object = None, confidence: object = 0.95) -> Distribution:
        """Return the share of each cell, smoothed, and the mean with its interval."""
        given = np.concatenate([np.empty(0, np.int64), *chunks(reports)])
        mean = Windowed.estimate(self, given, weights=weights, confidence=confidence)
        each = None if weights is None else np.asarray(weights, np.float64)
        counted = np.bincount(given, each, minlength=self.cells).astype(np.float64)
        shares = smoothed(counted, steps=self.steps, window=self.window, inside=float(chance(self.inside)))
        return Distribution(
            mean=mean.mean,
            sd=mean.sd,
            people=mean.people,
            confidence=mean.confidence,
            lowest=self.low,
            highest=self.high,
            shares=shares,
        )


def half_width(epsilon: float) -> float:
    """Return the half width of the wave at which a report tells most about where it comes from (Li and others, 4.3)."""
    grown = math.exp(epsilon)
    return (epsilon * grown - grown + 1) / (2 * grown * (grown - 1 - epsilon))
