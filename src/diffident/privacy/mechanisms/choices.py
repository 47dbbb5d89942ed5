# SPDX-License-Identifier: Apache-2.0
"""The loss of choices in a row: each epsilon-private, and of a range that epsilon bounds if they are exponential."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from diffident.exact.rounding import up_to
from diffident.privacy.accounting.pair import ROUNDING, Mirrored, Pair
from diffident.privacy.accounting.response import Response
from diffident.privacy.convert import FINEST
from diffident.privacy.mechanisms.binomial import LEFT_OUT, binomial


@dataclass(frozen=True, slots=True)
class Choices(Mirrored):
    """So many choices, each of them `each`-private; if `bounded`, the logarithms of its ratios lie in a range that long.

    Guarantee:
        Choices made one after the other, each so private given those before, are at most as far apart on neighbours as
        `pair`, at every epsilon; their Renyi divergence at each order is at most `renyi`.
    Because:
        Each stands under binary randomised response of its epsilon (Kairouz, Oh and Viswanath 2015), and that remains
        so in a row; j false reports of n have loss (n - 2j) * epsilon. A range of epsilon is order * epsilon^2 / 8
        (Cesar and Rogers 2021, Lemma 3.4), and divergences of choices in a row add up.
    Checked by: tests/privacy/mechanisms/test_choices.py::test_choices_in_a_row_stand_under_their_loss
    """

    each: Fraction
    times: int
    bounded: bool

    @property
    def epsilon(self) -> Fraction:
        """The largest loss that can occur."""
        return self.times * self.each

    def pair(self, step: float) -> Pair:  # noqa: ARG002 - there are no more losses than choices, whatever the step
        """Return the laws of so many reports, from somebody with one answer and from somebody with the other."""
        size = float(self.each)
        first, p = binomial(self.times, 1 / (1 + float(np.exp(size))))
        loss = (self.times - 2 * np.arange(first, first + p.size)) * size
        q = p * np.exp(-loss)
        is_cut = p.size <= self.times
        beyond = max(1 - float(q.sum()), LEFT_OUT) if is_cut else 0.0
        return Pair(p, q, LEFT_OUT if is_cut else 0.0, beyond, ROUNDING * self.times)

    def renyi(self, order: Fraction) -> Fraction:
        """Return the Renyi divergence at this order, rounded up."""
        one = Response(self.each).renyi(order)
        return self.times * (min(one, up_to(order * self.each**2 / 8, FINEST)) if self.bounded else one)
