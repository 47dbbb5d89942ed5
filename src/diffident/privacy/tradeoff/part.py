# SPDX-License-Identifier: Apache-2.0
"""Independent whole numbers that an error is the sum of, by their characteristic functions.

The characteristic function of a sum is the product of those of its parts, so n people cost no more than one.
"""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FADED = 40.0  # below e^-40 a factor is as good as nothing

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Part(ABC):
    """One whole number, drawn as often as there are people or only once; always a multiple of `size`."""

    @property
    def size(self) -> int:
        """What all values are multiples of: the transform has the period 2 pi / size."""
        return 1

    @property
    @abstractmethod
    def variance(self) -> float:
        """The variance of one draw."""

    @abstractmethod
    def log_transform(self, t: Floats) -> NDArray[np.complex128]:
        """Return ln E exp(i t (X - EX)) for one draw."""

    @abstractmethod
    def fades(self, draws: Floats) -> Floats:
        """Return how far from a multiple of its period the transform of so many draws falls below e^-40.

        Where it never does, that is half the period.
        """


@dataclass(frozen=True, slots=True)
class YesNo(Part):
    """`worth` with probability `chance`, else 0."""

    chance: float
    worth: int = 1

    @property
    def size(self) -> int:
        """What a yes is worth, if it is not certain."""
        return self.worth if 0 < self.chance < 1 else 1

    @property
    def variance(self) -> float:
        """The variance of one draw."""
        return self.chance * (1 - self.chance) * self.worth**2

    def log_transform(self, t: Floats) -> NDArray[np.complex128]:
        """Return ln E exp(i t (X - EX)): length and angle apart, so that neither loses digits near 0."""
        half = np.sin(t * self.worth / 2) ** 2
        length = np.log1p(-4 * self.chance * (1 - self.chance) * half) / 2
        angle = np.arctan2(self.chance * np.sin(t * self.worth), 1 - 2 * self.chance * half)
        return length + 1j * (angle - self.chance * t * self.worth)

    def fades(self, draws: Floats) -> Floats:
        """Return where |phi|^draws = (1 - 4 p (1 - p) sin^2(t worth/2))^(draws/2) falls below e^-40."""
        return _angle(-np.expm1(-2 * FADED / draws), 4 * self.chance * (1 - self.chance)) / self.size


@dataclass(frozen=True, slots=True)
class Laplace(Part):
    """One draw of the discrete Laplace law of this scale."""

    scale: float

    @property
    def variance(self) -> float:
        """The variance of one draw, 2q/(1 - q)^2."""
        return self._spread / 2

    @property
    def _spread(self) -> float:
        return 1 / math.sinh(1 / (2 * self.scale)) ** 2

    def log_transform(self, t: Floats) -> NDArray[np.complex128]:
        """Return ln E exp(i t X) = -ln(1 + sin^2(t/2) / sinh^2(1/(2 scale)))."""
        return -np.log1p(self._spread * np.sin(t / 2) ** 2) + 0j

    def fades(self, draws: Floats) -> Floats:
        """Return where the transform of so many draws falls below e^-40."""
        return _angle(np.expm1(np.minimum(FADED / draws, 700.0)), self._spread)


@dataclass(frozen=True, slots=True)
class Gaussian(Part):
    """One draw of the discrete Gaussian law of this parameter sigma."""

    sigma: float

    @property
    def variance(self) -> float:
        """The parameter sigma^2, at most a little more than the variance."""
        return self.sigma**2

    def log_transform(self, t: Floats) -> NDArray[np.complex128]:
        """Return ln E exp(i t X), by Poisson's formula a sum of bells around the multiples of 2 pi."""
        waves = np.arange(-3, 4)[:, np.newaxis] * 2 * math.pi
        bells = np.exp(-((self.sigma * (t + waves)) ** 2) / 2).sum(axis=0)
        logs: Floats = np.log(np.maximum(bells, math.exp(-2 * FADED)))
        return (logs - math.log(float(np.exp(-((self.sigma * waves) ** 2) / 2).sum()))).astype(np.complex128)

    def fades(self, draws: Floats) -> Floats:
        """Return where the transform of so many draws falls below e^-40."""
        return np.minimum(math.pi, np.sqrt(2 * FADED / draws) / self.sigma)


def _angle(reached: Floats, spread: float) -> Floats:
    """Return the t in (0, pi] with spread * sin^2(t/2) = reached, pi where there is none."""
    return 2 * np.arcsin(np.sqrt(np.minimum(reached / spread, 1.0))) if spread else np.full_like(reached, math.pi)
