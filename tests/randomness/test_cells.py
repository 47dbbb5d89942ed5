# SPDX-License-Identifier: Apache-2.0
"""What the cells weigh, compared with somebody else's exponential, and a last place too tight noticed."""

from fractions import Fraction

import mpmath
import pytest

from diffident.randomness.cells import GUARD, Cells

HUGE = Fraction(1, 1 << 60)
CELLS = {
    "one cell": Cells(Fraction(3), Fraction(0), 0, 1),
    "steep": Cells(Fraction(1024), Fraction(0), 0, 2),
    "places": Cells(Fraction(1, 7), Fraction(0), 2, 9),
    "curved": Cells(Fraction(0), Fraction(1, 50), 3, 20),
    "both": Cells(Fraction(1, 9), Fraction(1, 300), 1, 12),
    "huge slope": Cells(HUGE, Fraction(0), 55, 255),
    "huge curve": Cells(Fraction(0), HUGE * HUGE / 2, 53, 774),
}


def law(cells, z):
    x = mpmath.mpf(abs(z))
    slope, curve = (mpmath.mpf(each.numerator) / each.denominator for each in (cells.slope, cells.curve))
    return mpmath.exp(-(slope * x + curve * x * x))


def start(cells, side):
    """Return the number nearest to zero in a cell; sides are -1, -2, ... and 0, 1, ... from zero on."""
    return side * cells.size if side >= 0 else (side + 1) * cells.size - 1


def rational(x):
    return Fraction(*x.as_integer_ratio()) if x else Fraction(0)


@pytest.mark.parametrize("name", CELLS)
@pytest.mark.parametrize("bits", [64, 256])
def test_every_weight_lies_between_its_bounds(name, bits):
    cells, unit = CELLS[name], 1 << bits + GUARD
    low, high = cells.weigh(bits)
    with mpmath.workprec(4_000):
        fall = -mpmath.expm1(-mpmath.mpf(cells.steepness.numerator) / cells.steepness.denominator)
        far = [law(cells, start(cells, side)) / fall / cells.size for side in (-cells.count - 1, cells.count)]
        weights = [far[0], *(law(cells, start(cells, side)) for side in range(-cells.count, cells.count)), far[1]]
        true = [rational(weight) * unit for weight in weights]
    assert all(least <= weight <= most for least, weight, most in zip(low, true, high, strict=True))
    assert max(most - least for least, most in zip(low, high, strict=True)) < 1 << 30
    assert not all(least + 1 <= weight <= most - 1 for least, weight, most in zip(low, true, high, strict=True))


@pytest.mark.parametrize("name", CELLS)
def test_a_fall_is_the_difference_of_two_exponents(name):
    cells = CELLS[name]
    for here, step in ((0, 0), (0, 1), (3, 5), (cells.end, 2), (10**20, 10**19)):
        there = here + step
        risen = cells.slope * (there - here) + cells.curve * (there * there - here * here)
        assert cells.fall(here, step) == risen


@pytest.mark.parametrize("name", CELLS)
def test_the_law_falls_at_least_as_steeply_beyond_the_cells_as_the_series(name):
    """Otherwise the coin would need a chance above 1."""
    cells = CELLS[name]
    for mirrored in (0, 1):
        for step in (0, 1, 2, 1000, 1 << 70):
            assert cells.fall(cells.end + mirrored, step) >= step * cells.steepness
