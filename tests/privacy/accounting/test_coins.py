# SPDX-License-Identifier: Apache-2.0
"""Fair coins against binomial numbers in fractions, and against many digits where there are too many for that."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from mpmath import mp

from diffident.privacy.accounting.coins import at_least, exactly

FEW = [1, 2, 3, 4, 5, 8, 17, 64, 300]
MANY = [10**4, 10**6 + 1, 10**8]
DEVIATIONS = [0, 1, 3, 5, 8, 12]


def both(coins, heads):
    numbers = np.array([float(coins)]), np.array([float(heads)])
    return float(exactly(*numbers)[0]), float(at_least(*numbers)[0])


@pytest.mark.parametrize("coins", FEW)
def test_masses_are_bounded_and_nearly_met(coins):
    for heads in range(-(-coins // 2), coins + 1):
        true, found = Fraction(comb(coins, heads), 2**coins), both(coins, heads)[0]
        assert true <= found <= true * (1 + Fraction(2, 10**3) / max(coins - heads, 1) ** 5 + Fraction(2, 10**9))


@pytest.mark.parametrize("coins", FEW)
def test_tails_are_bounded_and_nearly_met(coins):
    """A bound that is taken from the other side is refuted."""
    for heads in range(-(-coins // 2), coins + 1):
        true = Fraction(sum(comb(coins, more) for more in range(heads, coins + 1)), 2**coins)
        found = both(coins, heads)[1]
        assert true * Fraction(997, 1000) <= found <= true
        assert found * (1 + 4e-9) > true * Fraction(997, 1000)


@pytest.mark.parametrize("coins", MANY)
@pytest.mark.parametrize("deviations", DEVIATIONS)
def test_very_many_coins_agree_with_many_digits(coins, deviations):
    heads = coins // 2 + 1 + int(deviations * coins**0.5 / 2)
    with mp.workdps(60):
        exact = mp.binomial(coins, heads) / mp.mpf(2) ** coins
        place, rest, term = heads, mp.mpf(0), mp.mpf(1)
        if coins <= 10**6 + 1:
            while term > mp.mpf(10) ** -20:
                rest, term, place = rest + term, term * (coins - place) / (place + 1), place + 1
    one, tail = both(coins, heads)
    assert exact <= mp.mpf(one) <= exact * (1 + mp.mpf(10) ** -8)
    if rest:
        assert exact * rest * mp.mpf("0.998") <= mp.mpf(tail) <= exact * rest


def test_beyond_all_coins_there_is_nothing():
    assert both(10, 11) == (0.0, 0.0)
    assert both(10, 1e300) == (0.0, 0.0)
