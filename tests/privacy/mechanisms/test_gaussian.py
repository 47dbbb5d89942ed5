# SPDX-License-Identifier: Apache-2.0
"""The Gaussian mechanism: integers plus the discrete bell, priced by its own law or by rho."""

import math
from fractions import Fraction

import numpy as np
import pytest

from contracts import laws
from contracts.apart import grown, moment
from contracts.fit import fits
from diffident.errors import Refused
from diffident.privacy.accounting.gaussian_limit import GaussianLimit
from diffident.privacy.accounting.shifted import Shifted
from diffident.privacy.group import of_group
from diffident.privacy.laws import DiscreteGaussian
from diffident.privacy.loss import RenyiCurve
from diffident.privacy.mechanisms import Gaussian
from diffident.privacy.private import Private
from diffident.randomness.source import Source


def masses(variance, most):
    heights = {z: math.exp(-z * z / (2 * variance)) for z in range(-most, most + 1)}
    return {z: height / sum(heights.values()) for z, height in heights.items()}


@pytest.mark.statistical(false_alarm=1e-9)
def test_noise_follows_the_law_and_not_its_neighbour():
    mechanism = Gaussian(sensitivity=2, rho="0.5")
    noise = (mechanism.draw(Private(np.full((500, 100), -3)), Source.replay(1)) + 3).ravel().tolist()
    assert fits(noise, masses(4, 40), 1e-9)
    assert not fits(noise, masses(4.4, 40), 1e-9)
    assert not fits(noise, masses(3.6, 40), 1e-9)


def test_the_variance_is_the_squared_distance_over_twice_rho():
    assert Gaussian(sensitivity=3, rho="0.1").law == DiscreteGaussian(Fraction(45))
    assert Gaussian(sensitivity_squared=3, rho="0.1").law == DiscreteGaussian(Fraction(15))
    assert Gaussian(sensitivity_squared="2.5", rho="0.1").law == DiscreteGaussian(Fraction(25, 2))


@pytest.mark.parametrize(
    ("given", "loss"),
    [
        ({"sensitivity": 1}, Shifted(DiscreteGaussian(Fraction(5)), 1)),
        ({"sensitivity_squared": "1.9"}, Shifted(DiscreteGaussian(Fraction("9.5")), 1)),
        ({"sensitivity_squared": 2, "numbers_per_person": 1}, Shifted(DiscreteGaussian(Fraction(10)), 1)),
        ({"sensitivity": 2, "numbers_per_person": 1}, Shifted(DiscreteGaussian(Fraction(20)), 2)),
    ],
)
def test_one_number_is_priced_by_its_law(given, loss):
    assert Gaussian(rho="0.1", **given).loss == loss


@pytest.mark.parametrize(
    ("given", "moved"),
    [
        ({"sensitivity_squared": 2}, 2),
        ({"sensitivity_squared": "7.5"}, 7),
        ({"sensitivity": 3, "numbers_per_person": 2}, 2),
        ({"sensitivity_squared": 3, "numbers_per_person": 50}, 3),
    ],
)
def test_several_numbers_are_priced_by_the_limit_of_as_many_as_can_move(given, moved):
    mechanism = Gaussian(rho="0.1", **given)
    limit = GaussianLimit.of_discrete(mechanism.law.variance, mechanism.sensitivity_squared, moved)
    assert (mechanism.loss.square, mechanism.loss.slack) == (limit.square, limit.slack)


@pytest.mark.parametrize("order", [Fraction(101, 100), Fraction(2), Fraction(17, 2), Fraction(1000)])
@pytest.mark.parametrize("rho", [Fraction(1, 10**6), Fraction(1, 10), Fraction(2)])
def test_several_numbers_cost_no_more_than_rho(order, rho):
    assert Gaussian(sensitivity_squared=2, rho=rho).loss.renyi(order) <= order * rho


@pytest.mark.parametrize("order", [2, 3, 8])
def test_several_numbers_cost_what_two_of_them_show_that_are_moved_by_one_each(order):
    loss, one = Gaussian(sensitivity_squared=2, rho="0.5").loss, laws.gaussian(Fraction(2), 60)
    shown = moment(one, {z + 1: chance for z, chance in one.items()}, order) ** 2
    assert shown <= grown(order, loss.renyi(Fraction(order)))
    assert shown > grown(order, loss.renyi(Fraction(order)) * Fraction(9, 10))


@pytest.mark.parametrize("given", [{"rho": 2}, {"epsilon": 10, "delta": "1e-5"}])
def test_even_the_narrowest_noise_has_a_limit(given):
    assert Gaussian(sensitivity_squared=2, **given).loss.slack < 1


@pytest.mark.parametrize("people", [1, 2, 4])
def test_a_group_moves_several_numbers_as_many_times_as_far(people):
    loss = Gaussian(sensitivity_squared=2, rho="0.1").loss
    together = Gaussian(sensitivity_squared=2 * people**2, rho=people**2 * Fraction(1, 10))
    assert together.law == Gaussian(sensitivity_squared=2, rho="0.1").law
    assert of_group(loss, people) == RenyiCurve(together.rho)


@pytest.mark.parametrize(("epsilon", "delta"), [(1, "1e-5"), ("0.1", "1e-9"), (8, "1e-6")])
def test_noise_for_a_delta_keeps_it_and_hardly_less(epsilon, delta):
    one = Gaussian(sensitivity=3, epsilon=epsilon, delta=delta, numbers_per_person=1)
    assert Fraction(delta) * Fraction(9, 10) < one.loss.delta(one.epsilon) <= Fraction(delta)
    several = Gaussian(sensitivity=3, epsilon=epsilon, delta=delta)
    assert several.law.variance >= one.law.variance * Fraction(99, 100)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({}, "one_of_two"),
        ({"sensitivity": 1, "sensitivity_squared": 1}, "one_of_two"),
        ({"sensitivity": 1, "epsilon": 1, "delta": "1e-6"}, "one_of_two"),
        ({"sensitivity": 1, "rho": None}, "one_of_two"),
        ({"sensitivity": 1, "rho": None, "epsilon": 1}, "one_of_two"),
        ({"sensitivity": 1, "delta": "1e-6"}, "one_of_two"),
        ({"sensitivity": "0.5"}, "number_out_of_range"),
        ({"sensitivity_squared": 0}, "number_out_of_range"),
        ({"sensitivity": 1, "numbers_per_person": 0}, "number_out_of_range"),
        ({"sensitivity": 10**16}, "noise_too_wide"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(given, code):
    with pytest.raises(Refused) as refused:
        Gaussian(**{"rho": Fraction(1, 2**20), **given})
    assert refused.value.code == code


@pytest.mark.parametrize("confidence", ["0.5", "0.95", "0.999"])
@pytest.mark.parametrize("numbers", [1, 10])
def test_the_error_bar_is_the_smallest_that_covers(confidence, numbers):
    mechanism = Gaussian(sensitivity=1, rho="0.05")
    law, t = masses(10, 60), int(mechanism.error(confidence, numbers=numbers))
    stays = [sum(p for z, p in law.items() if abs(z) <= within) ** numbers for within in (t - 1, t)]
    assert stays[0] < float(confidence) <= stays[1]
    assert mechanism.sd == pytest.approx(math.sqrt(sum(z * z * p for z, p in law.items())))
    assert mechanism.mean_absolute_error == pytest.approx(sum(abs(z) * p for z, p in law.items()))
