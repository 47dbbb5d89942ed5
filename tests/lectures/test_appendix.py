# SPDX-License-Identifier: Apache-2.0
"""The function e^x: the appendix of note 002, with certified comparisons at rational points."""

from fractions import Fraction

from diffident.exact import enclosure

SMALLEST = Fraction(1, 2**40)
NEAR_ZERO = [Fraction(k, 16) for k in range(-16, 17) if k] + [SMALLEST, -SMALLEST]
EVERYWHERE = [*NEAR_ZERO, *range(-20, -1), *range(2, 20)]
UNIT = [x for x in NEAR_ZERO if x > 0]


def test_e_to_the_x_is_above_its_tangent():
    """Note 002, Appendix A, first point (for x other than 0, where both are 1): e^x > 1 + x, so e^-x >= 1 - x."""
    for x in map(Fraction, EVERYWHERE):
        assert enclosure.exp(x) > 1 + x
        assert enclosure.exp(-x) >= 1 - x


def test_near_zero_the_tangent_errs_by_the_order_of_a_square():
    """Note 002, Appendix A, second point: e^x = 1 + x + Theta(x^2), with constants 1/3 and 3/4 on [-1, 1]."""
    for x in NEAR_ZERO:
        assert x**2 / 3 < enclosure.exp(x) - (1 + x)
        assert enclosure.exp(x) - (1 + x) < Fraction(3, 4) * x**2


def test_one_minus_e_to_the_minus_x_is_a_little_under_x():
    """Note 002, Appendix A, first consequence: x >= 1 - e^-x >= x - O(x^2), with constant 3/4 on [-1, 1]."""
    for x in NEAR_ZERO:
        between = 1 - enclosure.exp(-x)
        assert x - Fraction(3, 4) * x**2 < between
        assert between < x


def test_the_two_reciprocals_lie_on_both_sides_of_one_over_x():
    """Note 002, Appendix A, second and third consequence: 1/(e^x - 1) < 1/x < 1/(1 - e^-x), each about 1/2 away."""
    for x in NEAR_ZERO:
        under = 1 / x - 1 / (enclosure.exp(x) - 1)
        over = 1 / (1 - enclosure.exp(-x)) - 1 / x
        for gap in (under, over):
            assert gap > 0
            assert Fraction(1, 2) - abs(x) / 11 < gap
            assert gap < Fraction(1, 2) + abs(x) / 11


def test_the_four_curves_lie_in_order_on_the_unit_interval():
    """Note 002, Figure 6 and Appendix A, last sentence: 1 + x <= e^x <= 1 + x + x^2 <= 1 + 2x on [0, 1] (equal at 0)."""
    for x in UNIT:
        assert 1 + x <= enclosure.exp(x)
        assert enclosure.exp(x) <= 1 + x + x**2
        assert 1 + x + x**2 <= 1 + 2 * x
    assert enclosure.exp(Fraction(0)).low == enclosure.exp(Fraction(0)).high == 1
    assert enclosure.exp(Fraction(2)) > 1 + 2 + 2**2  # and not far beyond


def test_for_small_epsilon_odds_are_about_one_plus_epsilon():
    """Notes 000 and 002, 'think 1 + epsilon'; note 004, 'about 1 for small epsilon': the gap is below epsilon^2."""
    for epsilon in UNIT:
        gap = enclosure.exp(epsilon) - 1 - epsilon
        assert gap > 0
        assert gap < epsilon**2
