# SPDX-License-Identifier: Apache-2.0
"""Several questions of the same people under one epsilon: split it over all, or ask each person some, what is better."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.exact.number import Epsilon, whole
from diffident.local.counted import Counted
from diffident.local.measured import Measured
from diffident.local.protocol import Protocol, Reports
from diffident.local.sets import some_of
from diffident.privacy.loss import Pure
from diffident.randomness.source import Source

Maker = Callable[..., Any]  # a protocol but for its epsilon: partial(Response, options=4)


class NotAllQuestions(Refused):
    """Answers to other questions than there are, or of a different number of people."""

    code = "not_all_questions"
    sentence = "There are {questions} questions, and each needs one answer of every person."
    remedy = "Give a list of answers for each question, all of the same people in the same order."


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """The reports about one question, and who was asked it."""

    people: NDArray[np.int64]
    reports: Reports


@dataclass(frozen=True, slots=True)
class Several:
    """So many of the questions as are best are asked of each person, each with an equal part of epsilon.

    >>> from functools import partial
    >>> from diffident.local import Hybrid
    >>> Several.of([partial(Hybrid, bounds=(0, 1))] * 4, epsilon=1).asked
    1
    """

    protocols: tuple[Protocol, ...]
    asked: int
    epsilon: Fraction

    @classmethod
    def of(cls, questions: Sequence[Maker], *, epsilon: object, asked: object = None) -> "Several":
        """Return the questions with the epsilon that each gets; `asked` sets by hand how many a person is asked."""
        spent, many = Epsilon.of(epsilon).value, len(questions)
        whole(many, name="questions", at_least=1)
        if asked is not None:
            return cls._with(questions, spent, whole(asked, name="asked", at_least=1, at_most=many))
        plans = [cls._with(questions, spent, some) for some in range(1, many + 1)]
        return min(plans, key=lambda plan: plan.variance)

    @classmethod
    def _with(cls, questions: Sequence[Maker], epsilon: Fraction, asked: int) -> "Several":
        return cls(tuple(make(epsilon=epsilon / asked) for make in questions), asked, epsilon)

    @property
    def variance(self) -> float:
        """N times the variance that estimates have on average, as a part of their ranges, if shares are one half."""
        each = [_variance(protocol) for protocol in self.protocols]
        return sum(each) / len(each) * len(each) / self.asked

    @property
    def loss(self) -> Pure:
        """What everything that one person says can tell about all of the answers together.

        Guarantee:
            Any two lists of answers lead to any reports with probabilities at most e^epsilon apart.
        Because:
            Which questions are asked does not depend on answers, `asked` reports are sent, and losses add up.
        Checked by: tests/local/test_several.py::test_what_one_person_says_costs_no_more_than_epsilon
        """
        return Pure(self.asked * max((protocol.epsilon for protocol in self.protocols), default=Fraction(0)))

    def perturb(self, answers: Sequence[object], source: Source | None = None) -> list[Told]:
        """Return the reports about each question, of those who were asked it."""
        given, bits = [np.asarray(each) for each in answers], source or Source.fresh()
        if len(given) != len(self.protocols) or len({len(each) for each in given}) != 1:
            raise NotAllQuestions(questions=len(self.protocols))
        asked = some_of(self.asked, len(given), len(given[0]), bits)
        told = [np.flatnonzero(column) for column in asked.T]
        pairs = zip(self.protocols, given, told, strict=True)
        return [Told(who, protocol.perturb(each[who], bits)) for protocol, each, who in pairs]

    def estimate(self, told: Sequence[Told], *, confidence: object = 0.95) -> list[Any]:
        """Return the estimate of each question."""
        pairs: Any = zip(self.protocols, told, strict=True)
        return [protocol.estimate(each.reports, confidence=confidence) for protocol, each in pairs]


def _variance(protocol: Protocol) -> float:
    """Return n times the variance of an estimate as a part of its range."""
    if isinstance(protocol, Measured):
        return protocol.variance() / protocol.width**2
    return protocol.variance("0.5", sampling="simple") if isinstance(protocol, Counted) else float("inf")
