# SPDX-License-Identifier: Apache-2.0
"""Cells of known values: their true integers, and noisy ones by a mechanism's own exact draw."""

from fractions import Fraction

import numpy as np

from diffident.exact.fixed import FixedPoint
from diffident.privacy.mechanisms import Gaussian, Laplace
from diffident.privacy.private import Private
from diffident.question.aggregates.aggregate import Noisy
from diffident.question.expression import Column
from diffident.question.measurement import Pair, Present, Total, Triple
from diffident.question.weighted import WeightedPair
from diffident.randomness.source import Source

X = Column("x")
GRID = FixedPoint(Fraction(-1), Fraction(3), Fraction(1, 1 << 18))


def values(people, first, second):
    """Return quantiles of a beta law, stretched to the limits: values that are the same each time."""
    from scipy.stats import beta

    return -1 + 4 * beta.ppf((np.arange(people) + 0.5) / people, first, second)


def weights(given):
    """Return a weight of one to three for each value."""
    return [1 + place % 3 for place in range(len(given))]


def integers(measurement, given):
    """Return the true integers of one cell with these values."""
    if isinstance(measurement, Present):
        return [len(given)]
    if isinstance(measurement, WeightedPair):
        pairs = [integers(Pair(X, measurement.grid), [each]) for each in given]
        return [sum(w * n for w, n in zip(weights(given), part, strict=True)) for part in zip(*pairs, strict=True)]
    steps = [int(step) for step in measurement.grid.steps(np.asarray(given, dtype=float))]
    up = [step - measurement.grid.least for step in steps]
    down = [measurement.span - each for each in up]
    if isinstance(measurement, Total):
        return [sum(steps)]
    if isinstance(measurement, Pair):
        return [sum(up), sum(down)]
    assert isinstance(measurement, Triple)
    both = list(zip(up, down, strict=True))
    return [sum(d**2 for _, d in both), sum(2 * u * d for u, d in both), sum(u**2 for u, _ in both)]


def noisy(measurement, given, *, epsilon, draws, tape, delta=None):
    """Return the same cell with noise, over and over."""
    if delta is None:
        mechanism = Laplace(sensitivity=measurement.row_reach, epsilon=epsilon)
    else:
        mechanism = Gaussian(sensitivity=measurement.row_reach, epsilon=epsilon, delta=delta)
    true = np.empty((draws, measurement.width), dtype=object)
    true[:] = integers(measurement, given)
    return Noisy(measurement, mechanism.draw(Private(true), Source.replay(tape)).tolist(), mechanism.law)
