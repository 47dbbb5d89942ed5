# SPDX-License-Identifier: Apache-2.0
"""Shares of options as reports tell them: right on average, each with its interval."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diffident.exact.number import decimal
from diffident.local.consistent import norm_sub

HALF_A_REPORT = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Shares:
    """The estimated share of each option.

    `people` is how many were asked, of each option if that differs. An option is supported by a report of somebody who has it with probability `p`, of anybody else with `q`. If the
    people are a random sample, `low` and `high` are about those whom they were drawn from, else about these people.
    """

    options: tuple[str, ...]
    supported: NDArray[np.float64]
    people: float | NDArray[np.float64]
    p: Fraction
    q: Fraction
    sampled: bool = True
    confidence: Fraction = Fraction(95, 100)

    @property
    def values(self) -> NDArray[np.float64]:
        """The shares, right on average; noise may take them below 0 or above 1."""
        return (self.supported / self.people - float(self.q)) / float(self.p - self.q)

    @property
    def consistent(self) -> NDArray[np.float64]:
        """Shares that are not negative and add up to one, nearest to `values`; on average a little off."""
        return norm_sub(self.values)

    @property
    def low(self) -> NDArray[np.float64]:
        """The lower ends of the intervals."""
        return self.interval(self.confidence)[0]

    @property
    def high(self) -> NDArray[np.float64]:
        """The upper ends of the intervals."""
        return self.interval(self.confidence)[1]

    def interval(self, confidence: object = 0.95) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the lower and upper ends that hold for each option with at least this probability, or nearly so."""
        miss = float(1 - decimal(confidence, name="confidence", above=0, below=1))
        return self._of_population(miss) if self.sampled else self._of_these_people(miss)

    def _of_population(self, miss: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Clopper and Pearson's interval for how often the option is supported: reports are independent and alike."""
        from scipy.special import betaincinv  # noqa: PLC0415 - slow to import

        seen = np.clip(self.supported, 0, self.people)
        low = betaincinv(np.maximum(seen, 1e-300), self.people - seen + 1, miss / 2)
        high = betaincinv(seen + 1, np.maximum(self.people - seen, 1e-300), 1 - miss / 2)
        return self._share(np.where(seen > 0, low, 0)), self._share(np.where(seen < self.people, high, 1))

    def _share(self, rate: NDArray[np.float64]) -> NDArray[np.float64]:
        return (rate - float(self.q)) / float(self.p - self.q)

    def _of_these_people(self, miss: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """All shares from which the number of supporting reports is not too far, by the normal law, half a report wider.

        With d = p - q and e = p(1 - p) - q(1 - q) the variance of the number is n (q(1 - q) + f e) where the share is
        f, so the ends solve (c - n q - n d f)^2 = z^2 n (q(1 - q) + e f).
        """
        from scipy.special import ndtri  # noqa: PLC0415 - slow to import

        n, z2 = self.people, float(ndtri(1 - miss / 2)) ** 2
        p, q = float(self.p), float(self.q)
        d, e = p - q, p * (1 - p) - q * (1 - q)
        ends = []
        for side in (-1, 1):
            past = self.supported + side * HALF_A_REPORT - n * q
            half, rest = past * d + z2 * e / 2, past**2 - z2 * n * q * (1 - q)
            root = np.sqrt(np.maximum(half**2 - d**2 * rest, 0))
            ends.append((half + side * root) / (n * d**2))
        return ends[0], ends[1]

    def __len__(self) -> int:
        return len(self.options)

    def __repr__(self) -> str:
        rows = zip(self.options, self.values, self.low, self.high, strict=True)
        said = ", ".join(f"{name} {value:.3f} ({low:.3f} .. {high:.3f})" for name, value, low, high in rows)
        return f"<{said}; {math.floor(np.max(self.people)):,} people>"
