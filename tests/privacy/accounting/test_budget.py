# SPDX-License-Identifier: Apache-2.0
"""Promises for a lifetime: prices against losses, caps against promises, and analysts who do their worst."""

import math
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from dp_accounting.pld import privacy_loss_distribution as oracle

from diffident.errors import Refused
from diffident.privacy.accounting import budget
from diffident.privacy.accounting.budget import DELTA_UNIT, NOTHING, UNIT, Budget, Price
from diffident.privacy.accounting.renyi import divergence
from diffident.privacy.accounting.response import Response
from diffident.privacy.accounting.shifted import Shifted
from diffident.privacy.accounting.subsampled import Subsampled
from diffident.privacy.convert import renyi_at
from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.privacy.loss import Approx, Pure, RenyiCurve

LOSSES = [
    Pure(Fraction(1, 10)),
    Approx(Fraction(1, 3), Fraction(1, 10**9)),
    RenyiCurve(Fraction(1, 300)),
    Response(Fraction(1, 7), 5),
    Shifted(DiscreteLaplace(Fraction(30)), 4),
    Shifted(DiscreteGaussian(Fraction(500)), 3),
    Subsampled(Shifted(DiscreteGaussian(Fraction(9)), 3), Fraction(1, 100)),
]
PROMISES = [(3, "1e-6", "0.1"), (1, "1e-9", "0.01"), (10, "1e-5", 1), ("0.1", "1e-6", "0.001"), (100, "1e-6", 5)]
MILLIONTH = Fraction(1, 10**6)


def promise(epsilon=3, delta="1e-6", typical="0.1"):
    return Budget(epsilon=epsilon, delta=delta, typical=typical)


@pytest.mark.parametrize("loss", LOSSES, ids=str)
@pytest.mark.parametrize("given", PROMISES)
def test_prices_are_not_below_the_losses(loss, given):
    """Each number is the loss in units, rounded up: a unit less would not pay for it."""
    account = promise(*given)
    spent, failed = divergence(loss, account.order)
    price = account.price(loss)
    assert spent <= Fraction(price.units, UNIT) < spent + Fraction(1, UNIT)
    assert failed <= Fraction(price.delta_units, DELTA_UNIT) < failed + Fraction(1, DELTA_UNIT)
    assert account.price(loss, loss) == price + price
    assert account.price() == NOTHING


@pytest.mark.parametrize("epsilon", [Fraction(1, 3), Fraction(1, 10**9), Fraction(2, 3 * 10**9), Fraction(7)])
def test_a_pure_price_is_the_epsilon_rounded_up(epsilon):
    account = Budget(epsilon=7)
    for loss in (Pure(epsilon), Approx(epsilon, Fraction(0)), Response(epsilon)):
        units = account.price(loss).units
        assert epsilon <= Fraction(units, UNIT) < epsilon + Fraction(1, UNIT)
        assert account.price(loss, loss).units == 2 * units
    assert account.price(Shifted(DiscreteLaplace(Fraction(3)), 2)) == Price(666_666_667)
    assert account.cap == Price(7 * UNIT)


@pytest.mark.parametrize("given", PROMISES)
def test_the_cap_is_converted_back_to_the_promise(given):
    """Divergences up to the cap, and the probability that is kept for them, make at most epsilon; two units more do not."""
    account = promise(*given)
    kept = account.delta - Fraction(account.cap.delta_units, DELTA_UNIT)
    assert 0 < kept < account.delta

    def epsilon(units):
        return renyi_at(account.order, Fraction(units, UNIT), account.delta * (1 - budget.SET_ASIDE)).epsilon

    assert renyi_at(account.order, Fraction(account.cap.units, UNIT), kept).epsilon <= account.epsilon
    assert epsilon(account.cap.units) <= account.epsilon < epsilon(account.cap.units + 2)


def worst(account, menu, cap):
    """The excess at the promised epsilon of somebody who picks the next loss after each answer, while prices fit.

    By the value of the best plan: what counts at the end is (1 - e^(epsilon - loss))+ under the first law. Losses are
    counted in multiples of STEP.
    """
    promised = float(account.epsilon / STEP)
    prices = [(price.units, price.delta_units) for price in map(account.price, menu)]
    kinds = [(int(loss.epsilon / STEP), float(loss.delta), 1 / (1 + math.exp(-loss.epsilon))) for loss in menu]

    @cache
    def value(units, delta_units, loss):
        best = -math.expm1(min((promised - loss) * float(STEP), 0))
        for (each, failing), (steps, delta, true) in zip(prices, kinds, strict=True):
            if each <= units and failing <= delta_units:
                up, down = (value(units - each, delta_units - failing, loss + sign * steps) for sign in (1, -1))
                best = max(best, delta + (1 - delta) * (true * up + (1 - true) * down))
        return best

    return value(cap.units, cap.delta_units, 0)


