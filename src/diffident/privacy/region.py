# SPDX-License-Identifier: Apache-2.0
"""The region of possible (p, q): how much the probability of any event can change when one person changes."""

from dataclasses import dataclass
from fractions import Fraction

from diffident.exact import enclosure
from diffident.exact.enclosure import Enclosure
from diffident.exact.number import Delta, Epsilon, decimal
from diffident.exact.rounding import round_down, round_up

MOST_EPSILON = 1000  # households and whole promises are shown too, and their epsilons add up


@dataclass(frozen=True, slots=True)
class Region:
    """All pairs (p, q) that an event can have on two neighbours: p <= odds * q + delta, and its three mirror images.

    >>> [round(end, 9) for end in Region.of_odds("1.25").possible("0.5")]
    [0.4, 0.6]
    """

    odds: Enclosure
    delta: Fraction = Fraction(0)

    @classmethod
    def of(cls, epsilon: object, delta: object = 0) -> "Region":
        """Return the region of an epsilon, and of a delta if there is one."""
        return cls(enclosure.exp(Epsilon.of(epsilon, cap=MOST_EPSILON).value), Delta.of(delta, cap=1).value)

    @classmethod
    def of_odds(cls, odds: object) -> "Region":
        """Return the region in which odds change by at most this factor: e^epsilon, where it is a plain number."""
        return cls(Enclosure.of(decimal(odds, name="odds", at_least=1)))

    def possible(self, p: object) -> tuple[float, float]:
        """Return the least and the largest q that go with p.

        Guarantee:
            No event of a release that keeps the promise has probability p on one table and, on a neighbour, a
            probability outside the two numbers.
        Because:
            The two upper edges are q <= odds p + delta and 1 - p <= odds (1 - q) + delta; below, the same holds for
            the complement of the event. Odds are taken at their upper end, and the answers rounded outwards.
        Checked by: tests/privacy/test_region.py::test_no_private_release_leaves_the_region_and_some_reach_its_edge
        """
        known = decimal(p, name="p", at_least=0, at_most=1)
        return round_down(1 - self._most(1 - known)), round_up(self._most(known))

    def contains(self, p: Fraction, q: Fraction) -> bool:
        """Return whether no event with these two probabilities could prove the promise broken."""
        pairs = ((p, q), (q, p), (1 - p, 1 - q), (1 - q, 1 - p))
        return all(one <= self.odds.high * other + self.delta for one, other in pairs)

    @property
    def advantage(self) -> float:
        """The most by which a guess "was in it" is right more often for those who were than for those who were not.

        Guarantee:
            p - q is at most this for every event of a release that keeps the promise.
        Because:
            It is largest where the edges p = odds q + delta and 1 - q = odds (1 - p) + delta meet: there
            p - q = (odds - 1 + 2 delta)/(odds + 1), which grows with odds. Upper end, rounded up.
        Checked by: tests/privacy/test_region.py::test_no_guess_does_better_than_the_advantage
        """
        return min(1.0, round_up((self.odds.high - 1 + 2 * self.delta) / (self.odds.high + 1)))

    @property
    def best_guess(self) -> float:
        """The most often that a guess is right when both cases are equally likely beforehand: half and half the advantage."""
        return min(1.0, round_up((self.odds.high + self.delta) / (self.odds.high + 1)))

    def posterior(self, prior: object) -> tuple[float, float]:
        """Return the least and the most that somebody can believe afterwards who believed `prior` before.

        Guarantee:
            Whatever the release says, a belief that somebody is in the data moves within these two numbers.
        Because:
            By Bayes the odds of the belief change by the ratio of the two probabilities of what was released. A pure
            promise bounds it by `odds` both ways; with a delta nothing does, so the answer is then everything.
        Checked by: tests/privacy/test_region.py::test_beliefs_move_no_further_than_bayes_allows
        """
        before = decimal(prior, name="prior", at_least=0, at_most=1)
        if self.delta > 0:
            return 0.0, 1.0
        odds = self.odds.high
        return round_down(before / (before + odds * (1 - before))), round_up(
            odds * before / (odds * before + 1 - before)
        )

    def _most(self, p: Fraction) -> Fraction:
        """Return the largest q for p: the lower of the two upper edges."""
        odds = self.odds.high
        return min(odds * p + self.delta, 1 - (1 - p - self.delta) / odds, Fraction(1))
