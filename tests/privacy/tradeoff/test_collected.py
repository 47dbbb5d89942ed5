# SPDX-License-Identifier: Apache-2.0
"""Shares and means from reports: which data count when nothing is known, and what holds for all larger numbers of people."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom

from diffident.privacy.mechanisms import RandomizedResponse
from diffident.privacy.tradeoff.collected import NoisySum, NoisyTotal, NoisyValues, Plain, RandomisedResponse
from diffident.privacy.tradeoff.noise import Noise

WITHIN = [Fraction(1, 20), Fraction(1, 8), Fraction(2, 5)]


@pytest.mark.parametrize("options", [2, 3, 10])
@pytest.mark.parametrize("epsilon", [Fraction(1, 4), Fraction(1), Fraction(4)])
@pytest.mark.parametrize("sampled", [False, True])
def test_the_share_that_counts_is_the_one_where_reports_vary_most(options, epsilon, sampled):
    law = RandomisedResponse(options=options, sampled=sampled)
    shares = [Fraction(step, 40) for step in range(1, 40)]
    most = max(RandomisedResponse(options=options, sampled=sampled, share=share).sd(4000, epsilon) for share in shares)
    assert law.sd(4000, epsilon) >= most * (1 - 1e-12)
    assert law.sd(4000, epsilon) < most * 1.05


@pytest.mark.parametrize("share", [Fraction(1, 10), Fraction(1, 2)])
@pytest.mark.parametrize("sampled", [False, True])
def test_errors_are_those_of_the_mechanism(share, sampled):
    for options, epsilon, people in ((2, Fraction(1), 30), (5, Fraction(2), 90)):
        law = RandomisedResponse(options=options, share=share, sampled=sampled)
        exact = RandomizedResponse(options=options, epsilon=epsilon).law(people=people, share=share, sampled=sampled)
        assert law.sd(people, epsilon) * people == pytest.approx(exact.sd, rel=1e-9)
        for within in WITHIN:
            reached = exact.masses[exact.distances <= float(within) * people * (1 + 1e-12)].sum()
            assert law.coverage(within, people, epsilon) == pytest.approx(reached, abs=1e-8)


@pytest.mark.parametrize("people", [1, 10, 333])
@pytest.mark.parametrize("share", [None, Fraction(1, 3)])
def test_a_sample_without_noise_is_binomial(people, share):
    at = share or Fraction(1, 2)
    for within in WITHIN:
        low, high = math.ceil(people * (at - within)), math.floor(people * (at + within))
        exact = binom.cdf(high, people, float(at)) - binom.cdf(low - 1, people, float(at))
        assert Plain(share=share).coverage(within, people, Fraction(1)) == pytest.approx(exact, abs=1e-8)


LAWS = {
    "no noise": Plain(),
    "a curator": NoisyTotal(noise=Noise()),
    "a curator's mean": NoisySum(noise=Noise(8, 64)),
    "at home": RandomisedResponse(),
    "at home, sampled": RandomisedResponse(sampled=True),
    "values at home": NoisyValues(),
}


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("within", WITHIN)
def test_what_lasts_is_never_more_than_the_coverage_of_as_many_or_more_people(name, within):
    people = range(1, 400) if name != "values at home" else [5, 20, 21, 22, 150]
    covered = LAWS[name].coverages(within, people, Fraction(1))
    lasting = np.array([LAWS[name].lasting(within, many, Fraction(1)) for many in people])
    assert np.all(lasting <= np.minimum.accumulate(covered[::-1])[::-1] + 1e-8)
    assert np.all(np.diff(lasting) > -1e-8)
    assert covered[-1] - lasting[-1] < 0.15


@pytest.mark.parametrize("epsilon", [Fraction(1, 5), Fraction(1), Fraction(2)])
@pytest.mark.parametrize("people", [20, 400])
def test_a_few_steps_of_noise_are_as_good_as_many(epsilon, people):
    for within in (Fraction(1, 30), Fraction(1, 8)):
        few, many = (NoisySum(noise=Noise(steps, steps**2)).coverage(within, people, epsilon) for steps in (8, 128))
        assert few == pytest.approx(many, abs=2e-3)


def test_counts_at_home_are_missed_together_at_most_as_often_as_each_by_itself():
    law, one = RandomisedResponse(options=4, numbers=4, total=True), RandomisedResponse(options=4, total=True)
    for within in (Fraction(20), Fraction(40)):
        missed, each = 1 - law.coverage(within, 100, Fraction(1)), 1 - one.coverage(within, 100, Fraction(1))
        assert each < missed < 4 * each
    assert law.coverage(Fraction(1), 100, Fraction(1)) == 0
