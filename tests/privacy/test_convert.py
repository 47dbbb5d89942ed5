# SPDX-License-Identifier: Apache-2.0
"""Every arrow, tried on the pairs of laws that are worst for it: binary response, two points, the Gaussian."""

from fractions import Fraction
from math import comb

import pytest
from mpmath import mp, mpf

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.exact.enclosure import Enclosure
from diffident.privacy.convert import (
    approx_to_pure,
    pure_to_approx,
    pure_to_renyi,
    renyi_at,
    renyi_to_approx,
    surprise,
)
from diffident.privacy.loss import Approx, Pure, RenyiCurve

EPSILONS = [Fraction(1, 1000), Fraction(1, 10), Fraction(1, 2), Fraction(1), Fraction(3), Fraction(10)]
ORDERS = [Fraction(1001, 1000), Fraction(3, 2), Fraction(2), Fraction(7), Fraction(64), Fraction(1000)]
DELTAS = [Fraction(1, 10**5), Fraction(1, 10**6), Fraction(1, 10**12)]


def response_divergence(epsilon, order):
    """Enclose the divergence of binary response at this epsilon: the worst of all that are epsilon-private."""
    moment = (enclosure.exp(order * epsilon) + enclosure.exp((1 - order) * epsilon)) / (enclosure.exp(epsilon) + 1)
    return Enclosure(enclosure.log(moment.low).low, enclosure.log(moment.high).high) / (order - 1)


def response_excess(epsilon, uses, at):
    """Enclose max over events of P(S) - e^at Q(S) for so many independent binary responses: the sum over their ones."""
    odds, limit = enclosure.exp(epsilon), enclosure.exp(at)
    total, whole, weight = Enclosure.of(0), Enclosure.of(1), Enclosure.of(1)
    weights = [weight]
    for _ in range(uses):
        whole, weight = whole * (odds + 1), weight * odds
        weights.append(weight)
    for ones in range(uses + 1):
        gap = comb(uses, ones) * (weights[ones] - limit * weights[uses - ones])
        total = total + Enclosure(max(gap.low, Fraction(0)), max(gap.high, Fraction(0)))
    return total / whole


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_binary_response_obeys_every_arrow(epsilon):
    loss = Pure(epsilon)
    assert pure_to_approx(loss) == Approx(epsilon, Fraction(0))
    assert response_excess(epsilon, 1, epsilon).high < Fraction(1, 10**30)
    assert response_excess(epsilon, 1, epsilon * Fraction(9, 10)) > Fraction(1, 10**5)  # a twin that says less is wrong
    for order in ORDERS:
        assert response_divergence(epsilon, order) <= order * pure_to_renyi(loss).rho


@pytest.mark.parametrize(
    ("epsilon", "uses"), [(Fraction(1, 10), 100), (Fraction(1), 5), (Fraction(1, 2), 1), (Fraction(1, 5), 30)]
)
@pytest.mark.parametrize("delta", DELTAS)
def test_many_binary_responses_obey_the_way_over_renyi(epsilon, uses, delta):
    summed = RenyiCurve(uses * pure_to_renyi(Pure(epsilon)).rho)
    found = renyi_to_approx(summed, delta)
    assert response_excess(epsilon, uses, found.epsilon) <= delta
    at_order = renyi_at(Fraction(6), uses * response_divergence(epsilon, Fraction(6)).high, delta)
    assert response_excess(epsilon, uses, at_order.epsilon) <= delta


def test_binary_response_is_nearly_as_bad_as_the_curve_where_epsilon_is_small():
    """A curve of 0.99 epsilon^2 / 2 would be wrong."""
    epsilon = Fraction(1, 1000)
    assert response_divergence(epsilon, Fraction(2)) > 2 * pure_to_renyi(Pure(epsilon)).rho * Fraction(99, 100)


@pytest.mark.parametrize(
    ("epsilon", "delta"), [(Fraction(1), Fraction(1, 10**9)), (Fraction(0), Fraction(1)), (Fraction(3), Fraction(1, 2))]
)
def test_a_delta_is_never_dropped(epsilon, delta):
    assert approx_to_pure(Approx(epsilon, delta)) is None
    assert approx_to_pure(pure_to_approx(Pure(epsilon))) == Pure(epsilon)


