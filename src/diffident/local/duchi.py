# SPDX-License-Identifier: Apache-2.0
"""Duchi's protocol for a number: one bit, a one the likelier the larger the number is."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from diffident.exact import enclosure
from diffident.exact.number import Epsilon
from diffident.local.measured import STEPS, Measured, checked_below
from diffident.local.protocol import Reports, described, integers_below
from diffident.local.thresholds import BITS, WHOLE, at_least, chance
from diffident.privacy.mechanisms.mechanism import settle
from diffident.randomness.source import Source


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Duchi(Measured):
    """The mean of a number, from one bit of everybody (Duchi, Jordan and Wainwright 2018); best for small epsilon."""

    kind: ClassVar[str] = "duchi"
    low: Fraction
    high: Fraction
    epsilon: Fraction
    steps: int
    least: int = field(compare=False)
    step: int = field(compare=False)

    def __init__(self, *, bounds: object, epsilon: object, steps: object = STEPS) -> None:
        self.bounded(bounds, steps)
        settle(self, epsilon=Epsilon.of(epsilon).value)
        settle(self, least=at_least(1 / (1 + enclosure.exp(self.epsilon, BITS))))
        settle(self, step=(WHOLE - 2 * self.least) // self.steps)

    def device(self) -> dict[str, Any]:
        """Return how likely a one is at the lower bound, and by how much more at each step."""
        return described("coin", self.steps + 1, least=str(self.least), step=str(self.step))

    def perturb(self, values: object, source: Source | None = None) -> Reports:
        """Return a bit for each number.

        Guarantee:
            It is a one with probability (least + step * answer) / 2^64, which lies between least and 1 - least: neither
            bit is more than e^epsilon times as likely for one answer as for another.
        Because:
            A word of 64 bits is compared with it; `least` is at least 1/(e^epsilon + 1), and the steps are rounded down.
        Checked by: tests/local/test_protocols.py::test_no_report_is_likelier_by_more_than_the_factor
        """
        answers, bits = self.answers(values), source or Source.fresh()
        return flipped(answers, self.least, self.step, bits)

    def gathered(self, sent: Iterable[object]) -> Reports:
        """Return bits as an array."""
        return integers_below(self, sent, 2)

    def progress(self, reports: Reports) -> NDArray[np.float64]:
        """Return what each bit says: one of two numbers, below 0 and above 1."""
        return np.asarray((checked_below(self, reports, 2) - float(chance(self.least))) / self._gain, np.float64)

    @property
    def _gain(self) -> float:
        return float(chance(self.step * self.steps))

    def spread(self, place: float) -> float:
        """Return the variance of what one bit says."""
        one = float(chance(self.least)) + place * self._gain
        return one * (1 - one) / self._gain**2

    @property
    def reach(self) -> tuple[float, float]:
        """What a zero and a one say."""
        least, most = self.progress(np.array([0, 1]))
        return float(least), float(most)


def flipped(answers: NDArray[np.int64], least: int, step: int, source: Source) -> NDArray[np.int64]:
    """Return a one with probability (least + step * answer) / 2^64 for each answer, else a zero.

    Guarantee:
        The probability is exactly that.
    Because:
        So many of the words of 64 bits are smaller, and all are alike; least + step * answer is below 2^64.
    Checked by: tests/local/test_protocols.py::test_arrays_follow_the_law_of_the_device_and_not_that_of_a_twin
    """
    bar = np.uint64(least) + np.uint64(step) * answers.astype(np.uint64)
    return (source.take(answers.size, np.uint64) < bar).astype(np.int64)
