# SPDX-License-Identifier: Apache-2.0
"""Two-sided geometric noise against itself, moved: all in closed forms."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from diffident.exact import enclosure
from diffident.exact.rounding import up_to
from diffident.privacy.accounting.pair import TINY, Pair
from diffident.privacy.convert import FINEST

FEWEST, MOST = 64, 4096  # losses into which a wide shift is merged
BITS = 192  # 1 - e^(-1/scale) is known to a few digits even at a scale of 2^60


@dataclass(frozen=True, slots=True)
class ShiftedLaplace:
    """P(Z = z) proportional to e^(-|z|/scale) against the same `by` further on; the losses are (by - 2x)/scale."""

    scale: Fraction
    by: int

    @property
    def epsilon(self) -> Fraction:
        """The largest loss: before both centres, by/scale."""
        return self.by / self.scale

    @property
    def pitch(self) -> Fraction:
        """The losses are (by - 2x)/scale."""
        return (2 - self.by % 2) / self.scale

    def pair(self, step: float) -> Pair:
        """Return the two laws, one atom for each x = 0 ... by, or fewer that hide no more.

        Guarantee:
            Both laws exactly, but for rounding; or, where by + 1 atoms would be more than the step asks for, laws
            that are at least as far apart at every epsilon.
        Because:
            Outcomes beyond either centre share their loss, so by + 1 atoms tell all. Fewer atoms are those of noise
            with the same shape and a largest loss 1/(4 scale^2) higher: shifted.proof.md, part 3.
        Checked by: tests/privacy/accounting/test_shifted.py::test_merged_losses_hide_no_more_and_hardly_less
        """
        most = max(FEWEST, min(MOST, math.ceil(2 * self.epsilon / Fraction(step))))
        if self.by <= most:
            return _staircase(float(self.epsilon), self.by)
        return _staircase(float(self.epsilon + 1 / (4 * self.scale**2)), most)

    def delta(self, epsilon: Fraction) -> Fraction:
        """Return max over events of P(S) - e^epsilon Q(S), rounded up.

        Guarantee:
            It is at least that excess, and at most 2^-119 more.
        Because:
            The loss falls with x, so the best event is x < m with m = ceil((by - epsilon * scale)/2), under P of
            probability 1 - q^m/(1 + q), under Q of q^(by - m + 1)/(1 + q); exponentials are enclosed.
        Checked by: tests/privacy/accounting/test_shifted.py::test_delta_is_the_excess_of_the_best_event
        """
        if epsilon >= self.epsilon:
            return Fraction(0)
        before = math.ceil((self.by - epsilon * self.scale) / 2)
        ratio = enclosure.exp(-1 / self.scale, BITS)
        under_p = enclosure.exp(-before / self.scale, BITS)
        under_q = enclosure.exp(epsilon - (self.by - before + 1) / self.scale, BITS)
        return up_to(max((1 - (under_p + under_q) / (1 + ratio)).high, Fraction(0)), TINY)

    def renyi(self, order: Fraction) -> Fraction:
        """Return the Renyi divergence of the two at this order, rounded up.

        Guarantee:
            It is at least ln(sum of P^a Q^(1 - a))/(a - 1).
        Because:
            With q = e^(-1/scale) and r = q^(2a - 1) the sum is e^((a - 1) eps)/(1 + q) times
            1 + r^by + (1 - q)(r + ... + r^(by - 1)), a geometric series; exponentials are enclosed.
        Checked by: tests/privacy/accounting/test_shifted.py::test_renyi_is_that_of_the_laws
        """
        q, r = (enclosure.exp(-power / self.scale, BITS) for power in (Fraction(1), 2 * order - 1))
        last = enclosure.exp(-(2 * order - 1) * self.epsilon, BITS)
        moment = (1 + last + (1 - q) * (r - last) / (1 - r)) / (1 + q)
        return max(up_to(self.epsilon + enclosure.log(moment.high).high / (order - 1), FINEST), Fraction(0))


def _staircase(epsilon: float, steps: int) -> Pair:
    """Return the laws of x, the number of steps from P's centre towards Q's, all beyond counted as 0 or `steps`."""
    rate = epsilon / steps
    place = np.arange(steps + 1)
    p = math.tanh(rate / 2) * np.exp(-rate * place)
    p[0], p[-1] = 1 / (1 + math.exp(-rate)), math.exp(-epsilon) / (1 + math.exp(-rate))
    return Pair(p, p[::-1])
