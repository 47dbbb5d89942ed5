# SPDX-License-Identifier: Apache-2.0
"""Whether a sample comes from a law: chi-square over bins that all hold many draws, and the laws by somebody else's sums."""

import math
from fractions import Fraction

import mpmath
import numpy as np
from scipy import stats

FALSE_ALARM = 1e-9
BINS = 64


def fits(counts, chances, false_alarm=FALSE_ALARM):
    """Return whether counts agree with probabilities; what is rare is counted together."""
    counts, chances = np.asarray(counts, float), np.asarray(chances, float)
    expected = chances / chances.sum() * counts.sum()
    rare = expected < 200
    observed = np.append(counts[~rare], counts[rare].sum())
    expected = np.append(expected[~rare], expected[rare].sum())
    if expected[-1] < 200:  # too few to tell: with the rarest of the others
        least = expected[:-1].argmin()
        observed[least], expected[least] = observed[least] + observed[-1], expected[least] + expected[-1]
        observed, expected = observed[:-1], expected[:-1]
    return stats.chi2.sf(((observed - expected) ** 2 / expected).sum(), observed.size - 1) > false_alarm


def follows(drawn, edges, below):
    """Return whether draws fall between edges as often as the law says; `below(z)` is P(Z < z)."""
    counts = np.bincount(np.searchsorted(edges, drawn, side="right"), minlength=len(edges) + 1)
    return fits(counts, np.diff([0.0, *(float(below(edge)) for edge in edges), 1.0]))


def equal_words(byte, count):
    """Return a tape for a table: one number of this many words of 64 bits, all of them equal bits.

    A table reads the first 16 bits alone, and then 64 of which it uses 48.
    """
    return byte * (2 + 8 * count)


def edges(spread):
    """Return whole numbers around zero, about as far apart as a few hundredths of the spread, and those next to zero."""
    inner = {math.floor(Fraction(step * abs(step), 300) * spread) for step in range(-BINS // 2, BINS // 2 + 1)}
    return sorted(inner | {-1, 0, 1, 2})


def laplace_below(scale):
    """Return P(Z < z) of the discrete Laplace law, by its closed form."""
    rate = mpmath.mpf(scale.denominator) / scale.numerator
    whole = 1 + mpmath.exp(-rate)

    def below(z):
        return mpmath.exp(rate * (z - 1)) / whole if z <= 0 else 1 - mpmath.exp(-rate * z) / whole

    return below


def gaussian_below(variance):
    """Return P(Z < z) of the discrete Gaussian law: summed up, or, where it is as good as normal, the normal law."""
    sigma = math.sqrt(variance)
    if sigma > 1 << 16:  # the midpoint rule is off by less than sigma^-2 / 24
        return lambda z: stats.norm.cdf((z - 0.5) / sigma)
    reach = math.ceil(12 * sigma) + 2
    masses = np.exp(-(np.arange(-reach, reach + 1) ** 2) / (2 * float(variance)))
    ends = np.concatenate([[0], np.cumsum(masses)]) / masses.sum()
    return lambda z: ends[min(max(z + reach, 0), 2 * reach + 1)]
