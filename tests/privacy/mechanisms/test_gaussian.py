# SPDX-License-Identifier: Apache-2.0
"""The Gaussian mechanism: integers plus the discrete bell, priced by its own law or by rho."""

import math
from fractions import Fraction

import numpy as np
import pytest

from contracts.fit import fits
from diffident.errors import Refused
from diffident.privacy.accounting.shifted import Shifted
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
        ({"sensitivity_squared": 2}, RenyiCurve(Fraction(1, 10))),
        ({"sensitivity_squared": 2, "numbers_per_person": 1}, Shifted(DiscreteGaussian(Fraction(10)), 1)),
        ({"sensitivity": 2, "numbers_per_person": 1}, Shifted(DiscreteGaussian(Fraction(20)), 2)),
        ({"sensitivity": 2, "numbers_per_person": 2}, RenyiCurve(Fraction(1, 10))),
    ],
)
def test_one_number_is_priced_by_its_law_and_several_by_rho(given, loss):
    assert Gaussian(rho="0.1", **given).loss == loss


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({}, "one_of_two"),
        ({"sensitivity": 1, "sensitivity_squared": 1}, "one_of_two"),
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
