# SPDX-License-Identifier: Apache-2.0
"""The piecewise protocol for a number: a report near it, or, with some chance, anywhere else on a longer line."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from diffident.exact import enclosure
from diffident.exact.number import Epsilon
from diffident.local.measured import STEPS, Measured, balanced, checked_below, window_law, window_square
from diffident.local.protocol import Reports, integers_below, windowed
from diffident.local.thresholds import chance, likelier
from diffident.local.window import moved_on
from diffident.privacy.mechanisms.mechanism import settle
from diffident.randomness.source import Source


class Windowed(Measured):
    """A number whose report is a window of cells that moves with it along a line, and all other cells alike."""

    __slots__ = ()
    window: int
    inside: int

    def settled(self, window: int) -> None:
        """Take the width of the window, and the largest chance to be inside that epsilon allows."""
        settle(self, window=window, inside=likelier(self.epsilon, window, self.steps))

    @property
    def cells(self) -> int:
        """How many cells the line has: the window may begin at each of the answers."""
        return self.steps + self.window

    def device(self) -> dict[str, Any]:
        """Return the window."""
        return windowed(self.steps + 1, cells=self.cells, width=self.window, inside=self.inside)

    def perturb(self, values: object, source: Source | None = None) -> Reports:
        """Return a cell for each number.

        Guarantee:
            Cells inside the window are alike, so are those outside, and one inside is at most e^epsilon times as likely
            as one outside.
        Because:
            `likelier` says so of the threshold. The window that begins at the last answer ends with the last cell.
        Checked by: tests/local/test_protocols.py::test_no_report_is_likelier_by_more_than_the_factor
        """
        return self.moved_cells(self.answers(values), source or Source.fresh())

    def moved_cells(self, answers: NDArray[np.int64], source: Source) -> NDArray[np.int64]:
        """Return a cell for each answer."""
        return moved_on(answers, self.cells, self.window, self.inside, source)

    def gathered(self, sent: Iterable[object]) -> Reports:
        """Return cells as an array."""
        return integers_below(self, sent, self.cells)

    def progress(self, reports: Reports) -> NDArray[np.float64]:
        """Return what each cell says of the place between the bounds."""
        begin, gain = window_law(self.steps, self.window, chance(self.inside))
        return self.placed(np.asarray((checked_below(self, reports, self.cells) - begin) / gain, np.float64))

    def spread(self, place: float) -> float:
        """Return the variance of what one cell says."""
        begin, gain = window_law(self.steps, self.window, chance(self.inside))
        answer = place * self.steps
        square = window_square(self.steps, self.window, chance(self.inside), answer)
        far = self.placed(np.array([0.0, 1 / gain]))
        return (square - (begin + gain * answer) ** 2) * float(far[1] - far[0]) ** 2

    @property
    def reach(self) -> tuple[float, float]:
        """What the first and the last cell say."""
        least, most = self.progress(np.array([0, self.cells - 1]))
        return float(least), float(most)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Piecewise(Windowed):
    """The mean of a number (Wang and others 2019); best for large epsilon."""

    kind: ClassVar[str] = "piecewise"
    low: Fraction
    high: Fraction
    epsilon: Fraction
    steps: int
    window: int = field(compare=False)
    inside: int = field(compare=False)

    def __init__(self, *, bounds: object, epsilon: object, steps: object = STEPS) -> None:
        self.bounded(bounds, steps)
        settle(self, epsilon=Epsilon.of(epsilon).value)
        self.settled(balanced(self.steps, float(enclosure.exp(-self.epsilon / 2, 64).low)))
