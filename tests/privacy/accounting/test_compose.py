# SPDX-License-Identifier: Apache-2.0
"""Composition by transforms against convolution in whole numbers; what it adds for edges and rounding is needed."""

import math
from dataclasses import replace

import numpy as np
import pytest
from mpmath import mp, mpf

from diffident.privacy.accounting.compose import LEVEL, Composition
from diffident.privacy.accounting.grid import Cells, Grid
from privacy.accounting.sums import Sum, some_cells

STEP = 0.125
PLANS = {
    "one part": [(some_cells(1, low=-3, high=4), 1)],
    "the same many times": [(some_cells(2, low=-1, high=1), 30)],
    "different parts, some told": [(some_cells(seed, low=-4, high=6, infinite=1e-7), seed) for seed in (3, 4, 5)],
    "rare losses": [(some_cells(6, low=-2, high=3, power=60), 12)],
}
TILTS = [0.01, 0.5, 3.0, 20.0]
SHARES = np.linspace(0.0, 1.05, 20)


@pytest.fixture(params=PLANS)
def parts(request):
    return PLANS[request.param]


def composed(parts, whole, tilt, *, first=0, points=256):
    """Return the composition on a grid, and the bound on what is above it, which is exact here."""
    grid = Grid(STEP, first, points)
    return Composition.of(parts, grid, tilt=tilt, above=float(whole.above(float(grid.losses[-1]))))


def places(parts):
    """Return epsilons up to the largest loss, on grid points and between."""
    top = STEP * sum(times * int(cells.index[-1]) for cells, times in parts)
    return [*(SHARES * top), *(STEP * round(share * top / STEP) for share in SHARES)]


def is_covered(found, whole, at):
    with mp.workdps(60):
        return all(whole.excess(place) <= mpf(found.delta(float(place))) for place in at)


@pytest.mark.parametrize("tilt", TILTS)
def test_it_is_never_below_a_sum_without_transforms(parts, tilt):
    """At every epsilon, at any tilt, on a grid with room and on one round which everything wraps three times."""
    whole = Sum(parts, STEP)
    for points in (256, 16):
        assert is_covered(composed(parts, whole, tilt, points=points), whole, places(parts))
    late = composed(parts, whole, tilt, first=5, points=64)
    assert is_covered(late, whole, places(parts))
    assert late.delta(4.9 * STEP) == 1.0


def test_with_room_and_a_fitting_tilt_it_is_hardly_above(parts):
    """The bound is the sum itself but for a part in a million, and a probability of 1e-12."""
    whole = Sum(parts, STEP)
    each = [composed(parts, whole, tilt) for tilt in TILTS]
    for place in places(parts):
        best = min(found.delta(float(place)) for found in each)
        assert best <= whole.excess(place) * (1 + mpf("1e-6")) + mpf("1e-12")


def test_what_is_above_the_grid_must_be_added(parts):
    """The twin that forgets it says nothing of losses beyond the end; what wraps round is too little for them."""
    whole = Sum(parts, STEP)
    short = composed(parts, whole, 3.0, points=16)
    beyond = [place for place in places(parts) if place >= short.losses[-1]]
    twin = replace(short, rest=0.0, noise=0.0)
    assert beyond == [] or not is_covered(twin, whole, beyond[:1])
    assert is_covered(short, whole, beyond)


def test_what_is_told_must_be_added():
    parts = PLANS["different parts, some told"]
    whole = Sum(parts, STEP)
    found = composed(parts, whole, 3.0)
    assert found.rest == pytest.approx(12e-7)
    assert not is_covered(replace(found, rest=0.0), whole, places(parts))


@pytest.mark.parametrize("tilt", [1e-3, 1.0])
def test_rounding_must_be_added(tilt):
    """A transform loses what is much rarer than 1e-16 once tilted; the bound says so, the twin without it hides that."""
    refuted = 0
    for seed in range(8):
        parts = [(some_cells(seed, low=-2, high=3, power=9), 30)]
        whole = Sum(parts, STEP)
        found = composed(parts, whole, tilt, first=90 - 255)
        rarest = [(90 - share) * STEP for share in (0.5, 1.5, 4.5)]
        assert is_covered(found, whole, rarest)
        refuted += not is_covered(replace(found, noise=0.0), whole, rarest)
    assert refuted


