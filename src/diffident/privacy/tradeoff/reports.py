# SPDX-License-Identifier: Apache-2.0
"""A share or mean from one report of each person: added up, turned into an estimate that is right on average.

Everything random is a sum of independent whole numbers: who was asked, if people are a sample; what each person's own
randomness makes of the answer; noise that a curator adds to the total. `inversion` adds it up exactly.

Exact coverage is jagged in people, because only now and then one whole number more fits into the window. So "people"
means the smallest number from which on the coverage never falls below the confidence again.
"""

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from diffident.privacy.tradeoff.inversion import ERROR, Draws, inside
from diffident.privacy.tradeoff.law import Estimate
from diffident.privacy.tradeoff.part import Floats, Part, YesNo

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Channel:
    """What becomes of one person's yes or no on the way to the estimate.

    A yes is reported as yes with probability `kept`, a no with probability `turned`; a yes is worth `size`; `each` is
    noise that every person adds, `once` noise that a curator adds to the total.
    """

    kept: Fraction = Fraction(1)
    turned: Fraction = Fraction(0)
    size: int = 1
    each: Part | None = None
    once: Part | None = None

    @property
    def gain(self) -> Fraction:
        """By how much the expected report of a yes exceeds that of a no."""
        return (self.kept - self.turned) * self.size

    def mixed(self, share: Fraction) -> Fraction:
        """Return how likely somebody reports yes who was drawn at random."""
        return self.turned + share * (self.kept - self.turned)

    def least_favourable(self, *, sampled: bool) -> Fraction:
        """Return the share at which reports vary most."""
        if sampled:
            return (HALF - self.turned) / (self.kept - self.turned) if self.kept >= HALF else Fraction(1)
        yes, no = self.kept * (1 - self.kept), self.turned * (1 - self.turned)
        return HALF if yes == no else Fraction(int(yes > no))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reports(Estimate):
    """How far the estimate strays from the share among these people, or, if they are sampled, in the population.

    A share that is not given counts as the one at which reports vary most: one half, for a yes or no. With `total` the
    estimate is multiplied by the number of people. Several numbers from the same reports depend on each other, so that
    their chances to miss are added up.
    """

    share: Fraction | None = None
    sampled: bool = False
    total: bool = False
    width: Fraction = Fraction(1)

    @property
    def more_people_help(self) -> bool:
        """Whether more people make the error smaller: that of a share, not that of a total."""
        return not self.total

    @abstractmethod
    def channel(self, epsilon: Fraction) -> Channel:
        """Return what becomes of one person's answer."""

    def coverage(self, within: Fraction, people: int, epsilon: Fraction) -> float:
        """Return P(every error is at most `within`), exactly but for rounding."""
        return float(self.coverages(within, [people], epsilon)[0])

    def coverages(self, within: Fraction, people: Sequence[int], epsilon: Fraction) -> Floats:
        """Return the coverage for several numbers of people."""
        crowd = self.crowd(epsilon)
        missed = outside([(crowd, each) for each in people], *crowd.window(self.far(within, crowd.channel), people))
        return np.array([self.all_of(float(each)) for each in missed])

    def lasting(self, within: Fraction, people: int, epsilon: Fraction) -> float:
        """Return the coverage as if the ends of the window fell where they take the most away: a step in all.

        Where few numbers are in the window the smooth answer between windows needs a little more.
        """
        crowd = self.crowd(epsilon)
        far = float(self.far(within, crowd.channel)) * (1 if self.total else people)
        reach = np.array([far - 1 - 1 / crowd.sd(people)])
        return self.all_of(float(outside([(crowd, people)], -reach, reach)[0]))

    def sd(self, people: int, epsilon: Fraction) -> float:
        """Return the standard deviation of the estimate."""
        crowd = self.crowd(epsilon)
        whole = crowd.sd(people) * float(self.width) / float(crowd.channel.gain)
        return whole if self.total else whole / people

    def all_of(self, missed: float) -> float:
        """Return a lower bound of P(no number misses), whatever they have to do with each other."""
        return max(0.0, 1 - self.numbers * missed)

    def crowd(self, epsilon: Fraction) -> "Crowd":
        """Return the people whose reports vary most, if nothing else is known."""
        channel = self.channel(epsilon)
        share = channel.least_favourable(sampled=self.sampled) if self.share is None else self.share
        return Crowd(channel, share, sampled=self.sampled, total=self.total)

    def far(self, within: Fraction, channel: Channel) -> Fraction:
        """Return a distance in the units that reports are counted in."""
        return within / self.width * channel.gain


@dataclass(frozen=True, slots=True)
class Crowd:
    """People of whom a share has the answer yes, behind one channel: the law of their total."""

    channel: Channel
    share: Fraction
    sampled: bool
    total: bool

    def parts(self, people: int) -> list[tuple[Part, float]]:
        """Return the independent parts of the total, and how often each is drawn."""
        channel = self.channel
        if self.sampled:
            asked = [(channel.mixed(self.share), people)]
        else:
            asked = [(channel.kept, self._yes(people)), (channel.turned, people - self._yes(people))]
        noise = ((channel.each, people), (channel.once, 1))
        drawn: list[tuple[Part, float]] = [(YesNo(float(chance), channel.size), often) for chance, often in asked]
        return drawn + [(part, often) for part, often in noise if part is not None]

    def window(self, far: Fraction, people: Sequence[int]) -> tuple[Floats, Floats]:
        """Return the whole numbers at most `far` (times people) from the expected total, less that total."""
        rates = [self.channel.mixed(self.share), self.channel.kept, self.channel.turned, far]
        unit = math.lcm(*(rate.denominator for rate in rates))
        mixed, kept, turned, reach = (rate.numerator * (unit // rate.denominator) for rate in rates)
        low, high = [], []
        for each in people:
            yes = self._yes(each)
            centre = self.channel.size * (mixed * each if self.sampled else kept * yes + turned * (each - yes))
            wide = reach if self.total else reach * each
            low.append((-((wide - centre) // unit) * unit - centre) / unit)
            high.append(((centre + wide) // unit * unit - centre) / unit)
        return np.array(low), np.array(high)

    def sd(self, people: int) -> float:
        """Return the standard deviation of the total."""
        return math.sqrt(sum(often * part.variance for part, often in self.parts(people)))

    def _yes(self, people: int) -> int:
        return math.floor(self.share * people)


def outside(crowds: Sequence[tuple[Crowd, int]], low: Floats, high: Floats) -> Floats:
    """Return P(total less its mean is not in [low, high]), or a little more, for so many people of each crowd."""
    listed = [crowd.parts(people) for crowd, people in crowds]
    often = np.array([[times for _, times in parts] for parts in listed], dtype=np.float64)
    draws = [Draws(part, often[:, place]) for place, (part, _) in enumerate(listed[0])]
    return 1 - inside(draws, low, high) + ERROR
