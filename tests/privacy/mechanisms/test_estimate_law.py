# SPDX-License-Identifier: Apache-2.0
"""The law of an estimate: groups added up, distances in order, and the smallest that covers."""

import math
from itertools import product

import pytest

from diffident.privacy.mechanisms.estimate_law import EstimateLaw

PARTS = [[(3, 0.25)], [(2, 0.75), (4, 0.125)], [(0, 0.5), (5, 0.5)], [(1, 0.9), (2, 0.4), (3, 0.1)]]


def outcomes(parts, step):
    """Distance and mass of every combination of successes."""
    mean = sum(people * chance for people, chance in parts)
    for counts in product(*(range(people + 1) for people, _ in parts)):
        mass = math.prod(
            math.comb(people, k) * chance**k * (1 - chance) ** (people - k)
            for k, (people, chance) in zip(counts, parts, strict=True)
        )
        yield abs(sum(counts) - mean) * abs(step), mass


@pytest.mark.parametrize("parts", PARTS, ids=str)
@pytest.mark.parametrize("step", [1.0, -2.5])
def test_it_is_the_law_of_the_sum_of_all_groups(parts, step):
    law, known = EstimateLaw.of(parts, step), list(outcomes(parts, step))
    assert law.masses.sum() == pytest.approx(1)
    assert law.distances.tolist() == sorted(law.distances.tolist())
    assert law.sd == pytest.approx(math.sqrt(sum(mass * distance**2 for distance, mass in known)))
    assert law.mean_absolute == pytest.approx(sum(mass * distance for distance, mass in known))
    assert law.sd != pytest.approx(1.1 * math.sqrt(sum(mass * distance**2 for distance, mass in known)))


@pytest.mark.parametrize("parts", PARTS, ids=str)
@pytest.mark.parametrize("confidence", [0.01, 0.5, 0.95, 0.9999])
def test_the_quantile_is_the_smallest_distance_that_covers(parts, confidence):
    t = EstimateLaw.of(parts, 1.0).quantile(confidence)
    covered, closer = (
        sum(mass for distance, mass in outcomes(parts, 1.0) if distance <= t + shift) for shift in (1e-9, -1e-9)
    )
    assert closer < confidence <= covered + 1e-12


def test_a_confidence_that_rounding_cannot_reach_gets_the_largest_distance():
    law = EstimateLaw.of([(3, 0.25)], 1.0)
    assert law.quantile(1 + 1e-9) == law.distances[-1]