STEP = Fraction(1, 4)
MENU = [
    Approx(Fraction(1, 4), Fraction(0)),
    Approx(Fraction(1, 2), Fraction(0)),
    Approx(Fraction(1), Fraction(1, 10**7)),
]


@pytest.mark.parametrize("given", [(3, "1e-5", "0.25"), (5, "1e-5", "0.25")])
def test_whoever_asks_on_after_each_answer_learns_no_more_than_promised(given):
    """The worst of all plans by which questions of three kinds follow from answers; twice the divergence is too much."""
    account = promise(*given)
    least = max(account.delta / 1000, MENU[-1].delta)
    assert least < worst(account, MENU, account.cap) <= account.delta
    careless = Price(2 * account.cap.units, account.cap.delta_units)
    assert worst(account, MENU, careless) > account.delta


def test_a_pure_promise_is_kept_by_whoever_asks_on():
    account = Budget(epsilon=2)
    assert worst(account, MENU[:2], account.cap) == 0
    assert worst(account, MENU[:2], account.cap + account.price(MENU[0])) > 0


def fill(account, losses, cap):
    """How often each of the losses fits when they are bought in turns."""
    price = sum((account.price(loss) for loss in losses), NOTHING)
    return min(
        most // one
        for most, one in ((cap.units, price.units), (cap.delta_units, price.delta_units))
        if one or most == cap.units
    )


def of_oracle(law, by, rate=1):
    """The other library's optimistic estimate of one use."""
    interval = {"value_discretization_interval": 1e-4, "pessimistic_estimate": False, "sampling_prob": rate}
    if isinstance(law, DiscreteLaplace):
        return oracle.from_discrete_laplace_mechanism(float(1 / law.scale), by, **interval)
    return oracle.from_discrete_gaussian_mechanism(math.sqrt(law.variance), by, **interval)


MIXTURES = [
    [(DiscreteLaplace(Fraction(10)), 1, 1)],
    [(DiscreteGaussian(Fraction(2500)), 1, 1)],
    [(DiscreteLaplace(Fraction(20)), 3, 1), (DiscreteGaussian(Fraction(400)), 2, 1)],
    [(DiscreteGaussian(Fraction(36)), 3, Fraction(1, 4)), (DiscreteLaplace(Fraction(5)), 1, Fraction(1, 2))],
]


@pytest.mark.parametrize("mixture", MIXTURES)
def test_what_fits_keeps_the_promise_by_the_oracles_optimistic_estimate(mixture):
    """As many questions as fit, fixed beforehand; twice as many would break it."""
    account = promise()
    plain = [Shifted(law, by) for law, by, _ in mixture]
    losses = [loss if rate == 1 else Subsampled(loss, rate) for loss, (_, _, rate) in zip(plain, mixture, strict=True)]
    times = fill(account, losses, account.cap)
    assert times > 5

    def least(times):
        composed = [of_oracle(law, by, float(rate)).self_compose(times) for law, by, rate in mixture]
        together = composed[0] if len(composed) == 1 else composed[0].compose(composed[1])
        return together.get_epsilon_for_delta(float(account.delta))

    assert least(times) <= account.epsilon
    assert least(times * 2) > account.epsilon


def test_a_promise_of_three_fits_more_typical_questions_than_a_pure_one():
    """41 questions of 0.1, of 45 that fit if all were fixed beforehand; 30 if epsilons are added; Gaussian ones far more."""
    account = promise()
    assert account.typical_questions == 41
    assert Fraction(5) < account.order < Fraction(20)
    assert account.delta_per_question == Fraction(1, 10**9)
    assert account.cap.units // account.price(RenyiCurve(Fraction(1, 5000))).units > 500
    assert Budget(epsilon=3).cap.units // Budget(epsilon=3).price(Pure(Fraction(1, 10))).units == 30


