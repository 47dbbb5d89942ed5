# SPDX-License-Identifier: Apache-2.0
"""Reports that are randomised before they leave a person: randomised response, and Laplace noise at each person."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from diffident.exact import enclosure
from diffident.privacy.tradeoff.part import Laplace
from diffident.privacy.tradeoff.reports import Channel, Reports

STEPS = 1 << 10  # a person's value is kept to a thousandth of the width of its bounds before noise is added


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomisedResponse(Reports):
    """One answer out of several; the true one is e^epsilon times as likely to be reported as any other."""

    options: int = 2

    @property
    def mechanism(self) -> str:
        """What is done to the data, in a few words."""
        return f"randomised response with {self.options} options"

    def channel(self, epsilon: Fraction) -> Channel:
        """Return what becomes of one person's answer."""
        return _response(self.options, epsilon)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoisyValues(Reports):
    """Values between two bounds, each with discrete Laplace noise of its own.

    If people are sampled, their values count as at the bounds only, half of the people at each: nothing varies more.
    """

    @property
    def mechanism(self) -> str:
        """What is done to the data, in a few words."""
        return "discrete Laplace noise at each person"

    def channel(self, epsilon: Fraction) -> Channel:
        """Return what becomes of one person's value."""
        return Channel(size=STEPS, each=Laplace(float(STEPS / epsilon)))


@lru_cache(maxsize=256)
def _response(options: int, epsilon: Fraction) -> Channel:
    odds = enclosure.exp(epsilon, 96).low
    return Channel(odds / (odds + options - 1), 1 / (odds + options - 1))
