# SPDX-License-Identifier: Apache-2.0
"""Binomial laws as floats against the same laws in whole numbers."""

from fractions import Fraction
from math import comb

import pytest

from diffident.privacy.accounting.binomial import Binomial

CASES = [(0, 3.0), (1, 0.5), (7, 1.0), (50, 2.0**-40), (50, 0.0), (300, 2.0**40), (2000, 1.0), (3000, 0.125)]


def exact(trials, odds):
    """Return the law's masses."""
    raw = [comb(trials, count) * Fraction(odds) ** count for count in range(trials + 1)]
    return [mass / (1 + Fraction(odds)) ** trials for mass in raw]


@pytest.mark.parametrize(("trials", "odds"), CASES)
def test_masses_are_never_below_the_law_and_hardly_above(trials, odds):
    law, found = exact(trials, odds), Binomial.of(trials, odds)
    size = found.masses.size
    kept = law[found.first : found.first + size]
    assert len(kept) == size
    assert all(true <= Fraction(mass) for true, mass in zip(kept, found.masses.tolist(), strict=True) if true > 1e-290)
    assert all(mass <= true * (1 + 1e-10) for true, mass in zip(map(float, kept), found.masses.tolist(), strict=True))
    missed = 1 - sum(kept)
    assert missed <= Fraction(found.outside) <= 2 * missed + Fraction(1, 10**280)


def test_what_is_cut_off_is_not_nothing():
    """Of 2,000 coins some counts are cut off on both sides; a law that forgets them would be refuted."""
    found = Binomial.of(2000, 1.0)
    assert 0 < found.first < found.first + found.masses.size < 2000
    assert 1 - sum(exact(2000, 1.0)[found.first : found.first + found.masses.size]) > 1e-60
    assert found.outside < 1e-25


def test_it_is_known_for_millions():
    found = Binomial.of(10**8, 1.0)
    assert found.masses.size < 200_000
    assert 1 <= sum(found.masses.tolist()) < 1 + 1e-8
    assert float(found.counts @ found.masses) == pytest.approx(5e7, rel=1e-8)
