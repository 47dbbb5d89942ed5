# SPDX-License-Identifier: Apache-2.0
"""Values as steps of a public grid, in formulas that every engine computes alike."""

from diffident.exact.fixed import FixedPoint
from diffident.exact.rounding import round_down, round_up
from diffident.question.expression import Call, Column, Expression, Literal


def in_steps(value: str, grid: FixedPoint) -> Expression:
    """Return a column's value as steps of a grid, all in floats that engines compute alike."""
    low, high = round_down(grid.low), round_up(grid.high)
    numbers = (low, high), (grid.least, grid.most), (float(1 / grid.step),)
    return Call("steps", (Column(value), *(Literal.of(each) for group in numbers for each in group)))


def above(read: str, grid: FixedPoint) -> Expression:
    """Return the steps above the lower limit."""
    return Call("whole -", (Column(read), Literal.of(grid.least)))


def below(read: str, grid: FixedPoint) -> Expression:
    """Return the steps below the upper limit."""
    return Call("whole -", (Literal.of(grid.most), Column(read)))
