# SPDX-License-Identifier: Apache-2.0
"""Undeclared categories with a noisy number of people each, as far as that number reaches a public threshold."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.exact.number import decimal
from diffident.privacy.event import Event
from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.privacy.mechanisms.integers import plus
from diffident.privacy.mechanisms.keys import OfKeys, counted, listed
from diffident.privacy.mechanisms.mechanism import told
from diffident.privacy.private import Private
from diffident.randomness.source import Source


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Threshold(OfKeys):
    """What Laplace and Gaussian thresholds have in common: all but the noise and how it is made.

    Each row of what is released is a key and its noisy number. Whoever needs no numbers names more with KeySelection.
    """

    law: DiscreteLaplace | DiscreteGaussian = field(compare=False)
    threshold: int = field(compare=False)

    @property
    def event(self) -> Event:
        """One draw, as public data."""
        promised = {"epsilon": self.epsilon, "delta": self.delta}
        people = {"keys_per_person": self.keys_per_person, "minimum": self.minimum}
        spread = {"variance": self.law.variance} if isinstance(self.law, DiscreteGaussian) else {}
        return told(self.name, **promised, **people, threshold=self.threshold, **spread)

    def error(self, confidence: object = 0.95) -> float:
        """Return the smallest group that is released with at least this probability."""
        sure = decimal(confidence, name="confidence", above=0, below=1)
        low, high = self.minimum - 1, self.threshold + self.law.quantile(sure)
        while high - low > 1:
            middle = (low + high) // 2
            seen = self.law.enclosed(self.threshold - middle).low >= sure
            low, high = (low, middle) if seen else (middle, high)
        return float(high)

    def draw(self, values: Private[Any], source: Source) -> NDArray[Any]:
        """Return rows of a key and its noisy number of people, in the order of the keys.

        Guarantee:
            A key is released exactly if at least `minimum` people have it and their number plus noise of the law
            reaches the threshold; its number is that sum.
        Because:
            That is compared and returned, in integers; the order in which the keys came plays no part.
        Checked by: tests/privacy/mechanisms/test_threshold.py::test_rows_follow_the_law_and_not_its_neighbour
        """
        keys, people = counted(values)
        noisy = plus(people, self.law.draw(people.size, source))
        seen = np.flatnonzero((people >= self.minimum) & (noisy >= self.threshold))
        named, numbers = listed([keys[place] for place in seen]), listed(noisy[seen].tolist())
        return np.stack([named, numbers], axis=1)


def hardly_reached(law: DiscreteLaplace | DiscreteGaussian, delta: Fraction) -> int:
    """Return the smallest step that noise of this law reaches with at most this probability.

    Guarantee:
        P(Z >= step) <= delta, for delta below 1/2.
    Because:
        The law is symmetric: |Z| stays below the step with probability at least 1 - 2 delta, by `quantile`.
    Checked by: tests/privacy/mechanisms/test_threshold.py::test_the_noise_hardly_reaches_its_threshold
    """
    return law.quantile(1 - 2 * delta) + 1
