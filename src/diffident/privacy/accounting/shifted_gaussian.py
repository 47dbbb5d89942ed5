# SPDX-License-Identifier: Apache-2.0
"""Discrete Gaussian noise against itself, moved by an integer: sums over the integers, not the continuous formula."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from diffident.privacy.accounting.gaussian_limit import GaussianLimit
from diffident.privacy.accounting.pair import ROUNDING, Pair
from diffident.privacy.laws import DiscreteGaussian

ONE_BY_ONE = 1 << 10  # up to this variance the laws are listed integer by integer; above, the limit costs < 0.2 %
SUMMED = 1 << 20  # up to this variance excesses are summed; above, they are a difference of two tails
WIDE, ALL = 12, 38  # sigmas; beyond 12 lies less than e^-72, beyond 38 less than a double holds
NOTHING = 1e-290


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
        below, above = (float(each) for each in self.law.upper(np.array([wide + 1 - self.by, wide + 1 + self.by])))
        slope = self.by / (2 * float(self.law.variance))
        relative = ROUNDING + self.law.relative_error
        return Pair(
            slope * (2 * places + self.by), self.law.mass(places), self.law.tail(wide + 1), below + above, relative
        )

    def delta(self, epsilon: Fraction) -> Fraction:
        """Return max over events of P(S) - e^epsilon Q(S), rounded up.

        Guarantee:
            It is at least that excess; for a variance up to 2^20 at most 1e-10 of itself more (and 1e-289).
        Because:
            The loss grows with the outcome, so the best event is "k or more", for the smallest k whose loss is above
            epsilon. Its excess is a sum of P(1 - e^(epsilon - loss)), every term positive; or for a large variance
            a difference of two tails, with the error of both added.
        Checked by: tests/privacy/accounting/test_shifted.py::test_delta_is_the_excess_of_the_best_event
        """
        first = math.floor(epsilon * self.law.variance / self.by - Fraction(self.by, 2)) + 1
        if self.law.variance > SUMMED:
            return self._difference(first, epsilon)
        all_of_it = math.ceil(ALL * self.law.sigma) + 1
        start = max(first, -all_of_it)
        places = np.arange(start, all_of_it + 1)
        least = Fraction(self.by * (2 * start + self.by)) / (2 * self.law.variance) - epsilon
        gap = float(least) + float(self.by / self.law.variance) * np.arange(places.size)
        found = float(np.sum(self.law.mass(places) * -np.expm1(-gap)))
        return Fraction(found * (1 + 2 * (self.law.relative_error + ROUNDING)) + NOTHING)

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

    def _difference(self, first: int, epsilon: Fraction) -> Fraction:
        p, q = (float(each) for each in self.law.upper(np.array([float(first), float(first + self.by)])))
        under_q = q * math.exp(epsilon) if epsilon < 700 else 0.0
        return Fraction(max(p - under_q, 0.0) + 2 * (p + under_q) * (self.law.relative_error + ROUNDING) + NOTHING)
