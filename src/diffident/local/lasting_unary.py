# SPDX-License-Identifier: Apache-2.0
"""Questions of many options that are asked again: permanent marks, and marks of each round about them."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from diffident.local.counted import Counted
from diffident.local.lasting import Lasting, calibrated, odds_of
from diffident.local.protocol import Reports, described
from diffident.local.thresholds import WHOLE, chance
from diffident.local.unary import Unary
from diffident.local.window import lies
from diffident.privacy.mechanisms.mechanism import settle
from diffident.randomness.source import Source


@dataclass(frozen=True, slots=True, init=False, repr=False)
class LastingUnary(Lasting):
    """One of many options, asked again and again: optimised permanent marks, each round turned round by a coin."""

    kind: ClassVar[str] = "lasting_unary"
    options: tuple[str, ...] | int
    epsilon: Fraction
    lifetime: Fraction
    inner: Counted = field(compare=False)
    permanent: Unary = field(compare=False)
    once: int = field(compare=False)
    again: int = field(compare=False)

    def __init__(self, *, options: object, epsilon: object, lifetime: object) -> None:
        self.taken(Unary(options=options, epsilon=epsilon), lifetime)
        settle(self, permanent=Unary(options=options, epsilon=lifetime))
        settle(self, once=self.permanent.turned, again=calibrated(self.epsilon, self._odds))

    def _odds(self, again: Fraction) -> Fraction:
        """Return how far apart one round of two people is: they differ in two options, one the other way round."""
        p, q = (marked(each, again) for each in (self.permanent.p, self.permanent.q))
        return p * (1 - q) / (q * (1 - p))

    @property
    def p(self) -> Fraction:
        """How likely the answer is marked."""
        return marked(self.permanent.p, chance(self.again))

    @property
    def q(self) -> Fraction:
        """How likely a given other option is marked."""
        return marked(self.permanent.q, chance(self.again))

    @property
    def each_step(self) -> Fraction:
        """What the last step can tell, of permanent marks that differ everywhere."""
        again = chance(self.again)
        return self.many * odds_of(again, 1 - again)

    def device(self) -> dict[str, Any]:
        """Return the permanent marks, and the two thresholds of each round."""
        again = {"kept": str(self.again), "turned": str(WHOLE - self.again)}
        return described("lasting marks", self.many, once=self.permanent.device(), again=again)

    def remember(self, people: int, source: Source | None = None) -> NDArray[Any]:
        """Return for each person and each option a row of permanent marks."""
        every = np.tile(np.arange(self.many), people)
        return self.permanent.perturb(every, source).reshape(people, self.many, self.many)

    def reports(self, answers: NDArray[np.int64], memo: NDArray[Any], source: Source) -> Reports:
        """Return marks, each turned round by a coin of its own."""
        marks = memo[np.arange(answers.size), answers]
        return np.asarray(marks == lies(self.again, marks.size, source).reshape(marks.shape))


def marked(once: Fraction, again: Fraction) -> Fraction:
    """Return how likely something is marked in a round that is permanently marked with this chance."""
    return once * again + (1 - once) * (1 - again)
