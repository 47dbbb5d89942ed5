# SPDX-License-Identifier: Apache-2.0
"""Permute-and-flip: the candidates in random order, each with a coin, until one falls heads (McKenna and Sheldon 2020)."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from diffident.exact.number import decimal, whole
from diffident.privacy.loss import Pure
from diffident.privacy.mechanisms.exponential import reaches
from diffident.privacy.mechanisms.scores import ByScore, behind, candidates
from diffident.privacy.private import Private
from diffident.randomness.geometric import geometric
from diffident.randomness.source import Source
from diffident.randomness.uniform import uniform_below

FEW_HEADS = 1e-5  # below so many heads expected beside the best, one of them has half a chance


@dataclass(frozen=True, slots=True, init=False, repr=False)
class PermuteAndFlip(ByScore):
    """Chooses as the exponential mechanism does or better, but is epsilon-private and no more than that.

    >>> PermuteAndFlip(sensitivity=1, epsilon=1).error(confidence=0.95, among=1000)
    18.0
    """

    name: ClassVar[str] = "permute_and_flip"

    @property
    def loss(self) -> Pure:
        """What one choice can tell about a person.

        Guarantee:
            The probability of each candidate changes by at most the factor exp(epsilon) between neighbours.
        Because:
            permute_and_flip.proof.md, part 2. Its range is not bounded by epsilon, so it is no better than pure.
        Checked by: tests/contracts/test_mechanisms.py::test_the_loss_covers_what_neighbours_show
        """
        return Pure(self.epsilon)

    def error(self, confidence: object = 0.95, *, among: object = 2) -> float:
        """Return the smallest t such that the chosen score is within t of the best with at least this probability.

        It holds for every list of that many candidates; the worst has one best and all others t + 1 behind.
        """
        sure = decimal(confidence, name="confidence", above=0, below=1)
        many = whole(among, name="among", at_least=2)
        low, high = -1, reaches(self.rate, many, sure)  # the exponential mechanism's is at least as large
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.missed(many, middle) <= 1 - sure else (middle, high)
        return float(high)

    def missed(self, among: int, within: int) -> float:
        """Return P(the choice is further behind than this) where one is best and all others are one step further.

        With M heads beside the best it is E[M / (M + 1)], for M binomial.
        """
        behind_by = float(self.rate * (within + 1))
        heads = math.exp(-behind_by)
        if among * heads < FEW_HEADS:
            return (among - 1) * heads / 2
        return 1 + math.expm1(among * math.log(-math.expm1(-behind_by))) / (among * heads)

    def draw(self, values: Private[Any], source: Source) -> NDArray[Any]:
        """Return the position of the chosen candidate.

        Guarantee:
            The law is that of flipping, in a random order of the candidates, a coin for each that falls heads with
            probability exp(-rate * distance from the best), and choosing the first heads.
        Because:
            The coins do not depend on the order: toss all of them, and the first heads in a random order is any one of
            the heads with equal probability. The best always falls heads. permute_and_flip.proof.md, part 1.
        Checked by: tests/privacy/mechanisms/test_permute_and_flip.py::test_all_orders_and_coins_give_the_law_that_is_drawn
        """
        return np.asarray(flipped(behind(candidates(values)), self.rate, source))


def flipped(distances: NDArray[Any], at_rate: Fraction, source: Source) -> int:
    """Return one of the heads, where each candidate falls heads with probability exp(-rate * distance)."""
    heads = np.flatnonzero(geometric(at_rate, distances.size, source) >= distances)
    return int(heads[uniform_below(heads.size, 1, source)[0]])
