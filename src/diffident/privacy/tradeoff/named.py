# SPDX-License-Identifier: Apache-2.0
"""Categories that nobody has declared: the error is how large a group has to be for its name to be released."""

import math
from abc import abstractmethod
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Self

import numpy as np

from diffident.privacy.accounting.calibrate import continuous_sigma
from diffident.privacy.mechanisms import GaussianThreshold, LaplaceThreshold
from diffident.privacy.mechanisms.key_selection import LARGEST
from diffident.privacy.tradeoff.law import Picked


@dataclass(frozen=True, slots=True, kw_only=True)
class OfCategories(Picked):
    """What all ways to release undeclared categories have in common; a person has at most `each` of them."""

    delta: Fraction
    each: int = 1

    def coverage(self, within: Fraction, people: int, epsilon: Fraction) -> float:
        """Return P(a category that so many people have is named)."""
        del people
        return self.named(math.floor(within), epsilon)

    @abstractmethod
    def named(self, people: int, epsilon: Fraction) -> float:
        """Return P(a category that so many people have is named)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named(OfCategories):
    """Names only, each with the largest probability that there is.

    >>> Named(delta=Fraction(1, 10**5)).coverage(Fraction(12), 1, Fraction(1)) > 0.5
    True
    """

    @property
    def mechanism(self) -> str:
        """What is done to the data, in a few words."""
        return "each category named as likely as its number of people allows"

    def named(self, people: int, epsilon: Fraction) -> float:
        """Return the chance of `key_selection.chances`, in closed form: it grows e^epsilon times, and its rest falls so.

        The turn is where both rules agree, at (1 - delta)/(e^epsilon + 1); 1 less the chance is followed from there.
        """
        spent, chance = float(epsilon) / self.each, _of_one(float(self.delta), self.each)
        if -2 * math.log(chance) > LARGEST * spent:
            return 0.0  # refused as too thin
        grown = math.expm1(spent)
        turn = math.floor(math.log1p((1 - chance) / (grown + 2) * grown / chance) / spent) + 1
        if people <= turn:
            return chance * math.expm1(people * spent) / grown
        rest = 1 - chance * math.expm1(turn * spent) / grown
        fallen = math.exp((turn - people) * spent)
        return min(1 - (fallen * rest - chance * (1 - fallen) / grown), 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted(OfCategories):
    """Names with a noisy number of people each: under Laplace or Gaussian noise, whichever has the lower threshold.

    As a `draft` it is by the textbook's thresholds.
    """

    draft: bool = False

    @property
    def mechanism(self) -> str:
        """What is done to the data, in a few words."""
        return "Laplace or Gaussian noise on the number of people, named from a threshold on"

    def named(self, people: int, epsilon: Fraction) -> float:
        """Return P(people and noise reach the threshold), rounded down."""
        if self.draft:
            return self._roughly(people, epsilon)
        laplace, gaussian = self._thresholds(epsilon)
        one = _threshold(LaplaceThreshold if laplace <= gaussian else GaussianThreshold, epsilon, self.delta, self.each)
        reached = float(one.law.upper(np.array([one.threshold - people]))[0])
        return max(reached * (1 - 2 * one.law.relative_error), 0.0)

    def drafted(self, near: Fraction | None) -> Self:
        """Return the law by the textbook's thresholds."""
        del near
        return replace(self, draft=True)

    def _roughly(self, people: int, epsilon: Fraction) -> float:
        laplace, gaussian = self._thresholds(epsilon)
        if laplace <= gaussian:
            above = (people - laplace) * float(epsilon) / self.each
            return 1 - math.exp(-above) / 2 if above >= 0 else math.exp(above) / 2
        return math.erfc((gaussian - people) / (self._sigma(epsilon) * math.sqrt(2))) / 2

    def _thresholds(self, epsilon: Fraction) -> tuple[float, float]:
        """Return about the thresholds of both kinds of noise."""
        alone = _of_one(float(self.delta), self.each)
        laplace = 1 + self.each / float(epsilon) * math.log(1 / (2 * alone))
        return laplace, 1 + self._sigma(epsilon) * math.sqrt(-2 * math.log(alone))

    def _sigma(self, epsilon: Fraction) -> float:
        return math.sqrt(self.each) * continuous_sigma(float(epsilon), float(self.delta) / min(self.each, 2))


def _of_one(delta: float, keys: int) -> float:
    """Return what each of so many keys may fail with, about."""
    return -math.expm1(math.log1p(-delta) / keys)


@lru_cache(maxsize=64)
def _threshold(
    kind: type[LaplaceThreshold | GaussianThreshold], epsilon: Fraction, delta: Fraction, each: int
) -> LaplaceThreshold | GaussianThreshold:
    return kind(epsilon=epsilon, delta=delta, keys_per_person=each)
