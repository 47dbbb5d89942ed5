# SPDX-License-Identifier: Apache-2.0
"""Losses on a grid against the losses themselves, in rationals and many digits: nothing may come closer together."""

import math
from bisect import bisect_right
from fractions import Fraction

import numpy as np
import pytest
from mpmath import mp, mpf

from diffident.privacy.accounting import grid
from diffident.privacy.accounting.grid import LEAST, Cells, Grid, coarse
from diffident.privacy.loss import Atoms

STEPS = [0.5, 0.1, 1e-3, 3e-7]
CLOSE = mpf(10) ** -40


def some_atoms(seed, size=40):
    """Return two laws without a pattern, some masses tiny, and a little that only the first has."""
    draws = np.random.default_rng(seed)
    p, q = (draws.random(size) ** 9 + 1e-20 for _ in range(2))
    return Atoms(p / p.sum() * 0.99, q / q.sum(), 0.01 * draws.random(), 1e-12)


class Profile:
    """The largest P(S) - e^epsilon Q(S) at every e^epsilon, from masses under both laws, in many digits."""

    def __init__(self, p, q, told):
        ranked = sorted((one / other, one, other) for one, other in zip(p, q, strict=True) if one)
        self.odds = [odds for odds, _, _ in ranked]
        self.tails = [(told, mpf(0))]
        for _, one, other in reversed(ranked):
            mass, under = self.tails[-1]
            self.tails.append((mass + one, under + other))
        self.tails.reverse()

    def __call__(self, odds):
        mass, under = self.tails[bisect_right(self.odds, odds)]
        return mass - odds * under


def digits(masses):
    return [mpf(float(mass)) for mass in masses]


def of_atoms(atoms):
    return Profile(digits(atoms.p), digits(atoms.q), mpf(atoms.only_p) + atoms.error)


def of_cells(cells, step):
    ratio = mp.exp(-mpf(step))
    p = digits(cells.p)
    return Profile(p, [mass * ratio ** int(index) for mass, index in zip(p, cells.index, strict=True)], cells.infinite)


def pair_of(first, second):
    """Return the atoms of two releases together."""
    return Atoms(np.outer(first.p, second.p).ravel(), np.outer(first.q, second.q).ravel())


def rounded_down(atoms, step):
    """A twin of `Cells.of`: every loss at the grid point below it."""
    index = np.floor(np.log(atoms.p / atoms.q) / step).astype(np.int64)
    return Cells(index, atoms.p, atoms.only_p + atoms.error)


def without_the_error(atoms, step):
    """A twin that forgets what the atoms say is uncertain about them."""
    return Cells.of(Atoms(atoms.p, atoms.q, atoms.only_p), step)


def hides_no_more(cells, atoms, step):
    """Return whether the cells are at least as far apart as the atoms wherever that could fail: at losses, and between."""
    losses = np.log(atoms.p / atoms.q)
    places = np.concatenate([losses, np.floor(losses / step) * step, [0.0, 1.0, -30.0]])
    with mp.workdps(60):
        ours, theirs = of_cells(cells, step), of_atoms(atoms)
        return all(theirs(odds) <= ours(odds) + CLOSE for odds in map(mp.exp, digits(places)))


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("seed", range(3))
def test_splitting_hides_no_more(seed, step):
    """Alone, and as the product of two, where 40 digits of the sum decide; two twins are refuted."""
    atoms = some_atoms(seed)
    cells = Cells.of(atoms, step)
    assert hides_no_more(cells, atoms, step)
    assert not hides_no_more(rounded_down(atoms, step), atoms, step)
    assert not hides_no_more(without_the_error(atoms, step), atoms, step)
    few = some_atoms(seed + 100, size=6)
    left, right = (Cells.of(Atoms(each.p, each.q), step) for each in (few, atoms))
    both = Cells(np.add.outer(left.index, right.index).ravel(), np.outer(left.p, right.p).ravel() * (1 + 1e-15), 0.0)
    assert hides_no_more(both, pair_of(few, atoms), step)


def test_rounding_alone_would_hide_something(monkeypatch):
    """The twin without a nudge is off in the sixteenth digit, and these digits count."""
    monkeypatch.setattr(grid, "NUDGE", 0.0)
    assert not any(hides_no_more(Cells.of(some_atoms(seed), 1e-3), some_atoms(seed), 1e-3) for seed in range(3))


@pytest.mark.parametrize("step", [0.1, 1e-2, 1e-3])
def test_splitting_costs_the_square_of_the_step(step):
    """Both masses are kept but for roundings, so E e^-loss is still that of Q and the mean rises by step^2/8 at most."""
    atoms = some_atoms(7)
    cells = Cells.of(atoms, step)
    losses = cells.index * step
    assert math.fsum(cells.p) == pytest.approx(math.fsum(atoms.p), rel=1e-12)
    assert math.fsum(cells.p * np.exp(-losses)) == pytest.approx(math.fsum(atoms.q), rel=1e-12)
    raised = math.fsum(cells.p * losses) - math.fsum(atoms.p * np.log(atoms.p / atoms.q))
    assert 0 < raised <= step**2 / 8


def test_what_has_no_loss_in_floats_counts_as_told():
    """A mass under Q that is next to nothing, or nothing, or no mass under P."""
    told = Cells.of(Atoms(np.array([0.25, 0.25, 0.5, 0.0]), np.array([1e-310, 0.0, 0.75, 0.25]), 0.125), 0.1)
    assert told.infinite == pytest.approx(0.625)
    assert math.fsum(told.p) == pytest.approx(0.5)
    nothing = Cells.of(Atoms(np.ones(1), np.zeros(1)), 0.1)
    assert (nothing.infinite, float(nothing.p[0])) == (pytest.approx(1.0), LEAST)


@pytest.mark.parametrize("step", [0.1, 1 / 3, 1e-12, 2.0**-52, 7.3, 1.0])
def test_multiples_of_a_step_are_exact(step):
    found = coarse(step)
    assert Fraction(step) <= Fraction(found) < Fraction(step) * (1 + Fraction(1, 2**30))
    for times in (3, 2**20 + 1, 2**21 - 1, -(2**21) + 1):
        assert Fraction(times * found) == times * Fraction(found)
    assert any(Fraction((2**21 - 1) * each) != (2**21 - 1) * Fraction(each) for each in (0.1, 1 / 3))


@pytest.mark.parametrize("first", [0, 5, 2**22 + 1, 2**60])
def test_points_of_a_grid_are_not_below_the_multiples_that_they_stand_for(first):
    points = Grid(0.1, first, 16)
    for place, loss in zip(points.places, points.losses, strict=True):
        exact = int(place) * Fraction(points.step)
        assert exact <= Fraction(float(loss)) <= exact * (1 + Fraction(1, 10**15))
