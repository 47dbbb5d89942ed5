# SPDX-License-Identifier: Apache-2.0
"""Discrete Gaussian noise against itself, moved by an integer: sums over the integers, not the continuous formula."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from diffident.exact import enclosure
from diffident.exact.rounding import up_to
from diffident.privacy.accounting.gaussian_limit import GaussianLimit
from diffident.privacy.accounting.pair import ROUNDING, TINY, Pair
from diffident.privacy.laws import DiscreteGaussian
from diffident.privacy.laws.tails import upper

ONE_BY_ONE = 1 << 10  # up to this variance the laws are listed integer by integer; above, the limit costs < 0.2 %
WIDE = 12  # sigmas; beyond lies less than e^-72
FAR = 1 << 40  # further than any narrow law reaches


@dataclass(frozen=True, slots=True)
class ShiftedGaussian:
    """P(Z = z) proportional to e^(-z^2/2s^2), moved by `by`, against the same unmoved.

    At distance k from its centre the loss is by (2k + by)/2s^2, so it grows with k.
    """

    law: DiscreteGaussian
    by: int

    @property
    def epsilon(self) -> None:
        """No loss is the largest."""
        return

    @property
    def pitch(self) -> Fraction:
        """The losses are by (2k + by)/2s^2."""
        return self.by * (2 - self.by % 2) / (2 * self.law.variance)

    def pair(self, step: float) -> Pair:
        """Return the two laws, integer by integer, or for a large variance laws that are a little further apart.

        Guarantee:
            The laws themselves, but that outcomes beyond 12 s count as if only one law had them; or laws at least as
            far apart.
        Because:
            An outcome that gives P's part of it away hides less. Large variances: `GaussianLimit.of_discrete`.
        Checked by: tests/privacy/accounting/test_shifted.py::test_atoms_of_gaussian_noise_give_its_delta
        """
        if self.law.variance > ONE_BY_ONE:
            return GaussianLimit.of_discrete(self.law.variance, Fraction(self.by) ** 2).pair(step)
        wide = math.ceil(WIDE * self.law.sigma) + 1
        places = np.arange(-wide, wide + 1)
        far = min(self.by, FAR)
        below, above = (float(each) for each in self.law.upper(np.array([wide + 1 - far, wide + 1 + far])))
        relative = ROUNDING + self.law.relative_error
        return Pair(
            self.law.mass(places), self.law.mass(places + far), self.law.tail(wide + 1), below + above, relative
        )

    def delta(self, epsilon: Fraction) -> Fraction:
        """Return max over events of P(S) - e^epsilon Q(S), rounded up.

        Guarantee:
            It is at least that excess, and at most 2^-90 of P(S) and 2^-120 more.
        Because:
            The loss grows with the outcome, so the best event is "at least `first` from P's centre", the smallest
            distance whose loss is above epsilon; its two tails and e^epsilon are enclosed.
        Checked by: tests/privacy/accounting/test_shifted.py::test_delta_is_the_excess_of_the_best_event
        """
        variance = self.law.variance
        first = math.floor(epsilon * variance / self.by - Fraction(self.by, 2)) + 1
        excess = upper(first, variance) - enclosure.exp(epsilon) * upper(first + self.by, variance)
        return up_to(max(excess.high, Fraction(0)), TINY)

    def renyi(self, order: Fraction) -> Fraction:
        """Return a bound on the Renyi divergence at this order, within e^(-19 variance) of it.

        Guarantee:
            The divergence is at most a by^2/2s^2.
        Because:
            Completing the square leaves the sum of e^(-(z - c)^2/2s^2) over the integers, which by Poisson's formula
            is largest at an integer c (Canonne, Kamath and Steinke 2020, Proposition 5).
        Checked by: tests/privacy/accounting/test_shifted.py::test_renyi_is_that_of_the_laws
        """
        return order * self.by**2 / (2 * self.law.variance)
