# SPDX-License-Identifier: Apache-2.0
"""A share in a population from a simple random sample: what a curator's noise adds, and what remains without any."""

from dataclasses import dataclass
from fractions import Fraction

from diffident.privacy.tradeoff.noise import Noise
from diffident.privacy.tradeoff.reports import Channel, Reports


@dataclass(frozen=True, slots=True, kw_only=True)
class NoisyTotal(Reports):
    """The total of a sample with a curator's noise, divided by how many were asked, which is declared."""

    sampled: bool = True
    noise: Noise

    @property
    def mechanism(self) -> str:
        """What is done to the data, in a few words."""
        return f"{self.noise.name} noise on the total, divided by the declared number of people"

    def channel(self, epsilon: Fraction) -> Channel:
        """Return what becomes of one person's answer."""
        return Channel(once=self.noise.part(epsilon))


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain(Reports):
    """The share in a sample as it is, with nothing done for privacy."""

    sampled: bool = True

    @property
    def mechanism(self) -> str:
        """What is done to the data, in a few words."""
        return "nothing"

    def channel(self, epsilon: Fraction) -> Channel:
        """Return that answers arrive as they are."""
        del epsilon
        return Channel()
