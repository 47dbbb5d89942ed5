# SPDX-License-Identifier: Apache-2.0
"""The price of a plan fixed in advance, from the laws of its losses: an epsilon for a delta, or a delta for an epsilon."""

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final, Protocol

from diffident.errors import Refused
from diffident.exact.number import Delta, decimal, whole
from diffident.exact.rounding import round_down, round_up, up_to
from diffident.privacy.accounting.ladder import Kinds
from diffident.privacy.accounting.pair import Mirrored
from diffident.privacy.accounting.plan import Plan
from diffident.privacy.accounting.response import Response
from diffident.privacy.accounting.side import Side
from diffident.privacy.convert import renyi_to_approx
from diffident.privacy.loss import Loss, RenyiCurve

SHOWN: Final = Fraction(1, 10**12)  # epsilons are rounded up to a multiple of this, deltas to one of SMALL
SMALL: Final = Fraction(1, 10**30)


class NotAPart(Refused):
    """Something in a plan that is neither a mechanism nor a loss."""

    code = "not_a_part"
    sentence = "A plan is made of mechanisms, losses, or pairs of one of them and how often it is used, not of {given}."
    remedy = "Price a list such as [Laplace(sensitivity=1, epsilon=0.1), (Gaussian(sensitivity=1, rho=0.01), 100)]."


class NoEpsilonKnown(Refused):
    """A plan that no epsilon can be certified for at this delta."""

    code = "no_epsilon_known"
    sentence = (
        "No epsilon goes with delta {delta}: some part fails with more than that probability, or reveals too much."
    )
    remedy = "Ask with a larger delta, or replace the parts that have a delta of their own."


class HasLoss(Protocol):
    """Anything that knows what it can tell about a person."""

    @property
    def loss(self) -> Loss:
        """What one use can tell."""
        ...


Part = HasLoss | Loss


def epsilon(parts: Iterable[Part | tuple[Part, int]], *, delta: object) -> Fraction:
    """Return the epsilon that all parts together cost at this delta, rounded up.

    Guarantee:
        If which parts are released is fixed in advance, each by its own rule but perhaps after seeing earlier
        answers, all of them together are (epsilon, delta)-private.
    Because:
        Pairs that dominate the parts compose to one that dominates the whole, each direction by itself
        (compose.proof.md, part 0); `Side` bounds each, and the larger stands. The sum of the epsilons is sound too
        and stands where it is smaller.
    Checked by: tests/privacy/accounting/test_pld.py::test_random_plans_lie_between_the_floor_and_the_ceiling

    >>> from diffident.privacy.loss import Pure
    >>> round(float(epsilon([(Pure(Fraction(1, 10)), 100)], delta="1e-6")), 4)
    4.7746
    """
    chance = Delta.of(delta, cap=1).value
    plan = Plan.of(_losses(parts))
    known = [plan.epsilon] if plan.epsilon is not None and plan.delta <= chance else []
    left = round_down(chance - plan.delta)
    composed = _composed(plan, left) if left > 0 and not plan.is_empty else math.inf
    if math.isfinite(composed):
        known.append(Fraction(composed))
    if not known:
        raise NoEpsilonKnown(delta=delta)
    return up_to(min(known), SHOWN)


def delta(parts: Iterable[Part | tuple[Part, int]], *, epsilon: object) -> Fraction:
    """Return the delta that goes with this epsilon for all parts together, rounded up.

    Guarantee:
        If which parts are released is fixed in advance, all of them together are (epsilon, delta)-private.
    Because:
        As for `epsilon`; the probabilities with which nothing is known about a part add up.
    Checked by: tests/privacy/accounting/test_pld.py::test_random_plans_lie_between_the_floor_and_the_ceiling

    >>> from diffident.privacy.loss import Pure
    >>> round(float(delta([(Pure(Fraction(1, 10)), 100)], epsilon=5)), 9)
    2.79e-07
    """
    most = decimal(epsilon, name="epsilon", at_least=0)
    plan = Plan.of(_losses(parts))
    if plan.epsilon is not None and plan.epsilon <= most:
        return min(plan.delta, Fraction(1))
    found = max(side.delta(round_down(most)) for side in _sides(plan.kinds, plan.rho))
    return min(up_to(Fraction(found) + plan.delta, SMALL), Fraction(1))


def _composed(plan: Plan, delta: float) -> float:
    """Return an epsilon for the larger of both directions; Renyi curves join in, or cost half of delta, as is better."""
    together = max(side.epsilon(delta) for side in _sides(plan.kinds, plan.rho))
    if not (plan.rho and plan.kinds):
        return together
    curve = renyi_to_approx(RenyiCurve(plan.rho), Fraction(delta / 2))
    apart = {**plan.kinds, Response(curve.epsilon): plan.kinds.get(Response(curve.epsilon), 0) + 1}
    return min(together, max(side.epsilon(delta / 2) for side in _sides(apart, Fraction(0))))


def _sides(kinds: Kinds, rho: Fraction) -> list[Side]:
    """Return both directions, or one where the other is its mirror image."""
    mirrored = all(isinstance(loss, Mirrored) for loss in kinds)
    return [Side(kinds, away, round_up(rho)) for away in ((True,) if mirrored else (True, False))]


def _losses(parts: Iterable[Part | tuple[Part, int]]) -> Iterator[tuple[Loss, int]]:
    for part in parts:
        one, times = (part[0], whole(part[1], name="times", at_least=1)) if isinstance(part, tuple) else (part, 1)
        loss = one if isinstance(one, Loss) else getattr(one, "loss", None)
        if not isinstance(loss, Loss):
            raise NotAPart(given=f"a {type(one).__name__}")
        yield loss, times
