# SPDX-License-Identifier: Apache-2.0
"""How much one report may tell, if all of them shuffled are to tell no more than some epsilon and delta."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from diffident.exact.number import Epsilon
from diffident.exact.rounding import down_to
from diffident.privacy.accounting.calibrate import continuous_sigma
from diffident.privacy.accounting.response import Response
from diffident.privacy.accounting.shuffled import Shuffled
from diffident.privacy.loss import Pure

CLOSE: Final = 1e-3  # how nearly the most is found, relatively
STEPS: Final = 12
HALVINGS: Final = 50
RAREST, MOST = 1e-300, 0.9  # excesses that say how far to go
NEAR, AIM = 0.96, 1e-3  # an excess between this part of delta and delta will do; a little below it is aimed at
DIGITS: Final = 12  # in binary, of what is found


@dataclass(frozen=True, slots=True)
class Report:
    """One of several answers, the true one likelier by a factor; without `options`, any report that is as private.

    >>> round(float(Report(2).most_told(10_000, Fraction(1, 10), Fraction(1, 10**6))), 1)
    1.8
    """

    options: int | None = None

    def loss(self, epsilon: Fraction) -> Pure | Response:
        """Return what one report tells by itself."""
        return Pure(epsilon) if self.options is None else Response(epsilon, self.options)

    def most_told(self, people: int, epsilon: Fraction, delta: Fraction) -> Fraction:
        """Return about the largest epsilon that each of so many reports may have before they are shuffled.

        Guarantee:
            Reports of this epsilon, of at least so many people, are (epsilon, delta)-private once they are shuffled.
        Because:
            `Shuffled.delta` says so of this very epsilon; how it was found does not matter. A report that is itself
            epsilon-private needs no shuffler.
        Checked by: tests/privacy/accounting/test_report.py::test_what_each_report_may_tell_is_enough_hidden
        """
        return _most_told(self, people, epsilon, delta)

    def told(self, people: int, mu: float) -> float:
        """Return about the epsilon of reports that tell, shuffled, as much as a number moved by mu standard deviations."""
        low, high = 0.0, float(Epsilon.most)
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if self.mu(people, middle) < mu else (low, middle)
        return high

    def mu(self, people: int, epsilon: float) -> float:
        """Return by how many standard deviations of the coins of others one report moves their sum, about."""
        odds = math.exp(epsilon)
        if self.options is None:
            return 2 * math.tanh(epsilon / 2) * math.sqrt(odds / people)
        return math.expm1(epsilon) * math.sqrt(2 / ((odds + self.options - 1) * people))


@lru_cache(maxsize=1024)
def _most_told(report: Report, people: int, epsilon: Fraction, delta: Fraction) -> Fraction:
    """Narrow down mu by secants: the logarithm of the excess goes about as 1/mu^2."""
    low, high = (math.log(report.mu(people, float(end))) for end in (epsilon, Epsilon.most))
    rarity, found, slope = -math.log(delta), epsilon, -2.0
    here = min(-math.log(continuous_sigma(float(epsilon), float(delta))), high)
    before: tuple[float, float] | None = None
    for _ in range(STEPS):
        tried = _short(report.told(people, math.exp(here)), epsilon)
        excess = Shuffled(report.loss(tried), people).delta(epsilon)
        low, high, found = (here, high, max(found, tried)) if excess <= delta else (low, here, found)
        if high < low + CLOSE or NEAR * delta <= excess <= delta or found == Epsilon.most:
            break
        rare = math.log(-math.log(min(max(excess, RAREST), MOST)) / rarity)
        slope = slope if before is None or before[0] == here else (rare - before[1]) / (here - before[0])
        before, ahead = (here, rare), here - (rare - AIM) / slope if slope < 0 else low
        here = ahead if low < ahead < high else (low + high) / 2
    return found


def _short(number: float, least: Fraction) -> Fraction:
    """Return the number to few binary digits, rounded down but not below the least, and at most the largest epsilon."""
    unit = Fraction(2) ** (math.frexp(number)[1] - DIGITS)
    return min(max(down_to(Fraction(number), unit), least), Epsilon.most)
