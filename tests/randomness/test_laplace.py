# SPDX-License-Identifier: Apache-2.0
"""Discrete Laplace noise of every scale: the law, both sides, all digits, and the tapes of what is rare."""

from fractions import Fraction

import numpy as np
import pytest

from diffident.errors import Refused
from diffident.randomness import laplace as room
from diffident.randomness.laplace import discrete_laplace
from diffident.randomness.source import Source
from randomness.fit import edges, equal_words, fits, follows, laplace_below

SCALES = [
    Fraction(1, 8),
    Fraction(1, 3),
    Fraction(1),
    Fraction(10),
    Fraction(12345, 7),
    Fraction(1000),
    2**20 + Fraction(1, 3),
    Fraction(1 << 40),
    Fraction(1 << 60),
]
MILLION = 1_000_000


@pytest.mark.parametrize("scale", SCALES, ids=str)
@pytest.mark.statistical(false_alarm=1e-9)
def test_draws_follow_the_law_and_not_its_neighbour(scale):
    drawn = discrete_laplace(scale, MILLION, Source.replay(61))
    assert drawn.dtype in (np.int64, object)
    assert follows(drawn, edges(scale), laplace_below(scale))
    assert not follows(drawn, edges(scale), laplace_below(scale * Fraction(11, 10)))


@pytest.mark.deep
@pytest.mark.parametrize("bits", range(-3, 60, 3))
@pytest.mark.statistical(false_alarm=1e-9)
def test_draws_follow_the_law_at_odd_scales_from_an_eighth_to_2_to_the_60(bits):
    """A table changes its shape with the scale: sevenths of powers of 2 meet all shapes."""
    scale, tape = Fraction(8, 7) * Fraction(2) ** bits, Source.replay(68)
    drawn = discrete_laplace(scale, MILLION, tape)
    assert follows(drawn, edges(scale), laplace_below(scale))
    assert not follows(drawn, edges(scale), laplace_below(scale * Fraction(9, 10)))


@pytest.mark.parametrize("scale", [Fraction(1), Fraction(1000)], ids=str)
@pytest.mark.statistical(false_alarm=1e-9)
def test_zero_is_drawn_once_and_not_for_either_sign(scale):
    """The fault of noise that draws a sign and a size: zero twice as often. And of noise that forgets it."""
    drawn = discrete_laplace(scale, MILLION, Source.replay(62))
    rate = 1 / float(scale)
    nearest = [np.tanh(rate / 2) * np.exp(-rate * abs(z)) for z in (-1, 0, 1)]
    counts = [*((drawn == z).sum() for z in (-1, 0, 1)), (abs(drawn) > 1).sum()]
    due, twice, never = ([nearest[0], zeros * nearest[1], nearest[2], 1 - sum(nearest)] for zeros in (1, 2, 0))
    assert fits(counts, due)
    assert not fits(counts, twice)
    assert not fits(counts, never)


@pytest.mark.parametrize("scale", [Fraction(1000), 2**20 + Fraction(1, 3), Fraction(1 << 40)], ids=str)
@pytest.mark.statistical(false_alarm=1e-9)
def test_the_last_digits_are_even_and_do_not_know_the_sign(scale):
    """Modulo 16 noise of a large scale is even up to (16 / scale)^2; a twin that prefers even numbers is not."""
    drawn = discrete_laplace(scale, MILLION, Source.replay(63))
    digits = 16 * (drawn < 0) + drawn % 16
    twin = np.where(np.arange(MILLION) % 10 == 0, digits & ~1, digits)
    negative = (1 - np.tanh(1 / float(2 * scale))) / 2
    even = [(1 - negative) / 16] * 16 + [negative / 16] * 16
    shift = np.array(
        [1 + (7.5 - digit) / float(scale) for digit in range(16)]
        + [1 + (digit - 7.5) / float(scale) for digit in range(16)]
    )
    assert fits(np.bincount(digits, minlength=32), even * shift)
    assert not fits(np.bincount(twin, minlength=32), even * shift)


@pytest.mark.statistical(false_alarm=1e-9)
def test_one_draw_knows_nothing_of_the_next():
    drawn = discrete_laplace(Fraction(1000), MILLION, Source.replay(64))
    pairs = 2 * (drawn[::2] < 0) + (np.abs(drawn[1::2]) > 693)
    negative, far = (1 - np.tanh(0.0005)) / 2, 2 * np.exp(-0.694) / (1 + np.exp(-0.001))
    joint = [(1 - negative) * (1 - far), (1 - negative) * far, negative * (1 - far), negative * far]
    repeated = np.where(np.arange(pairs.size) % 10 == 0, 3 * (drawn[::2] < 0), pairs)
    assert fits(np.bincount(pairs), joint)
    assert not fits(np.bincount(repeated), joint)


@pytest.mark.statistical(false_alarm=1e-9)
def test_draws_one_by_one_follow_the_law_and_not_its_neighbour():
    tape = Source.replay(65)
    drawn = [int(discrete_laplace(Fraction(100), 1, tape)[0]) for _ in range(40_000)]
    assert follows(drawn, edges(100), laplace_below(Fraction(100)))
    assert not follows(drawn, edges(100), laplace_below(Fraction(110)))


def test_the_smallest_scale_draws_other_numbers_than_zero_if_the_bits_say_so():
    """At 2^-10 a one has probability e^-1024, 1,478 equal bits: 23 words of 64 are too few, 24 are enough."""
    for words, most in ((23, 0), (24, 1)):
        above, below = equal_words(b"\xff", words) + bytes(100), equal_words(b"\0", words) + b"\xff" * 100
        assert discrete_laplace(Fraction(1, 1024), 1, Source.replay(above)).tolist() == [most]
        assert discrete_laplace(Fraction(1, 1024), 1, Source.replay(below)).tolist() == [-most]
    assert not discrete_laplace(Fraction(1, 1024), MILLION, Source.fresh()).any()


def test_a_tape_tells_the_draws():
    first, again = (discrete_laplace(Fraction(12345, 7), 100_000, Source.replay(66)) for _ in range(2))
    assert (first == again).all()


def test_samplers_are_few():
    for scale in range(1, 100):
        discrete_laplace(Fraction(scale), 1, Source.replay(67))
    assert room._sampler.cache_info().currsize <= 32


@pytest.mark.parametrize(
    "given",
    [Fraction(1, 1025), (1 << 60) + 1, 0, -1, Fraction(-3), True, None, "\u0661", float("nan"), "1e400", [1], []],
)
def test_what_is_no_scale_is_refused(given):
    with pytest.raises(Refused, match="scale"):
        discrete_laplace(given, 1, Source.fresh())


def test_scales_may_be_spelled():
    exact = discrete_laplace(Fraction(1, 2), 100, Source.replay(1)).tolist()
    assert all(discrete_laplace(scale, 100, Source.replay(1)).tolist() == exact for scale in (0.5, "0.5", "5e-1"))
