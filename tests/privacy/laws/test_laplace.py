# SPDX-License-Identifier: Apache-2.0
"""The discrete Laplace law against its definition, summed in many digits."""

from fractions import Fraction

import numpy as np
import pytest
from mpmath import mp, mpf

from diffident.privacy.laws import DiscreteLaplace
from diffident.randomness.source import Source
from privacy.laws.fit import fits

SCALES = [Fraction(1, 1024), Fraction(1, 7), Fraction(1), Fraction(10), Fraction(12345, 67), Fraction(2**60)]


def of(fraction):
    return mpf(fraction.numerator) / fraction.denominator


def masses(scale, k):
    q = mp.exp(-1 / of(scale))
    return (1 - q) / (1 + q) * q ** abs(k)


def tail(scale, k):
    """P(Z >= k) from the masses: a geometric series, or one less the other."""
    return masses(scale, k) / (1 - mp.exp(-1 / of(scale))) if k > 0 else 1 - tail(scale, 1 - k)


def places(scale):
    """Values out to where a float holds no mass: -700 to 700 scales."""
    multiples = (-700, -30, -2, -1, -0.5, 0, 0.5, 1, 1.7, 5, 30, 200, 700)
    return sorted({int(scale * Fraction(m)) for m in multiples} | {-2, -1, 0, 1, 2, 3})


@pytest.mark.parametrize("scale", SCALES)
def test_floats_are_as_close_as_they_say(scale):
    law, values = DiscreteLaplace(scale), places(scale)
    array = np.array(values, dtype=object if scale > 2**50 else np.int64)
    twin = DiscreteLaplace(scale * (1 + Fraction(1, 10**9)))
    with mp.workdps(60):
        for name, exact in (("mass", masses), ("upper", tail)):
            expected = [exact(scale, k) for k in values]

            def close(found, expected=expected):
                return [
                    abs(f - x) <= law.relative_error * x + mpf("1e-300") for f, x in zip(found, expected, strict=True)
                ]

            assert all(close(getattr(law, name)(array)))
            assert not all(close(getattr(twin, name)(array))) or scale < 1 / 100


@pytest.mark.parametrize("scale", SCALES)
def test_tails_are_enclosed(scale):
    law = DiscreteLaplace(scale)
    with mp.workdps(80):
        for k in places(scale):
            ends, exact = law.enclosed(k), tail(scale, k)
            assert of(ends.low) <= exact <= of(ends.high)
            assert of(ends.high) - of(ends.low) <= exact * mpf(2) ** -150


@pytest.mark.parametrize("scale", SCALES)
def test_deviations_are_those_of_the_masses(scale):
    law = DiscreteLaplace(scale)
    with mp.workdps(60):
        q = mp.exp(-1 / of(scale))
        scaled = (1 - q) / (1 + q) * 2  # sums of k q^k and k^2 q^k over k >= 1
        assert law.mean_absolute == pytest.approx(float(scaled * q / (1 - q) ** 2), rel=1e-12)
        assert law.sd == pytest.approx(float(mp.sqrt(scaled * q * (1 + q) / (1 - q) ** 3)), rel=1e-12)


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize("scale", [Fraction(1, 3), Fraction(10), Fraction(1000), Fraction(2**40)])
def test_draws_follow_the_law_and_not_its_neighbour(scale):
    drawn = DiscreteLaplace(scale).draw(50_000, Source.replay(b"laplace"))
    assert fits(drawn, DiscreteLaplace(scale))
    assert not fits(drawn, DiscreteLaplace(scale * Fraction(11, 10)))
