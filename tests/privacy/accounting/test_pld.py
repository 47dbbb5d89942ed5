# SPDX-License-Identifier: Apache-2.0
"""Prices of plans against dp-accounting's lower and upper estimates, against closed forms, and against twins that forget."""

import math
from dataclasses import dataclass
from fractions import Fraction

import pytest
from mpmath import mp, mpf

from diffident.errors import Refused
from diffident.privacy import accounting
from diffident.privacy.accounting.gaussian_limit import GaussianLimit
from diffident.privacy.accounting.plan import Plan
from diffident.privacy.accounting.pld import delta, epsilon
from diffident.privacy.accounting.shifted import Shifted
from diffident.privacy.accounting.side import Side
from diffident.privacy.accounting.subsampled import Subsampled
from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.privacy.loss import Approx, LossDistribution, Pure, RenyiCurve
from diffident.privacy.mechanisms import Gaussian, Laplace, RandomizedResponse
from privacy.accounting.peer import random_plan

FINE = 1e-3  # of an epsilon: their step
BLOCK, BLOCKS, DEEP_BLOCKS = 50, 20, 200
TENTH = Fraction(1, 10)


def priced(seed):
    """Return a random plan's epsilon, and the two between which it has to lie."""
    plan = random_plan(seed)
    ours = float(epsilon(plan.parts, delta=plan.delta))
    floor, ceiling = (plan.epsilon(above=above, step=FINE * max(ours, 0.1)) for above in (False, True))
    return ours, floor, ceiling


def lie_between(seeds):
    """Return whether all these plans do, and whether nine of ten twins that say 5 % less do not."""
    prices = [priced(seed) for seed in seeds]
    between = all(floor <= ours <= 1.01 * ceiling + 1e-9 for ours, floor, ceiling in prices)
    caught = sum(floor > 0.95 * ours for ours, floor, _ in prices if ours)
    return between and caught > 0.9 * sum(ours > 0 for ours, _, _ in prices)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_plans_lie_between_the_floor_and_the_ceiling(block):
    """Discrete and continuous noise, randomised response and secret samples, up to three kinds forty times each."""
    assert lie_between(range(BLOCK * block, BLOCK * (block + 1)))


@pytest.mark.deep
@pytest.mark.parametrize("block", range(BLOCKS, BLOCKS + DEEP_BLOCKS))
def test_many_more_random_plans_lie_between_the_floor_and_the_ceiling(block):
    assert lie_between(range(BLOCK * block, BLOCK * (block + 1)))


@pytest.mark.parametrize("seed", range(30))
def test_both_functions_say_the_same(seed):
    """The delta of the epsilon of a delta is that delta again; a hundredth of epsilon less would need more."""
    plan = random_plan(seed)
    found = epsilon(plan.parts, delta=plan.delta)
    back = float(delta(plan.parts, epsilon=found))
    assert back <= plan.delta * 1.001
    assert found == 0 or float(delta(plan.parts, epsilon=found * Fraction(9, 10))) > back


@pytest.mark.parametrize("rate", ["0.001", "0.1"])
def test_a_price_without_the_second_direction_is_refuted(rate):
    """Sampling makes removal the larger: a twin that composes addition only falls below the floor."""
    loss = Subsampled(GaussianLimit(Fraction(1)), Fraction(rate))
    plan = {loss: 200}
    ours = float(epsilon(list(plan.items()), delta=1e-6))
    away, back = (Side(plan, away).epsilon(1e-6) for away in (True, False))
    from dp_accounting.pld import privacy_loss_distribution as theirs

    peer = theirs.from_gaussian_mechanism(1.0, sampling_prob=float(rate), value_discretization_interval=1e-4)
    truth = peer.self_compose(200).get_epsilon_for_delta(1e-6)
    assert back < 0.99 * truth
    assert ours == pytest.approx(away, abs=2e-12)
    assert 0.999 * truth < ours < 1.01 * truth


@dataclass(frozen=True, slots=True)
class TurnedRound(LossDistribution):
    """A loss whose directions are those of another, swapped."""

    loss: LossDistribution

    def removal(self, step):
        return self.loss.addition(step)

    def addition(self, step):
        return self.loss.removal(step)

    @property
    def epsilon(self):
        return self.loss.epsilon

    def renyi(self, order):
        return self.loss.renyi(order)


