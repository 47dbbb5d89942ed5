# SPDX-License-Identifier: Apache-2.0
"""The tails of weighted sums of independent draws, for many sums at once: what `two` and `several` say of one."""

import math
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from diffident.privacy.laws.gaussian import DiscreteGaussian
from diffident.privacy.laws.laplace import DiscreteLaplace
from diffident.privacy.laws.several import FARTHEST, tail_of_several
from diffident.privacy.laws.two import DEVIATIONS, SUMMED, TIE
from diffident.privacy.laws.weighted import APART, WIDE, Weighted

Law: TypeAlias = DiscreteLaplace | DiscreteGaussian
Numbers: TypeAlias = NDArray[np.float64]

AT_ONCE: Final = 1 << 20  # outcomes that are looked at together


def tails(law: Law | Weighted, weights: Numbers, beyond: Numbers) -> Numbers:
    """Return P(sum of weight Z > beyond), or a little more, for each column of weights and each beyond >= 0.

    Guarantee:
        The probability is not above what is returned, as `tail_of_several` says it.
    Because:
        These are its formulas, term by term, without that for draws that are alike; a weight of zero adds
        nothing to them. Combined noise is left to it.
    Checked by: tests/privacy/laws/test_at_once.py::test_many_tails_are_those_of_one_after_the_other
    """
    if isinstance(law, Weighted):
        columns = zip(weights.T.tolist(), beyond.tolist(), strict=True)
        return np.array([tail_of_several(law, column, far) for column, far in columns])
    sorted_ = np.sort(np.abs(weights), axis=0)
    if len(sorted_) == 2:
        small, large = sorted_
        return _wide_two(law, large, small, beyond) if law.sd > SUMMED else _summed(law, large, small, beyond)
    return _wide(law, sorted_, beyond) if law.sd > WIDE else _narrow(law, sorted_, beyond)


def _summed(law: Law, large: Numbers, small: Numbers, beyond: Numbers) -> Numbers:
    """Add up narrow noise of two draws, outcome by outcome, for as many sums together as memory is for."""
    reach = math.ceil(DEVIATIONS * law.sd)
    second = np.arange(-reach, reach + 1)
    mass, found = law.mass(second), np.empty(len(beyond))
    step = max(1, AT_ONCE // len(second))
    for first in range(0, len(beyond), step):
        part = slice(first, first + step)
        needed = np.floor((beyond[part, None] - small[part, None] * second) / large[part, None] - TIE) + 1
        found[part] = law.upper(np.clip(needed, -FARTHEST, FARTHEST).astype(np.int64)) @ mass
    return found * (1 + 2 * law.relative_error)


def _wide_two(law: Law, large: Numbers, small: Numbers, beyond: Numbers) -> Numbers:
    short = _short(law, large + small, beyond)
    if isinstance(law, DiscreteGaussian):
        return np.where(short > 0, _bell(law, np.hypot(large, small), short), 1.0)
    a, b = large * float(law.scale), small * float(law.scale)
    with np.errstate(divide="ignore", invalid="ignore"):
        lag = np.where(b > 0, short * (a - b) / (a * b), np.inf)
        slope = np.where(lag > 0, -np.expm1(-lag) / lag, 1.0)
    return np.where(short > 0, np.exp(-np.maximum(short, 0) / a) / 2 * (1 + slope * short * b / (a * (a + b))), 1.0)


def _narrow(law: Law, weights: Numbers, beyond: Numbers) -> Numbers:
    """Return half the chance that any of the draws is further out than beyond / sum of weights."""
    steps = np.minimum(np.floor(beyond / weights.sum(axis=0) * (1 - 1e-12)) + 1, FARTHEST).astype(np.int64)
    return np.minimum(1.0, len(weights) * law.upper(steps) * (1 + law.relative_error))


def _wide(law: Law, weights: Numbers, beyond: Numbers) -> Numbers:
    """Continuous noise stands for the discrete one, moved towards the tail, as in `several`."""
    short = _short(law, weights.sum(axis=0), beyond)
    if isinstance(law, DiscreteGaussian):
        return np.where(short > 0, _bell(law, np.sqrt((weights**2).sum(axis=0)), short), 1.0)
    scales = weights * float(law.scale)
    for place in range(1, len(scales)):
        scales[place] = np.maximum(scales[place], scales[place - 1] * APART)
    found = np.zeros(len(beyond))
    with np.errstate(divide="ignore", invalid="ignore"):
        for place, scale in enumerate(scales):
            share = np.prod(
                [1 / (1 - (each / scale) ** 2) for other, each in enumerate(scales) if other != place], axis=0
            )
            found += np.where(scale > 0, share * np.exp(-short / scale) / 2, 0.0)
    return np.where(short > 0, np.clip(found, 0.0, 1.0), 1.0)


def _short(law: Law, moved: Numbers, beyond: Numbers) -> Numbers:
    """Return how far continuous noise has to stray where the discrete one strays so far."""
    return beyond - moved * (0.5 + 2 / law.sd)


def _bell(law: DiscreteGaussian, width: Numbers, short: Numbers) -> Numbers:
    return np.array([math.erfc(each) / 2 for each in (short / (math.sqrt(2) * width * law.sigma)).tolist()])
