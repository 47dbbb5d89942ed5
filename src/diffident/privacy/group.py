# SPDX-License-Identifier: Apache-2.0
"""What a release can tell about a household: the loss when several people change together."""

from fractions import Fraction
from typing import assert_never

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.exact.number import whole
from diffident.exact.rounding import up_to
from diffident.privacy.convert import FINEST
from diffident.privacy.loss import Approx, Loss, LossDistribution, Pure, RenyiCurve


class NoGroupPrivacy(Refused):
    """A loss without a bound, and not of additive noise: nothing is proved for a group."""

    code = "no_group_privacy"
    sentence = "Nothing is known about {people} people together for a loss of this kind."
    remedy = "Turn it into (epsilon, delta) first, with accounting.epsilon, and ask for the group of that."


def of_group(loss: Loss, people: object) -> Loss:
    """Return what a release can tell about this many people who change together.

    Guarantee:
        For tables that differ in `people` people, outputs are as close as the returned loss says.
    Because:
        There are people - 1 tables between the two. Ratios multiply: k * epsilon. By induction P_0 <= e^(k epsilon) P_k
        + delta (1 + e^epsilon + ... + e^((k - 1) epsilon)), as each delta is carried along by the ratios before it. A
        Renyi curve: k^2 rho (Bun and Steinke 2016, on groups). A distribution knows its own group.
    Checked by: tests/privacy/test_group.py::test_a_household_is_covered

    >>> of_group(Pure(Fraction(1)), 4)
    Pure(epsilon=Fraction(4, 1))
    """
    size = whole(people, name="people", at_least=1)
    match loss:
        case Pure(epsilon):
            return Pure(size * epsilon)
        case Approx(epsilon, delta):
            return Approx(size * epsilon, _carried(epsilon, delta, size))
        case RenyiCurve(rho):
            return RenyiCurve(size**2 * rho)
        case LossDistribution():
            grouped = loss.of_group(size)
            if grouped is None:
                raise NoGroupPrivacy(people=size)
            return grouped
        case _:
            assert_never(loss)


def _carried(epsilon: Fraction, delta: Fraction, size: int) -> Fraction:
    """Return delta * (1 + e^epsilon + ... + e^((size - 1) epsilon)), rounded up, a probability at most."""
    if epsilon == 0 or delta == 0:
        return min(size * delta, Fraction(1))
    if size * epsilon > enclosure.FARTHEST:
        return Fraction(1)
    grown = (enclosure.exp(size * epsilon) - 1) / (enclosure.exp(epsilon) - 1)
    return min(up_to(delta * grown.high, FINEST), Fraction(1))
