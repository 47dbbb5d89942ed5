# SPDX-License-Identifier: Apache-2.0
"""Many different Laplace losses as few: each rounded up to a rung of a ladder."""

import math
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from diffident.exact.rounding import round_up
from diffident.privacy.accounting.pair import ROUNDING
from diffident.privacy.accounting.response import Response
from diffident.privacy.accounting.shifted import Shifted
from diffident.privacy.laws import DiscreteLaplace
from diffident.privacy.loss import LossDistribution

RATIO: Final = 1.003  # of one rung to the next
FEW: Final = 64  # so many different losses stay as they are
WIDE: Final = 1 << 12  # steps of a staircase so fine that its number of steps no longer matters
LIFT: Final = 1e-4  # the part of its epsilon for which a staircase may be made a fine one

Kinds = Mapping[LossDistribution, int]


def rounded(kinds: Kinds) -> Kinds:
    """Return kinds of loss, and how often each occurs, with different Laplace losses rounded up to few.

    Guarantee:
        The composition of what is returned is at least as far apart at every epsilon as that of what is given.
    Because:
        Laplace noise of a larger scale is noise of a smaller one plus independent noise, so a larger epsilon with
        the same number of steps hides less; and whatever its number of steps, a loss with epsilon + 1/(4 scale^2)
        and any other number of steps hides less: shifted.proof.md, parts 3 and 4.
    Checked by: tests/privacy/accounting/test_ladder.py::test_rungs_hide_no_more_and_hardly_less
    """
    steep = {loss: stairs for loss in kinds if (stairs := _stairs(loss))}
    if len(steep) <= FEW:
        return kinds
    climbed = Counter({loss: times for loss, times in kinds.items() if loss not in steep})
    for loss, (epsilon, steps) in steep.items():
        climbed[_rung(round_up(epsilon), steps)] += kinds[loss]
    return climbed


def _stairs(loss: LossDistribution) -> tuple[Fraction, int] | None:
    """Return the largest loss of Laplace noise and the number of steps down to its negative, or None for other noise."""
    match loss:
        case Response(epsilon, 2):
            return epsilon, 1
        case Shifted(DiscreteLaplace(scale), by):
            return by / scale, by
        case _:
            return None


def _rung(epsilon: float, steps: int) -> LossDistribution:
    """Return a loss of the next rung, as fine a staircase as its own or one where that does not matter."""
    lift = (epsilon / steps) ** 2 / 4
    if lift < LIFT * epsilon:
        epsilon, steps = (epsilon + lift) * (1 + ROUNDING), WIDE
    return _standing(max(RATIO ** math.ceil(math.log(epsilon) / math.log(RATIO)), epsilon), steps)


@lru_cache(maxsize=1 << 12)
def _standing(epsilon: float, steps: int) -> LossDistribution:
    return Shifted(DiscreteLaplace(steps / Fraction(epsilon)), steps)
