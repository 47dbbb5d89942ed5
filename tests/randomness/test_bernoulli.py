# SPDX-License-Identifier: Apache-2.0
"""Coins fall as their chance says: every word by enumeration, every tie by the bits that follow."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from diffident.errors import Refused
from diffident.randomness import bernoulli as room
from diffident.randomness.bernoulli import HALVED, bernoulli, bernoulli_exp, coin, exp_between
from diffident.randomness.source import Source
from randomness.fit import fits

WORD = 1 << 64
CHANCES = [Fraction(0), Fraction(1), Fraction(1, 3), Fraction(1, 1 << 20), Fraction(5, 8), 1 - Fraction(1, 10**30)]
FALLS = [Fraction(0), Fraction(1, 10**12), Fraction(1, 3), Fraction(1), Fraction(22, 7), Fraction(40)]


def tape(*words, size):
    return Source.replay(b"".join(word.to_bytes(size, "little") for word in words))


def power(gamma, places):
    """Return exp(-gamma) * 2^places, by somebody else's arithmetic, up to far less than a unit."""
    with mpmath.workprec(places + 200):
        return Fraction(
            *mpmath.ldexp(mpmath.exp(-mpmath.mpf(gamma.numerator) / gamma.denominator), places).as_integer_ratio()
        )


@pytest.mark.parametrize("p", CHANCES)
def test_every_word_is_heads_or_tails_or_asks_on_as_p_says(p):
    """All 65,536 words at once; at most one of them asks for another word, which is treated alike."""
    words = np.arange(1 << 16).astype("<u2").tobytes()
    cut = int(p * 65536)
    least, most = (int(bernoulli(p, 1 << 16, Source.replay(words + end * 2000)).sum()) for end in (b"\xff", b"\x00"))
    tied = (p * 65536).denominator != 1
    assert least == cut
    assert most == cut + tied


@pytest.mark.parametrize("p", [Fraction(1, 3), Fraction(1, 1 << 20), 1 - Fraction(1, 10**30)])
def test_a_tie_goes_on_until_it_is_decided(p):
    """The digits of p, and then one less or one more."""
    digits = [int(p * 65536**place) % 65536 for place in range(1, 5)]
    for ties in (1, 2, 3):
        due = digits[ties]
        if due > 0:
            assert bernoulli(p, 1, tape(*digits[:ties], due - 1, size=2)).tolist() == [True]
        if due < 65535:
            assert bernoulli(p, 1, tape(*digits[:ties], due + 1, size=2)).tolist() == [False]


@given(st.fractions(0, 60) | st.sampled_from(FALLS), st.sampled_from([1, 8, 32, 64, 200]))
@example(Fraction(65), 64)
@example(Fraction(10**12), 64)
def test_the_chance_lies_between_its_bounds(gamma, places):
    low, high = exp_between(gamma, places)
    assert low <= (0 if gamma > 1000 else power(gamma, places)) or low == 0
    assert high >= (1 if gamma > 1000 else power(gamma, places))
    assert high - low <= 3


@pytest.mark.parametrize("gamma", [Fraction(100, 3), Fraction(64), Fraction(65), Fraction(1000), Fraction(4001, 3)])
def test_large_exponents_are_halved_and_stay_between_their_bounds(gamma, monkeypatch):
    """From 32 on instead of from 32,768."""
    monkeypatch.setattr(room, "HALVED", 32)
    holds_between_narrow_bounds(gamma)


@pytest.mark.deep
def test_exponents_that_are_halved_stay_between_their_bounds():
    holds_between_narrow_bounds(Fraction(HALVED) + Fraction(1, 3))


def holds_between_narrow_bounds(gamma):
    places = 2 * int(gamma)
    low, high = exp_between(gamma, places)
    assert low <= power(gamma, places) <= high
    assert 0 < high - low <= 16
    assert low.bit_length() > places // 4


