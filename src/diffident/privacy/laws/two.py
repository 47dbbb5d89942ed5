# SPDX-License-Identifier: Apache-2.0
"""The tail of a weighted sum of two independent draws of one law: how far errors of ratios and differences stray."""

import math

import numpy as np

from diffident.privacy.laws.gaussian import DiscreteGaussian
from diffident.privacy.laws.laplace import DiscreteLaplace

SUMMED = 64  # up to this standard deviation tails are added up over the whole numbers, above it integrals bound them
DEVIATIONS = 30  # further out the noise has a mass below e^-40
FARTHEST = 1 << 40
TIE = 1e-9  # a quotient so close to a whole number counts as that number, against us


def tail_of_two(law: DiscreteLaplace | DiscreteGaussian, large: float, small: float, beyond: float) -> float:
    """Return P(large Z1 + small Z2 > beyond), or a little more, for large >= small >= 0, large > 0 and beyond >= 0.

    Guarantee:
        The probability is not above what is returned, but for masses below e^-40.
    Because:
        Narrow noise is added up, outcome by outcome, a quotient close to a whole number counting against us; for wide
        noise see `wide_tail`.
    Checked by: tests/privacy/laws/test_two.py::test_the_tail_of_two_is_not_below_that_of_all_outcomes
    """
    return _summed(law, large, small, beyond) if law.sd <= SUMMED else wide_tail(law, large, small, beyond)


def wide_tail(law: DiscreteLaplace | DiscreteGaussian, large: float, small: float, beyond: float) -> float:
    """Return what `tail_of_two` does for noise that is wide beside a whole number.

    Guarantee:
        The probability is not above what is returned.
    Because:
        Z is stochastically below L + 1/2 + 2/sd, L of the continuous law with the same parameter. Laplace, h = 1/scale:
        above zero 2/(1 + e^-h) <= e^(h/2) suffices, below it ln cosh(h/2)/h <= h/8 more. Gaussian: where its bell bends
        upwards a whole number weighs less than the unit around it, and elsewhere at most 1/(24 sd^2) more. Weights are
        not negative, so the sums are ordered as well.
    Checked by: tests/privacy/laws/test_two.py::test_the_tail_of_two_is_not_below_that_of_all_outcomes
    """
    short = beyond - (small + large) * (0.5 + 2 / law.sd)
    if short <= 0:
        return 1.0
    if isinstance(law, DiscreteLaplace):
        return continuous_laplace_tail(large * float(law.scale), small * float(law.scale), short)
    return math.erfc(short / (math.sqrt(2) * math.hypot(large, small) * law.sigma)) / 2


def _summed(law: DiscreteLaplace | DiscreteGaussian, large: float, small: float, beyond: float) -> float:
    reach = math.ceil(DEVIATIONS * law.sd)
    second = np.arange(-reach, reach + 1)
    needed = np.floor((beyond - small * second) / large - TIE) + 1
    tail = float(law.mass(second) @ law.upper(np.clip(needed, -FARTHEST, FARTHEST).astype(np.int64)))
    return tail * (1 + 2 * law.relative_error)


def continuous_laplace_tail(large: float, small: float, beyond: float) -> float:
    """Return P(X + Y > beyond > 0) for continuous Laplace X and Y of these scales, large > 0.

    It is (a^2 e^(-x/a) - b^2 e^(-x/b)) / (2 (a^2 - b^2)), written so that a = b and b = 0 are no exceptions.
    """
    lag = beyond * (large - small) / (large * small) if small else math.inf
    slope = -math.expm1(-lag) / lag if lag else 1.0
    return math.exp(-beyond / large) / 2 * (1 + slope * beyond * small / (large * (large + small)))