@pytest.mark.parametrize("order", ORDERS[1:5])
@pytest.mark.parametrize("epsilon", [Fraction(1, 10), Fraction(1), Fraction(5)])
@pytest.mark.parametrize("rare", [Fraction(1, 10**4), Fraction(1, 10**8), Fraction(1, 10**12)])
def test_the_renyi_arrow_is_sound_and_tight_for_the_worst_pair(order, epsilon, rare):
    """The first law gives an outcome of mass `rare` under the second r times that: r is where the proof's maximum lies."""
    with mp.workdps(60):
        a, w = mpf(order.numerator) / order.denominator, mpf(1) / rare.denominator
        limit = mp.exp(mpf(epsilon.numerator) / epsilon.denominator)
        r = limit * a / (a - 1)
        assert w * r < 1
        rest = (1 - w * r) ** a * (1 - w) ** (1 - a)
        divergence = mp.log(w * r**a + rest) / (a - 1)
        delta = Fraction(int(w * (r - limit) * 10**50), 10**50)  # what the outcome exceeds, rounded down
        there = Fraction(int(mp.ceil(divergence * 10**50)), 10**50)
        share = float(rest / (w * r**a + rest))  # of the moment, what the proof throws away
    found = renyi_at(order, there, delta)
    assert found.epsilon >= epsilon
    if share < 1e-3:
        assert found.epsilon <= epsilon + Fraction(1, 1000)


def gaussian_delta(mu, epsilon):
    """The exact delta of a Gaussian shifted by mu standard deviations (Balle and Wang 2018)."""
    ahead = enclosure.normal_tail(epsilon / mu - mu / 2)
    return ahead - enclosure.exp(epsilon) * enclosure.normal_tail(epsilon / mu + mu / 2)


@pytest.mark.parametrize("mu", [Fraction(1, 50), Fraction(1, 5), Fraction(1), Fraction(5, 2)])
@pytest.mark.parametrize("delta", DELTAS)
def test_the_renyi_arrow_covers_the_gaussian(mu, delta):
    rho = mu**2 / 2
    best = renyi_to_approx(RenyiCurve(rho), delta)
    assert gaussian_delta(mu, best.epsilon) <= delta
    assert not gaussian_delta(mu, best.epsilon * Fraction(8, 10)) <= delta  # and there is little to spare
    for order in ORDERS:
        assert gaussian_delta(mu, renyi_at(order, order * rho, delta).epsilon) <= delta


@pytest.mark.parametrize(
    "rho", [Fraction(1, 10**18), Fraction(1, 10**6), Fraction(2436, 10**5), Fraction(1), Fraction(50)]
)
@pytest.mark.parametrize("delta", DELTAS)
def test_the_order_is_close_to_the_best(rho, delta):
    orders = [1 + Fraction(2**power * step, 2**11) for power in range(70) for step in range(8, 16)]
    best = min(order * rho + surprise(order, delta) for order in orders)
    assert renyi_to_approx(RenyiCurve(rho), delta).epsilon <= max(best, 0) * Fraction(1001, 1000)


def test_no_divergence_is_no_loss():
    assert renyi_to_approx(RenyiCurve(Fraction(0)), Fraction(1, 10)).epsilon == 0
    assert renyi_at(Fraction(2), Fraction(0), Fraction(9, 10)).epsilon == 0


@pytest.mark.parametrize(("order", "delta"), [(1, "0.1"), (0, "0.1"), (-2, "0.1"), (2, 0), (2, 1), (2, 2), (2, -1)])
def test_orders_and_deltas_that_mean_nothing_are_refused(order, delta):
    with pytest.raises(Refused, match="order_impossible"):
        surprise(Fraction(order), Fraction(delta))


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1), Fraction(-1)])
def test_a_curve_says_nothing_without_a_delta(delta):
    with pytest.raises(Refused, match="order_impossible"):
        renyi_to_approx(RenyiCurve(Fraction(1)), delta)
