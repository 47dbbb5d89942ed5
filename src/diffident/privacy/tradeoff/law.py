# SPDX-License-Identifier: Apache-2.0
"""What every error law can tell: how surely a release stays within a distance of the truth, exactly and roughly."""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

import numpy as np
from numpy.typing import NDArray

from diffident.privacy.tradeoff.noise import Noise


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorLaw(ABC):
    """How far one release strays from the truth, whatever the data.

    `numbers` are released together and all of them have to stay within the distance. `grain` is what distances are
    counted in, if they are whole numbers of something.
    """

    numbers: int = 1
    grain: Fraction | None = None

    @property
    def people_matter(self) -> bool:
        """Whether the error depends on how many people there are."""
        return True

    @property
    def more_people_help(self) -> bool:
        """Whether more people make the error smaller, where they matter."""
        return True

    @property
    @abstractmethod
    def mechanism(self) -> str:
        """What is done to the data, in a few words."""

    @abstractmethod
    def coverage(self, within: Fraction, people: int, epsilon: Fraction) -> float:
        """Return a lower bound of P(every error is at most `within`): exact but for rounding where it can be."""

    def coverages(self, within: Fraction, people: Sequence[int], epsilon: Fraction) -> NDArray[np.float64]:
        """Return the coverage for several numbers of people."""
        return np.array([self.coverage(within, each, epsilon) for each in people])

    def lasting(self, within: Fraction, people: int, epsilon: Fraction) -> float:
        """Return something that grows with people and is never above the coverage: the coverage, if it grows itself."""
        return self.coverage(within, people, epsilon)

    def drafted(self, near: Fraction | None) -> Self:
        """Return a law that is nearly the same around this epsilon, or wherever it is known, if one is more quickly found."""
        del near
        return self

    def all_of(self, missed: float) -> float:
        """Return P(no number misses) where each does so with this probability, independently."""
        return 0.0 if missed >= 1 else math.exp(self.numbers * math.log1p(-missed))


@dataclass(frozen=True, slots=True, kw_only=True)
class Picked(ErrorLaw):
    """What a curator picks by counts that are not released: distances are numbers of people, however many there are."""

    grain: Fraction | None = Fraction(1)

    @property
    def people_matter(self) -> bool:
        """Whether the error depends on how many people there are: it does not."""
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate(ErrorLaw):
    """A release that is right on average, or nearly so, with an error that is somewhat like the normal law."""

    @abstractmethod
    def sd(self, people: int, epsilon: Fraction) -> float:
        """Return the standard deviation of one error, at least as nearly as textbooks have it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithNoise(Estimate):
    """An estimate from totals to which a curator adds noise."""

    noise: Noise

    def drafted(self, near: Fraction | None) -> Self:
        """Return the law with noise that is nearly the same; where epsilon is known its own is found only once."""
        return self if near is None else replace(self, noise=self.noise.drafted(near))