def test_whichever_direction_tells_more_is_priced():
    """A loss turned round costs the same; together with itself turned round it costs less than twice itself."""
    loss = Subsampled(Shifted(DiscreteLaplace(Fraction(1)), 2), Fraction(1, 5))
    once, turned = (epsilon([(each, 40)], delta="1e-6") for each in (loss, TurnedRound(loss)))
    assert once == turned
    assert delta([(loss, 40)], epsilon=1) == delta([(TurnedRound(loss), 40)], epsilon=1)
    assert epsilon([(loss, 20), (TurnedRound(loss), 20)], delta="1e-6") < once * Fraction(99, 100)


def response_excess(each, uses, at):
    """Return max over events of P(S) - e^at Q(S) for so many binary responses."""
    odds = mp.exp(mpf(each.numerator) / each.denominator)
    gaps = (
        mp.binomial(uses, ones) * (odds**ones - mp.exp(at) * odds ** (uses - ones)) / (1 + odds) ** uses
        for ones in range(uses + 1)
    )
    return mp.fsum(max(gap, mpf(0)) for gap in gaps)


@pytest.mark.parametrize(
    ("each", "uses"), [(TENTH, 100), (Fraction(1), 7), (Fraction(1, 3), 40), (Fraction(1, 100), 1000)]
)
@pytest.mark.parametrize("chance", [1e-2, 1e-6, 1e-12])
def test_pure_parts_cost_what_binary_responses_tell(each, uses, chance):
    """The sum of their ones in closed form; the price is right to a part in ten million."""
    found = epsilon([(Pure(each), uses)], delta=chance)
    with mp.workdps(50):
        assert response_excess(each, uses, mpf(float(found))) <= mpf(chance)
        if found < uses * each:
            assert response_excess(each, uses, mpf(float(found)) * (1 - mpf("1e-7"))) > mpf(chance)


def test_integer_laplace_noise_costs_as_much_as_randomised_response():
    """At sensitivity 1 the two are one: 4.775, where the continuous law would have said 4.69."""
    noise, response, coarse = (
        epsilon([(mechanism, 100)], delta="1e-6")
        for mechanism in (
            Laplace(sensitivity=1, epsilon="0.1"),
            RandomizedResponse(options=2, epsilon="0.1"),
            Laplace(sensitivity=10_000, epsilon="0.1"),
        )
    )
    assert noise == response
    assert round(float(noise), 3) == 4.775
    assert round(float(coarse), 2) == 4.69


@pytest.mark.parametrize("chance", [1e-2, 1e-5, 1e-9])
@pytest.mark.parametrize(
    "loss",
    [
        Shifted(DiscreteLaplace(Fraction(10)), 7),
        Shifted(DiscreteGaussian(Fraction(3)), 1),
        Shifted(DiscreteGaussian(Fraction(500)), 11),
        Shifted(DiscreteGaussian(Fraction(10**6)), 1500),
    ],
    ids=str,
)
def test_one_part_costs_its_exact_excess(loss, chance):
    found = epsilon([loss], delta=chance)
    assert loss.delta(found) <= Fraction(chance)
    assert found == 0 or loss.delta(found * Fraction(995, 1000)) > Fraction(chance)
    assert loss.delta(Fraction(1, 2)) <= delta([loss], epsilon="0.5") <= loss.delta(Fraction(1, 2)) * Fraction(101, 100)


def test_a_delta_of_a_part_is_never_forgotten():
    """Leaky responses: what leaks is told, the rest is as if it had none; a price of that rest alone is refuted."""
    leak, uses = Fraction(1, 1000), 20
    found = float(delta([(Approx(Fraction(1, 5), leak), uses)], epsilon=1))
    pure = response_excess(Fraction(1, 5), uses, mpf(1))
    kept = (1 - mpf(1) / 1000) ** uses
    true = 1 - kept + kept * pure
    assert true <= found <= true * mpf("1.02")
    assert float(delta([(Pure(Fraction(1, 5)), uses)], epsilon=1)) < 0.9 * true
    with pytest.raises(Refused, match="no_epsilon_known"):
        epsilon([(Approx(Fraction(1, 5), leak), uses)], delta="0.019")
    assert epsilon([(Approx(Fraction(1, 5), leak), uses)], delta="0.02") == 4
    assert epsilon([(Approx(Fraction(1, 5), leak), uses)], delta="0.03") < 4


