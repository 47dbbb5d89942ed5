# SPDX-License-Identifier: Apache-2.0
"""Losses of generalised linear models by their derivatives: public functions from margins and targets to residuals.

A residual is a whole number in steps of 2^-20, read from a public table over margins in steps of 2^-12, so it is the
same for a row whatever rows are beside it.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from diffident.learn.layout import NOBODY, ONE, Integers
from diffident.learn.sums import MARGIN_BITS, RESIDUAL

Floats = NDArray[np.float64]
TABLE_BITS: Final = 12
WIDEST: Final = 16  # margins beyond this count as if they were there
LIMIT: Final = WIDEST << TABLE_BITS
SHARP: Final = 0.5  # how far around 1 the hinge of a support vector machine is rounded


class Residuals(Protocol):
    """A loss: how many outputs a row has, how its residuals come about, and how curved it is."""

    @property
    def outputs(self) -> int:
        """How many margins a row has."""
        ...

    @property
    def square(self) -> int:
        """What the squares of a row's residuals add up to at most."""
        ...

    @property
    def curvature(self) -> float:
        """About how fast residuals grow with margins, for the step of a pass. Public; nothing rests on it."""
        ...

    @property
    def steepness(self) -> float:
        """The most by which slopes grow with margins."""
        ...

    def residuals(self, margins: Integers, target: NDArray[np.int16]) -> Integers:
        """Return the residuals of each row, 0 for a row of none of the classes."""
        ...

    def value(self, margins: Floats, target: NDArray[np.int16]) -> Floats:
        """Return the loss of each row, convex in its margins, 0 for a row of none of the classes."""
        ...

    def slope(self, margins: Floats, target: NDArray[np.int16]) -> Floats:
        """Return the derivative of the loss: what residuals are on a grid."""
        ...


def steps(margins: Integers) -> Integers:
    """Return where margins stand in a table."""
    return np.asarray(np.clip(margins >> (MARGIN_BITS - TABLE_BITS), -LIMIT, LIMIT) + LIMIT)


@lru_cache(maxsize=8)
def table(shape: Callable[[Floats], Floats]) -> Integers:
    """Return a public table of values between -1 and 1 at every step, cut towards zero."""
    places: Floats = np.arange(-LIMIT, LIMIT + 1) / 2.0**TABLE_BITS
    return np.trunc(shape(places) * RESIDUAL).astype(np.int64)


def logistic(margins: Floats) -> Floats:
    """Return the probability of the second class."""
    return np.asarray((1 + np.tanh(margins / 2)) / 2)


def exponential(margins: Floats) -> Floats:
    """Return e to the power of a number, 1 above 0."""
    return np.asarray(np.exp(np.minimum(margins, 0.0)))


def hinge(margins: Floats) -> Floats:
    """Return the slope of the rounded hinge of rows on the right side."""
    return np.clip((margins - (1 + SHARP)) / (2 * SHARP), -1.0, 0.0)


@dataclass(frozen=True, slots=True)
class Logistic:
    """Two classes, one margin: the probability of the second, less 1 where it is the case."""

    outputs = 1
    square = 1
    curvature = 0.15
    steepness = 0.25

    def value(self, margins: Floats, target: NDArray[np.int16]) -> Floats:
        """Return the logarithm of how unlikely the truth was."""
        truth = target[:, None]
        return np.where(truth == NOBODY, 0.0, np.logaddexp(0.0, margins) - margins * truth)

    def slope(self, margins: Floats, target: NDArray[np.int16]) -> Floats:
        """Return probability less truth."""
        truth = target[:, None]
        return np.where(truth == NOBODY, 0.0, logistic(margins) - truth)

    def residuals(self, margins: Integers, target: NDArray[np.int16]) -> Integers:
        """Return probability less truth."""
        truth = target.astype(np.int64)[:, None]
        return np.where(truth == NOBODY, 0, table(logistic)[steps(margins)] - truth * RESIDUAL)


