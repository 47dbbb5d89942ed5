# SPDX-License-Identifier: Apache-2.0
"""A mechanism run on a secret random sample: each person is in it with the same chance, independently of the others."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.exact.number import decimal
from diffident.exact.rounding import up_to
from diffident.privacy.accounting.gaussian_limit import GaussianLimit
from diffident.privacy.accounting.pair import Pair
from diffident.privacy.accounting.response import Response
from diffident.privacy.accounting.shifted import Shifted
from diffident.privacy.convert import FINEST
from diffident.privacy.loss import Atoms, LossDistribution

MOST_TERMS = 4096  # of a sum for a moment


class NotToBeSampled(Refused):
    """A loss of which nobody proved what a secret sample makes of it."""

    code = "not_to_be_sampled"
    sentence = "What a secret random sample makes of the loss of {given} is not known."
    remedy = "Sample before Laplace noise, Gaussian noise or randomised response, or price the loss as it is."


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

    unsampled: Response | Shifted | GaussianLimit
    rate: Fraction

    def __post_init__(self) -> None:
        if not isinstance(self.unsampled, Response | Shifted | GaussianLimit):
            raise NotToBeSampled(given=f"a {type(self.unsampled).__name__}")
        object.__setattr__(self, "rate", decimal(self.rate, name="rate", above=0, at_most=1))

    @property
    def epsilon(self) -> Fraction | None:
        """The largest loss, ln(1 - r + r e^eps), rounded up, where there is one; addition's is below it."""
        most = self.unsampled.epsilon
        if most is None:
            return None
        mixed = self.rate + (1 - self.rate) * enclosure.exp(-most)
        return min(up_to(most + enclosure.log(mixed.high).high, FINEST), most)

    def removal(self, step: float) -> Atoms:
        """Return atoms of ((1 - r)Q + rP, Q): the person is in the sample or not, against not there at all."""
        base, out, into = self._base(step), float(1 - self.rate), float(self.rate)
        p, q = np.append(base.p, 0.0), np.append(base.q, base.only_q)
        return Pair(out * q + into * p, q, into * base.only_p, 0.0, base.relative).atoms()

    def addition(self, step: float) -> Atoms:
        """Return atoms of (P, (1 - r)P + rQ): not there at all, against in the sample or not."""
        base, out, into = self._base(step), float(1 - self.rate), float(self.rate)
        p, q = np.append(base.p, base.only_p), np.append(base.q, 0.0)
        return Pair(p, out * p + into * q, 0.0, 0.0, base.relative).atoms()

    def renyi(self, order: Fraction) -> Fraction:
        """Return a bound on the larger direction's Renyi divergence, that at the next whole order, rounded up.

        Guarantee:
            No neighbours' outputs have a larger divergence at this order, either way round.
        Because:
            With a the next whole order, the a-th moment of 1 - r + r P/Q under Q is the sum over j of binomial(a, j)
            (1 - r)^(a - j) r^j e^((j - 1) D_j). Removal is the larger direction: subsampled.proof.md, part 2. Sampling
            raises no divergence, and none is above the largest loss; a sum too long to be worth it is not taken. The largest
            term is taken out of the sum, logarithms and powers are enclosed.
        Checked by: tests/privacy/accounting/test_subsampled.py::test_renyi_covers_both_directions
        """
        known, whole = self.unsampled.renyi(order), max(math.ceil(order), 2)
        known = known if self.epsilon is None else min(known, self.epsilon)
        if self.rate == 1 or whole > MOST_TERMS:
            return known
        exponents = [share + self._moment(sampled) for sampled, share in enumerate(self._shares(whole))]
        top = max(exponents)
        terms = sum((enclosure.exp(exponent - top).high for exponent in exponents), Fraction(0))
        return min(up_to((top + enclosure.log(terms).high) / (whole - 1), FINEST), known)

    def _shares(self, whole: int) -> Iterator[Fraction]:
        """Return ln of binomial(whole, j) (1 - r)^(whole - j) r^j for j = 0 ... whole, rounded up."""
        share = whole * enclosure.log(1 - self.rate).high
        for sampled in range(1, whole + 1):
            yield share
            share += enclosure.log((whole - sampled + 1) * self.rate / (sampled * (1 - self.rate))).high
        yield share

    def _moment(self, sampled: int) -> Fraction:
        """Return ln E (P/Q)^sampled under Q, rounded up."""
        return (sampled - 1) * self.unsampled.renyi(Fraction(sampled)) if sampled > 1 else Fraction(0)

    def _base(self, step: float) -> Pair:
        """Return the pair without sampling; near a loss of nothing sampling brings losses 1/rate times closer."""
        return self.unsampled.pair(step / float(self.rate))
