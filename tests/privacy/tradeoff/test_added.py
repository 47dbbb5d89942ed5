# SPDX-License-Identifier: Apache-2.0
"""Totals with noise: the noise of the mechanisms themselves, and their quantiles."""

from fractions import Fraction

import pytest

from diffident.privacy.laws import DiscreteGaussian
from diffident.privacy.mechanisms import Gaussian, Laplace
from diffident.privacy.tradeoff import tradeoff
from diffident.privacy.tradeoff.noise import FARTHEST, Noise

DELTA = Fraction(1, 10**6)
EPSILONS = [Fraction(1, 100), Fraction(1, 2), Fraction(2)]


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_a_curator_adds_what_the_mechanisms_add(epsilon):
    assert Noise().law(epsilon) == Laplace(sensitivity=1, epsilon=epsilon).law
    assert Noise(2, 2).law(epsilon) == Laplace(sensitivity=2, epsilon=epsilon).law
    assert (
        Noise(2, 4, DELTA).law(epsilon)
        == Gaussian(sensitivity=2, epsilon=epsilon, delta=DELTA, numbers_per_person=1).law
    )
    assert Noise(delta=DELTA).law(epsilon) == Gaussian(sensitivity=1, epsilon=epsilon, delta=DELTA).law
    assert (
        Noise(2, 2, DELTA, numbers=2).law(epsilon) == Gaussian(sensitivity_squared=2, epsilon=epsilon, delta=DELTA).law
    )


@pytest.mark.parametrize(("steps", "epsilon"), [(1 << 20, 2), (1 << 20, "0.5"), (8, "0.02"), (1, "0.002")])
def test_of_one_number_the_quick_wide_noise_is_hardly_wider(steps, epsilon):
    quick = Noise(steps, steps**2, DELTA).law(Fraction(epsilon))
    exact = Gaussian(sensitivity=steps, epsilon=epsilon, delta=DELTA, numbers_per_person=1).law
    assert quick.sigma > 1000
    assert 1 - 1e-6 < quick.variance / exact.variance < 1 + 1e-4


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("l2_squared", [1, 2, 1 << 40])
def test_drafted_noise_is_nearly_the_same_around_its_epsilon(epsilon, l2_squared):
    noise = Noise(1 << 20, l2_squared, DELTA)
    draft = noise.drafted(epsilon)
    assert draft.law(epsilon).variance == pytest.approx(noise.law(epsilon).variance)
    near = epsilon * Fraction(101, 100)
    assert isinstance(draft.law(near), DiscreteGaussian)
    assert float(draft.law(near).variance) == pytest.approx(float(noise.law(near).variance), rel=0.02)
    assert Noise().drafted(epsilon) == Noise()


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("delta", [None, DELTA])
def test_noise_misses_with_the_tail_of_its_law(epsilon, delta):
    noise = Noise(delta=delta)
    for steps in (0, 1, 7, 300):
        exact = 2 * noise.law(epsilon).enclosed(steps + 1)
        assert (
            float(exact.high) * (1 - 1e-9) - 1e-300
            <= noise.missed(steps, epsilon)
            <= float(exact.high) * (1 + 1e-9) + 1e-300
        )
    assert noise.missed(-1, epsilon) == 1
    assert noise.missed(FARTHEST * 2, epsilon) < 1e-12


@pytest.mark.parametrize("confidence", ["0.5", "0.95", "0.999"])
@pytest.mark.parametrize("epsilon", EPSILONS)
def test_a_count_is_as_exact_as_its_mechanism_says(confidence, epsilon):
    by_laplace, by_gauss = (
        tradeoff("count", confidence=confidence, epsilon=epsilon, delta=delta) for delta in (0, DELTA)
    )
    assert by_laplace.within == Laplace(sensitivity=1, epsilon=epsilon).error(confidence)
    assert by_gauss.within == Gaussian(sensitivity=1, epsilon=epsilon, delta=DELTA).error(confidence)


@pytest.mark.parametrize("cells", [2, 12, 3143])
def test_the_worst_of_many_counts_is_that_of_the_mechanism(cells):
    found = tradeoff("histogram", confidence="0.95", epsilon=1, cells=cells)
    assert found.within == Laplace(sensitivity=1, epsilon=1).error(0.95, numbers=cells)
    declared = tradeoff("histogram", confidence="0.95", epsilon=1, cells=cells, neighbours="replace")
    assert declared.within == Laplace(sensitivity=2, epsilon=1).error(0.95, numbers=cells)


@pytest.mark.parametrize(("neighbours", "far"), [("add_remove", 60), ("replace", 80)])
def test_a_sum_is_as_exact_as_one_person_is_heavy(neighbours, far):
    found = tradeoff("sum", bounds=(-20, 60), confidence="0.95", epsilon=1, neighbours=neighbours)
    assert float(found.within) == pytest.approx(
        Laplace(sensitivity=far, epsilon=1, grid=Fraction(far, 1 << 20)).error(0.95), rel=1e-3
    )


def test_a_total_asks_nobody_how_many_people_there_are():
    found = tradeoff("count", within=30, confidence="0.95")
    assert found.people is None
    assert found.warnings == ()
    assert found.epsilon == tradeoff("count", within=30, confidence="0.95", people=12).epsilon
