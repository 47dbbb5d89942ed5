# SPDX-License-Identifier: Apache-2.0
"""Windows of sums, against the sums themselves, convolved one draw at a time."""

import math
from fractions import Fraction

import numpy as np
import pytest

from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.privacy.tradeoff.inversion import ERROR, Draws, inside
from diffident.privacy.tradeoff.part import Gaussian, Laplace, YesNo

FAR = 400  # values from -FAR to FAR


def masses_of(part):
    law = np.zeros(2 * FAR + 1)
    values = np.arange(-FAR, FAR + 1)
    if isinstance(part, YesNo):
        law[FAR] = 1 - part.chance
        law[FAR + part.worth] = part.chance
        return law
    exact = (
        DiscreteLaplace(Fraction(part.scale))
        if isinstance(part, Laplace)
        else DiscreteGaussian(Fraction(part.sigma) ** 2)
    )
    return exact.mass(values)


def summed(draws):
    total = np.zeros(2 * FAR + 1)
    total[FAR] = 1.0
    for part, often in draws:
        for _ in range(often):
            total = np.convolve(total, masses_of(part))[FAR : 3 * FAR + 1]
    return total


def mean_of(draws):
    return sum(often * part.chance * part.worth for part, often in draws if isinstance(part, YesNo))


SUMS = {
    "coins": [(YesNo(0.5), 9)],
    "rare": [(YesNo(0.01), 40)],
    "one": [(YesNo(0.3), 1)],
    "certain": [(YesNo(1.0), 7)],
    "two kinds": [(YesNo(0.73), 5), (YesNo(0.27), 11)],
    "nobody of one kind": [(YesNo(0.73), 0), (YesNo(0.27), 11)],
    "a Laplace draw": [(Laplace(3.0), 1)],
    "a narrow Laplace draw": [(Laplace(0.1), 1)],
    "many Laplace draws": [(Laplace(2.0), 20)],
    "a Gaussian draw": [(Gaussian(2.5), 1)],
    "a narrow Gaussian draw": [(Gaussian(0.4), 1)],
    "a total with noise": [(YesNo(0.4), 12), (Laplace(2.0), 1)],
    "eighths": [(YesNo(0.5, 8), 12), (Laplace(5.0), 1)],
    "eighths and a Gaussian draw": [(YesNo(0.2, 8), 9), (Gaussian(4.0), 1)],
    "values with noise": [(YesNo(1.0, 10), 3), (YesNo(0.0, 10), 4), (Laplace(6.0), 7)],
}


@pytest.mark.parametrize("name", SUMS)
def test_a_window_has_the_mass_of_the_sum_in_it(name):
    sum_of, centre = summed(SUMS[name]), mean_of(SUMS[name])
    draws = [Draws(part, np.array([float(often)])) for part, often in SUMS[name]]
    for low, high in [(0, 0), (-3, 5), (4, 3), (math.floor(centre) - 1, math.ceil(centre) + 2), (-200, 200), (30, 60)]:
        window = inside(draws, np.array([low - centre]), np.array([high - centre]))
        assert window[0] == pytest.approx(sum_of[FAR + low : FAR + high + 1].sum(), abs=ERROR)


def test_several_numbers_of_people_are_answered_at_once():
    often = np.array([3.0, 10.0, 0.0])
    low, high = -0.3 * often, 2 - 0.3 * often
    together = inside([Draws(YesNo(0.3), often), Draws(Laplace(2.0), np.ones(3))], low, high)
    for place, many in enumerate(often):
        alone = [Draws(YesNo(0.3), np.array([many])), Draws(Laplace(2.0), np.ones(1))]
        window = low[place : place + 1], high[place : place + 1]
        assert together[place] == pytest.approx(inside(alone, *window)[0], abs=ERROR)


def test_ends_in_between_give_something_in_between():
    draws = [Draws(YesNo(0.5), np.array([30.0]))]
    reach = np.linspace(2.0, 3.0, 11)
    between = [float(inside(draws, -np.array([far]), np.array([far]))[0]) for far in reach]
    assert between == sorted(between)
    assert between[0] < between[5] < between[-1]


def test_a_million_people_are_as_quick_as_ten():
    draws = [Draws(YesNo(0.5), np.array([1e6]))]
    assert inside(draws, np.array([-980.0]), np.array([980.0]))[0] == pytest.approx(0.95, abs=1e-3)
    assert inside(draws, np.array([-1e9]), np.array([1e9]))[0] == pytest.approx(1, abs=ERROR)


@pytest.mark.parametrize("part", [YesNo(0.3), YesNo(0.3, 4), Laplace(3.0), Gaussian(0.7), Gaussian(9.0)], ids=str)
def test_a_part_tells_its_transform_its_variance_and_where_it_fades(part):
    values, masses = np.arange(-FAR, FAR + 1), masses_of(part)
    mean = values @ masses
    assert 0.997 * part.variance < (values - mean) ** 2 @ masses < part.variance * (1 + 1e-9)
    t = np.linspace(0.01, 3.14, 50)
    transform = (np.exp(1j * np.outer(t, values - mean)) * masses).sum(axis=1)
    assert np.exp(part.log_transform(t)) == pytest.approx(transform, abs=1e-12)
    for often in (0.01, 1.0, 50.0, 1e5):
        place = part.fades(np.array([often]))
        height = float(np.real(often * part.log_transform(place))[0])
        assert 0 < place[0] <= math.pi / part.size * (1 + 1e-12)
        assert height == pytest.approx(-40, rel=0.05) or place[0] == pytest.approx(math.pi / part.size)
