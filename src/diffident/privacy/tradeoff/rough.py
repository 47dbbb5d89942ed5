# SPDX-License-Identifier: Apache-2.0
"""The same questions as if errors followed the normal law: what textbooks compute, given beside the exact answers.

Also where the search for the exact answer starts.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from diffident.exact.number import LARGEST_WHOLE, LEAST, Epsilon
from diffident.privacy.tradeoff.law import ErrorLaw, Estimate
from diffident.privacy.tradeoff.numbers import Number, Numbers, Unknown
from diffident.privacy.tradeoff.search import SOME, as_confidence, least, rounded_up

FARTHEST: Final = 40.0  # standard deviations
LOWEST: Final = math.log(LEAST)
HIGHEST: Final = math.log(Epsilon.most)
CLOSE: Final = 1e-5  # how nearly an error has to meet the distance, relatively
STEPS: Final = 16
FLATTEST: Final = -0.02  # slopes that logarithms of errors have, with room to spare
STEEPEST: Final = -2.0


def roughly(law: ErrorLaw, unknown: Unknown, known: Numbers) -> Number | None:
    """Return the number that was left out, by the normal law, or None if none will do or that law says nothing here."""
    if not isinstance(law, Estimate):
        return None
    deviations = _deviations(law, float(known.confidence))
    match unknown:
        case Unknown.PEOPLE:
            most = float(known.within) / deviations
            return least(lambda many: law.sd(many, known.epsilon) <= most, 1, LARGEST_WHOLE, SOME)
        case Unknown.EPSILON:
            return _epsilon(lambda spent: deviations * law.sd(known.people, spent) / float(known.within))
        case Unknown.WITHIN:
            return rounded_up(deviations * law.sd(known.people, known.epsilon))
        case _:  # the confidence, or nothing
            return as_confidence(law.all_of(_missed(float(known.within) / law.sd(known.people, known.epsilon))))


def _deviations(law: ErrorLaw, confidence: float) -> float:
    """Return how many standard deviations have to be within the distance, by halving."""
    low, high = 0.0, FARTHEST
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if law.all_of(_missed(middle)) >= confidence else (middle, high)
    return high


def _missed(deviations: float) -> float:
    """Return P(|X| > deviations) for a standard normal X."""
    return math.erfc(deviations / math.sqrt(2))


def _epsilon(times_too_large: Callable[[Fraction], float]) -> Fraction | None:
    """Return where an error that falls somewhat like 1/epsilon is just small enough: secants of its logarithm."""

    def excess(at: float) -> float:
        return math.log(times_too_large(Fraction(math.exp(at))))

    place, slope = 0.0, -1.0
    height = excess(place)
    for _ in range(STEPS):
        ahead = min(max(place - height / slope, LOWEST), HIGHEST)
        if abs(height) < CLOSE or ahead == place:
            break
        before, height_before = place, height
        place, height = ahead, excess(ahead)
        slope = min(max((height - height_before) / (place - before), STEEPEST), FLATTEST)
    return None if height > CLOSE else rounded_up(math.exp(place))
