# SPDX-License-Identifier: Apache-2.0
"""Plans, gathered: what stands for the parts tells at least as much as they do, and nothing is counted twice or lost."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from mpmath import mp, mpf

from diffident.privacy.accounting import plan as gathering
from diffident.privacy.accounting.gaussian_limit import GaussianLimit
from diffident.privacy.accounting.ladder import FEW
from diffident.privacy.accounting.plan import LARGEST, SLACK, Plan
from diffident.privacy.accounting.response import Response
from diffident.privacy.accounting.shifted import Shifted
from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.privacy.loss import Approx, Pure, RenyiCurve

HALF = Fraction(1, 2)


def gaussian(variance, by):
    return Shifted(DiscreteGaussian(Fraction(variance)), by)


def limit_excess(limit, epsilon):
    """Return the excess of N(mu, 1) against N(0, 1) when probabilities are known up to e^slack (Balle and Wang 2018)."""
    mu, slack = (mp.sqrt(mpf(limit.square.numerator) / limit.square.denominator), mpf(float(limit.slack)))
    left = mpf(epsilon) - 2 * slack
    return mp.exp(slack) * mp.ncdf(mu / 2 - left / mu) - mp.exp(epsilon - slack) * mp.ncdf(-mu / 2 - left / mu)


def losses_of(loss):
    """Return the losses of discrete Gaussian noise and their masses, to fifteen digits."""
    variance, by = float(loss.law.variance), loss.by
    wide = 12 * math.isqrt(round(variance))
    places = np.arange(-wide, wide + 1)
    p = np.exp(-(places**2) / (2 * variance))
    return by * (2 * places + by) / (2 * variance), p / p.sum()


def excess_of_two(first, second, epsilon):
    """Return the excess of two releases together, by adding up every loss to every other."""
    (one, p), (other, q) = losses_of(first), losses_of(second)
    loss = np.add.outer(one, other)
    return float(np.sum(np.outer(p, q)[loss > epsilon] * -np.expm1(epsilon - loss[loss > epsilon])))


@pytest.mark.parametrize(("variance", "by"), [(1025, 1), (1025, 40), (4000, 7), (20_000, 300)])
def test_gathering_hides_no_more(variance, by):
    """Gaussian parts against their own sums: one in many digits, and two together; a variance left as it is, is refuted."""
    loss = gaussian(variance, by)
    (limit,) = Plan.of([(loss, 1)]).kinds
    assert limit == GaussianLimit(limit.square, SLACK)
    nodes = [Fraction(by * (2 * place + by), 2 * variance) for place in range(0, 6 * math.isqrt(variance), 7)]
    with mp.workdps(50):
        exact = [
            (mpf(float(loss.delta(node))), float(node))
            for node in [*nodes, *(node + Fraction(by, 2 * variance) for node in nodes)]
        ]
        assert all(true <= limit_excess(limit, node) * (1 + mpf("1e-12")) + mpf("1e-30") for true, node in exact)
        assert max(true / limit_excess(limit, node) for true, node in exact[:5]) > mpf("0.98")
        twin = replace(limit, square=Fraction(by**2, variance))
        assert any(true > limit_excess(twin, node) for true, node in exact)


def test_two_gaussians_merge_into_one_and_not_into_less():
    first, second = gaussian(1100, 20), gaussian(2000, 31)
    (limit,) = Plan.of([(first, 1), (second, 1)]).kinds
    assert float(limit.square) == pytest.approx(400 / 1097.75 + 961 / 1997.75)
    for epsilon in np.linspace(0, 5, 23):
        true = excess_of_two(first, second, epsilon)
        assert true <= float(limit_excess(limit, epsilon)) * (1 + 1e-9)
        assert true > float(limit_excess(replace(limit, square=limit.square * Fraction(99, 100)), epsilon))


def test_the_slack_is_that_of_the_rounding_variance():
    """A continuous Gaussian rounded to integers depends on where between them it was, by at most this."""
    with mp.workdps(50):
        nodes = [
            mp.fsum(mp.exp(-((z - y) ** 2) / (2 * mpf(gathering.SPREAD))) for z in range(-40, 41))
            for y in (0, mpf(1) / 2)
        ]
        change = mp.log(nodes[0] / nodes[1])
        assert 0 < change <= mpf(SLACK.numerator) / SLACK.denominator < 3 * change


def test_each_shape_of_loss_has_its_place():
    narrow, three = gaussian(9, 2), Response(Fraction(1), 3)
    plan = Plan.of(
        [
            (Pure(HALF), 2),
            (Approx(HALF, Fraction(1, 100)), 3),
            (Pure(Fraction(0)), 7),
            (RenyiCurve(Fraction(1, 8)), 4),
            (narrow, 5),
            (three, 6),
        ]
    )
    assert plan.kinds == {Response(HALF): 5, narrow: 5, three: 6}
    assert (plan.delta, plan.rho, plan.epsilon) == (Fraction(3, 100), HALF, None)
    assert not plan.is_empty


def test_equal_parts_are_counted_wherever_they_stand():
    part = Shifted(DiscreteLaplace(Fraction(3)), 2)
    assert Plan.of([(part, 2), (Pure(HALF), 1), (part, 3)]).kinds == {part: 5, Response(HALF): 1}


def test_the_sum_of_the_largest_losses_is_rounded_up():
    plan = Plan.of([(Pure(Fraction(1, 3)), 3), (Shifted(DiscreteLaplace(Fraction(7)), 2), 7)])
    assert 3 <= plan.epsilon <= 3 + Fraction(1, 10**16)


@pytest.mark.parametrize(
    "parts", [[], [(Pure(Fraction(0)), 9)], [(RenyiCurve(Fraction(0)), 1)], [(Approx(Fraction(0), HALF), 1)]]
)
def test_what_tells_nothing_costs_nothing(parts):
    plan = Plan.of(parts)
    assert plan.is_empty
    assert plan.epsilon == 0


def test_loud_gaussians_are_cut_into_pieces():
    """Squares and slacks of the pieces add up to those of the parts."""
    plan = Plan.of([(GaussianLimit(Fraction(100), Fraction(1, 10)), 3)])
    ((piece, times),) = plan.kinds.items()
    assert times == 5
    assert piece.square <= LARGEST
    assert (piece.square * times, piece.slack * times) == (300, Fraction(3, 10))


def test_many_laplace_losses_climb_a_ladder():
    parts = [(Shifted(DiscreteLaplace(Fraction(5000 + number)), 50), 1) for number in range(2 * FEW)]
    assert len(Plan.of(parts).kinds) < FEW
    assert sum(Plan.of(parts).kinds.values()) == len(parts)
