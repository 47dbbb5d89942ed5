# SPDX-License-Identifier: Apache-2.0
"""Randomised response: each person's answer stays with a known probability, and is turned into another one otherwise."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.exact.enclosure import Enclosure
from diffident.exact.number import Epsilon, decimal, whole
from diffident.exact.rounding import up_to
from diffident.privacy.accounting.response import Response
from diffident.privacy.convert import FINEST
from diffident.privacy.event import Event
from diffident.privacy.loss import Pure
from diffident.privacy.mechanisms.chance import decide, digit
from diffident.privacy.mechanisms.estimate_law import EstimateLaw
from diffident.privacy.mechanisms.integers import integers
from diffident.privacy.mechanisms.mechanism import Mechanism, OneOfTwo, settle, told, yes_or_no
from diffident.privacy.private import Private
from diffident.randomness.source import Source
from diffident.randomness.uniform import uniform_below

MOST_OPTIONS = 10**6
MOST_PEOPLE = 10**10


class NotAnOption(Refused):
    """An answer that is none of the options. Which answer it is, is not shown."""

    code = "not_an_option"
    sentence = "Answers are numbers of options, from 0 to {last}."
    remedy = "Number the options from 0, or name more of them: RandomizedResponse(options=...)."


@dataclass(frozen=True, slots=True, init=False, repr=False)
class RandomizedResponse(Mechanism):
    """Local privacy for answers 0 ... options - 1, one from each person; every other option is equally likely.

    Either `epsilon` is given, and the true answer is e^epsilon times as likely as any other, or `stay`, the probability
    with which an answer stays. It protects which answer somebody gave, not that they gave one.

    >>> RandomizedResponse.from_die(stay=4, sides=6).constants
    (3.0, 1.0)
    """

    options: int
    epsilon: Fraction
    stay: Fraction | None
    digit: np.uint64 = field(compare=False)

    def __init__(self, *, options: object = 2, epsilon: object = None, stay: object = None) -> None:
        if (epsilon is None) == (stay is None):
            raise OneOfTwo(mechanism="RandomizedResponse", one="epsilon", other="stay")
        settle(self, options=whole(options, name="options", at_least=2, at_most=MOST_OPTIONS))
        if stay is None:
            settle(self, stay=None, epsilon=Epsilon.of(epsilon).value)
        else:
            kept = decimal(stay, name="stay", above=0, below=1)
            odds = kept * (self.options - 1) / (1 - kept)
            spent = up_to(enclosure.log(max(odds, 1 / odds)).high, FINEST)
            settle(self, stay=kept, epsilon=Epsilon.of(spent).value)
        settle(self, digit=np.uint64(digit(self.staying, 1)))

    @classmethod
    def from_gamma(cls, gamma: object) -> Self:
        """Return the mechanism that keeps a yes or no with probability 1/2 + gamma."""
        return cls(stay=Fraction(1, 2) + decimal(gamma, name="gamma", above=0, below=Fraction(1, 2)))

    @classmethod
    def from_die(cls, stay: object = 4, sides: object = 6) -> Self:
        """Return the mechanism that keeps a yes or no when a fair die shows 1 ... stay, and turns it round otherwise."""
        most = whole(sides, name="sides", at_least=2)
        return cls(stay=Fraction(whole(stay, name="stay", at_least=1, at_most=most - 1), most))

    @classmethod
    def from_spinner(cls, stay: object) -> Self:
        """Return the mechanism of a spinner that says "the truth" on this share of its circle, "the opposite" elsewhere."""
        return cls(stay=stay)

    def staying(self, bits: int) -> Enclosure:
        """Enclose the probability that an answer stays."""
        if self.stay is not None:
            return Enclosure(self.stay, self.stay)
        return 1 / (1 + (self.options - 1) * enclosure.exp(-self.epsilon, bits))

    @property
    def loss(self) -> Pure | Response:
        """What one report can tell about the person whose answer it is.

        Guarantee:
            The reports of two answers are at most as far apart as the loss returned says.
        Because:
            If the true answer is e^epsilon times as likely as any other, they are that pair of laws. If it is as many
            times less likely no outcome's odds change by more than e^epsilon, and of more than two options nothing
            else is claimed: shuffled, such reports hide in another way than those of the pair.
        Checked by: tests/privacy/mechanisms/test_randomized_response.py::test_a_truth_that_is_rare_tells_no_more
        """
        rare = self.stay is not None and self.stay * self.options < 1
        return Pure(self.epsilon) if rare and self.options > 2 else Response(self.epsilon, self.options)

    @property
    def event(self) -> Event:
        """One draw, as public data."""
        spent = self.epsilon if self.stay is None else None
        return told("randomized_response", options=self.options, epsilon=spent, stay=self.stay)

    @property
    def chances(self) -> tuple[float, float]:
        """How likely an answer is to be reported as it is, and as a given other one."""
        stays = float(self.staying(64).low)
        return stays, float((1 - self.staying(64)).low) / (self.options - 1)

    @property
    def constants(self) -> tuple[float, float]:
        """The a and b for which a * (1 if the report is an option, else 0) - b is right on average about it."""
        stays, turns = self.chances
        return 1 / (stays - turns), turns / (stays - turns)

    def estimate(self, reports: object) -> NDArray[np.float64]:
        """Return for each option how many of the people who reported have it, right on average."""
        counted = np.bincount(self._answers(Private(reports)).ravel(), minlength=self.options)
        a, b = self.constants
        return np.asarray(a * counted - b * counted.sum(), np.float64)

    def law(self, *, people: object = 1, share: object = "0.5", sampled: bool = False) -> EstimateLaw:
        """Return the law of the error of one option's estimated count.

        `share` of the people have the option: of these very people, or, if `sampled`, of the population that they are
        a simple random sample of. In a share of the people the error is as many times smaller.
        """
        many = whole(people, name="people", at_least=1, at_most=MOST_PEOPLE)
        part = decimal(share, name="share", at_least=0, at_most=1)
        stays, turns = self.chances
        holders = round(part * many)
        mixed = turns + float(part) * (stays - turns)
        parts = [(many, mixed)] if yes_or_no(sampled, name="sampled") else [(holders, stays), (many - holders, turns)]
        return EstimateLaw.of(parts, 1 / (stays - turns))

    @property
    def sd(self) -> float:
        """The standard deviation of what one person's report says about an option; it grows with the root of people."""
        return self.law().sd

    @property
    def mean_absolute_error(self) -> float:
        """The mean error of what one person's report says about an option."""
        return self.law().mean_absolute

    def error(
        self, confidence: object = 0.95, *, people: object = 1, share: object = "0.5", sampled: bool = False
    ) -> float:
        """Return the smallest t such that one option's estimated count is off by at most t with this probability.

        See `law` for who is counted.
        """
        sure = decimal(confidence, name="confidence", above=0, below=1)
        return self.law(people=people, share=share, sampled=sampled).quantile(float(sure))

    def draw(self, values: Private[Any], source: Source) -> NDArray[Any]:
        """Return the reports, one for each answer.

        Guarantee:
            Each report is its answer with probability `staying`, and each other option with an equal part of the rest.
        Because:
            `decide` is exact, and what does not stay moves on by 1 ... options - 1 places of the circle, all equally
            likely.
        Checked by: tests/privacy/mechanisms/test_randomized_response.py::test_reports_follow_the_law_and_not_its_neighbour
        """
        answers = self._answers(values)
        reports = answers.ravel().copy()
        turned = ~decide(np.full(reports.size, self.digit), lambda _: self.staying, source)
        moves = 1 + uniform_below(self.options - 1, int(np.count_nonzero(turned)), source)
        reports[turned] = (reports[turned] + moves) % self.options
        return reports.reshape(answers.shape)

    def _answers(self, sealed: Private[Any]) -> NDArray[np.int64]:
        answers = integers(sealed)
        if answers.size and not 0 <= answers.min() <= answers.max() < self.options:
            raise NotAnOption(last=self.options - 1)
        return answers
