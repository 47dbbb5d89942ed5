# SPDX-License-Identifier: Apache-2.0
"""Moments of sums of losses against the sums themselves, enumerated in rationals and many digits."""

import math

import numpy as np
import pytest
from mpmath import mp, mpf

from diffident.privacy.accounting import moments
from diffident.privacy.accounting.moments import Moments, gain
from privacy.accounting.sums import Sum, some_cells

STEP = 0.125
TILTS = [1e-4, 0.3, 1.0, 4.0, 37.0, 1e4]
PLACES = [-1.0, 0.0, 0.125, 0.4, 1.0, 2.7, 6.0]


def rows(parts):
    return [(cells.index * STEP, cells.p, times) for cells, times in parts]


def plans():
    return {
        "one loss, once": [(some_cells(1, low=2, high=2), 1)],
        "five, once": [(some_cells(2, low=-3, high=5), 1)],
        "three kinds": [(some_cells(seed, low=-4, high=6), seed) for seed in (3, 4, 5)],
        "rare": [(some_cells(6, low=-2, high=3, power=60), 12)],
    }


@pytest.fixture(params=plans())
def parts(request):
    return plans()[request.param]


def test_moments_bound_the_tail_and_the_excess(parts):
    """At every tilt; a twin that forgets its rounding, or one in a hundred of a loss, is refuted at some."""
    known, whole = Moments.of(rows(parts)), Sum(parts, STEP)
    with mp.workdps(60):
        for tilt in TILTS:
            true = mp.log(whole.moment(tilt))
            assert true <= mpf(known.growth(tilt)) <= true + abs(true) * mpf("1e-9") + mpf("1e-9") * (1 + mpf(tilt))
            for place in (*PLACES, 0.97 * known.range[1]):
                assert whole.above(place) <= known.rarely_above(place, tilt)
                assert whole.excess(place) <= known.delta(tilt, place)
            for delta in (1e-3, 1e-15):
                assert whole.excess(known.epsilon(tilt, delta)) <= mpf(delta)
        short = Moments.of([(losses * 0.99, p, times) for losses, p, times in rows(parts)])
        assert any(whole.moment(tilt) > mp.exp(short.growth(tilt)) for tilt in TILTS)
        near = 0.995 * known.range[1]
        assert whole.above(near) > short.rarely_above(near, 1.0)


def test_forgotten_rounding_is_refuted(monkeypatch):
    monkeypatch.setattr(moments, "ROUNDING", 0.0)
    plan = [(some_cells(seed, low=-4, high=6), 1) for seed in range(20)]
    known, whole = Moments.of(rows(plan)), Sum(plan, STEP)
    with mp.workdps(60):
        assert any(mp.log(whole.moment(tilt)) > known.growth(tilt) for tilt in np.linspace(0.1, 5, 50))


def test_a_renyi_curve_joins_in():
    """Two Gaussians by their curve: the moment of a loss N(rho, 2 rho) is e^(rho t (t + 1)) exactly."""
    rho = 0.045
    known = Moments.of([(np.zeros(1), np.ones(1), 1)], 2 * rho)
    for tilt in TILTS:
        exact = 2 * rho * tilt * (tilt + 1)
        assert exact <= known.growth(tilt) <= exact * (1 + 1e-12) + 1e-12


@pytest.mark.parametrize("tilt", [*TILTS, 1e7])
def test_the_gain_is_the_largest(tilt):
    with mp.workdps(60):
        places = [mp.log(1 + 1 / mpf(tilt)) * mpf(share) / 100 for share in (1, 50, 99, 100, 101, 200, 1000)]
        reached = [mp.log(1 - mp.exp(-x)) - tilt * x for x in places]
        assert max(reached) == reached[3] <= gain(tilt) <= reached[3] + mpf("1e-12")


@pytest.mark.parametrize("delta", [0.1, 1e-6, 1e-18])
def test_the_tilts_are_close_to_the_best(parts, delta):
    known = Moments.of(rows(parts))
    everywhere = np.exp(np.linspace(moments.SMALLEST, moments.LARGEST, 2000))
    best = min(known.epsilon(tilt, delta) for tilt in everywhere)
    assert known.epsilon(known.tilt_for(delta), delta) <= best + 1e-4 * abs(best) + 1e-6
    epsilon = 0.5 * known.range[1]
    least = min(known.delta(tilt, epsilon) for tilt in everywhere)
    assert known.delta(known.tilt_at(epsilon), epsilon) <= least * 1.001


def test_outside_of_the_window_there_is_next_to_nothing(parts):
    """Above it lies a part of what is tilted; its end is so far from epsilon that what wraps round is small."""
    known, whole = Moments.of(rows(parts)), Sum(parts, STEP)
    best = known.tilt_for(1e-6)
    epsilon = known.epsilon(best, 1e-6)
    window = known.window(best, epsilon, 1e-9)
    assert window.low < window.high
    assert 0 < window.tilt <= best
    with mp.workdps(60):
        tilted = mp.exp(known.growth(window.tilt))
        assert whole.moment(window.tilt, above=window.high) <= tilted * mpf("1.01e-9")
        assert whole.moment(window.tilt, below=window.low) <= tilted * mpf("1.01e-9")
        worst = mp.exp(known.rarity(window.tilt, window.high))
        assert worst <= mpf("1e-4") * mp.exp(known.rarity(best, epsilon))


def test_ranges_of_mixed_signs_are_rounded_up():
    known = Moments.of([(np.array([1e16]), np.ones(1), 1), (np.array([-1e16 + 2]), np.ones(1), 1)])
    assert known.range[1] >= 2
    assert math.isclose(known.range[0], 2, abs_tol=4)
