# SPDX-License-Identifier: Apache-2.0
"""Noisy top k: the best of many candidates by an integer score, one after the other, ties broken by the noise."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.exact import enclosure
from diffident.exact.number import Epsilon, Rho, decimal, whole
from diffident.exact.rounding import down_to
from diffident.privacy.event import Event
from diffident.privacy.mechanisms.choices import Choices
from diffident.privacy.mechanisms.exponential import chosen, reaches
from diffident.privacy.mechanisms.mechanism import Mechanism, OneOfTwo, settle, told, yes_or_no
from diffident.privacy.mechanisms.permute_and_flip import flipped
from diffident.privacy.mechanisms.scores import behind, candidates, rate
from diffident.privacy.private import Private
from diffident.randomness.source import Source

MOST = 10**3  # choices in a row; each looks at all candidates that are left
FINE = Fraction(1, 10**12)  # an epsilon computed from rho is a multiple of this


@dataclass(frozen=True, slots=True, init=False, repr=False)
class NoisyTopK(Mechanism):
    """Chooses `count` candidates without repetition, best first, and releases their positions in the list, no scores.

    With `epsilon` each is chosen by permute-and-flip for an equal part of it. With `rho` each is chosen by the
    exponential mechanism, whose loss under Renyi accounting is a quarter of what its epsilon suggests: better for many.
    `sensitivity` and `monotone` are as for the exponential mechanism.
    """

    count: int
    sensitivity: int
    epsilon: Fraction | None
    rho: Fraction | None
    monotone: bool
    each: Fraction = field(compare=False)
    rate: Fraction = field(compare=False)

    def __init__(
        self,
        *,
        count: object,
        sensitivity: object,
        epsilon: object = None,
        rho: object = None,
        monotone: object = False,
    ) -> None:
        if (epsilon is None) == (rho is None):
            raise OneOfTwo(mechanism="NoisyTopK", one="epsilon", other="rho")
        many, far = (
            whole(count, name="count", at_least=1, at_most=MOST),
            whole(sensitivity, name="sensitivity", at_least=1),
        )
        settle(self, count=many, sensitivity=far, monotone=yes_or_no(monotone, name="monotone"))
        if epsilon is not None:
            spent = Epsilon.of(epsilon).value
            settle(self, epsilon=spent, rho=None, each=spent / many)
        else:
            cost = Rho.of(rho).value
            settle(self, epsilon=None, rho=cost, each=down_to(enclosure.sqrt(8 * cost / many).low, FINE))
        settle(self, rate=rate(far, self.each, monotone=self.monotone))

    @property
    def loss(self) -> Choices:
        """What the whole list can tell about a person.

        Guarantee:
            It is no more than that of `count` choices in a row, each epsilon-private for `each`, and of a range bounded
            by that if they are exponential.
        Because:
            Given the choices before, the next one is a draw of that mechanism from the candidates that are left; the
            candidates that are left are known from the choices before, so it composes adaptively.
        Checked by: tests/contracts/test_mechanisms.py::test_the_loss_covers_what_neighbours_show
        """
        return Choices(self.each, times=self.count, bounded=self.rho is not None)

    @property
    def event(self) -> Event:
        """One draw, as public data."""
        spent = {"epsilon": self.epsilon, "rho": self.rho}
        return told("noisy_top_k", count=self.count, sensitivity=self.sensitivity, **spent, monotone=self.monotone)

    def error(self, confidence: object = 0.95, *, among: object = None) -> float:
        """Return the smallest t such that no choice is more than t behind the true one of its rank, with this probability.

        It holds for every list of that many candidates, by default one more than are chosen, if no choice is further
        than t behind the best that was left; that each is so with probability confidence^(1/count) is enough.
        """
        sure = decimal(confidence, name="confidence", above=0, below=1)
        many = self.count + 1 if among is None else whole(among, name="among", at_least=self.count)
        alone = enclosure.exp(enclosure.log(sure).high / self.count).high
        return float(reaches(self.rate, max(many, 2), min(alone, 1 - FINE)))

    def draw(self, values: Private[Any], source: Source) -> NDArray[Any]:
        """Return the positions of the chosen candidates, first choice first.

        Guarantee:
            Each is drawn by permute-and-flip, or the exponential mechanism under `rho`, from those not chosen before.
        Because:
            That is what the loop does; both are exact.
        Checked by: tests/privacy/mechanisms/test_noisy_top_k.py::test_lists_follow_the_law_and_not_its_neighbour
        """
        scores = candidates(values, self.count)
        choose = flipped if self.rho is None else chosen
        left, picked = np.arange(scores.size), np.empty(self.count, np.int64)
        for rank in range(self.count):
            place = choose(behind(scores[left]), self.rate, source)
            picked[rank] = left[place]
            left = np.delete(left, place)
        return picked
