# SPDX-License-Identifier: Apache-2.0
"""How often a promise pays for the same question, and how long that is at a rhythm."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Final

from diffident.errors import Refused
from diffident.privacy.accounting.budget import Budget
from diffident.privacy.loss import Approx, Pure
from diffident.show.text import number

MOST: Final = 10**12  # questions; more are as good as for ever


class NotAPromise(Refused):
    """Something else where a promise is due."""

    code = "not_a_promise"
    sentence = "A promise is a Budget, not {given}."
    remedy = "Write promise=dd.Budget(epsilon=3)."


def promised(given: object) -> Budget:
    """Return what was given, if it is a promise."""
    if not isinstance(given, Budget):
        raise NotAPromise(given=f"a {type(given).__name__}")
    return given


class Rhythm(Enum):
    """How often somebody asks."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"

    @property
    def a_year(self) -> Fraction:
        """How many times a year, on average over 400 years."""
        return {
            Rhythm.DAY: Fraction(146_097, 400),
            Rhythm.WEEK: Fraction(146_097, 2800),
            Rhythm.MONTH: Fraction(12),
            Rhythm.QUARTER: Fraction(4),
            Rhythm.YEAR: Fraction(1),
        }[self]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifetime:
    """A promise that nothing else is asked under, and how often it is asked.

    >>> from diffident.privacy.accounting.budget import Budget
    >>> str(Lifetime(promise=Budget(epsilon=3), loss=Pure(Fraction(1, 10)), every=Rhythm.WEEK))
    'it pays for 30 of these; one a week, 0.57 years'
    """

    promise: Budget
    loss: Pure | Approx
    every: Rhythm | None = None

    @property
    def questions(self) -> int:
        """How many such questions the promise pays for: whole units of both of its accounts."""
        cap, price = self.promise.cap, self.promise.price(self.loss)
        accounts = ((cap.units, price.units), (cap.delta_units, price.delta_units))
        return min((most // each for most, each in accounts if each), default=MOST)

    @property
    def years(self) -> Fraction | None:
        """How long they last, if it was said how often one is asked."""
        return None if self.every is None else self.questions / self.every.a_year

    def as_json(self) -> dict[str, object]:
        """Return it as plain data."""
        every = None if self.every is None else self.every.value
        years = None if self.years is None else float(self.years)
        promised = {"epsilon": float(self.promise.epsilon), "delta": float(self.promise.delta)}
        return {**promised, "questions": self.questions, "every": every, "years": years}

    def __str__(self) -> str:
        asked = f"it pays for {number(self.questions)} of these"
        if self.every is None or self.years is None:
            return asked
        return f"{asked}; one a {self.every.value}, {number(round(self.years, 2))} years"