def test_wrapped_masses_only_add():
    """On a grid that is too narrow the bound is larger, never smaller."""
    parts = PLANS["the same many times"]
    whole = Sum(parts, STEP)
    wide, narrow = (composed(parts, whole, 0.01, points=points) for points in (256, 16))
    for place in places(parts)[:8]:
        assert narrow.delta(float(place)) >= wide.delta(float(place)) * (1 - 1e-9) - wide.rest


@pytest.mark.parametrize("delta", [0.3, 1e-2, 1e-5])
def test_epsilon_is_where_the_excess_is_delta(parts, delta):
    """Its excess is at most delta, and a tenth less would not do."""
    whole = Sum(parts, STEP)
    found = composed(parts, whole, 3.0)
    epsilon = found.epsilon(delta)
    with mp.workdps(60):
        assert whole.excess(epsilon) <= mpf(delta)
        assert epsilon == 0 or whole.excess(0.9 * epsilon) > mpf(delta)


def test_no_epsilon_is_invented():
    parts = PLANS["different parts, some told"]
    found = composed(parts, Sum(parts, STEP), 3.0)
    assert found.epsilon(1e-7) == math.inf
    assert found.epsilon(0.999) == found.losses[0] == 0


def test_so_many_parts_that_rounding_has_no_bound_say_nothing():
    """What could be said of them is said by their moments."""
    found = Composition.of([(some_cells(1, low=-1, high=1), 10**12)], Grid(STEP, 0, 64), tilt=0.1, above=0.0)
    assert found.noise == math.inf
    assert found.delta(5.0) == 1.0
    assert found.epsilon(0.5) == math.inf


def test_losses_that_no_float_could_hold_are_left_out():
    """Far below the window tilted masses would be astronomical; epsilons there get no answer but 1."""
    found = Composition.of([(some_cells(1, low=60, high=61), 100)], Grid(STEP, 0, 64), tilt=20.0, above=0.0)
    assert found.losses.size == 0
    assert found.delta(3.0) == 1.0


def transform(vector):
    """Return the discrete Fourier transform from its definition, in many digits."""
    size = len(vector)
    turns = [mp.expjpi(mpf(-2 * place) / size) for place in range(size)]
    return [
        mp.fdot((mpf(float(each)), turns[place * row % size]) for place, each in enumerate(vector))
        for row in range(size // 2 + 1)
    ]


def length(vector):
    """Return the length of a transform of which only half is stored."""
    squares = [abs(each) ** 2 for each in vector]
    return math.sqrt(float(2 * sum(squares) - squares[0] - squares[-1]))


@pytest.mark.parametrize("levels", [4, 5, 6, 7, 8])
def test_transforms_err_by_a_tenth_of_what_is_added(levels):
    """Against the definition; numpy's order of operations is its own, so the bound is ten times what is seen."""
    for seed in range(3):
        vector = np.random.default_rng(seed).random(2**levels) ** 8
        with mp.workdps(40):
            exact = transform(vector)
            wrong = length(
                [mpc - mp.mpmathify(complex(each)) for mpc, each in zip(exact, np.fft.rfft(vector), strict=True)]
            )
            assert 0 < wrong <= LEVEL * levels * length(exact) / 10
            rounded = np.array([complex(each) for each in exact])
            back = np.fft.irfft(rounded, 2**levels)
        assert np.linalg.norm(back - vector) <= LEVEL * levels * np.linalg.norm(vector) / 10


@pytest.mark.parametrize("levels", [12, 16, 20])
def test_long_transforms_keep_the_bound(levels):
    """A single one gives roots of unity, a geometric series a fraction: both are known without a transform."""
    size = 2**levels
    turns = np.exp(-2j * np.pi * np.arange(size // 2 + 1) / size)
    for place in (1, size // 3):
        exact = np.exp(-2j * np.pi * ((np.arange(size // 2 + 1) * place) % size) / size)
        single = np.zeros(size)
        single[place] = 1
        assert length(np.fft.rfft(single) - exact) <= LEVEL * levels * length(exact) / 10
    for ratio in (0.5, -0.8):
        exact = (1 - ratio**size) / (1 - ratio * turns)
        assert length(np.fft.rfft(ratio ** np.arange(size)) - exact) <= LEVEL * levels * length(exact) / 10


def test_an_empty_plan_has_no_loss():
    nothing = Cells(np.zeros(1, np.int64), np.ones(1), 0.0)
    found = Composition.of([(nothing, 1)], Grid(STEP, 0, 16), tilt=1.0, above=0.0)
    assert found.delta(0.0) <= 1e-9
    assert found.epsilon(1e-6) == 0
