# SPDX-License-Identifier: Apache-2.0
"""The hybrid protocol for a number: the piecewise one or Duchi's, by chance, so that all numbers have the same error."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from diffident.exact import enclosure
from diffident.exact.number import Epsilon
from diffident.local.duchi import Duchi, flipped
from diffident.local.measured import STEPS, Measured, checked_below
from diffident.local.piecewise import Piecewise
from diffident.local.protocol import Reports, described, integers_below
from diffident.local.thresholds import BITS, at_most, chance
from diffident.local.window import lies
from diffident.privacy.mechanisms.mechanism import settle
from diffident.randomness.source import Source

SMALL: Final = Fraction(61, 100)  # up to this epsilon Duchi's bit alone is better


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Hybrid(Measured):
    """The mean of a number, more accurate than both that it is made of (Wang and others 2019)."""

    kind: ClassVar[str] = "hybrid"
    low: Fraction
    high: Fraction
    epsilon: Fraction
    steps: int
    piecewise: Piecewise = field(compare=False)
    duchi: Duchi = field(compare=False)
    first: int = field(compare=False)

    def __init__(self, *, bounds: object, epsilon: object, steps: object = STEPS) -> None:
        self.bounded(bounds, steps)
        settle(self, epsilon=Epsilon.of(epsilon).value)
        settle(self, piecewise=Piecewise(bounds=bounds, epsilon=self.epsilon, steps=steps))
        settle(self, duchi=Duchi(bounds=bounds, epsilon=self.epsilon, steps=steps))
        chosen = at_most(1 - enclosure.exp(-self.epsilon / 2, BITS)) if self.epsilon > SMALL else 0
        settle(self, first=chosen)

    def device(self) -> dict[str, Any]:
        """Return both, and how likely the first is."""
        both = {"window": self.piecewise.device(), "coin": self.duchi.device()}
        return described("either", self.steps + 1, first=str(self.first), **both)

    def perturb(self, values: object, source: Source | None = None) -> Reports:
        """Return a cell, or a side of the coin beyond the cells, for each number.

        Guarantee:
            Each report is e^epsilon-private.
        Because:
            Which protocol speaks is decided without the answer, and each is e^epsilon-private.
        Checked by: tests/local/test_protocols.py::test_no_report_is_likelier_by_more_than_the_factor
        """
        answers, bits = self.answers(values), source or Source.fresh()
        by_coin = ~lies(self.first, answers.size, bits)
        reports = np.empty(answers.size, np.int64)
        reports[~by_coin] = self.piecewise.moved_cells(answers[~by_coin], bits)
        reports[by_coin] = self.piecewise.cells + flipped(answers[by_coin], self.duchi.least, self.duchi.step, bits)
        return reports

    def gathered(self, sent: Iterable[object]) -> Reports:
        """Return cells and sides as an array."""
        return integers_below(self, sent, self.piecewise.cells + 2)

    def progress(self, reports: Reports) -> NDArray[np.float64]:
        """Return what each report says, by the protocol that it came from."""
        rows = checked_below(self, reports, self.piecewise.cells + 2)
        by_coin = rows >= self.piecewise.cells
        said = np.empty(rows.size)
        said[by_coin] = self.duchi.progress(rows[by_coin] - self.piecewise.cells)
        said[~by_coin] = self.piecewise.progress(rows[~by_coin])
        return said

    def spread(self, place: float) -> float:
        """Return the variance of what one report says: both protocols are right on average, so it is a mixture."""
        first = float(chance(self.first))
        return first * self.piecewise.spread(place) + (1 - first) * self.duchi.spread(place)

    @property
    def reach(self) -> tuple[float, float]:
        """The least and the most that either protocol says."""
        ends = [self.duchi.reach, self.piecewise.reach] if self.first else [self.duchi.reach]
        return min(low for low, _ in ends), max(high for _, high in ends)
