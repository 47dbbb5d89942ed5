# SPDX-License-Identifier: Apache-2.0
"""The exponential mechanism: one of several candidates, each step behind the best less likely by the same factor."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from diffident.exact import enclosure
from diffident.exact.number import decimal, whole
from diffident.privacy.mechanisms.choices import Choices
from diffident.privacy.mechanisms.scores import ByScore, behind, candidates
from diffident.privacy.private import Private
from diffident.randomness.geometric import geometric
from diffident.randomness.source import Source
from diffident.randomness.uniform import uniform_below

TRIES_AT_ONCE = 16  # proposals beyond one for each candidate, so that short lists rarely need a second round


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Exponential(ByScore):
    """Chooses candidate i with probability proportional to exp(rate * score[i]).

    >>> Exponential(sensitivity=1, epsilon=1).error(confidence=0.95, among=1000)
    19.0
    """

    name: ClassVar[str] = "exponential"

    @property
    def loss(self) -> Choices:
        """What one choice can tell about a person.

        Guarantee:
            The logarithms of the ratios of all candidates' probabilities lie in one interval of length epsilon.
        Because:
            The logarithm for candidate i is rate * (change of its score) + a constant; see `scores.rate`.
        Checked by: tests/contracts/test_mechanisms.py::test_the_loss_covers_what_neighbours_show
        """
        return Choices(self.epsilon, times=1, bounded=True)

    def error(self, confidence: object = 0.95, *, among: object = 2) -> float:
        """Return the smallest t such that the chosen score is within t of the best with at least this probability.

        It holds for every list of that many candidates; see `reaches`.
        """
        sure = decimal(confidence, name="confidence", above=0, below=1)
        return float(reaches(self.rate, whole(among, name="among", at_least=2), sure))

    def draw(self, values: Private[Any], source: Source) -> NDArray[Any]:
        """Return the position of the chosen candidate.

        Guarantee:
            Position i is returned with probability exp(rate * score[i]) over the sum of these for all candidates.
        Because:
            A position proposed uniformly and kept with probability exp(-rate * its distance from the best) is the
            first one kept with these odds. It is kept if a geometric number, at least d with probability
            exp(-rate * d), reaches its distance.
        Checked by: tests/privacy/mechanisms/test_exponential.py::test_choices_follow_the_law_and_not_its_neighbour
        """
        return np.asarray(chosen(behind(candidates(values)), self.rate, source))


def reaches(at_rate: Fraction, among: int, sure: Fraction) -> int:
    """Return the smallest t such that the choice is at most t behind the best with at least this probability.

    The worst list has one best and all others t + 1 behind: together they are as likely as
    (among - 1) exp(-rate * (t + 1)) to 1.
    """
    least = enclosure.log((among - 1) * sure / (1 - sure)).high / at_rate
    return max(math.ceil(least) - 1, 0)


def chosen(distances: NDArray[Any], at_rate: Fraction, source: Source) -> int:
    """Return a position with probability proportional to exp(-rate * distance), where some distance is 0."""
    while True:
        proposed = uniform_below(distances.size, distances.size + TRIES_AT_ONCE, source)
        kept = np.flatnonzero(geometric(at_rate, proposed.size, source) >= distances[proposed])
        if kept.size:
            return int(proposed[kept[0]])