@pytest.mark.parametrize("chance", ["1e-3", "1e-9"])
@pytest.mark.parametrize("others", [[], [(Pure(TENTH), 5)], [(Pure(TENTH), 500)], [(GaussianLimit(Fraction(1, 4)), 1)]])
def test_renyi_curves_join_in(others, chance):
    """A Gaussian known only by its curve is priced above the same one known by its law, and not far above."""
    rho = Fraction(1, 32)
    by_law = epsilon([*others, GaussianLimit(2 * rho)], delta=chance)
    by_curve = epsilon([*others, RenyiCurve(rho)], delta=chance)
    assert by_law < by_curve < by_law * Fraction(3, 2)
    assert delta([*others, RenyiCurve(rho)], epsilon=by_curve) <= 2 * Fraction(chance)
    assert delta([*others, RenyiCurve(rho)], epsilon=by_curve) >= delta(
        [*others, GaussianLimit(2 * rho)], epsilon=by_curve
    )


def test_hundreds_of_different_parts_stay_between():
    """Each Laplace loss climbs a ladder and all Gaussian ones merge, which must not cost a hundredth."""
    from dp_accounting.pld import privacy_loss_distribution as theirs

    epsilons = [Fraction(50 + number, 1000) for number in range(100)]
    plan = [Laplace(sensitivity=1000, epsilon=each) for each in epsilons]
    plan += [Gaussian(sensitivity=1000, rho=each**2 / 4) for each in epsilons]
    found = float(epsilon(plan, delta="1e-6"))

    def peer(*, above):
        options = {"pessimistic_estimate": above, "use_connect_dots": above, "value_discretization_interval": 5e-4}
        whole = theirs.from_gaussian_mechanism(1 / math.sqrt(sum(each**2 / 2 for each in epsilons)), **options)
        for each in epsilons:
            whole = whole.compose(theirs.from_laplace_mechanism(float(1 / each), **options))
        return whole.get_epsilon_for_delta(1e-6)

    assert peer(above=False) <= found <= 1.01 * peer(above=True)


def test_few_parts_cost_their_sum_where_that_is_less():
    plan = [Laplace(sensitivity=1, epsilon="0.5"), (RandomizedResponse(options=3, epsilon="0.25"), 2)]
    assert epsilon(plan, delta=0) == 1
    assert epsilon(plan, delta="1e-12") <= 1
    assert delta(plan, epsilon=1) == 0


def test_more_parts_and_smaller_deltas_cost_more():
    part = Shifted(DiscreteGaussian(Fraction(40)), 3)
    by_times = [epsilon([(part, times)], delta="1e-6") for times in (1, 2, 5, 20, 100)]
    by_delta = [epsilon([(part, 5)], delta=chance) for chance in ("1e-2", "1e-4", "1e-8", "1e-16")]
    assert by_times == sorted(by_times)
    assert by_delta == sorted(by_delta)


@pytest.mark.parametrize("plan", [[], [Pure(Fraction(0))], [RenyiCurve(Fraction(0))]])
def test_nothing_costs_nothing(plan):
    assert epsilon(plan, delta=0) == 0
    assert epsilon(plan, delta="1e-6") == 0
    assert delta(plan, epsilon=0) == 0


def test_what_is_all_but_told_has_no_epsilon():
    """Noise of deviation 1 for a shift of 100: its loss is past what floats can tell apart from everything."""
    told = [Shifted(DiscreteGaussian(Fraction(1)), 100)]
    with pytest.raises(Refused, match="no_epsilon_known"):
        epsilon(told, delta="1e-6")
    assert delta(told, epsilon=1) == 1
    with pytest.raises(Refused, match="no_epsilon_known"):
        epsilon([RenyiCurve(Fraction(1))], delta=0)


@pytest.mark.parametrize("wrong", [1, "Laplace", None, object(), [Pure(TENTH)], Laplace])
def test_what_is_no_part_is_refused(wrong):
    for ask in (lambda plan: epsilon(plan, delta="1e-6"), lambda plan: delta(plan, epsilon=1)):
        with pytest.raises(Refused, match="not_a_part"):
            ask([wrong])
        with pytest.raises(Refused, match="not_a_part"):
            ask([(wrong, 3)])


@pytest.mark.parametrize("times", [0, -1, 1.5, True, "many"])
def test_a_part_is_used_a_whole_number_of_times(times):
    with pytest.raises(Refused, match="times"):
        epsilon([(Pure(TENTH), times)], delta="1e-6")


def test_the_front_of_the_room_prices_mechanisms():
    plan = [Laplace(sensitivity=1, epsilon="0.5"), (Gaussian(sensitivity=1, rho="0.01"), 10)]
    assert accounting.epsilon(plan, delta="1e-6") == epsilon(plan, delta="1e-6")
    assert accounting.delta(plan, epsilon=3) == delta(plan, epsilon=3)
    assert Plan.of([(part.loss, 1) for part in plan[:1]]).epsilon == Fraction(1, 2)
