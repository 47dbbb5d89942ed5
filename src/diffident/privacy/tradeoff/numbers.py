# SPDX-License-Identifier: Apache-2.0
"""The four numbers of a plan, of which one may be left out: distance, confidence, people, epsilon."""

from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Final, Self

from diffident.errors import Refused
from diffident.exact.number import LARGEST_WHOLE, Epsilon, decimal, whole

LEAST_CONFIDENCE: Final = Fraction(1, 2)
MOST_CONFIDENCE: Final = 1 - Fraction(1, 10**6)
FARTHEST: Final = Fraction(LARGEST_WHOLE**2)

Number = Fraction | int


class Unknown(Enum):
    """Which of the four numbers is to be found; nothing, if all are given: then whether they go together."""

    WITHIN = "within"
    CONFIDENCE = "confidence"
    PEOPLE = "people"
    EPSILON = "epsilon"
    NOTHING = "nothing"


class TooMuchLeftOut(Refused):
    """Two unknowns or more, and one law."""

    code = "too_much_left_out"
    sentence = "The numbers {missing} are left out, and only one number can be found from the others."
    remedy = "Give all of them but one."


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """The four numbers; where one is unknown something stands in its place that nobody reads."""

    within: Fraction
    confidence: Fraction
    people: int
    epsilon: Fraction

    @classmethod
    def of(cls, *, within: object, confidence: object, people: object, epsilon: object) -> Self:
        """Return the numbers that somebody wrote, or refuse them."""
        one = Fraction(1)
        return cls(
            within=one if within is None else decimal(within, name="within", at_least=1 / FARTHEST, at_most=FARTHEST),
            confidence=LEAST_CONFIDENCE if confidence is None else _probability(confidence),
            people=1 if people is None else whole(people, name="people", at_least=1),
            epsilon=one if epsilon is None else Epsilon.of(epsilon).value,
        )

    def with_(self, unknown: Unknown, found: Number) -> Self:
        """Return the numbers with the one that was found in its place."""
        if unknown is Unknown.NOTHING:
            return self
        return replace(self, **{unknown.value: found})  # type: ignore[arg-type]  # each finder returns its own type


def left_out(*, needs_people: bool, **given: object) -> Unknown:
    """Return the number that is left out; where people do not matter they are not missed.

    >>> left_out(needs_people=False, within=30, confidence="0.95", people=None, epsilon=None)
    <Unknown.EPSILON: 'epsilon'>
    """
    missing = [name for name, number in given.items() if number is None and (needs_people or name != "people")]
    if len(missing) > 1:
        raise TooMuchLeftOut(missing=", ".join(missing))
    return Unknown(missing[0] if missing else "nothing")


def _probability(given: object) -> Fraction:
    return decimal(given, name="confidence", at_least=LEAST_CONFIDENCE, at_most=MOST_CONFIDENCE)
