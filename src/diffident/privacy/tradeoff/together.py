# SPDX-License-Identifier: Apache-2.0
"""Several questions under one promise: each gets the epsilon with which all miss what was wanted by the same factor."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from diffident.errors import Refused
from diffident.exact.number import LEAST as EPSILON_LEAST
from diffident.exact.number import Epsilon
from diffident.exact.rounding import up_to
from diffident.privacy.accounting.budget import UNIT, Budget, Price
from diffident.privacy.tradeoff.catalogue import law_of
from diffident.privacy.tradeoff.lifetime import promised
from diffident.privacy.tradeoff.numbers import Unknown
from diffident.privacy.tradeoff.planned import Tradeoff
from diffident.privacy.tradeoff.question import tradeoff
from diffident.privacy.tradeoff.search import as_confidence, rounded_up
from diffident.privacy.tradeoff.solve import found
from diffident.show.text import Cell, number, percent, table

MOST_QUESTIONS: Final = 1000
ROUNDS: Final = 30
FULL: Final = 0.998  # a promise that is spent to this part is spent
CLOSE: Final = 2e-3  # factors that differ by less are alike: noise goes in steps
LEAST: Final = 2.0**-40
FAR: Final = 2.0
NEEDED: Final = {"release", "within", "confidence"}
NEAREST: Final = 2 * EPSILON_LEAST  # where a search may begin
TOO_MUCH: Final = 2 * Epsilon.most  # stands for an epsilon that does not exist


class NothingPlanned(Refused):
    """No questions, or too many, or something else than questions."""

    code = "nothing_planned"
    sentence = "A plan of several questions is a list of 1 to {most} of them, each with a release, a distance and a confidence."
    remedy = 'Write [{{"release": "count", "within": 30, "confidence": 0.95}}, ...], without epsilon.'


class NeverTogether(Refused):
    """Questions that this promise does not pay for, however far off the answers may be."""

    code = "never_together"
    sentence = "These {questions} questions do not fit under the promise, even with errors {factor} times as large."
    remedy = "Promise more, or ask fewer questions."


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """Plans that fit under a promise. Every error is kept at `stretch` times the distance that was wanted.

    A stretch of at most 1 means that all wishes are met. `price` is what they cost together.
    """

    promise: Budget
    plans: tuple[Tradeoff, ...]
    stretch: Fraction
    price: Price

    @property
    def holds(self) -> bool:
        """Whether every wish is met."""
        return self.stretch <= 1

    def as_json(self) -> dict[str, object]:
        """Return the plans as plain data."""
        spent = {"price": self.price.units / UNIT, "share": float(self.promise.share(self.price))}
        return {
            "stretch": float(self.stretch),
            "holds": self.holds,
            **spent,
            "plans": [p.as_json() for p in self.plans],
        }

    def __str__(self) -> str:
        names = ["", "error", "confidence", "epsilon"]
        rows: list[list[Cell]] = [
            [plan.setting.release.value.replace("_", " "), plan.within, percent(plan.confidence), plan.epsilon]
            for plan in self.plans
        ]
        met = "every wish is met" if self.holds else "errors are larger than wanted"
        share = percent(round(self.promise.share(self.price), 4))
        return "\n".join(
            [
                f"{len(self.plans)} questions under {repr(self.promise)[1:-1]}:",
                table(names, rows),
                "",
                f"  each error  {number(round(self.stretch, 4))} times what was wanted: {met}",
                f"  spent       {share} of the promise",
            ]
        )


def together(questions: Sequence[Mapping[str, Any]], *, promise: Budget) -> Together:
    """Return plans for all questions: the least stretch of their distances with which they fit under the promise.

    A question is what `tradeoff` takes, with a distance and without epsilon. Every error falls as its epsilon grows, so
    the least largest stretch is reached where all are stretched alike and the promise is spent.

    >>> plan = together([{"release": "count", "within": 30, "confidence": "0.95"}] * 2, promise=Budget(epsilon=1))
    >>> plan.holds, plan.plans[0].epsilon == plan.plans[1].epsilon <= Fraction(1, 2)
    (True, True)
    """
    promised(promise)
    plans = _wishes(questions)
    wanted = [plan.within for plan in plans]
    low, high, factor, best = LEAST, math.inf, 1.0, plans
    for _ in range(ROUNDS):
        plans = [_stretched(plan, within, factor) for plan, within in zip(plans, wanted, strict=True)]
        cost = _share(plans, promise)
        low, high, best = (low, factor, plans) if cost <= 1 else (factor, high, best)
        if FULL <= cost <= 1 or high <= low * (1 + CLOSE):
            break
        guess = factor * min(max(cost, 1 / FAR**6), FAR**6) ** _slope(promise) * (1 + CLOSE / 4)
        factor = guess if low * (1 + CLOSE / 4) < guess < high else math.sqrt(low * min(high, low * FAR**2))
    if high == math.inf:
        raise NeverTogether(questions=len(plans), factor=number(rounded_up(low, 2)))
    proved = tuple(_settled(plan) for plan in best)
    price = promise.price(*(plan.loss for plan in proved))
    return Together(promise=promise, plans=proved, stretch=up_to(Fraction(high), Fraction(1, 10**6)), price=price)


def _slope(promise: Budget) -> float:
    """Return with which power a distance falls as the price grows: pure prices are epsilons, others about their squares."""
    return 1.0 if promise.order is None else 0.5


def _wishes(questions: object) -> list[Tradeoff]:
    """Return each question as a plan at some epsilon."""
    if not isinstance(questions, Sequence) or not 1 <= len(questions) <= MOST_QUESTIONS:
        raise NothingPlanned(most=MOST_QUESTIONS)
    for question in questions:
        if not isinstance(question, Mapping) or "epsilon" in question or not question.keys() >= NEEDED:
            raise NothingPlanned(most=MOST_QUESTIONS)
    return [tradeoff(**question, epsilon=1) for question in questions]


def _stretched(plan: Tradeoff, within: Fraction, factor: float) -> Tradeoff:
    """Return a plan with its distance stretched and the epsilon for that, the largest where none is enough."""
    numbers = replace(plan.numbers, within=rounded_up(float(within) * factor))
    near = min(max(plan.epsilon * plan.within / numbers.within, NEAREST), Epsilon.most)
    needed = found(law_of(plan.setting), Unknown.EPSILON, numbers, near)
    spent = TOO_MUCH if needed is None else Fraction(needed)
    return replace(plan, unknown=Unknown.EPSILON, numbers=replace(numbers, epsilon=spent), by_normal_law=None)


def _settled(plan: Tradeoff) -> Tradeoff:
    """Return a plan with how surely its distance is kept."""
    numbers = plan.numbers
    kept = law_of(plan.setting).coverage(numbers.within, numbers.people, numbers.epsilon)
    return replace(plan, coverage=as_confidence(kept))


def _share(plans: Sequence[Tradeoff], promise: Budget) -> float:
    """Return which part of the promise all plans take; infinity where some error cannot be kept."""
    if any(plan.epsilon >= TOO_MUCH for plan in plans):
        return math.inf
    return float(promise.share(promise.price(*(plan.loss for plan in plans))))
