# SPDX-License-Identifier: Apache-2.0
"""How far off a value at a rank can be, in rows: the law of joint exponential choices, whatever the rows are."""

import math
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

from diffident.exact import enclosure


@dataclass(frozen=True, slots=True)
class OfRanks:
    """A way to cut all rows that differs by so many rows more than the best is so much less likely: exp(-rate * rows).

    `ways` is the logarithm of how many ways there are, rounded up.
    """

    rate: Fraction
    ways: Fraction

    def quantile(self, confidence: Fraction) -> float:
        """Return by how many rows no rank is further off than in the best way, with this probability.

        All ways that differ by t more than the best weigh at most exp(ways - rate * t) times as much as it. If one rank
        is off by d rows more, the gaps before and behind it differ by d each, so t is 2d.
        """
        return float((self.ways - enclosure.log(1 - confidence).low) / (2 * self.rate))

    def evenly(self, confidence: Fraction, place: int, many: int) -> float:
        """Return about by how many rows one of many ranks is off, with this probability, where values lie evenly.

        What gaps differ by are then independent and fall off at the rate, but for adding up to nothing.
        """
        before, after = place + 1, many - place
        sd = math.sqrt(2 * before * after / (before + after)) / float(self.rate)
        return sd * NormalDist().inv_cdf((1 + float(confidence)) / 2)
