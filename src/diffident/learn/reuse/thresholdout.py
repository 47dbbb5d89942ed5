# SPDX-License-Identifier: Apache-2.0
"""Thresholdout: what the training data already say is said by them; the holdout speaks, blurred, only where they are wrong.

Dwork, Feldman, Hardt, Pitassi, Reingold and Roth 2015. The threshold and the noise shrink with the root of n.
"""

import math
from fractions import Fraction
from typing import Final

from diffident.exact.number import decimal, whole
from diffident.learn.reuse.declared import NotPrivate, ReuseSpent, Statistic, declared
from diffident.randomness.laplace import discrete_laplace
from diffident.randomness.source import Source

GRID: Final = 1 << 30  # noise is drawn in steps of this part of one
FINER: Final = (
    8  # how much smaller the noise is than the threshold; a quarter, as often advised, tells training means too often
)
SHARE: Final = 20  # a contradiction for so many rows


class Thresholdout:
    """A holdout that is asked for means; each time it contradicts the training data, its overfitting budget shrinks."""

    def __init__(
        self,
        training: object,
        holdout: object,
        *,
        rows: object,
        budget: object = None,
        threshold: object = None,
        scale: object = None,
        source: Source | None = None,
    ) -> None:
        self.training: NotPrivate = declared(training)
        self.holdout: NotPrivate = declared(holdout)
        self.rows = whole(rows, name="rows", at_least=2)
        self.budget = -(-self.rows // SHARE) if budget is None else whole(budget, name="budget", at_least=1)
        usual = decimal(round(2 / math.sqrt(self.rows), 6), name="threshold", above=0)
        self.threshold = usual if threshold is None else decimal(threshold, name="threshold", above=0, at_most=1)
        self.scale = self.threshold / FINER if scale is None else decimal(scale, name="scale", above=0, at_most=1)
        self.contradicted = 0
        self._source = source or Source.fresh()
        self._bar = self.threshold + self._noise(2)

    def ask(self, statistic: Statistic) -> float:
        """Return the mean of a statistic: that of the training data, or near that of the holdout where they disagree."""
        return self.settle(float(self.training.values(statistic).mean()), float(self.holdout.values(statistic).mean()))

    def settle(self, trained: float, held_out: float) -> float:
        """Return which of two means is told."""
        if self.contradicted >= self.budget:
            raise ReuseSpent(answers=self.contradicted, budget=self.budget)
        if abs(held_out - trained) <= self._bar + self._noise(4):
            return trained
        self.contradicted, self._bar = self.contradicted + 1, self.threshold + self._noise(2)
        return held_out + float(self._noise(1))

    @property
    def left(self) -> int:
        """How often the holdout may still contradict. This is no privacy budget."""
        return self.budget - self.contradicted

    def __repr__(self) -> str:
        return f"<Thresholdout of {self.rows} rows: {self.contradicted} of {self.budget} contradictions spent>"

    def _noise(self, times: int) -> Fraction:
        return Fraction(int(discrete_laplace(times * self.scale * GRID, 1, self._source)[0]), GRID)
