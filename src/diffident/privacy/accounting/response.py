# SPDX-License-Identifier: Apache-2.0
"""Randomised response as a pair of laws. With two options it stands for everything that is epsilon-private."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from diffident.exact import enclosure
from diffident.exact.rounding import up_to
from diffident.privacy.accounting.pair import Mirrored, Pair
from diffident.privacy.convert import FINEST


@dataclass(frozen=True, slots=True)
class Response(Mirrored):
    """One of `options` answers; the true one is e^epsilon times as likely as any other.

    Guarantee:
        Any release that is epsilon-private is at most as far apart on neighbours as `pair` with two options; and
        randomised response with k options, for two people's worth of truth, exactly as far as `pair` with k.
    Because:
        P(S) is at most e^epsilon Q(S), and at most 1 - e^-epsilon (1 - Q(S)); what both leave of P(S) - t Q(S) is most
        where they meet, and that is binary response (Kairouz, Oh and Viswanath 2015). With k options the two answers in
        question have losses epsilon and -epsilon, and each of the other k - 2 is as likely under both.
    Checked by: tests/privacy/accounting/test_response.py::test_it_covers_whatever_is_as_private
    """

    epsilon: Fraction  # pyright: ignore[reportIncompatibleMethodOverride] - a frozen field is a property
    options: int = 2

    def pair(self, step: float) -> Pair:  # noqa: ARG002 - there are three losses at most, whatever the step
        """Return the laws of a report from somebody with the first answer, and from somebody with the second."""
        least = math.exp(-self.epsilon)
        p = np.array([1.0, (self.options - 2) * least, least]) / (1 + (self.options - 1) * least)
        return Pair(p, p[::-1])

    @property
    def pitch(self) -> Fraction:
        """Every loss is epsilon, its negative, or nothing."""
        return self.epsilon

    def renyi(self, order: Fraction) -> Fraction:
        """Return the Renyi divergence at this order, rounded up.

        Guarantee:
            It is at least ln(sum of P^a Q^(1 - a))/(a - 1), and at most epsilon.
        Because:
            The sum is (e^(a eps) + e^((1 - a) eps) + k - 2)/(e^eps + k - 1). Divided by e^((a - 1) eps) it has no power
            that is too large; exponentials are enclosed. No divergence is above the largest loss.
        Checked by: tests/privacy/accounting/test_response.py::test_renyi_is_that_of_the_laws
        """
        back, other = enclosure.exp((1 - 2 * order) * self.epsilon), enclosure.exp(-order * self.epsilon)
        moment = (1 + back + (self.options - 2) * other) / (1 + (self.options - 1) * enclosure.exp(-self.epsilon))
        found = self.epsilon + enclosure.log(moment.high).high / (order - 1)
        return min(up_to(max(found, Fraction(0)), FINEST), self.epsilon)
