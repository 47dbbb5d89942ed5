# SPDX-License-Identifier: Apache-2.0
"""How a promise stands: what was promised, what is spent, what is left, in numbers and in words."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from diffident.curator.parts import charged
from diffident.exact.spelling import plain
from diffident.privacy.accounting.budget import UNIT, Budget, Price
from diffident.show import html
from diffident.show.text import number, percent

if TYPE_CHECKING:
    from diffident.curator.curator import Curator

PARTS = 10**5  # shares are told to a thousandth of a per cent


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Balance:
    """A promise beside what was deducted from it; each purpose with what is left of its allowance."""

    name: str
    promise: Budget
    person: str
    spent: Price
    left: Price
    answers: int
    purposes: Mapping[str, Price]

    @property
    def epsilon(self) -> Fraction:
        """What was promised."""
        return self.promise.epsilon

    @property
    def delta(self) -> Fraction:
        """With which probability it may fail."""
        return self.promise.delta

    def as_json(self) -> dict[str, Any]:
        """Return the balance as plain data."""
        return {
            "name": self.name,
            "epsilon": float(self.epsilon),
            "delta": float(self.delta),
            "person": self.person,
            "answers": self.answers,
            **{name: [price.units, price.delta_units] for name, price in (("spent", self.spent), ("left", self.left))},
            "purposes": {name: [price.units, price.delta_units] for name, price in self.purposes.items()},
        }

    def __str__(self) -> str:
        return "\n".join([self._head, *(f"  {name:7} {said}" for name, said in self._lines())])

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return html.facts(self._lines(), title=self._head)

    @property
    def _head(self) -> str:
        return f'Promise "{self.name}": {promised(self.promise)}, for each {self.person}'

    def _lines(self) -> list[tuple[str, str]]:
        """Return what is spent and left, of the promise and for each purpose."""
        return [
            (
                "spent",
                f"{amount(self.promise, self.spent)} in {number(self.answers)} answer{'s' * (self.answers != 1)}",
            ),
            ("left", f"{remaining(self.promise, self.left)}{self._questions()}"),
            *((name, f"{remaining(self.promise, price)} left") for name, price in self.purposes.items()),
        ]

    def _questions(self) -> str:
        """Say how many typical questions still fit, under a promise that has one."""
        if self.promise.typical is None:
            return ""
        each = self.promise.typical_questions
        fit = int((1 - self.promise.share(self.spent)) * each)
        return f", enough for about {number(fit)} questions of epsilon {plain(self.promise.typical)}"


def spendable(curator: "Curator", purpose: str | None) -> Price:
    """Return what can be spent for a purpose: what is left of the promise, or of its allowance if that is less."""
    whole, part = curator.left, charged(curator.part)
    kept = whole if purpose is None else curator.ledger.left(curator.name, purpose, part)
    return Price(min(whole.units, kept.units), min(whole.delta_units, kept.delta_units))


def amount(promise: Budget, price: Price) -> str:
    """Return a price in the words of a promise: of its epsilon, or as a share of it.

    >>> amount(Budget(epsilon=3), Price(250_000_000))
    '0.25'
    """
    if promise.typical is None:
        return plain(Fraction(price.units, UNIT))
    return percent(Fraction(round(promise.share(price) * PARTS), PARTS))


def remaining(promise: Budget, left: Price) -> str:
    """Return what is left in the words of a promise: of its two numbers, the share of the one that ends first.

    >>> remaining(Budget(epsilon=3, delta="1e-6", typical="0.1"), Price(0, 10**11))
    '0 %'
    """
    if promise.typical is None:
        return amount(promise, left)
    cap = promise.cap
    share = min(Fraction(left.units, cap.units), Fraction(left.delta_units, cap.delta_units))
    return percent(Fraction(math.floor(share * PARTS), PARTS))


def part_of(promise: Budget, share: Fraction) -> Price:
    """Return the part of a promise that is set aside for a purpose."""
    return Price(math.floor(promise.cap.units * share), math.floor(promise.cap.delta_units * share))


def promised(promise: Budget) -> str:
    """Return a promise in words."""
    delta = f", delta {float(promise.delta):g}" if promise.delta else ""
    return f"epsilon {plain(promise.epsilon)}{delta} for ever"
