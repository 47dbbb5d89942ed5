# SPDX-License-Identifier: Apache-2.0
"""Divergences at one order against the moments of laws that are as bad as a loss allows, and what their sums promise."""

import random
from fractions import Fraction
from functools import cache

import pytest
from mpmath import mp, mpf

from diffident.exact import enclosure
from diffident.privacy.accounting.renyi import divergence, total
from diffident.privacy.accounting.shifted import Shifted
from diffident.privacy.accounting.subsampled import Subsampled
from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.privacy.loss import Approx, Pure, RenyiCurve
from privacy.accounting.laws import moment, of, renyi

ORDERS = [Fraction(11, 10), Fraction(2), Fraction(51, 5), Fraction(200)]
LITTLE = mpf(10) ** -17


def leaky(epsilon, delta):
    """The worst laws of a loss: everything with probability delta, else binary response."""
    odds = mp.exp(of(epsilon))
    kept, other = ((1 - of(delta)) * share for share in (odds / (odds + 1), 1 / (odds + 1)))
    return {"all of it": of(delta), 1: kept, 0: other}, {"nothing": of(delta), 1: other, 0: kept}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("epsilon", [Fraction(1, 1000), Fraction(1, 2), Fraction(6)])
@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 100)])
def test_the_divergence_is_that_of_the_laws(order, epsilon, delta):
    """The parts are what is left when what tells everything is left out; a loss a tenth smaller bounds them not."""
    spent, failed = divergence(Approx(epsilon, delta), order)
    assert failed == delta
    assert (spent, Fraction(0)) == divergence(Pure(epsilon), order)
    with mp.workdps(50):
        law, other = leaky(epsilon, delta)
        parts = [{answer: laws[answer] for answer in (0, 1)} for laws in (law, other)]
        for one, two in (parts, parts[::-1]):
            assert moment(one, two, of(order)) <= mp.exp((of(order) - 1) * of(spent))
        exact = renyi(*leaky(epsilon, Fraction(0))[:2], of(order))
        assert exact <= of(spent) <= exact + LITTLE
        assert of(divergence(Pure(epsilon * Fraction(9, 10)), order)[0]) < exact


@pytest.mark.parametrize("order", ORDERS)
def test_no_laws_with_such_ratios_diverge_further(order):
    tape = random.Random(7)  # noqa: S311 - the laws only have to differ
    for _ in range(30):
        drawn = [[tape.randint(1, 20) for _ in range(4)] for _ in range(2)]
        laws = [{place: Fraction(number, sum(numbers)) for place, number in enumerate(numbers)} for numbers in drawn]
        ratios = [laws[0][place] / laws[1][place] for place in range(4)]
        spent, _ = divergence(Pure(enclosure.log(max(*ratios, *(1 / ratio for ratio in ratios))).high), order)
        with mp.workdps(30):
            one, two = ({place: of(mass) for place, mass in law.items()} for law in laws)
            assert max(renyi(one, two, of(order)), renyi(two, one, of(order))) <= of(spent)


@pytest.mark.parametrize("order", ORDERS)
def test_curves_and_distributions_speak_for_themselves(order):
    assert divergence(RenyiCurve(Fraction(1, 8)), order) == (order / 8, 0)
    for loss in (
        Shifted(DiscreteLaplace(Fraction(2)), 3),
        Shifted(DiscreteGaussian(Fraction(2)), 3),
        Subsampled(Shifted(DiscreteGaussian(Fraction(20)), 3), Fraction(1, 10)),
    ):
        assert divergence(loss, order) == (loss.renyi(order), 0)
    assert divergence(Pure(Fraction(0)), order) == (0, 0)


def test_what_is_no_loss_has_no_divergence():
    with pytest.raises(AssertionError):
        divergence(Fraction(1, 2), Fraction(2))


def cleverest(parts, epsilon):
    """The largest excess that somebody can reach who chooses, after each answer, which of the losses left comes next.

    By the value of the best plan: what counts at the end is (1 - e^(epsilon - loss))+ under the first law.
    """

    @cache
    def value(left, loss):
        if not left:
            return max(-mp.expm1(of(epsilon - loss)), 0)
        return max(after(left, at, loss) for at in range(len(left)))

    def after(left, at, loss):
        part, rest = left[at], left[:at] + left[at + 1 :]
        kept = (1 - of(part.delta)) / (1 + mp.exp(-of(part.epsilon)))
        others = 1 - of(part.delta) - kept
        return of(part.delta) + kept * value(rest, loss + part.epsilon) + others * value(rest, loss - part.epsilon)

    return value(tuple(parts), Fraction(0))


PARTS = [
    *(Approx(Fraction(1, 10), Fraction(0)) for _ in range(6)),
    Approx(Fraction(1, 2), Fraction(1, 1000)),
    Approx(Fraction(1), Fraction(0)),
    Approx(Fraction(3, 2), Fraction(1, 10**4)),
]


@pytest.mark.parametrize("order", [Fraction(3), Fraction(8)])
@pytest.mark.parametrize("delta", [Fraction(1, 10**6), Fraction(1, 1000)])
def test_sums_at_one_order_cover_the_composition(order, delta):
    """Whatever comes next after each answer: the excess is within delta; without what is added for delta it is not."""
    summed = total(PARTS, order, delta)
    assert summed.delta == delta + Fraction(11, 10**4)
    with mp.workdps(30):
        assert cleverest(PARTS, summed.epsilon) <= of(summed.delta)
        divergences = sum(divergence(part, order)[0] for part in PARTS)
        assert cleverest(PARTS, divergences) > of(summed.delta)


def test_a_hundred_responses_cost_more_than_half_of_them_are_summed_to():
    """The sum of the divergences of 50 of them would not cover 100; that of 100 does, by 20 % at its best order."""
    one, delta = Pure(Fraction(1, 10)), Fraction(1, 10**6)
    orders = [Fraction(part, 2) for part in range(6, 30, 2)]
    least = min(total([one] * 100, order, delta).epsilon for order in orders)
    less = min(total([one] * 50, order, delta).epsilon for order in orders)
    assert less < Fraction(4774, 1000) < least < Fraction(4775 * 12, 10**4)


def test_probabilities_of_failing_add_up_to_one_at_most():
    assert total([Approx(Fraction(1), Fraction(2, 3))] * 2, Fraction(2), Fraction(1, 10)).delta == 1
    assert total([], Fraction(2), Fraction(1, 10)).delta == Fraction(1, 10)
    assert total([], Fraction(2), Fraction(1, 10)).epsilon >= 0
