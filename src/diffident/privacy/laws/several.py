# SPDX-License-Identifier: Apache-2.0
"""The tail of a weighted sum of independent draws of one law: how far errors of ratios and differences stray."""

import math
from collections.abc import Sequence

import numpy as np

from diffident.privacy.laws.gaussian import DiscreteGaussian
from diffident.privacy.laws.laplace import DiscreteLaplace
from diffident.privacy.laws.two import tail_of_two

APART = 1.02  # scales closer than this are moved apart upwards, so that no difference of them loses its digits
WIDE = 8  # standard deviation from which continuous noise stands for three and more draws
FARTHEST = 1 << 40

Law = DiscreteLaplace | DiscreteGaussian


def tail_of_several(law: Law, weights: Sequence[float], beyond: float) -> float:
    """Return P(sum of weight Z > beyond), or a little more, for beyond >= 0; none without weights.

    Guarantee:
        The probability is not above what is returned, but for the rounding of floats; for wide Gaussian noise by an
        estimate and a test of it up to 40 standard deviations. Error bars rest on it, privacy does not.
    Because:
        One draw, and two, have exact tails or bounds of their own. Of more draws of narrow noise at least one is as far
        out as its share of the sum. Wide noise: several.proof.md.
    Checked by: tests/privacy/laws/test_several.py::test_the_tail_of_several_is_not_below_that_of_all_outcomes
    """
    used = sorted((abs(weight) for weight in weights if weight), reverse=True)
    if len(used) <= 2:
        return tail_of_two(law, used[0], used[1] if len(used) == 2 else 0.0, beyond) if used else 0.0
    return _wide(law, used, beyond) if law.sd > WIDE else _narrow(law, used, beyond)


def _narrow(law: Law, weights: Sequence[float], beyond: float) -> float:
    """Return half the chance that any of the draws is further out than beyond / sum of weights."""
    steps = min(math.floor(beyond / math.fsum(weights) * (1 - 1e-12)) + 1, FARTHEST)
    return min(1.0, len(weights) * float(law.upper(np.array([steps]))[0]) * (1 + law.relative_error))


def _wide(law: Law, weights: Sequence[float], beyond: float) -> float:
    """Continuous noise stands for the discrete one, moved towards the tail by half a step of each, and a little more."""
    short = beyond - math.fsum(weights) * (0.5 + 2 / law.sd)
    if short <= 0:
        return 1.0
    if isinstance(law, DiscreteGaussian):
        return math.erfc(short / (math.sqrt(2) * math.hypot(*weights) * law.sigma)) / 2
    scales = _apart([float(law.scale) * weight for weight in weights])
    return min(1.0, max(0.0, math.fsum(_share(scale, scales) * math.exp(-short / scale) for scale in scales) / 2))


def _apart(scales: list[float]) -> list[float]:
    """Return scales that are no smaller, in order, each well above the one before."""
    found: list[float] = []
    for scale in sorted(scales):
        found.append(max(scale, found[-1] * APART) if found else scale)
    return found


def _share(scale: float, scales: Sequence[float]) -> float:
    return math.prod(1 / (1 - (other / scale) ** 2) for other in scales if other != scale)
