# SPDX-License-Identifier: Apache-2.0
"""Sums of released integers with weights, and how far noise moves them."""

import math
from collections.abc import Sequence
from fractions import Fraction

from diffident.privacy.laws.several import tail_of_several
from diffident.question.aggregates.aggregate import Estimate, NoiseLaw, Noisy, additive

HALVINGS = 30


def sums(noisy: Noisy, weights: Sequence[Fraction], confidence: Fraction) -> list[Estimate]:
    """Return for each cell the weighted sum of its integers, with the interval that the noise leaves it."""
    reach = half_width(noisy.law, weights, confidence)
    values = (float(sum((w * n for w, n in zip(weights, cell, strict=True)), Fraction(0))) for cell in noisy.cells)
    return [Estimate(value, value - reach, value + reach) for value in values]


def half_width(law: NoiseLaw, weights: Sequence[Fraction], confidence: Fraction) -> float:
    """Return a t within which the weighted sum of independent noise stays with at least this probability.

    One weight: the smallest there is. Several: the smallest by `tail_of_several`, which may be a little more.
    """
    used = [abs(weight) for weight in weights if weight]
    if len(used) == 1:
        return float(used[0]) * float(law.quantile(confidence))
    return half_width_of(law, [float(weight) for weight in used], float(1 - confidence))


def half_width_of(law: NoiseLaw, weights: Sequence[float], missed: float) -> float:
    """Return a t with P(|sum of weight Z| > t) <= missed, by halving."""
    low, high = 0.0, math.fsum(map(abs, weights))
    while 2 * tail_of_several(additive(law), weights, high) > missed:
        low, high = high, 2 * high
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if 2 * tail_of_several(additive(law), weights, middle) <= missed else (middle, high)
    return math.nextafter(high, math.inf)
