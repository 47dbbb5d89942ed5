# SPDX-License-Identifier: Apache-2.0
"""A mechanism run on a secret random sample: each person is in it with the same chance, independently of the others."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from diffident.exact import enclosure
from diffident.exact.enclosure import Enclosure
from diffident.exact.number import decimal
from diffident.exact.rounding import up_to
from diffident.privacy.accounting.pair import Mirrored, Pair
from diffident.privacy.convert import FINEST
from diffident.privacy.loss import Atoms, LossDistribution


@dataclass(frozen=True, slots=True)
class Subsampled(LossDistribution):
    """`unsampled` on a Poisson sample at this rate, when a person is added or removed; the sample stays secret.

    Guarantee:
        If neighbours' outputs without sampling are at most as far apart as the pair (P, Q) of `unsampled`, then with
        sampling those of (with, without) are at most as far apart as removal's ((1 - r)Q + rP, Q), and those of
        (without, with) as addition's (P, (1 - r)P + rQ).
    Because:
        Zhu, Dong and Wang 2022, Theorem 11; subsampled.proof.md, part 1. The two directions differ and both are kept.
    Checked by: tests/privacy/accounting/test_subsampled.py::test_both_directions_cover_a_sampled_count
    """

    unsampled: Mirrored
    rate: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "rate", decimal(self.rate, name="rate", above=0, at_most=1))

    @property
    def epsilon(self) -> Fraction | None:
        """The largest loss, ln(1 + r(e^eps - 1)), rounded up, where there is one."""
        if self.unsampled.epsilon is None:
            return None
        mixed = 1 - self.rate + self.rate * enclosure.exp(self.unsampled.epsilon)
        return min(up_to(enclosure.log(mixed.high).high, FINEST), self.unsampled.epsilon)

    def removal(self, step: float) -> Atoms:
        """Return atoms of ((1 - r)Q + rP, Q): the person is in the sample or not, against not there at all."""
        base, rate = self._base(step), float(self.rate)
        p, q = np.append(base.p, 0.0), np.append(base.q, base.only_q)
        return Pair((1 - rate) * q + rate * p, q, rate * base.only_p, 0.0, base.relative).atoms()

    def addition(self, step: float) -> Atoms:
        """Return atoms of (P, (1 - r)P + rQ): not there at all, against in the sample or not."""
        base, rate = self._base(step), float(self.rate)
        p, q = np.append(base.p, base.only_p), np.append(base.q, 0.0)
        return Pair(p, (1 - rate) * p + rate * q, 0.0, 0.0, base.relative).atoms()

    def renyi(self, order: Fraction) -> Fraction:
        """Return a bound on the larger direction's Renyi divergence, that at the next whole order.

        ln of the sum over j of binomial(a, j) (1 - r)^(a - j) r^j e^((j - 1) D_j), divided by a - 1: the a-th moment
        of 1 - r + r P/Q under Q. Removal is the larger direction: subsampled.proof.md, part 2.
        """
        whole = max(math.ceil(order), 2)
        moment = Enclosure.of((1 - self.rate) ** whole)
        for sampled in range(1, whole + 1):
            share = math.comb(whole, sampled) * (1 - self.rate) ** (whole - sampled) * self.rate**sampled
            known = (sampled - 1) * self.unsampled.renyi(Fraction(sampled)) if sampled > 1 else Fraction(0)
            moment = moment + share * enclosure.exp(known)
        return up_to(enclosure.log(moment.high).high / (whole - 1), FINEST)

    def _base(self, step: float) -> Pair:
        """Return the pair without sampling; near a loss of nothing sampling brings losses 1/rate times closer."""
        return self.unsampled.pair(step / float(self.rate))
