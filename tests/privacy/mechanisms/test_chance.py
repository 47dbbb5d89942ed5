# SPDX-License-Identifier: Apache-2.0
"""Decisions compare digit with digit, and a tie is not decided before its time."""

from fractions import Fraction

import numpy as np
import pytest

from diffident.exact import enclosure
from diffident.exact.enclosure import Enclosure
from diffident.privacy.mechanisms.chance import decide, digit
from diffident.randomness.source import Source

TOP = 2**64


def rational(p):
    return lambda _: Enclosure(Fraction(p), Fraction(p))


def half_of_e_to_the_minus(x):
    return lambda bits: enclosure.exp(-Fraction(x), bits) / 2


def words(*numbers):
    return Source.replay(b"".join(number.to_bytes(8, "little") for number in numbers))


@pytest.mark.parametrize("chance", [rational(Fraction(1, 3)), half_of_e_to_the_minus(1)])
def test_digits_are_those_of_the_probability(chance):
    known = sum(Fraction(digit(chance, number), TOP**number) for number in (1, 2, 3))
    exact = chance(400)
    assert known <= exact.low <= exact.high < known + Fraction(1, TOP**3)


def test_digits_wait_until_both_ends_agree():
    """An enclosure that is no closer than it must be leaves the digit open at first."""
    asked = []

    def lazy(bits):
        asked.append(bits)
        width = Fraction(1, 2**64) if len(asked) < 3 else Fraction(1, 2**200)
        return Enclosure(Fraction(1, 3) - width, Fraction(1, 3) + width)

    assert digit(lazy, 1) == TOP // 3
    assert asked == [128, 192, 256]


@pytest.mark.parametrize("chance", [rational(Fraction(1, 3)), half_of_e_to_the_minus(2), rational(Fraction(1, 2))])
@pytest.mark.parametrize("ties", [1, 2, 3])
@pytest.mark.parametrize("step", [-1, 1])
def test_a_tie_is_settled_by_the_digits_that_follow(chance, ties, step):
    due = [digit(chance, number) for number in range(1, ties + 2)]
    last = due[-1] + step
    if not 0 <= last < TOP:
        last = due[-1] + 1
    tape = words(*due[:-1], last)
    decided = decide(np.array([due[0]], np.uint64), lambda _: chance, tape)
    assert decided.tolist() == [last < due[-1]]


def test_each_decision_has_its_own_probability():
    chances = [rational(Fraction(k, 4)) for k in (1, 2, 3)]
    digits = np.array([digit(chance, 1) for chance in chances], np.uint64)
    tied = words(*(int(first) for first in digits), 0, 5, 0)  # rationals that end there: below them is nothing
    assert decide(digits, chances.__getitem__, tied).tolist() == [False, False, False]
    assert decide(digits, chances.__getitem__, words(2**62, 2**62, 2**62)).tolist() == [False, True, True]
