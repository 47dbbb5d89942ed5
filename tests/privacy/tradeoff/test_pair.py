# SPDX-License-Identifier: Apache-2.0
"""The mean from two noisy totals, against every pair of noise values."""

from fractions import Fraction

import numpy as np
import pytest

from diffident.privacy.tradeoff import pair
from diffident.privacy.tradeoff.noise import Noise
from diffident.privacy.tradeoff.pair import ComplementPair

NOISES = {
    "Laplace, 1": (Noise(), Fraction(1)),
    "Laplace, 3": (Noise(), Fraction(3)),
    "Laplace, 1/2": (Noise(), Fraction(1, 2)),
    "Gaussian, 3": (Noise(delta=Fraction(1, 10**6)), Fraction(3)),
}
FARS = [Fraction(1, 200), Fraction(1, 50), Fraction(1, 10), Fraction(3, 10)]
MEANS = [Fraction(0), Fraction(1, 10), Fraction(1, 3), Fraction(1, 2), Fraction(9, 10)]


def enumerated(law, far, people, mean):
    """P(|estimate - mean| <= far), as fractions decide it; a total of nobody, or of fewer, is never near."""
    one, other = np.meshgrid(np.arange(-40, 41), np.arange(-40, 41))
    noisy, wrong = people + one + other, (mean.denominator - mean.numerator) * one - mean.numerator * other
    near = np.abs(wrong) * far.denominator <= far.numerator * mean.denominator * noisy
    return float((law.mass(one) * law.mass(other))[(noisy > 0) & near].sum())


@pytest.mark.parametrize("name", NOISES)
@pytest.mark.parametrize("mean", MEANS)
def test_the_coverage_is_that_of_all_pairs(name, mean):
    noise, epsilon = NOISES[name]
    for far in FARS:
        exact = enumerated(noise.law(epsilon), far, 40, mean)
        assert ComplementPair(noise=noise, mean=mean).coverage(far, 40, epsilon) == pytest.approx(exact, abs=1e-6)


@pytest.mark.parametrize("name", NOISES)
@pytest.mark.parametrize("people", [1, 2, 40])
def test_an_unknown_mean_is_covered_wherever_it_is(name, people):
    noise, epsilon = NOISES[name]
    means = {Fraction(yes, people) for yes in range(people + 1)} | {Fraction(1, 1000)}
    for far in FARS[1:]:
        least = min(enumerated(noise.law(epsilon), far, people, mean) for mean in means if mean <= Fraction(1, 2))
        found = ComplementPair(noise=noise).coverage(far, people, epsilon)
        assert found <= least + 1e-9
        assert people < 40 or found > least - 0.03


def test_near_none_or_all_is_not_always_the_worst():
    """With noise of a person or so, more totals are wrong in the middle."""
    noise, epsilon = NOISES["Laplace, 3"]
    ends, middle = (
        ComplementPair(noise=noise, mean=mean).coverage(FARS[0], 40, epsilon) for mean in (Fraction(0), Fraction(1, 2))
    )
    assert middle < ends - 0.05


@pytest.mark.parametrize("noise", [Noise(), Noise(delta=Fraction(1, 10**6))], ids=["Laplace", "Gaussian"])
@pytest.mark.parametrize("mean", [None, *MEANS])
@pytest.mark.parametrize("far", [Fraction(1, 50), Fraction(2, 5)])
def test_wide_noise_is_covered_by_integrals_and_hardly_more(monkeypatch, noise, mean, far):
    law, epsilon = ComplementPair(noise=noise, mean=mean), Fraction(1, 25)
    people = int(Fraction(150, 4) / far) if noise.delta is None else int(Fraction(400, 4) / far)
    assert noise.law(epsilon).sd > pair.SUMMED
    bound = law.coverage(far, people, epsilon)
    monkeypatch.setattr(pair, "SUMMED", 10**6)
    exact = law.coverage(far, people, epsilon)
    assert exact - 0.02 - 0.2 * (mean is None and far > Fraction(1, 4)) < bound <= exact
    assert 0.2 < exact < 0.999


def test_wide_noise_and_no_room_is_no_coverage():
    assert ComplementPair(noise=Noise()).coverage(Fraction(1, 10**6), 10, Fraction(1, 1000)) == 0.0


@pytest.mark.parametrize("epsilon", [Fraction(1), Fraction(1, 100)])
def test_more_people_and_a_larger_distance_never_hurt(epsilon):
    law = ComplementPair(noise=Noise())
    for_people = [law.coverage(Fraction(1, 20), people, epsilon) for people in range(1, 400, 7)]
    for_far = [law.coverage(Fraction(step, 200), 60, epsilon) for step in range(1, 99)]
    assert for_people == sorted(for_people)
    assert for_far == sorted(for_far)


def test_long_decimals_are_taken_exactly():
    """Beyond 64 bits the same sums are made with Python's integers."""
    law = ComplementPair(noise=Noise())
    short, long = Fraction(1, 20), Fraction(1, 20) + Fraction(1, 10**40)
    assert law.coverage(long, 60, Fraction(1)) == law.coverage(short, 60, Fraction(1))
    assert law.coverage(short - Fraction(1, 10**40), 60, Fraction(1)) < law.coverage(short, 60, Fraction(1))
