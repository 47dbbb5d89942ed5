# SPDX-License-Identifier: Apache-2.0
"""The mean of a number as reports tell it: right on average, with its interval."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diffident.exact.number import decimal


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Average:
    """The estimated mean, with how far single reports lie from it.

    The interval is Student's: reports are independent and bounded. It is about the population that people were drawn
    from; about these very people it is a little too wide.
    """

    mean: float
    sd: float
    people: float
    confidence: Fraction = Fraction(95, 100)

    @property
    def values(self) -> NDArray[np.float64]:
        """The mean, as the one value of an array."""
        return np.array([self.mean])

    @property
    def low(self) -> NDArray[np.float64]:
        """The lower end of the interval."""
        return self.interval(self.confidence)[0]

    @property
    def high(self) -> NDArray[np.float64]:
        """The upper end of the interval."""
        return self.interval(self.confidence)[1]

    def interval(self, confidence: object = 0.95) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return both ends, which hold with about this probability."""
        from scipy.special import stdtrit  # noqa: PLC0415 - slow to import

        miss = float(1 - decimal(confidence, name="confidence", above=0, below=1))
        far = float(stdtrit(max(self.people - 1, 1e-9), 1 - miss / 2)) * self.sd / math.sqrt(self.people)
        middle = np.array([self.mean])
        return middle - far, middle + far

    @classmethod
    def of(cls, scores: NDArray[np.float64], weights: NDArray[np.float64], confidence: Fraction) -> "Average":
        """Return the weighted mean of what each report says, and its sample deviation."""
        total = float(weights.sum())
        people = total**2 / float((weights**2).sum())
        mean = float(scores @ weights) / total
        spread = float(weights @ (scores - mean) ** 2) / total
        return cls(mean, math.sqrt(spread * people / max(people - 1, 1e-9)), people, confidence)

    def __repr__(self) -> str:
        return f"<mean {self.mean:.4g} ({self.low[0]:.4g} .. {self.high[0]:.4g}); {math.floor(self.people):,} people>"