def test_a_request_costs_what_is_known_of_it_as_a_whole_if_that_is_less():
    account = promise()
    parts = [Pure(Fraction(1, 10))] * 3
    summed = account.price(*parts)
    assert account.price(*parts, stated=Approx(Fraction(1, 10), Fraction(0))) == account.price(Pure(Fraction(1, 10)))
    assert account.price(*parts, stated=Approx(Fraction(1, 2), Fraction(0))) == summed
    assert account.price(*parts, stated=Approx(Fraction(1, 10), MILLIONTH / 20)) == summed
    assert account.share(Price(account.cap.units // 2, account.cap.delta_units)) == 1
    assert account.share(NOTHING) == 0


def test_delta_for_a_question_is_one_digit_and_all_typical_ones_may_fail():
    for given in PROMISES:
        account = promise(*given)
        share = account.delta_per_question
        assert share * account.typical_questions <= Fraction(account.cap.delta_units, DELTA_UNIT)
        assert len(str(share * DELTA_UNIT).strip("0")) == 1
    assert Budget(epsilon=3).delta_per_question == 0
    assert Budget(epsilon=3).typical_questions == 0
    assert promise(delta="1e-18", epsilon=60, typical=1).delta_per_question == 0


def test_equal_promises_have_the_same_order_and_it_is_about_the_best():
    for given in PROMISES:
        account = promise(*given)
        assert account == promise(*given)
        assert account.order == promise(*given).order > 1
        fits = [
            account.typical_questions,
            *(_questions(account, 1 + (account.order - 1) * step) for step in (Fraction(1, 4), Fraction(4))),
        ]
        assert fits[0] >= max(fits) * Fraction(9, 10)


def _questions(account, order):
    left = account.epsilon - renyi_at(order, Fraction(0), account.delta).epsilon
    return max(left / divergence(Pure(account.typical), order)[0], 0)


def test_prices_add_up_and_are_only_partly_ordered():
    assert Price(2, 1) + Price(3, 5) == Price(5, 6)
    assert Price(1, 2) < Price(2, 2) <= Price(2, 2)
    assert not Price(2, 2) < Price(2, 2)
    for one, other in product([Price(1, 2)], [Price(2, 1), Price(0, 5)]):
        assert not one <= other
        assert not other <= one


@pytest.mark.parametrize("units", [-1, 1.5, "x", None, 10**41])
def test_a_price_is_whole_numbers(units):
    with pytest.raises(Refused):
        Price(units)
    with pytest.raises(Refused):
        Price(0, units)


def test_a_promise_says_what_it_is():
    assert repr(Budget(epsilon="0.5")) == "<a promise of epsilon 0.5 for ever>"
    assert repr(promise()) == (
        "<a promise of epsilon 3 for ever, but for a probability of 1e-06; it fits 41 questions of epsilon 0.1>"
    )


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"epsilon": 3, "delta": "1e-6"}, "promise_incomplete"),
        ({"epsilon": 3, "typical": "0.1"}, "promise_incomplete"),
        ({"epsilon": 101}, "epsilon_above_cap"),
        ({"epsilon": 0}, "epsilon_not_positive"),
        ({"epsilon": 3, "delta": "1e-4", "typical": "0.1"}, "delta_above_cap"),
        ({"epsilon": 3, "delta": 0, "typical": "0.1"}, "delta_required"),
        ({"epsilon": 3, "delta": "1e-6", "typical": 4}, "epsilon_above_cap"),
        ({"epsilon": 3, "delta": "1e-6", "typical": float("nan")}, "epsilon_not_finite"),
        ({"epsilon": 2, "delta": "1e-6", "typical": 2}, "promise_too_small"),
    ],
)
def test_what_is_no_promise_is_refused(given, code):
    with pytest.raises(Refused, match=code):
        Budget(**given)


@pytest.mark.parametrize("loss", [Approx(Fraction(1), MILLIONTH), RenyiCurve(Fraction(1, 9)), LOSSES[5], LOSSES[6]])
def test_a_pure_promise_pays_for_no_loss_without_an_epsilon(loss):
    with pytest.raises(Refused, match="budget_kind_mismatch"):
        Budget(epsilon=3).price(loss)


def test_the_smallest_promise_has_room_for_nothing_and_says_so():
    least = Budget(epsilon=Fraction(1, 2**30))
    assert least.cap == NOTHING
    assert least.share(least.price(Pure(Fraction(1, 2**30)))) >= 1
