# SPDX-License-Identifier: Apache-2.0
"""From one shape of loss to another: one function per arrow, each with its proof. All round towards more loss."""

import math
from collections.abc import Callable
from fractions import Fraction

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.exact.rounding import up_to
from diffident.exact.spelling import plain
from diffident.privacy.loss import Approx, Pure, RenyiCurve

FINEST = Fraction(1, 10**18)  # results are rounded up to a multiple of this


class NoSuchOrder(Refused):
    """A Renyi order at which there is no such divergence, or a delta that is none."""

    code = "order_impossible"
    sentence = "A Renyi divergence of order {order} says nothing at delta {delta}."
    remedy = "Use an order above 1 and a delta above 0 and below 1."


def pure_to_approx(loss: Pure) -> Approx:
    """Return a pure loss as an approximate one.

    Guarantee:
        Whatever is epsilon-private is (epsilon, 0)-private.
    Because:
        It is the definition with an additional probability of nothing.
    Checked by: tests/privacy/test_convert.py::test_binary_response_obeys_every_arrow

    >>> pure_to_approx(Pure(Fraction(1, 2)))
    Approx(epsilon=Fraction(1, 2), delta=Fraction(0, 1))
    """
    return Approx(loss.epsilon, Fraction(0))


def pure_to_renyi(loss: Pure) -> RenyiCurve:
    """Return a pure loss as a Renyi curve.

    Guarantee:
        Whatever is epsilon-private has Renyi divergence at most a * epsilon^2 / 2 at every order a > 1.
    Because:
        Bun and Steinke 2016, Proposition 3.3.
    Checked by: tests/privacy/test_convert.py::test_binary_response_obeys_every_arrow

    >>> pure_to_renyi(Pure(Fraction(1, 2)))
    RenyiCurve(rho=Fraction(1, 8))
    """
    return RenyiCurve(loss.epsilon**2 / 2)


def approx_to_pure(loss: Approx) -> Pure | None:
    """Return an approximate loss as a pure one where its delta is nothing, else None: no epsilon makes up for it.

    Guarantee:
        An epsilon is returned only for what is epsilon-private.
    Because:
        (epsilon, 0) is the definition of it.
    Checked by: tests/privacy/test_convert.py::test_a_delta_is_never_dropped

    >>> approx_to_pure(Approx(Fraction(1), Fraction(1, 10**9))) is None
    True
    """
    return Pure(loss.epsilon) if loss.delta == 0 else None


def surprise(order: Fraction, delta: Fraction) -> Fraction:
    """Return what this delta adds to a Renyi divergence at `order` to make an epsilon of it.

    Guarantee:
        Let P and Q have total mass at most 1 and the integral of (dP/dQ)^order dQ be at most
        exp((order - 1) divergence). Then P(S) <= e^epsilon Q(S) + delta for every event S, where epsilon is
        divergence + surprise.
    Because:
        P(S) - e^epsilon Q(S) is at most the integral of (r - e^epsilon)+ dQ for the ratio r = dP/dQ, and
        (r - e^epsilon)+ <= r^a * max over r of (r - e^epsilon)/r^a, which lies at r = e^epsilon a/(a - 1) and is
        e^(-(a - 1) epsilon) (1 - 1/a)^a / (a - 1). Solved for epsilon: (ln(1/delta) + (a - 1) ln(1 - 1/a) - ln a)
        / (a - 1) (Canonne, Kamath and Steinke 2020, for laws). From enclosures, upwards.
    Checked by: tests/privacy/test_convert.py::test_the_renyi_arrow_is_sound_and_tight_for_the_worst_pair

    >>> round(float(surprise(Fraction(10), Fraction(1, 10**6))), 4)
    1.1739
    """
    _check(order, delta)
    above = order - 1
    summed = enclosure.log(1 / delta) + above * enclosure.log(above / order) - enclosure.log(order)
    return up_to(summed.high / above, FINEST)


def renyi_at(order: Fraction, divergence: Fraction, delta: Fraction) -> Approx:
    """Return what a bound on the Renyi divergence at one order says at this delta.

    Guarantee:
        A release whose divergence at `order` > 1 is at most `divergence`, both ways, is (epsilon, delta)-private
        for the epsilon returned.
    Because:
        `surprise`, for both directions. Any order is sound, so an unlucky one only costs.
    Checked by: tests/privacy/test_convert.py::test_the_renyi_arrow_covers_the_gaussian
    """
    return Approx(max(divergence + surprise(order, delta), Fraction(0)), delta)


def renyi_to_approx(loss: RenyiCurve, delta: Fraction) -> Approx:
    """Return what a Renyi curve says at this delta, at an order that is close to the best.

    Guarantee:
        A release with divergence at most a * rho at every order a > 1 is (epsilon, delta)-private.
    Because:
        `renyi_at` holds at each order; the order is chosen from public numbers, before anything is released.
    Checked by: tests/privacy/test_convert.py::test_the_renyi_arrow_covers_the_gaussian

    >>> round(float(renyi_to_approx(RenyiCurve(Fraction(2436, 100000)), Fraction(1, 10**6)).epsilon), 3)
    1.0
    """
    _check(Fraction(2), delta)
    if loss.rho == 0:
        return Approx(Fraction(0), delta)
    rarity, rho = float(enclosure.log(1 / delta).high), float(loss.rho)
    order = best_order(lambda above: (1 + above) * rho + rough_surprise(above, rarity))
    return renyi_at(order, order * loss.rho, delta)


def best_order(cost: Callable[[float], float]) -> Fraction:
    """Return about the order at which a cost is least, of orders from 1 + 2^-16 to 2^70; the cost is a float's guess.

    Guarantee:
        An order above 1.
    Because:
        Which one is only a matter of cost: all are sound. The cost must be of public numbers.
    Checked by: tests/privacy/test_convert.py::test_the_order_is_close_to_the_best
    """
    coarse = min((2 ** (step / 8) for step in range(-128, 561)), key=cost)
    fine = min((coarse * 2 ** (step / 128) for step in range(-16, 17)), key=cost)
    return 1 + Fraction(math.ceil(fine * 2**20), 2**20)


def rough_surprise(above: float, rarity: float) -> float:
    """Return about the `surprise` of order 1 + above at delta = e^-rarity.

    Guarantee:
        None beyond a float's: it chooses orders and proves nothing.
    Because:
        It is the formula of `surprise`, where ln(1 - 1/a) is -ln(1 + 1/(a - 1)).
    Checked by: tests/privacy/test_convert.py::test_the_order_is_close_to_the_best
    """
    return (rarity - above * math.log1p(1 / above) - math.log1p(above)) / above


def _check(order: Fraction, delta: Fraction) -> None:
    if order <= 1 or not 0 < delta < 1:
        raise NoSuchOrder(order=plain(order), delta=plain(delta))
