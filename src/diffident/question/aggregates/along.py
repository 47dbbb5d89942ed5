# SPDX-License-Identifier: Apache-2.0
"""Sums over neighbouring cells, from counts that were mixed: least squares, and intervals from all the noise that went in."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diffident.privacy.laws.many import half_width_of_many
from diffident.question.aggregates.aggregate import Estimate, NoiseLaw, Noisy
from diffident.question.mixed import Mixed


def queries(cells: int, before: int | None, after: int | None) -> NDArray[np.float64]:
    """Return for each cell a one for every cell that is summed with it: so many before and behind it, or all.

    >>> queries(3, 1, 0).tolist()
    [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 1.0]]
    """
    apart = np.subtract.outer(np.arange(cells), np.arange(cells))
    low = -cells if after is None else -after
    high = cells if before is None else before
    return ((low <= apart) & (apart <= high)).astype(np.float64)


def along(noisy: Noisy, before: int | None, after: int | None, confidence: Fraction) -> list[Estimate]:
    """Return the sum around each cell, in the order of the cells."""
    mixed = mixed_of(noisy.measurement)
    weights = queries(mixed.strategy.cells, before, after) @ mixed.strategy.solution
    released = np.array(noisy.cells, dtype=np.float64).reshape(mixed.ahead, mixed.strategy.released, mixed.behind)
    values = np.einsum("cr,arb->acb", weights, released)
    reach = half_width_of_many(noisy.law, weights, float(1 - confidence))
    wide = np.broadcast_to(reach[None, :, None], values.shape)
    return [Estimate(value, value - w, value + w) for value, w in zip(values.ravel().tolist(), wide.ravel().tolist(), strict=True)]


def spread(mixed: Mixed, law: NoiseLaw, before: int | None, after: int | None) -> float:
    """Return the root mean square error of the sums around all cells."""
    weights = queries(mixed.strategy.cells, before, after) @ mixed.strategy.solution
    return float(law.sd * np.sqrt((weights**2).sum(axis=1).mean()))


def mixed_of(measurement: object) -> Mixed:
    """Return a measurement of mixed counts."""
    assert isinstance(measurement, Mixed)  # noqa: S101 - nothing else is summed along a key
    return measurement
