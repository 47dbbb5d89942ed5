# SPDX-License-Identifier: Apache-2.0
"""What the protocols for numbers share: bounds, a grid of steps between them, and a report that is right on average."""

import math
from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from diffident.exact.number import LARGEST_WHOLE, decimal, whole
from diffident.local.averages import Average
from diffident.local.counted import people_for, positive_weights
from diffident.local.protocol import NoReports, Protocol, Reports, chunks, spelled
from diffident.privacy.mechanisms.mechanism import settle
from diffident.privacy.tradeoff.setting import NotTwoNumbers

STEPS: Final = 1 << 20  # between the bounds: a value is known to a millionth of their distance


class Measured(Protocol):
    """A protocol for a number between bounds.

    What lies outside the bounds counts as the nearer one, what is no number as the lower one.
    """

    __slots__ = ()
    low: Fraction
    high: Fraction
    steps: int

    @abstractmethod
    def progress(self, reports: Reports) -> NDArray[np.float64]:
        """Return for each report a number that is, on average, how far the value lies between the bounds, 0 to 1."""

    @abstractmethod
    def spread(self, place: float) -> float:
        """Return the variance of `progress` for a value that lies this far between the bounds."""

    def bounded(self, bounds: object, steps: object) -> None:
        """Take the bounds, and the number of steps between them."""
        if not isinstance(bounds, Sequence) or isinstance(bounds, str | bytes) or len(bounds) != 2:
            raise NotTwoNumbers
        low = decimal(bounds[0], name="bounds", at_least=-LARGEST_WHOLE, at_most=LARGEST_WHOLE)
        high = decimal(bounds[1], name="the upper bound", above=low, at_most=LARGEST_WHOLE)
        settle(self, low=low, high=high, steps=whole(steps, name="steps", at_least=1, at_most=STEPS))

    @property
    def width(self) -> float:
        """How far apart the bounds are."""
        return float(self.high - self.low)

    def parameters(self) -> dict[str, object]:
        """Return bounds, steps and epsilon, as plain data."""
        return {
            "bounds": [spelled(self.low), spelled(self.high)],
            "epsilon": spelled(self.epsilon),
            "steps": self.steps,
        }

    def answers(self, values: object) -> NDArray[np.int64]:
        """Return numbers as steps from the lower bound, each the nearest; privacy rests on none of them."""
        return np.floor(self.between(values) * self.steps + 0.5).astype(np.int64)

    def between(self, values: object) -> NDArray[np.float64]:
        """Return how far between the bounds numbers lie, 0 to 1."""
        given = np.atleast_1d(np.asarray(values, np.float64))
        inside = np.clip(np.nan_to_num(given, nan=float(self.low)), float(self.low), float(self.high))
        return np.asarray((inside - float(self.low)) / self.width)

    def placed(self, answer: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how far between the bounds, 0 to 1, steps are."""
        return answer / self.steps

    def estimate(self, reports: object, *, weights: object = None, confidence: object = 0.95) -> Average:
        """Return the mean of the values."""
        sure = decimal(confidence, name="confidence", above=0, below=1)
        scores = np.concatenate([self.scores(rows) for rows in chunks(reports)] or [np.empty(0)])
        if not scores.size:
            raise NoReports
        each = np.ones(scores.size) if weights is None else positive_weights(weights, scores.size)
        return Average.of(scores, each, sure)

    def scores(self, reports: Reports) -> NDArray[np.float64]:
        """Return for each report a number that is right on average about the value of its sender."""
        return float(self.low) + self.width * self.progress(reports)

    def variance(self, value: object = None, people: object = 1) -> float:
        """Return the variance of the mean of so many people who all have this value; without one, of the worst."""
        n = whole(people, name="people", at_least=1, at_most=LARGEST_WHOLE)
        if value is None:
            return self.width**2 * max(self.spread(place / 64) for place in range(65)) / n
        at = decimal(value, name="value", at_least=self.low, at_most=self.high)
        return self.width**2 * self.spread(float((at - self.low) / (self.high - self.low))) / n

    def people(self, within: object, *, confidence: object = 0.95) -> int:
        """Return how many people must report for the mean to be within a distance, by the normal law, at worst."""
        return people_for(self.variance(), within, confidence)

    def moved(self, fake: object = 0.01) -> tuple[float, float]:
        """Return how far down and up this share of fake reports can move the mean, at worst."""
        part = float(decimal(fake, name="fake", at_least=0, at_most=1))
        least, most = self.reach
        return part * self.width * (least - 1), part * self.width * most

    @property
    @abstractmethod
    def reach(self) -> tuple[float, float]:
        """The least and the largest that `progress` says of a report."""


def window_law(steps: int, width: int, inside: Fraction) -> tuple[float, float]:
    """Return how the mean cell of a window depends on the answer: its value at 0, and how it grows with each step.

    With the whole circle of width + steps cells, the mean inside is v + (width - 1)/2, and outside it is what is left of
    the sum of all cells.
    """
    cells = width + steps
    p, every = float(inside), cells * (cells - 1) / 2
    begin = p * (width - 1) / 2 + (1 - p) * (every - width * (width - 1) / 2) / steps
    return begin, p - (1 - p) * width / steps


def window_square(steps: int, width: int, inside: Fraction, answer: float) -> float:
    """Return the mean square of the cell that is reported for an answer."""
    cells = width + steps
    within = width * answer**2 + answer * width * (width - 1) + _squares(width)
    return float(inside) * within / width + float(1 - inside) * (_squares(cells) - within) / steps


def _squares(many: int) -> float:
    """Return 0 + 1 + 4 + ... of so many numbers."""
    return (many - 1) * many * (2 * many - 1) / 6


def checked_below(protocol: Protocol, reports: Reports, many: int) -> NDArray[np.int64]:
    """Return reports that are whole numbers below `many`, or refuse them."""
    rows = np.asarray(reports)
    if rows.ndim != 1 or rows.dtype.kind not in "iu" or (rows.size and not 0 <= rows.min() <= rows.max() < many):
        raise protocol.unreadable(f"whole numbers from 0 to {many - 1}")
    return rows.astype(np.int64, copy=False)


def balanced(steps: int, ratio: float) -> int:
    """Return the width of a window that is this part of the steps, at least one cell."""
    return max(math.floor(steps * ratio + 0.5), 1)
