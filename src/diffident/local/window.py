# SPDX-License-Identifier: Apache-2.0
"""The step that most protocols are made of: a report near the answer, or, with some chance, anywhere else."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diffident.local.thresholds import WHOLE
from diffident.randomness.bernoulli import bernoulli
from diffident.randomness.source import Source
from diffident.randomness.uniform import uniform_below


def moved_on(answers: NDArray[np.int64], cells: int, width: int, inside: int, source: Source) -> NDArray[np.int64]:
    """Return for each answer one of the `width` cells that begin there, or one of those behind them, round the circle.

    Guarantee:
        The cell is within the window with probability inside / 2^64, and alike within it and outside.
    Because:
        A coin of that chance decides; then the place is uniform among the cells of that part.
    Checked by: tests/local/test_protocols.py::test_arrays_follow_the_law_of_the_device_and_not_that_of_a_twin
    """
    away = np.flatnonzero(~bernoulli(Fraction(inside, WHOLE), answers.size, source))
    moved = answers.copy() if width == 1 else answers + uniform_below(width, answers.size, source)
    moved[away] = answers[away] + width + uniform_below(cells - width, away.size, source)
    moved[moved >= cells] -= cells
    return moved


def lies(chance_of_one: int, count: int, source: Source) -> NDArray[np.bool_]:
    """Return this many flips of a coin that falls on its one side with a threshold's probability."""
    return bernoulli(Fraction(chance_of_one, WHOLE), count, source)
