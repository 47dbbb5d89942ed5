# SPDX-License-Identifier: Apache-2.0
"""Discrete Gaussian noise of every variance: the law, both sides, all digits, and the tapes of what is rare."""

from fractions import Fraction

import numpy as np
import pytest

from diffident.errors import Refused
from diffident.randomness import gaussian as room
from diffident.randomness.gaussian import discrete_gaussian
from diffident.randomness.source import Source
from randomness.fit import edges, equal_words, fits, follows, gaussian_below

SIGMAS = [
    Fraction(1, 3),
    Fraction(1),
    Fraction(10),
    Fraction(12345, 7),
    Fraction(1000),
    2**20 + Fraction(1, 3),
    Fraction(1 << 40),
]
MILLION = 1_000_000


@pytest.mark.parametrize("sigma", [*SIGMAS, Fraction(1 << 60)], ids=str)
@pytest.mark.statistical(false_alarm=1e-9)
def test_draws_follow_the_law_and_not_its_neighbour(sigma):
    drawn = discrete_gaussian(sigma**2, MILLION, Source.replay(71))
    assert drawn.dtype == np.int64
    assert follows(drawn, edges(2 * sigma), gaussian_below(sigma**2))
    assert not follows(drawn, edges(2 * sigma), gaussian_below((sigma * Fraction(11, 10)) ** 2))


@pytest.mark.deep
@pytest.mark.parametrize("bits", range(-1, 60, 3))
@pytest.mark.statistical(false_alarm=1e-9)
def test_draws_follow_the_law_at_odd_scales_from_a_half_to_2_to_the_60(bits):
    """A table changes its shape with the scale: sevenths of powers of 2 meet all shapes."""
    sigma, tape = Fraction(8, 7) * Fraction(2) ** bits, Source.replay(78)
    drawn = discrete_gaussian(sigma**2, MILLION, tape)
    assert follows(drawn, edges(2 * sigma), gaussian_below(sigma**2))
    assert not follows(drawn, edges(2 * sigma), gaussian_below((sigma * Fraction(9, 10)) ** 2))


@pytest.mark.parametrize("variance", [Fraction(1, 2), Fraction(7, 3)], ids=str)
@pytest.mark.statistical(false_alarm=1e-9)
def test_small_variances_place_by_place(variance):
    drawn = discrete_gaussian(variance, MILLION, Source.replay(72))
    places = np.arange(-9, 10)
    counts = np.bincount(drawn + 9, minlength=19)
    assert fits(counts, np.exp(-(places**2) / (2 * float(variance))))
    assert not fits(counts, np.exp(-(places**2) / (2.2 * float(variance))))


@pytest.mark.parametrize("sigma", [Fraction(1000), Fraction(1 << 40)], ids=str)
@pytest.mark.statistical(false_alarm=1e-9)
def test_the_last_digits_are_even_and_a_twin_that_prefers_even_numbers_is_not(sigma):
    digits = discrete_gaussian(sigma**2, MILLION, Source.replay(73)) % 16
    twin = np.where(np.arange(MILLION) % 10 == 0, digits & ~1, digits)
    assert fits(np.bincount(digits), [1] * 16)
    assert not fits(np.bincount(twin), [1] * 16)


@pytest.mark.statistical(false_alarm=1e-9)
def test_far_ends_are_as_rare_as_they_should_be_and_a_cut_tail_is_noticed():
    """Beyond 4 sigmas lies one draw in 15,787; the twin ends there."""
    drawn = discrete_gaussian(Fraction(10_000), 8 * MILLION, Source.replay(74))
    below = gaussian_below(Fraction(10_000))
    far = [below(-400), below(401) - below(-400), 1 - below(401)]
    counts = [(drawn < -400).sum(), (abs(drawn) <= 400).sum(), (drawn > 400).sum()]
    assert fits(counts, far)
    assert not fits([0, 8 * MILLION, 0], far)


@pytest.mark.statistical(false_alarm=1e-9)
def test_draws_one_by_one_follow_the_law_and_not_its_neighbour():
    tape = Source.replay(75)
    drawn = [int(discrete_gaussian(Fraction(10_000), 1, tape)[0]) for _ in range(40_000)]
    assert follows(drawn, edges(200), gaussian_below(Fraction(10_000)))
    assert not follows(drawn, edges(200), gaussian_below(Fraction(12_100)))


def test_the_smallest_variance_draws_other_numbers_than_zero_if_the_bits_say_so():
    """At 2^-7 a one has probability e^-64: one word of 64 equal bits is too few, two are enough. At 2^-20: e^-524288."""
    for words, most in ((1, 0), (2, 1)):
        above, below = equal_words(b"\xff", words) + bytes(20), equal_words(b"\0", words) + b"\xff" * 20
        assert discrete_gaussian(Fraction(1, 128), 1, Source.replay(above)).tolist() == [most]
        assert discrete_gaussian(Fraction(1, 128), 1, Source.replay(below)).tolist() == [-most]
    assert not discrete_gaussian(Fraction(1, 1 << 20), MILLION, Source.fresh()).any()


def test_a_tape_tells_the_draws():
    first, again = (discrete_gaussian(Fraction(12345, 7), 100_000, Source.replay(76)) for _ in range(2))
    assert (first == again).all()


def test_samplers_are_few():
    for variance in range(1, 100):
        discrete_gaussian(Fraction(variance), 1, Source.replay(77))
    assert room._sampler.cache_info().currsize <= 32


@pytest.mark.parametrize(
    "given", [Fraction(1, (1 << 20) + 1), (1 << 120) + 1, 0, -1, True, None, "\u0661", float("inf"), [1], []]
)
def test_what_is_no_variance_is_refused(given):
    with pytest.raises(Refused, match="variance"):
        discrete_gaussian(given, 1, Source.fresh())


def test_variances_may_be_spelled():
    exact = discrete_gaussian(Fraction(1, 2), 100, Source.replay(1)).tolist()
    assert all(discrete_gaussian(given, 100, Source.replay(1)).tolist() == exact for given in (0.5, "0.5", "5e-1"))
