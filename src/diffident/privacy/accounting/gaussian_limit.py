# SPDX-License-Identifier: Apache-2.0
"""The continuous Gaussian pair, into which many Gaussian parts merge, and the price of using it for discrete noise."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Self

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.exact.number import decimal
from diffident.exact.rounding import up_to
from diffident.privacy.accounting.pair import ROUNDING, Mirrored, Pair
from diffident.privacy.convert import FINEST

WIDE = 12.0  # sigmas of the loss beyond which outcomes count as if they gave everything away
BEYOND = 6e-33  # at least the probability of those, 2(1 - Phi(12))
COARSE, FINE = 32, 4096  # cells for one sigma of the loss
LOUD = 64.0  # a mu above this tells everything: not even e^-1000 of P is hidden
SPREADS = 64  # rounding variances that are tried
USUAL = 6.0  # sigmas that an epsilon usually stands for; it only helps to choose


class NoiseTooNarrow(Refused):
    """Integer noise so narrow that it looks nothing like a continuous Gaussian."""

    code = "noise_too_narrow"
    sentence = (
        "Discrete Gaussian noise of variance {variance} in {numbers} numbers is too narrow to be priced together."
    )
    remedy = "Price it by rho, as RenyiCurve(squared_reach / (2 * variance)), or take a larger variance."


@dataclass(frozen=True, slots=True)
class GaussianLimit(Mirrored):
    """N(mu, 1) against N(0, 1), with every probability known up to a factor e^slack.

    `square` is mu^2. Independent parts merge: their squares add up, and so do their slacks.

    Guarantee:
        Numbers plus independent continuous Gaussian noise of variance s^2, moved by at most D in length, are at most
        as far apart as this with mu = D/s and no slack.
    Because:
        The noise has the same law in every direction, so only the coordinate along the move tells anything.
    Checked by: tests/privacy/accounting/test_gaussian_limit.py::test_it_is_the_analytic_gaussian
    """

    square: Fraction
    slack: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        decimal(self.square, name="square", above=0)
        decimal(self.slack, name="slack", at_least=0)

    @classmethod
    def of_discrete(cls, variance: Fraction, squared_reach: Fraction, numbers: int = 1) -> Self:
        """Return what covers `numbers` independent discrete Gaussians moved by integers of this squared length.

        Guarantee:
            Released together they are at most as far apart on neighbours as the limit returned.
        Because:
            A continuous Gaussian of variance s^2 - t^2, rounded to integers with chances e^(-(z - y)^2/2t^2), is a
            discrete Gaussian of variance s^2 but for a factor within (1 - h)/(1 + h) and its inverse in each number,
            h = 2w/(1 - w^3), w = e^(-2 pi^2 t^2): gaussian_limit.proof.md, part 1. Any t < s will do; t is chosen to
            cost little.
        Checked by: tests/privacy/accounting/test_gaussian_limit.py::test_it_covers_discrete_noise_in_several_numbers
        """
        spreads, slacks = _choices(min(float(variance), USUAL))
        if not spreads.size:
            raise NoiseTooNarrow(variance=variance, numbers=numbers)
        mu = np.sqrt(float(squared_reach) / (float(variance) - spreads))
        best = int(np.argmin(USUAL * mu + 2 * numbers * slacks))
        square = squared_reach / (variance - Fraction(float(spreads[best])))
        return cls(up_to(square, FINEST), up_to(numbers * Fraction(float(slacks[best])), FINEST))

    @property
    def epsilon(self) -> None:
        """No loss is the largest."""
        return

    def pair(self, step: float) -> Pair:
        """Return the laws of the loss, cell by cell, each cell's masses at its two ends.

        Guarantee:
            Laws at least as far apart at every epsilon.
        Because:
            Within a cell of losses from a to b an outcome with masses P and Q is split into one of loss a and one of
            loss b whose masses add up to P and to Q: merging the two again gives the outcome back. Both parts are
            integrals of positive functions, by eight Gauss nodes to each cell: gaussian_limit.proof.md, part 2.
        Checked by: tests/privacy/accounting/test_gaussian_limit.py::test_it_is_the_analytic_gaussian
        """
        mu, middle = math.sqrt(self.square), float(self.square / 2)
        if mu > LOUD:
            return Pair(np.zeros(1), np.zeros(1), 1.0, 1.0)
        cell = min(max(step, mu / FINE), mu / COARSE)
        first, last = math.floor((middle - WIDE * mu) / cell), math.ceil((middle + WIDE * mu) / cell)
        ends = np.arange(first, last + 1, dtype=np.float64) * cell
        p = np.zeros(ends.size)
        nodes, weights = np.polynomial.legendre.leggauss(8)
        for node, weight in zip((nodes + 1) / 2, weights / 2, strict=True):
            density = np.exp(-(((ends[:-1] + node * cell - middle) / mu) ** 2) / 2)
            mass = density * (weight * cell / (mu * math.sqrt(2 * math.pi)))
            upper = math.expm1(-node * cell) / math.expm1(-cell)
            p[1:] += mass * upper
            p[:-1] += mass * (1 - upper)
        outside = _beyond(-(ends[0] + middle) / mu) + _beyond((ends[-1] + middle) / mu)
        return Pair(p, p * np.exp(-ends), BEYOND, outside, ROUNDING + float(self.slack))

    def renyi(self, order: Fraction) -> Fraction:
        """Return the Renyi divergence at this order, rounded up: a mu^2/2, and the slack under both laws."""
        return order * self.square / 2 + self.slack * (2 * order - 1) / (order - 1)


@lru_cache(maxsize=1024)
def _choices(widest: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return rounding variances below the widest, and the slack of each in one number."""
    spreads = [widest * share / SPREADS for share in range(1, SPREADS)]
    known = [spread for spread in spreads if _wave(spread) < 1]
    return np.array(known), np.array([_slack(spread) for spread in known])


def _wave(spread: float) -> float:
    """Return h, by how much the sum of e^(-(z - y)^2/2t^2) over the integers z may depend on y, relatively; rounded up."""
    first = math.exp(-2 * math.pi**2 * spread)
    return 2 * first / (1 - first**3) * (1 + 1e-9) + 1e-300


def _slack(spread: float) -> float:
    """Return ln((1 + h)/(1 - h)), rounded up."""
    return 2 * math.atanh(_wave(spread)) * (1 + 1e-9)


def _beyond(sigmas: float) -> float:
    """Return 1 - Phi(sigmas)."""
    return math.erfc(sigmas / math.sqrt(2)) / 2
