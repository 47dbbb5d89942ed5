# SPDX-License-Identifier: Apache-2.0
"""Sums over neighbouring cells, from counts that were mixed: least squares, and intervals from all the noise that went in."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from diffident.privacy.laws.many import half_width_of_many
from diffident.question.aggregates.aggregate import Estimate, NoiseLaw, Noisy, additive
from diffident.question.measurement import Measurement
from diffident.question.mixed import Mixed
from diffident.question.strategies import Strategy

Window: TypeAlias = tuple[int | None, int | None]  # so many cells before and behind, None for all
ITSELF: Final[Window] = (0, 0)


def queries(cells: int, before: int | None, after: int | None) -> NDArray[np.float64]:
    """Return for each cell a one for every cell that is summed with it: so many before and behind it, or all.

    >>> queries(3, 1, 0).tolist()
    [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 1.0]]
    """
    apart = np.subtract.outer(np.arange(cells), np.arange(cells))
    low = -cells if after is None else -after
    high = cells if before is None else before
    return ((low <= apart) & (apart <= high)).astype(np.float64)


def along(noisy: Noisy, window: Window, confidence: Fraction) -> list[Estimate]:
    """Return the sum around each cell, in the order of the cells."""
    mixed = mixed_of(noisy.measurement)
    weights = _weights(mixed.strategy, window)
    released = np.array(noisy.cells, dtype=np.float64).reshape(mixed.ahead, mixed.strategy.released, mixed.behind)
    values = np.einsum("cr,arb->acb", weights, released)
    reach = half_width_of_many(additive(noisy.law), weights, float(1 - confidence))
    wide = np.broadcast_to(reach[None, :, None], values.shape)
    pairs = zip(values.ravel().tolist(), wide.ravel().tolist(), strict=True)
    return [Estimate(value, value - width, value + width) for value, width in pairs]


def foreseen(law: NoiseLaw, mixed: Mixed, window: Window, confidence: Fraction) -> float:
    """Return the half-width of the least exact of these sums."""
    weights = _weights(mixed.strategy, window)
    worst = int((weights**2).sum(axis=1).argmax())
    return float(half_width_of_many(additive(law), weights[worst : worst + 1], float(1 - confidence))[0])


def spread(strategy: Strategy, windows: Sequence[Window]) -> float:
    """Return the root mean square error of all sums around all cells, in deviations of what is released."""
    squares = [(_weights(strategy, window) ** 2).sum(axis=1) for window in windows]
    return float(np.sqrt(np.mean(squares)))


def mixed_of(measurement: Measurement) -> Mixed:
    """Return a measurement of mixed counts."""
    assert isinstance(measurement, Mixed)  # noqa: S101 - nothing else is summed along a key
    return measurement


@lru_cache(maxsize=8)
def _weights(strategy: Strategy, window: Window) -> NDArray[np.float64]:
    found: NDArray[np.float64] = queries(strategy.cells, *window) @ strategy.solution
    return found
