# SPDX-License-Identifier: Apache-2.0
"""One direction of a plan: every tilt and every window is sound, lattices stay lattices, and neither direction is the other."""

import math
from fractions import Fraction

import pytest
from dp_accounting.pld import privacy_loss_distribution as theirs
from mpmath import mp, mpf

from diffident.privacy.accounting import side
from diffident.privacy.accounting.gaussian_limit import GaussianLimit
from diffident.privacy.accounting.response import Response
from diffident.privacy.accounting.shifted import Shifted
from diffident.privacy.accounting.side import LATTICE, Side
from diffident.privacy.accounting.subsampled import Subsampled
from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace

EACH, USES = Fraction(3, 10), 25
RESPONSES = Side({Response(EACH): USES}, away=True)


def response_excess(at):
    """Return the largest P(S) - e^at Q(S) for all the responses together, in closed form."""
    odds = mp.exp(mpf(EACH.numerator) / EACH.denominator)
    gaps = (
        mp.binomial(USES, ones) * (odds**ones - mp.exp(at) * odds ** (USES - ones)) / (1 + odds) ** USES
        for ones in range(USES + 1)
    )
    return mp.fsum(max(gap, mpf(0)) for gap in gaps)


@pytest.mark.parametrize("negligible", [side.NEGLIGIBLE, 1.0])
@pytest.mark.parametrize("best", [1e-4, 0.03, 1.0, 5.0, 300.0, 1e7])
@pytest.mark.parametrize("around", [0.0, 0.7, 3.0, 7.4, 20.0])
def test_any_tilt_and_any_window_is_sound(monkeypatch, best, around, negligible):
    """Chosen badly they cost, and hide nothing; some end below the largest losses."""
    monkeypatch.setattr(side, "NEGLIGIBLE", negligible)
    outline, _ = RESPONSES._outline()
    found = RESPONSES._composition(outline, best, around)
    with mp.workdps(40):
        for place in (0.0, 0.3, 0.9, 1.0, 2.71, 4.2, 6.0, 7.2, 7.5):
            assert response_excess(mpf(place)) <= mpf(found.delta(place)) + mpf("1e-35")


@pytest.mark.parametrize("chance", [0.3, 1e-3, 1e-8, 1e-12])
def test_on_a_lattice_the_price_is_exact(chance):
    """But for the rounding of closed forms and of the step, and the little that wraps round: a part in a million."""
    found = RESPONSES.epsilon(chance)
    with mp.workdps(40):
        assert response_excess(mpf(found)) <= chance
        assert response_excess(mpf(found) * (1 - mpf("1e-6"))) > chance
        assert response_excess(mpf(1)) <= RESPONSES.delta(1.0) <= response_excess(mpf(1)) * mpf("1.000001")


def test_losses_share_a_lattice_where_there_is_one():
    both = Side({Response(Fraction(1, 4)): 1, Shifted(DiscreteLaplace(Fraction(6)), 1): 1}, away=True)
    assert both._pitch() == Fraction(1, 12)
    assert Fraction(both._grid(0.0, 1.0).step) == pytest.approx(1 / 12, rel=1e-9)
    fine = Side({Response(Fraction(1, 4 * LATTICE)): 1}, away=True)
    assert fine._grid(0.0, 1.0).step < 1e-3
    assert Side({Response(Fraction(1, 4)): 1, GaussianLimit(Fraction(1)): 1}, away=True)._pitch() is None
    assert Side({Subsampled(Response(Fraction(1, 4)), Fraction(1, 2)): 1}, away=True)._pitch() is None


@pytest.mark.parametrize("start", [0.0, 1.25, 40.0])
@pytest.mark.parametrize("times", [1, 10_000, 10**9])
def test_a_grid_covers_its_window(start, times):
    grid = Side({GaussianLimit(Fraction(1, times)): times}, away=True)._grid(start, start + 7.7)
    assert grid.losses[0] <= start * (1 + 1e-15)
    assert grid.losses[-1] >= start + 7.7
    assert grid.points & (grid.points - 1) == 0


@pytest.mark.parametrize("rate", [Fraction(1, 100), Fraction(1, 2)])
def test_each_direction_is_composed_by_itself(rate):
    """Against dp-accounting's own two directions, which differ; each of ours is above its own one and hardly so."""
    kinds = {Subsampled(GaussianLimit(Fraction(1)), rate): 30, GaussianLimit(Fraction(1, 16)): 1}
    peer = theirs.from_gaussian_mechanism(1.0, sampling_prob=float(rate), value_discretization_interval=2e-4)
    peer = peer.self_compose(30).compose(theirs.from_gaussian_mechanism(4.0, value_discretization_interval=2e-4))
    both = {True: peer._pmf_remove, False: peer._pmf_add}
    deltas = {}
    for away, truth in both.items():
        for place in (0.1, 0.5, 1.5):
            ours, expected = Side(kinds, away).delta(place), truth.get_delta_for_epsilon(place)
            assert 0.99 * expected <= ours <= 1.02 * expected
            deltas[away, place] = ours
    assert deltas[True, 1.5] > 1.05 * deltas[False, 1.5]


def test_a_second_direction_is_no_mirror_image():
    """Removal of one kind and addition of the other would belong to no two tables; each side takes one way for all."""
    kinds = {Subsampled(Shifted(DiscreteLaplace(Fraction(1)), 1), Fraction(1, 10)): 1}
    away, back = (Side(kinds, away)._cells(1e-3, 1e-3)[0][0] for away in (True, False))
    assert max(away.index) * 1e-3 == pytest.approx(math.log(1 + 0.1 * (math.e - 1)), abs=2e-3)
    assert max(back.index) * 1e-3 == pytest.approx(-math.log(1 + 0.1 * (math.exp(-1) - 1)), abs=2e-3)


def test_with_a_curve_moments_alone_speak():
    """Nothing else is known of it: a Gaussian's epsilon by its curve is above that by its law."""
    rho = 0.02
    kinds = {Response(Fraction(1, 10)): 3}
    by_curve = Side(kinds, away=True, rho=rho)
    by_law = Side({**kinds, GaussianLimit(Fraction(1, 25)): 1}, away=True)
    assert by_law.epsilon(1e-6) < by_curve.epsilon(1e-6) < 1.5 * by_law.epsilon(1e-6)
    assert by_law.delta(1.0) < by_curve.delta(1.0)
    only = Side({}, away=True, rho=rho)
    assert only.delta(only.epsilon(1e-6)) == pytest.approx(1e-6, rel=1e-3)
    assert Side({}, away=True, rho=1e-9).epsilon(0.9) == 0


def test_what_is_told_more_often_than_delta_has_no_epsilon():
    """Noise of deviation 1/2 for a shift of 30 is told but for masses that no float holds."""
    told = Side({Shifted(DiscreteGaussian(Fraction(1, 4)), 30): 1}, away=True)
    assert told.epsilon(1e-6) == math.inf
    assert told.delta(1.0) == 1.0