@pytest.mark.parametrize("gamma", FALLS)
def test_every_word_is_heads_or_tails_or_asks_on_as_the_exponential_says(gamma):
    """The words around exp(-gamma) in units of 2^-32: below it heads, above it tails, and the one that holds it asks."""
    cut = int(power(gamma, 32))
    words = sorted({0, cut // 2, max(cut - 1, 0), min(cut, 2**32 - 1), min(cut + 1, 2**32 - 1), 2**32 - 1})
    drawn = {
        end: bernoulli_exp(gamma, len(words), Source.replay(words_of(words) + end * 100)) for end in (b"\0", b"\xff")
    }
    for index, word in enumerate(words):
        assert drawn[b"\0"][index] == (word <= cut)
        assert drawn[b"\xff"][index] == (word < cut)


def words_of(words):
    return np.array(words, "<u4").tobytes()


@pytest.mark.parametrize("gamma", [Fraction(1, 10**12), Fraction(1, 3), Fraction(1), Fraction(22, 7), Fraction(40)])
@pytest.mark.parametrize("known", [0, 16, 32, 64])
@pytest.mark.parametrize("ties", [0, 1, 2])
def test_a_tied_coin_asks_for_more_bits_and_reaches_both_sides(gamma, known, ties):
    digits = int(power(gamma, known + 64 * (ties + 1)))
    prefix, more = digits >> 64 * (ties + 1), [digits >> 64 * place & WORD - 1 for place in range(ties, -1, -1)]
    assert coin(gamma, tape(*more[:-1], more[-1] - 1, size=8), prefix, known)
    assert not coin(gamma, tape(*more[:-1], more[-1] + 1, size=8), prefix, known)


def test_what_is_certain_is_certain():
    assert bernoulli(Fraction(1), 100_000, Source.fresh()).all()
    assert not bernoulli(Fraction(0), 100_000, Source.fresh()).any()
    assert bernoulli_exp(Fraction(0), 100_000, Source.fresh()).all()
    assert coin(Fraction(0), Source.replay(b"\xff" * 8))


def test_what_no_float_holds_is_still_not_impossible():
    """exp(-1000) is below every float, and exp(-3000) far below: both have their tapes, of 1,443 and 4,329 zeros."""
    assert coin(Fraction(1000), Source.replay(bytes(200)))
    assert coin(Fraction(3000), Source.replay(bytes(600)))
    assert not coin(Fraction(1000), Source.replay(bytes(100) + b"\xff" * 100))


@pytest.mark.statistical(false_alarm=1e-9)
def test_coins_fall_as_often_as_they_should_and_a_tenth_off_is_noticed():
    third, exponential = (flip(Fraction(1, 3), 100_000, Source.replay(41)) for flip in (bernoulli, bernoulli_exp))
    for heads, chance in ((third, 1 / 3), (exponential, np.exp(-1 / 3))):
        counts = np.bincount(heads.astype(int))
        assert fits(counts, [1 - chance, chance])
        assert not fits(counts, [1 - 1.1 * chance, 1.1 * chance])


@pytest.mark.parametrize("given", [Fraction(-1, 2), Fraction(3, 2), True, None, "\u0661", float("nan"), [1], "a half"])
def test_what_is_no_chance_is_refused(given):
    with pytest.raises(Refused):
        bernoulli(given, 1, Source.fresh())


@pytest.mark.parametrize("given", [Fraction(-1, 2), -1, True, None, float("inf"), [], "a half"])
def test_what_is_no_exponent_is_refused(given):
    with pytest.raises(Refused):
        bernoulli_exp(given, 1, Source.fresh())


def test_numbers_may_be_spelled():
    assert bernoulli("0.5", 8, Source.replay(1)).tolist() == bernoulli(Fraction(1, 2), 8, Source.replay(1)).tolist()
    assert bernoulli_exp(2, 8, Source.replay(1)).tolist() == bernoulli_exp(Fraction(2), 8, Source.replay(1)).tolist()
