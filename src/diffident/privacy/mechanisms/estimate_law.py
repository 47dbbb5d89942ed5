# SPDX-License-Identifier: Apache-2.0
"""How far a number of people that is estimated from randomised reports strays: binomial laws, added up exactly."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diffident.privacy.mechanisms.binomial import binomial


@dataclass(frozen=True, slots=True, eq=False)
class EstimateLaw:
    """The distances between estimate and truth that can occur, nearest first, and how likely each is."""

    distances: NDArray[np.float64]
    masses: NDArray[np.float64]

    @classmethod
    def of(cls, parts: list[tuple[int, float]], step: float) -> "EstimateLaw":
        """Return the law of an estimate that moves by `step` with each report, for independent groups of reports.

        Each part is how many people are in it and with which chance one of them reports what is counted.
        """
        first, masses = 0, np.ones(1)
        for people, chance in parts:
            begin, more = binomial(people, chance)
            first, masses = first + begin, _added(masses, more)
        expected = math.fsum(people * chance for people, chance in parts)
        distances = np.abs(first + np.arange(masses.size) - expected) * abs(step)
        order = np.argsort(distances, kind="stable")
        return cls(distances[order], masses[order])

    @property
    def sd(self) -> float:
        """The standard deviation of the estimate, which is right on average."""
        return math.sqrt(float(self.masses @ self.distances**2))

    @property
    def mean_absolute(self) -> float:
        """The mean distance from the truth."""
        return float(self.masses @ self.distances)

    def quantile(self, confidence: float) -> float:
        """Return the smallest t such that the estimate is within t of the truth with at least this probability."""
        place = int(np.searchsorted(np.cumsum(self.masses), confidence))
        return float(self.distances[min(place, self.distances.size - 1)])


def _added(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the law of a sum, by way of its Fourier transform."""
    size = one.size + other.size - 1
    return np.maximum(np.fft.irfft(np.fft.rfft(one, size) * np.fft.rfft(other, size), size), 0.0)