@dataclass(frozen=True, slots=True)
class Softmax:
    """Several classes, a margin each: the probability of each, less 1 for the one that is the case.

    Probabilities are whole numbers that add up to at most 1. So the squares of a row's residuals add up to at most 2:
    that of its own class is at most 1, and so is the sum of all others.
    """

    outputs: int
    square = 2
    curvature = 0.15
    steepness = 0.5

    def value(self, margins: Floats, target: NDArray[np.int16]) -> Floats:
        """Return the logarithm of how unlikely the truth was."""
        whole = (
            np.logaddexp.reduce(margins, axis=1) - np.take_along_axis(margins, np.maximum(target, 0)[:, None], 1)[:, 0]
        )
        return np.where(target == NOBODY, 0.0, whole)[:, None]

    def slope(self, margins: Floats, target: NDArray[np.int16]) -> Floats:
        """Return probabilities less truth."""
        weights = np.exp(margins - margins.max(axis=1, keepdims=True))
        chances = weights / weights.sum(axis=1, keepdims=True)
        return np.where((target == NOBODY)[:, None], 0.0, chances - (np.arange(self.outputs) == target[:, None]))

    def residuals(self, margins: Integers, target: NDArray[np.int16]) -> Integers:
        """Return probabilities less truth."""
        lower = margins - margins.max(axis=1, keepdims=True)
        weights = table(exponential)[steps(lower)]
        chances = weights * RESIDUAL // weights.sum(axis=1, keepdims=True)
        truth = np.where(np.arange(self.outputs) == target[:, None], RESIDUAL, 0)
        return np.where((target == NOBODY)[:, None], 0, chances - truth)


@dataclass(frozen=True, slots=True)
class Hinge:
    """Two classes, one margin: rows that lie on the wrong side, or near it, pull; the hinge is rounded around 1."""

    outputs = 1
    square = 1
    curvature = 0.3
    steepness = 1 / (2 * SHARP)

    def value(self, margins: Floats, target: NDArray[np.int16]) -> Floats:
        """Return how far a row lies on the wrong side, or near it."""
        short = 1 + SHARP - margins * np.where(target == 1, 1.0, -1.0)[:, None]
        within = np.clip(short, 0.0, 2 * SHARP)
        return np.where((target == NOBODY)[:, None], 0.0, within**2 / (4 * SHARP) + np.maximum(short - 2 * SHARP, 0.0))

    def slope(self, margins: Floats, target: NDArray[np.int16]) -> Floats:
        """Return the slope of the rounded hinge."""
        side = np.where(target == 1, 1.0, -1.0)[:, None]
        pull = hinge(margins * side)
        return np.where((target == NOBODY)[:, None], 0.0, pull * side)

    def residuals(self, margins: Integers, target: NDArray[np.int16]) -> Integers:
        """Return the slope of the rounded hinge."""
        side = np.where(target == 1, 1, -1).astype(np.int64)[:, None]
        return np.where((target == NOBODY)[:, None], 0, table(hinge)[steps(margins * side)] * side)


@dataclass(frozen=True, slots=True)
class Rate:
    """Counts up to `most`, one margin, its logarithm: the rate less the count, both in parts of `most`, cut off at 0 and there."""

    most: float
    outputs = 1
    square = 1
    curvature = 0.25
    steepness = 1.0

    def value(self, margins: Floats, target: NDArray[np.int16]) -> Floats:
        """Return the loss whose slope is the rate less the count, both in parts of `most`."""
        lower = margins - math.log(self.most)
        return (
            np.exp(np.minimum(lower, 0.0)) + np.maximum(lower, 0.0) - margins * (np.maximum(target, 0)[:, None] / ONE)
        )

    def slope(self, margins: Floats, target: NDArray[np.int16]) -> Floats:
        """Return rate less count."""
        return np.asarray(exponential(margins - math.log(self.most)) - np.maximum(target, 0)[:, None] / ONE)

    def residuals(self, margins: Integers, target: NDArray[np.int16]) -> Integers:
        """Return rate less count."""
        lower = margins - round(math.log(self.most) * 2**MARGIN_BITS)
        return np.asarray(table(exponential)[steps(lower)] - (np.maximum(target, 0).astype(np.int64)[:, None] << 6))


@dataclass(frozen=True, slots=True)
class Distance:
    """A number as target, one margin: half the squared distance, and beyond a distance of 1 the distance (Huber)."""

    outputs = 1
    square = 1
    curvature = 1.0
    steepness = 1.0

    def residuals(self, margins: Integers, target: NDArray[np.int16]) -> Integers:
        """Return margin less number, cut off at 1."""
        over = margins - (target.astype(np.int64)[:, None] << 16)
        return np.asarray(np.clip(over >> 10, -RESIDUAL, RESIDUAL))

    def value(self, margins: Floats, target: NDArray[np.int16]) -> Floats:
        """Return the loss of a distance."""
        far = np.abs(margins - target[:, None] / ONE)
        return np.where(far < 1.0, far**2 / 2, far - 0.5)

    def slope(self, margins: Floats, target: NDArray[np.int16]) -> Floats:
        """Return the distance, cut off at 1."""
        return np.clip(margins - target[:, None] / ONE, -1.0, 1.0)


LOSSES = (Logistic(), Softmax(3), Hinge(), Rate(20.0), Distance())  # one of each kind, for the tests of all of them
