# SPDX-License-Identifier: Apache-2.0
"""The binomial law against exact fractions, and how little is cut."""

import math
from fractions import Fraction

import pytest

from diffident.privacy.mechanisms.binomial import LEFT_OUT, binomial


@pytest.mark.parametrize("trials", [0, 1, 2, 10, 40])
@pytest.mark.parametrize("chance", [Fraction(1, 1000), Fraction(1, 4), Fraction(1, 2), Fraction(15, 16)])
def test_masses_are_those_of_the_definition(trials, chance):
    first, masses = binomial(trials, float(chance))
    exact = [math.comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(trials + 1)]
    assert (first, masses.size) == (0, trials + 1)
    assert masses.tolist() == pytest.approx([float(mass) for mass in exact], rel=1e-12)
    assert masses.tolist() != pytest.approx([float(mass) * 1.1 for mass in exact], rel=1e-12)


@pytest.mark.parametrize("trials", [500, 4_000])
@pytest.mark.parametrize("chance", [Fraction(1, 8), Fraction(1, 2), Fraction(127, 128)])
def test_what_is_cut_is_far_below_anything_that_matters(trials, chance):
    first, masses = binomial(trials, float(chance))
    over, under = chance.as_integer_ratio()
    kept = range(first, first + masses.size)
    weights = {k: math.comb(trials, k) * over**k * (under - over) ** (trials - k) for k in (*kept,)}
    outside = 1 - Fraction(sum(weights.values()), under**trials)
    assert masses.size <= trials
    assert 0 < outside < Fraction(LEFT_OUT)
    for k in (kept[0], kept[masses.size // 2], kept[-1]):
        assert masses[k - first] == pytest.approx(float(Fraction(weights[k], under**trials)), rel=1e-10)
