# SPDX-License-Identifier: Apache-2.0
"""A plan fixed in advance, gathered: equal losses once with how often they occur, and Gaussian ones merged."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Self

from diffident.exact.rounding import up_to
from diffident.privacy.accounting.gaussian_limit import GaussianLimit
from diffident.privacy.accounting.ladder import Kinds, rounded
from diffident.privacy.accounting.pair import ROUNDING
from diffident.privacy.accounting.response import Response
from diffident.privacy.accounting.shifted import Shifted
from diffident.privacy.accounting.shifted_gaussian import ONE_BY_ONE
from diffident.privacy.convert import FINEST
from diffident.privacy.laws import DiscreteGaussian
from diffident.privacy.loss import Approx, Loss, LossDistribution, Pure, RenyiCurve

SPREAD: Final = 2.25  # t^2 at which rounding a continuous Gaussian to integers is a discrete one
SLACK: Final = Fraction(3, 10**19)  # but for a factor e^slack: more than 2 artanh(2.01 e^(-2 pi^2 t^2))
LARGEST: Final = 64  # mu^2 of one Gaussian part; more is several parts, so that no probability is too small for a float


@dataclass(frozen=True, slots=True)
class Plan:
    """Releases fixed in advance, whose losses are at least as large together as those that were given.

    `kinds` have a distribution, `rho` is of the Renyi curves, and with probability `delta` nothing is known.
    `epsilon` is the sum of the largest losses, or None where one has no bound.

    Guarantee:
        The releases given are, at every epsilon and in each direction, at most as far apart as the composition of
        `kinds` and of curves that add up to `rho`, but for probability `delta`.
    Because:
        A pure loss is covered by binary response, and an approximate one by binary response that tells everything
        with probability delta (compose.proof.md, part 0). Continuous Gaussian pairs compose to
        one whose mu^2 is the sum, and discrete ones are such with slack (`GaussianLimit.of_discrete`). Renyi
        divergences of one order add up.
    Checked by: tests/privacy/accounting/test_plan.py::test_gathering_hides_no_more
    """

    kinds: Kinds
    delta: Fraction
    rho: Fraction
    epsilon: Fraction | None

    @property
    def is_empty(self) -> bool:
        """Nothing is released, or nothing that tells anything."""
        return not (self.kinds or self.rho)

    @classmethod
    def of(cls, parts: Iterable[tuple[Loss, int]]) -> Self:
        """Return the plan of these losses, each so many times."""
        given: Counter[Loss] = Counter()
        for loss, times in parts:
            given[loss] += times
        delta = sum((times * loss.delta for loss, times in given.items() if isinstance(loss, Approx)), Fraction(0))
        rho = sum((times * loss.rho for loss, times in given.items() if isinstance(loss, RenyiCurve)), Fraction(0))
        return cls(rounded(_kinds(given)), delta, rho, _largest(given))


def _kinds(given: Mapping[Loss, int]) -> Kinds:
    kinds: Counter[LossDistribution] = Counter()
    square, slack = Fraction(0), Fraction(0)
    for loss, times in given.items():
        match loss:
            case RenyiCurve():
                pass
            case Pure(epsilon) | Approx(epsilon, _):
                kinds[Response(epsilon)] += times if epsilon else 0
            case Shifted(DiscreteGaussian(variance), by) if variance > ONE_BY_ONE:
                square += times * _square(by, variance)
                slack += times * SLACK
            case GaussianLimit(one, unsure):
                square, slack = square + times * one, slack + times * unsure
            case _:
                kinds[loss] += times
    pieces = math.ceil(square / LARGEST)
    if pieces:
        kinds[GaussianLimit(square / pieces, slack / pieces)] += pieces
    return +kinds


def _square(by: int, variance: Fraction) -> Fraction:
    """Return by^2/(variance - SPREAD), rounded up."""
    near = float(by) ** 2 / (float(variance) - SPREAD)
    return up_to(Fraction(near * (1 + ROUNDING)), FINEST)


def _largest(given: Mapping[Loss, int]) -> Fraction | None:
    total = 0
    for loss, times in given.items():
        most = (None if loss.rho else Fraction(0)) if isinstance(loss, RenyiCurve) else loss.epsilon
        if most is None:
            return None
        total += times * math.ceil(most / FINEST)
    return total * FINEST
