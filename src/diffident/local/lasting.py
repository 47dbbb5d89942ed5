# SPDX-License-Identifier: Apache-2.0
"""The same question asked again and again: a permanent randomised answer, and a new report about it each round.

The device draws a permanent answer for every answer there is, once, and keeps them: the memo. A report is drawn from the
permanent answer. Whoever sees all reports of somebody whose answer does not change learns at most `lifetime`, however
many rounds there are; whoever sees one round learns at most `epsilon`.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.exact.number import Epsilon, whole
from diffident.exact.rounding import up_to
from diffident.local.counted import Counted
from diffident.local.protocol import Reports, spelled
from diffident.local.thresholds import BITS, WHOLE, chance, first_that
from diffident.privacy.convert import FINEST
from diffident.privacy.loss import Pure
from diffident.privacy.mechanisms.mechanism import settle
from diffident.randomness.source import Source


class MemoMissing(Refused):
    """A second round without what was kept of the first."""

    code = "memo_missing"
    sentence = "Round {round} without the memo would draw new permanent answers, and tell epsilon {lifetime} once more."
    remedy = "Keep what remember(people) returned, on each device, and give it again: perturb(values, memo=...)."


class LifetimeTooShort(Refused):
    """A lifetime that a single round would use up."""

    code = "lifetime_too_short"
    sentence = "All rounds together may tell epsilon {lifetime}, which is not more than the {epsilon} of one round."
    remedy = "Give a larger lifetime=, or a smaller epsilon=."


class Lasting(Counted):
    """What lasting protocols share: `epsilon` for one round, `lifetime` for all rounds of an answer that stays."""

    __slots__ = ()
    lifetime: Fraction
    inner: Counted
    once: int
    again: int

    @property
    def loss(self) -> Pure:
        """What all rounds together can tell about somebody whose answer stays the same.

        Guarantee:
            Any two answers that stay lead to any list of reports with probabilities at most e^lifetime apart.
        Because:
            See `perturb`.
        Checked by: tests/local/test_lasting.py::test_all_rounds_together_tell_no_more_than_the_lifetime
        """
        return Pure(self.lifetime)

    def gathered(self, sent: Iterable[object]) -> Reports:
        """Return reports as an array: they look like those of a protocol that is used once."""
        return self.inner.gathered(sent)

    def supports(self, reports: Reports) -> NDArray[np.bool_]:
        """Return whether each report supports each option."""
        return self.inner.supports(reports)

    def counts(self, reports: Reports) -> NDArray[np.float64]:
        """Return how many reports support each option."""
        return self.inner.counts(reports)

    @abstractmethod
    def remember(self, people: int, source: Source | None = None) -> NDArray[Any]:
        """Return a memo for each of so many people."""

    @abstractmethod
    def reports(self, answers: NDArray[np.int64], memo: NDArray[Any], source: Source) -> Reports:
        """Return a report about each person's permanent answer."""

    def taken(self, inner: Counted, lifetime: object) -> None:
        """Take the protocol of a single round, and what all rounds may tell."""
        settle(self, inner=inner, options=inner.options, epsilon=inner.epsilon)
        settle(self, lifetime=Epsilon.of(lifetime).value)
        if self.lifetime <= self.epsilon:
            raise LifetimeTooShort(lifetime=self.lifetime, epsilon=self.epsilon)

    def parameters(self) -> dict[str, object]:
        """Return options, epsilon and lifetime, as plain data."""
        return {**Counted.parameters(self), "lifetime": spelled(self.lifetime)}

    def perturb(
        self,
        values: object,
        source: Source | None = None,
        *,
        memo: NDArray[Any] | None = None,
        round: object = 1,  # noqa: A002 - the word of those who ask
    ) -> Reports:
        """Return a report for each answer, from the memo; only a first round may do without one.

        Guarantee:
            One round tells at most `epsilon`; all rounds of answers that stay tell at most `lifetime`.
        Because:
            Reports are drawn from one permanent answer, which is e^lifetime-private, and nothing else of the person: all
            of them are post-processing. `calibrated` says it of one round.
        Checked by: tests/local/test_lasting.py::test_all_rounds_together_tell_no_more_than_the_lifetime
        """
        answers, bits = self.answers(values), source or Source.fresh()
        now = whole(round, name="round", at_least=1)
        if memo is None and now > 1:
            raise MemoMissing(round=now, lifetime=self.lifetime)
        return self.reports(answers, self.remember(answers.size, bits) if memo is None else memo, bits)

    def told(self, rounds: object, *, changing: bool = False) -> Fraction:
        """Return what all rounds together can tell about one person.

        Guarantee:
            Whatever two people answer, their reports of so many rounds are at most as far apart; `lifetime` if each
            person's answer stays the same in all rounds.
        Because:
            Permanent answers are drawn for all answers by one law, whoever the person is. Given them, a round tells at
            most what its last step does, and rounds add up. An answer that stays is told through one permanent answer.
        Checked by: tests/local/test_lasting.py::test_an_answer_that_changes_tells_more
        """
        many = whole(rounds, name="rounds", at_least=1)
        return many * self.each_step if changing else self.lifetime

    @property
    @abstractmethod
    def each_step(self) -> Fraction:
        """What the last step of a round can tell about the permanent answer."""


def calibrated(epsilon: Fraction, ratio: Callable[[Fraction], Fraction]) -> int:
    """Return the largest threshold of the last step with which one round tells at most epsilon.

    Guarantee:
        ratio(threshold / 2^64) <= e^epsilon.
    Because:
        The ratio grows with the threshold; it is compared, as a fraction, with the lower end of an enclosure.
    Checked by: tests/local/test_lasting.py::test_one_round_tells_no_more_than_epsilon
    """
    most = enclosure.exp(epsilon, BITS).low
    return first_that(lambda threshold: ratio(chance(threshold)) > most, WHOLE // 2, WHOLE) - 1


def odds_of(p: Fraction, q: Fraction) -> Fraction:
    """Return the epsilon of a step that says p of one thing and q of another, rounded up."""
    return up_to(enclosure.log(p / q).high, FINEST)
