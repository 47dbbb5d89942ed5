# SPDX-License-Identifier: Apache-2.0
"""What becomes of answers: nothing, noise on the total of a sample, randomised response, or noise at each person."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Self

import numpy as np

from diffident.exact import enclosure
from diffident.privacy.tradeoff.noise import Noise
from diffident.privacy.tradeoff.part import Floats, Laplace
from diffident.privacy.tradeoff.reports import Channel, Crowd, Reports, outside

STEPS = 1 << 10  # a person's value is kept to a thousandth of the width of its bounds before noise is added


@dataclass(frozen=True, slots=True, kw_only=True)
class NoisyTotal(Reports):
    """How many in a sample say yes with a curator's noise, divided by how many were asked, which is declared."""

    sampled: bool = True
    noise: Noise

    @property
    def mechanism(self) -> str:
        """What is done to the data, in a few words."""
        return f"{self.noise.name} noise on the total, divided by the declared number of people"

    def channel(self, epsilon: Fraction) -> Channel:
        """Return what becomes of one person's answer."""
        return Channel(size=self.noise.l1, once=self.noise.part(epsilon))

    def drafted(self, near: Fraction | None) -> Self:
        """Return the law with noise that is nearly the same; where epsilon is known its own is found only once."""
        return self if near is None else replace(self, noise=self.noise.drafted(near))

    def sd(self, people: int, epsilon: Fraction) -> float:
        """Return the standard deviation of the estimate, with noise as textbooks have it."""
        chance = Plain(share=self.share, width=self.width).sd(people, epsilon)
        return math.hypot(chance, self.noise.sd(epsilon) * float(self.width) / (self.noise.l1 * people))


@dataclass(frozen=True, slots=True, kw_only=True)
class NoisySum(NoisyTotal):
    """The same for values between two bounds. They count as at the bounds only, half of the people at each.

    Nothing varies more. The noise is finer than that: a few steps of it from bound to bound are as good as a million, if
    half a step is left out at each end of the window, which only the grid let in, and parts of a step count as parts.
    """

    def coverages(self, within: Fraction, people: Sequence[int], epsilon: Fraction) -> Floats:
        """Return the coverage for several numbers of people; it grows with them."""
        crowd = self.crowd(epsilon)
        reach = float(self.far(within, crowd.channel)) * np.array(people) - 0.5
        whole, crowds = np.floor(reach), [(crowd, each) for each in people]
        inner, outer = (1 - outside(crowds, -ends, ends) for ends in (whole, whole + 1))
        return inner + (reach - whole) * (outer - inner)

    def lasting(self, within: Fraction, people: int, epsilon: Fraction) -> float:
        """Return the coverage."""
        return self.coverage(within, people, epsilon)


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

    def coverage(self, within: Fraction, people: int, epsilon: Fraction) -> float:
        """Return P(every error is at most `within`), for several counts at the worst of the ways to spread people.

        That is everybody in one of them, or evenly in two, four, and so on: the larger a count, the less exact it is.
        """
        if self.numbers == 1:
            return Reports.coverage(self, within, people, epsilon)
        channel = self.channel(epsilon)
        crowds = [
            _part_of_all(channel, Fraction(0)),
            *(_part_of_all(channel, Fraction(1, n)) for n in _powers(self.numbers)),
        ]
        ends = [crowd.window(self.far(within, channel), [people]) for crowd in crowds]
        empty, *full = outside([(crowd, people) for crowd in crowds], *np.hstack(ends))
        spread = [n * one + (self.numbers - n) * empty for n, one in zip(_powers(self.numbers), full, strict=True)]
        return max(0.0, 1 - float(max(spread)))


@dataclass(frozen=True, slots=True, kw_only=True)
class NoisyValues(Reports):
    """Values between two bounds, each with discrete Laplace noise of its own; in a sample as in `NoisySum`."""

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


def _part_of_all(channel: Channel, share: Fraction) -> Crowd:
    """Return people of whom exactly that share is in one count."""
    return Crowd(channel, share, sampled=False, total=True)


def _powers(most: int) -> list[int]:
    """Return 1, 2, 4, ... as far as it goes."""
    return [1 << power for power in range(most.bit_length())]
