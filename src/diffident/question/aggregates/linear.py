# SPDX-License-Identifier: Apache-2.0
"""Sums of released integers with weights, and how far noise moves them."""

import math
from collections.abc import Sequence
from fractions import Fraction

from diffident.privacy.laws.several import tail_of_several
from diffident.privacy.laws.two import tail_of_two
from diffident.question.aggregates.aggregate import Estimate, NoiseLaw, Noisy

HALVINGS = 60
WIDE = 64  # standard deviation


def sums(noisy: Noisy, weights: Sequence[Fraction], confidence: Fraction) -> list[Estimate]:
    """Return for each cell the weighted sum of its integers, with the interval that the noise leaves it."""
    reach = half_width(noisy.law, weights, confidence)
    values = (float(sum((w * n for w, n in zip(weights, cell, strict=True)), Fraction(0))) for cell in noisy.cells)
    return [Estimate(value, value - reach, value + reach) for value in values]


def half_width(law: NoiseLaw, weights: Sequence[Fraction], confidence: Fraction) -> float:
    """Return a t within which the weighted sum of independent noise stays with at least this probability.

    One weight: the smallest there is. Two: the smallest of the law of both, or a little more. Three and more: the same
    where the noise is wide beside a step, else each for itself, so that all stay within theirs.
    """
    used = sorted((abs(weight) for weight in weights if weight), reverse=True)
    if len(used) == 1:
        return float(used[0] * law.quantile(confidence))
    most = float(sum(used) * law.largest_of(len(used), confidence))
    if len(used) > 2 and law.sd <= WIDE:
        return most
    return _where_the_tail_is_small(law, [float(weight) for weight in used], most, float(1 - confidence))


def _where_the_tail_is_small(law: NoiseLaw, weights: Sequence[float], most: float, missed: float) -> float:
    """Return a t with P(|sum of weight Z| > t) <= missed, by halving."""
    low, high = 0.0, most
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        tail = (
            tail_of_two(law, weights[0], weights[1], middle)
            if len(weights) == 2
            else tail_of_several(law, weights, middle)
        )
        enough = 2 * tail <= missed
        low, high = (low, middle) if enough else (middle, high)
        if high - low <= 1e-9 * high:
            break
    return math.nextafter(high, math.inf)
