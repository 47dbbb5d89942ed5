# SPDX-License-Identifier: Apache-2.0
"""What all laws of noise promise: quantiles that cover and are the smallest to do so."""

from fractions import Fraction

import pytest

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.exact.rounding import down_to
from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace

LAWS = [
    *(
        DiscreteLaplace(scale)
        for scale in (Fraction(1, 1024), Fraction(2), Fraction(20), Fraction(10**6, 7), Fraction(2**60))
    ),
    *(
        DiscreteGaussian(v)
        for v in (
            Fraction(1, 2**20),
            Fraction(1, 2),
            Fraction(100),
            Fraction(10**7),
            Fraction(2**82),
            Fraction(2**120, 3),
        )
    ),
]
CONFIDENCES = [Fraction(1, 100), Fraction(1, 2), Fraction(95, 100), Fraction(999_999, 10**6), 1 - Fraction(1, 10**20)]


@pytest.mark.parametrize("law", LAWS, ids=str)
@pytest.mark.parametrize("confidence", CONFIDENCES)
def test_the_quantile_is_the_smallest_that_covers(law, confidence):
    t = law.quantile(confidence)
    assert 2 * law.enclosed(t + 1) <= 1 - confidence
    assert t == 0 or 2 * law.enclosed(t) > 1 - confidence


@pytest.mark.parametrize("law", LAWS, ids=str)
@pytest.mark.parametrize("numbers", [2, 3143, 10**6])
def test_the_largest_of_many_is_covered_together(law, numbers):
    """The chance that all stay within is the power of one: compared as logarithms."""
    confidence = Fraction(95, 100)
    t = law.largest_of(numbers, confidence)
    wanted = enclosure.log(confidence, 200)

    def all_within(reach):
        return enclosure.log(down_to(1 - 2 * law.enclosed(reach + 1).high, Fraction(1, 2**200)), 200) * numbers

    assert all_within(t) >= wanted
    assert t == 0 or 2 * law.enclosed(t) > 1 or all_within(t - 1) < wanted


@pytest.mark.parametrize("guess", [0, 1, 1000])
def test_a_guess_that_is_off_is_put_right(guess):
    class Guessed(DiscreteLaplace):
        def _roughly(self, missed):
            return guess

    for confidence in (Fraction(1, 2), Fraction(95, 100), Fraction(999_999, 1_000_000)):
        assert Guessed(Fraction(5)).quantile(confidence) == DiscreteLaplace(Fraction(5)).quantile(confidence)


def test_known_quantiles():
    """For epsilon 1 the 95 % interval of a count is within 3; for epsilon 0.05 the notes' 3,143 counties stay within 225."""
    assert DiscreteLaplace(Fraction(1)).quantile(Fraction(95, 100)) == 3
    assert DiscreteLaplace(Fraction(1)).largest_of(3143, Fraction(95, 100)) == 11


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_tails_are_two_sided(law):
    assert law.tail(0) == law.tail(-5) == 1.0
    assert law.tail(3) == pytest.approx(float(2 * law.enclosed(3).low), rel=1e-10)


@pytest.mark.parametrize("confidence", [Fraction(0), Fraction(1), Fraction(-1), Fraction(2), 1 - Fraction(1, 10**31)])
def test_no_interval_holds_always_or_never(confidence):
    with pytest.raises(Refused, match="confidence_out_of_range"):
        LAWS[1].quantile(confidence)


def test_so_many_numbers_that_each_must_hold_almost_surely_are_refused():
    with pytest.raises(Refused, match="confidence_out_of_range"):
        LAWS[1].largest_of(10**12, 1 - Fraction(1, 10**20))


@pytest.mark.parametrize("numbers", [0, -1, 1.5, True, None])
def test_draws_are_counted(numbers):
    with pytest.raises(Refused):
        LAWS[1].largest_of(numbers, Fraction(95, 100))


def test_laws_are_light_to_import():
    import subprocess
    import sys

    program = "import sys, diffident.privacy.laws; assert not {'scipy', 'scipy.special', 'mpmath'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)
