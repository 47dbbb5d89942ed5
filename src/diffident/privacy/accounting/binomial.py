# SPDX-License-Identifier: Apache-2.0
"""A binomial law as floats that are not below it, but for outcomes so rare that they are only counted together."""

import math
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

SURPRISE: Final = 70.0  # what is rarer than about e^-70 may be cut off; its probability is bounded all the same
UNIT: Final = 2.0**-49  # more than what twelve roundings change, of a number
VANISHED: Final = 1e-290  # more than all masses together that are too small for a float


@dataclass(frozen=True, slots=True, eq=False)
class Binomial:
    """How often something happens in many independent trials: `masses` of the counts from `first` on.

    Guarantee:
        masses[i] >= P(count = first + i), and the probability of all other counts is at most `outside`.
    Because:
        From one count to the next the law changes by a known ratio. Multiplied up from a count that is likely, and
        divided by their sum, which the counts that were cut off would only increase, masses are too large if anything.
        Away from the middle the ratios fall, so what was cut off is less than a geometric series. What floats do is
        added.
    Checked by: tests/privacy/accounting/test_binomial.py::test_masses_are_never_below_the_law_and_hardly_above
    """

    first: int
    masses: NDArray[np.float64]
    outside: float

    @classmethod
    def of(cls, trials: int, odds: float) -> Self:
        """Return the law for this many trials, each of them a success with these odds."""
        share = odds / (1 + odds)
        middle = min(math.floor((trials + 1) * share), trials)
        reach = SURPRISE / 3 + math.sqrt((SURPRISE / 3) ** 2 + 2 * SURPRISE * trials * share * (1 - share)) + 1
        low, high = max(math.floor(middle - reach), 0), min(math.ceil(middle + reach), trials)
        rising, falling = np.arange(middle, high, dtype=np.float64), np.arange(middle, low, -1, dtype=np.float64)
        above = np.cumprod((trials - rising) / (rising + 1) * odds)
        below = np.cumprod(falling / ((trials - falling + 1) * odds))
        likely = np.concatenate([below[::-1], [1.0], above])
        cut = likely[-1] * _series((trials - high) / (high + 1) * odds)
        if low:
            cut += likely[0] * _series(low / ((trials - low + 1) * odds))
        raised = (1 + (likely.size + 16) * UNIT) / float(np.sum(likely))
        return cls(low, likely * raised, float(cut) * raised + VANISHED)

    @property
    def counts(self) -> NDArray[np.float64]:
        """The counts that the masses belong to."""
        return np.arange(self.masses.size, dtype=np.float64) + self.first


def _series(ratio: float) -> float:
    """Return ratio + ratio^2 + ..., for a ratio below 1."""
    return ratio / (1 - ratio)
