# SPDX-License-Identifier: Apache-2.0
"""Divergences at one order that was fixed beforehand: they add up, also when every question depends on the answers."""

from collections.abc import Iterable
from fractions import Fraction
from typing import assert_never

from diffident.privacy.accounting.response import Response
from diffident.privacy.convert import renyi_at
from diffident.privacy.loss import Approx, Loss, LossDistribution, Pure, RenyiCurve


def divergence(loss: Loss, order: Fraction) -> tuple[Fraction, Fraction]:
    """Return the larger direction's Renyi divergence at this order, and the probability with which it does not hold.

    Guarantee:
        For neighbours with outputs P and Q there are parts P' <= P and Q' <= Q, each short of its whole by at most the
        second number, and the integral of (dP'/dQ')^order dQ' is at most exp((order - 1) * the first); both ways.
    Because:
        Pure: binary response at epsilon can be turned into any pair that is epsilon-private (Kairouz, Oh and
        Viswanath 2015), which never raises a divergence. Approx: the same after an event of probability delta that
        gives everything away (the same), which is left out. A curve bounds every order; a distribution knows its own.
    Checked by: tests/privacy/accounting/test_renyi.py::test_the_divergence_is_that_of_the_laws

    >>> divergence(RenyiCurve(Fraction(1, 8)), Fraction(4))
    (Fraction(1, 2), Fraction(0, 1))
    """
    match loss:
        case Pure(epsilon):
            return Response(epsilon).renyi(order), Fraction(0)
        case Approx(epsilon, delta):
            return Response(epsilon).renyi(order), delta
        case RenyiCurve(rho):
            return order * rho, Fraction(0)
        case LossDistribution():
            return loss.renyi(order), Fraction(0)
        case _:
            assert_never(loss)


def total(parts: Iterable[Loss], order: Fraction, delta: Fraction) -> Approx:
    """Return what several releases tell together, by their divergences at one order.

    Guarantee:
        Whoever sees all of them, and chose each after seeing those before, learns at most epsilon, but for `delta` and
        the parts' own probabilities; the order must not depend on anything that was seen.
    Because:
        budget.proof.md: divergences at one order add up along every path of choices, `renyi_at` turns the sum into
        an epsilon at `delta`, and what was left out of each part adds its probability.
    Checked by: tests/privacy/accounting/test_renyi.py::test_sums_at_one_order_cover_the_composition
    """
    spent = [divergence(part, order) for part in parts]
    whole = renyi_at(order, sum((there for there, _ in spent), Fraction(0)), delta)
    return Approx(whole.epsilon, min(delta + sum((failed for _, failed in spent), Fraction(0)), Fraction(1)))
