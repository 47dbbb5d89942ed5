# SPDX-License-Identifier: Apache-2.0
"""Cuts: the public places at which a column can be divided, and how many rows lie below each.

Every step of a column's grid has `fine` cuts, and the rows of a step are taken to lie evenly among its cuts. So there
are cuts inside a value that many rows share, whatever the data, and a quantile that lies in its midst finds it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Cuts:
    """The cuts of one cell: `count` steps from `least` on, `fine` cuts in each; `steps` are occupied by `rows`."""

    least: int
    count: int
    fine: int
    steps: Whole
    rows: Whole
    through: Whole  # rows up to and with each occupied step

    @classmethod
    def of(cls, steps: Whole, rows: Whole, *, least: int, most: int, fine: int) -> "Cuts":
        """Return the cuts of a grid whose occupied steps have so many rows each."""
        return cls(least, most - least + 1, fine, steps, rows, np.cumsum(rows))

    @property
    def total(self) -> int:
        """How many cuts there are; this is public."""
        return self.count * self.fine

    @property
    def size(self) -> int:
        """How many rows there are."""
        return int(self.through[-1]) if self.through.size else 0

    def below(self, cut: int) -> int:
        """Return how many rows lie below a cut, exactly, counted in parts of which a row has 2 fine.

        Guarantee:
            One row more moves it by between 0 and a row, the further right the cut the more: by 0 where the row's step
            is above, by a row where it is below.
        Because:
            Of the rows of the cut's own step the share (2f + 1) / (2 fine) counts, with f the cut's number in it.
        Checked by: tests/privacy/mechanisms/test_cuts.py::test_one_row_moves_what_lies_below_a_cut_by_at_most_itself
        """
        step, number = divmod(cut, self.fine)
        place = int(np.searchsorted(self.steps, step + self.least))
        before = int(self.through[place - 1]) if place else 0
        is_held = place < self.steps.size and self.steps[place] == step + self.least
        return 2 * self.fine * before + (int(self.rows[place]) * (2 * number + 1) if is_held else 0)

    def around(self, low: float, high: float) -> tuple[int, int]:
        """Return from which cut on, and before which one, surely all lie that have so many rows below them."""
        first = int(np.searchsorted(self.through, low))
        last = int(np.searchsorted(self.through - self.rows, high, side="right"))
        begin = int(self.steps[first - 1]) + 1 if first else self.least
        end = int(self.steps[last]) if last < self.steps.size else self.least + self.count
        return (begin - self.least) * self.fine, (end - self.least) * self.fine


@dataclass(frozen=True, slots=True)
class Runs:
    """Cuts in runs, in order: all of a run have about as many rows below them. For proposing only, not for deciding.

    `first` is the first cut of each run, `size` how many it has, `below` the rows below its middle, and `height` the
    most rows that lie within one.
    """

    first: Whole
    size: Whole
    below: NDArray[np.float64]
    height: float

    @classmethod
    def of(cls, cuts: Cuts, begin: int, end: int, height: float) -> "Runs":
        """Return the runs of the cuts from one to before another; within a run at most `height` rows lie, or it is one cut.

        Begin and end lie at the edge of a step that nobody holds, or of all steps.
        """
        held = slice(*np.searchsorted(cuts.steps, (begin // cuts.fine + cuts.least, end // cuts.fine + cuts.least)))
        steps, rows = cuts.steps[held] - cuts.least, cuts.rows[held]
        before = cuts.through[held] - rows
        empty = _empty(steps, rows, cuts, begin, end)
        full = _full(steps, rows, before, cuts.fine, height)
        first, size = np.append(empty[0], full[0]), np.append(empty[1], full[1])
        below = np.append(empty[2], full[2])
        order = np.argsort(first, kind="stable")
        order = order[size[order] > 0]
        parts = _parts(rows, cuts.fine, height)
        return cls(first[order], size[order], below[order], float((rows / parts)[parts < cuts.fine].max(initial=0)))

    def within(self, low: float, high: float) -> tuple[int, int]:
        """Return from which run on, and before which one, all cuts lie that have so many rows below them.

        A run on either side belongs to them, so there is always one.
        """
        first = np.searchsorted(self.below, low - self.height)
        last = np.searchsorted(self.below, high + self.height, side="right")
        return max(int(first) - 1, 0), min(int(last) + 1, self.first.size)

    def cuts(self, begin: int, end: int) -> tuple[int, int]:
        """Return from which cut on, and before which one, the cuts of some runs are."""
        return int(self.first[begin]), int(self.first[end - 1] + self.size[end - 1])


def _empty(steps: Whole, rows: Whole, cuts: Cuts, begin: int, end: int) -> tuple[Whole, Whole, NDArray[np.float64]]:
    """Return the runs between occupied steps."""
    first: Whole = np.append(np.int64(begin), (steps + 1) * cuts.fine)
    last: Whole = np.append(steps * cuts.fine, np.int64(end))
    start = int(np.searchsorted(cuts.steps, begin // cuts.fine + cuts.least))
    before = int(cuts.through[start - 1]) if start else 0
    return first, last - first, before + np.concatenate([[0.0], np.cumsum(rows)])


def _full(
    steps: Whole, rows: Whole, before: Whole, fine: int, height: float
) -> tuple[Whole, Whole, NDArray[np.float64]]:
    """Return the cuts of occupied steps, in runs."""
    parts = _parts(rows, fine, height)
    step = np.repeat(np.arange(steps.size), parts)
    part = np.arange(step.size) - np.repeat(np.cumsum(parts) - parts, parts)
    first, last = part * fine // parts[step], (part + 1) * fine // parts[step]
    below = before[step] + rows[step] * ((first + last) / (2 * fine))
    return steps[step] * fine + first, last - first, below


def _parts(rows: Whole, fine: int, height: float) -> Whole:
    """Return into how many runs the cuts of occupied steps fall."""
    return np.clip(np.ceil(rows / height), 1, fine).astype(np.int64)
