# SPDX-License-Identifier: Apache-2.0
"""The tail of a weighted sum of several independent draws of one law."""

import math
from collections.abc import Sequence

from diffident.privacy.laws.gaussian import DiscreteGaussian
from diffident.privacy.laws.laplace import DiscreteLaplace

APART = 1.02  # scales closer than this are moved apart upwards, so that no difference of them loses its digits


def tail_of_several(law: DiscreteLaplace | DiscreteGaussian, weights: Sequence[float], beyond: float) -> float:
    """Return about P(sum of weight Z > beyond), or a little more, for noise that is wide beside its steps.

    Continuous noise stands for the discrete one, moved towards the tail by half a step of each. A sum of Laplace draws of
    scales b_i has the tail sum of b_i^(2n-2) / (2 product of (b_i^2 - b_j^2)) e^(-x/b_i).
    """
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
