# SPDX-License-Identifier: Apache-2.0
"""The tail of a weighted sum of independent draws of one law: how far errors of ratios and differences stray."""

import math
from collections.abc import Sequence

import numpy as np

from diffident.privacy.laws.two import tail_of_two
from diffident.privacy.laws.weighted import WIDE, Law, Weighted, are_alike, tail_of

FARTHEST = 1 << 40


def tail_of_several(law: Law | Weighted, weights: Sequence[float], beyond: float) -> float:
    """Return P(sum of weight Z > beyond), or a little more, for beyond >= 0; none without weights.

    Guarantee:
        The probability is not above what is returned, but for the rounding of floats; for wide Gaussian noise by an
        estimate and a test of it up to 40 standard deviations. Error bars rest on it, privacy does not.
    Because:
        One draw, and two, have exact tails or bounds of their own. Of more draws of narrow noise at least one is as far
        out as its share of the sum. Wide noise: several.proof.md.
    Checked by: tests/privacy/laws/test_several.py::test_the_tail_of_several_is_not_below_that_of_all_outcomes
    """
    if isinstance(law, Weighted):
        return law.tail(weights, beyond)
    used = sorted((abs(weight) for weight in weights if weight), reverse=True)
    if len(used) <= 2:
        return tail_of_two(law, used[0], used[1] if len(used) == 2 else 0.0, beyond) if used else 0.0
    draws = [(law, weight) for weight in used]
    return tail_of(draws, beyond) if law.sd > WIDE or are_alike(draws) else _narrow(law, used, beyond)


def _narrow(law: Law, weights: Sequence[float], beyond: float) -> float:
    """Return half the chance that any of the draws is further out than beyond / sum of weights."""
    steps = min(math.floor(beyond / math.fsum(weights) * (1 - 1e-12)) + 1, FARTHEST)
    return min(1.0, len(weights) * float(law.upper(np.array([steps]))[0]) * (1 + law.relative_error))
