# SPDX-License-Identifier: Apache-2.0
"""Sums of independent losses by convolution in whole numbers: every float is a fraction, and nothing is rounded."""

from collections import Counter
from fractions import Fraction

import numpy as np
from mpmath import mp, mpf

from diffident.privacy.accounting.grid import Cells


def some_cells(seed, *, low, high, power=2, infinite=0.0):
    """Return losses from low to high with masses without a pattern, the rarer the larger the power."""
    draws = np.random.default_rng(seed).random(high - low + 1) ** power + 1e-12
    return Cells(np.arange(low, high + 1), draws / draws.sum() * (1 - infinite), infinite)


def convolved(first, second):
    """Return the law of the sum of two independent whole numbers."""
    found = Counter()
    for one, mass in first.items():
        for other, share in second.items():
            found[one + other] += mass * share
    return found


def repeated(law, times):
    """Return the law of the sum of so many independent ones."""
    if times == 1:
        return law
    half = repeated(law, times // 2)
    return convolved(convolved(half, half), law) if times % 2 else convolved(half, half)


class Sum:
    """The exact law of the sum of all losses of some parts, each so many times, in steps.

    A float is a whole number divided by a power of two: the law is kept as whole numbers and one such power.
    """

    def __init__(self, parts, step):
        self.step, self.law, self.scale = step, Counter({0: 1}), 1
        for cells, times in parts:
            masses = [Fraction(float(mass)) for mass in cells.p]
            scale = max(mass.denominator for mass in masses)
            one = Counter()
            for index, mass in zip(cells.index, masses, strict=True):
                one[int(index)] += int(mass * scale)
            self.law, self.scale = convolved(self.law, repeated(one, times)), self.scale * scale**times
        self.told = sum(times * mpf(cells.infinite) for cells, times in parts)

    @property
    def losses(self):
        """Yield every loss with its mass, in the digits that are in use."""
        for index, mass in self.law.items():
            yield index * mpf(self.step), mpf(mass) / self.scale

    def moment(self, tilt, above=-mp.inf, below=mp.inf):
        """Return E e^(tilt * loss), of losses above or below something only."""
        return mp.fsum(mass * mp.exp(mpf(tilt) * loss) for loss, mass in self.losses if above < loss < below)

    def above(self, place):
        """Return the probability that the sum is above this."""
        return mp.fsum(mass for loss, mass in self.losses if loss > place)

    def excess(self, epsilon):
        """Return E (1 - e^(epsilon - loss))+, and what is told anyway."""
        gaps = (mass * (1 - mp.exp(mpf(epsilon) - loss)) for loss, mass in self.losses if loss > epsilon)
        return mp.fsum(gaps) + self.told
