# SPDX-License-Identifier: Apache-2.0
"""Noise against itself, moved: shorter moves, several numbers, fewer atoms, against sums over outcomes."""

import math
from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from mpmath import mp, mpf

from diffident.errors import Refused
from diffident.privacy.accounting import pld
from diffident.privacy.accounting.response import Response
from diffident.privacy.accounting.shifted import FARTHEST, Shifted
from diffident.privacy.accounting.shifted_gaussian import ONE_BY_ONE
from diffident.privacy.accounting.shifted_laplace import FEWEST
from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from privacy.accounting.laws import (
    bell,
    covers,
    excess,
    independent,
    moved,
    normal,
    odds,
    of,
    of_atoms,
    renyi,
    two_sided,
)

SCALES = [Fraction(1, 3), Fraction(1), Fraction(7, 2), Fraction(40)]
VARIANCES = [Fraction(1, 3), Fraction(2), Fraction(60)]
SHIFTS = [1, 2, 5]
LITTLE = mpf(10) ** -11


@cache
def reports(scale, by):
    """How far the noise is from its centre towards `by`, all beyond as one: its law, and that of the noise moved."""
    law = two_sided(scale, 60 * (int(scale) + 1) + by)
    sums = [mp.fsum(mass for z, mass in law.items() if min(max(z, 0), by) == place) for place in range(by + 1)]
    return dict(enumerate(sums)), dict(enumerate(reversed(sums)))


def staircase(epsilon, steps):
    """The same of a largest loss and so many steps, scaled to add up to one."""
    fall = mpf(epsilon) / steps
    inner = {place: (1 - mp.exp(-fall)) * mp.exp(-fall * place) for place in range(1, steps)}
    law = normal({0: mpf(1), **inner, steps: mp.exp(-mpf(epsilon))})
    return law, {steps - place: mass for place, mass in law.items()}


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("shifts", [(1,), (2,), (4,), (1, 1), (1, 3), (2, 2), (1, 1, 2)])
def test_it_covers_shorter_shifts_and_shifts_of_several_numbers(scale, shifts):
    """Every way to move numbers by at most 4 in all, each with noise of its own; moving one by 3 covers no 4."""
    with mp.workdps(40):
        law, other = (independent(*laws) for laws in zip(*(reports(scale, by) for by in shifts), strict=True))
        places = odds(*(of(part / (5 * scale)) for part in map(Fraction, range(20))), mpf(4) / of(scale))
        atoms = Shifted(DiscreteLaplace(scale), 4).removal(1e-6)
        assert covers(atoms, law, other, places)
        assert covers(Shifted(DiscreteLaplace(scale), 4).addition(1e-6), other, law, places)
        if sum(shifts) == 4:
            assert not covers(Shifted(DiscreteLaplace(scale), 3).removal(1e-6), law, other, places)
        whole = reports(scale, 4)
        assert all(excess(*whole, c) >= excess(law, other, c) - mpf(10) ** -25 for c in places)


@pytest.mark.parametrize("variance", VARIANCES)
def test_shorter_shifts_of_gaussian_noise_are_less_both_ways(variance):
    with mp.workdps(40):
        law, places = bell(variance), odds(0, 0.1, 0.5, 1, 2, 5)
        for by, further in pairwise([1, 2, 3, 5]):
            loss = Shifted(DiscreteGaussian(variance), further)
            assert covers(loss.removal(0.1), law, moved(law, by), places)
            assert covers(loss.addition(0.1), moved(law, by), law, places)
            assert not covers(Shifted(DiscreteGaussian(variance), by).removal(0.1), law, moved(law, further), places)


@pytest.mark.parametrize("scale", [Fraction(20), Fraction(333, 7), Fraction(500)])
@pytest.mark.parametrize("step", [1e-3, 1.0])
def test_merged_losses_hide_no_more_and_hardly_less(scale, step):
    by = 3 * FEWEST + 1
    fewer = Shifted(DiscreteLaplace(scale), by).removal(step)
    assert fewer.p.size <= by + 1
    assert step < 1 or fewer.p.size == FEWEST + 1
    with mp.workdps(30):
        exact = staircase(of(by / scale), by)
        for c in odds(*(of(by / scale) * part / 37 for part in range(37))):
            true = excess(*exact, c)
            assert true <= of_atoms(fewer, c) <= true + mpf("2e-3")


@pytest.mark.parametrize(("steps", "epsilon"), [(1, Fraction(1, 2)), (3, Fraction(2)), (10, Fraction(9))])
def test_the_lift_for_another_number_of_steps_is_enough_and_less_is_not(steps, epsilon):
    """A fine staircase lifted by t^2/4 covers a coarse one, lifted by a fifth less it does not."""
    fall = epsilon / steps
    with mp.workdps(30):
        coarse = staircase(of(epsilon), steps)
        places = odds(*(of(epsilon) * (1 - mpf(part) / (8 * steps)) for part in range(8 * steps)))

        def lifted(share, fine=400):
            one, other = staircase(of(epsilon + share * fall**2 / 4), fine)
            return all(excess(one, other, c) >= excess(*coarse, c) - mpf(10) ** -20 for c in places)

        assert lifted(1)
        assert lifted(1, fine=1)
        assert not lifted(Fraction(4, 5))


@pytest.mark.parametrize("scale", SCALES)
def test_noise_of_a_larger_scale_is_noise_of_a_smaller_one_and_more(scale):
    """What is added: nothing with the ratio of two numbers, else noise of the larger scale; as a sum over all it may be."""
    larger, wide = scale * Fraction(5, 4), 60 * (int(scale) + 1)
    with mp.workdps(30):
        law, wider = two_sided(scale, wide + 5), two_sided(larger, wide)
        ratios = [mp.exp(-1 / of(each)) for each in (scale, larger)]
        still = mp.fdiv(*(ratio / (1 - ratio) ** 2 for ratio in ratios))
        for z in range(4):
            sums = still * law[z] + (1 - still) * mp.fsum(law[z - y] * wider[y] for y in range(-wide, wide + 1))
            assert abs(sums - wider[z]) < mpf(10) ** -18
            assert abs(sums - law[z]) > mpf(10) ** -6


@pytest.mark.parametrize("variance", [*VARIANCES, Fraction(1000), Fraction(1025), Fraction(10**5)])
@pytest.mark.parametrize("by", [1, 7, 300])
@pytest.mark.parametrize("step", [1e-4, 1.0])
def test_atoms_of_gaussian_noise_give_its_delta(variance, by, step):
    """Atoms never say less than the law itself; where they are those of the limit, they say at most 3 % more."""
    loss = Shifted(DiscreteGaussian(variance), by)
    atoms = loss.removal(step)
    for epsilon in (Fraction(0), Fraction(1, 100), Fraction(1), Fraction(7, 2), Fraction(12)):
        with mp.workdps(40):
            found, true = of_atoms(atoms, mp.exp(of(epsilon))), of(loss.delta(epsilon))
            further = of(Shifted(loss.law, by + 1).delta(epsilon))
        assert found >= true * (1 - LITTLE**2) - mpf(2) ** -119
        if variance <= ONE_BY_ONE:
            assert found <= true + LITTLE * (1 + 2 * mp.exp(of(epsilon)))
        elif step < 1 and true > mpf(10) ** -12:
            assert found <= true * mpf("1.03")
        assert found < further or further - true < mpf("1e-9") or variance > ONE_BY_ONE


@pytest.mark.parametrize("variance", VARIANCES)
@pytest.mark.parametrize("by", [1, 4, 90])
def test_what_lies_beyond_the_atoms_of_gaussian_noise_is_counted(variance, by):
    """Twelve sigmas away is little, but not nothing: both laws, on either side of what is listed."""
    pair = Shifted(DiscreteGaussian(variance), by).pair(0.1)
    wide = pair.p.size // 2
    with mp.workdps(60):
        law = bell(variance)
        beyond = mp.fsum(mass for z, mass in law.items() if abs(z) > wide)
        moved_beyond = mp.fsum(mass for z, mass in law.items() if abs(z - by) > wide)
        assert 0 < beyond < mpf(10) ** -30
        assert abs(mpf(pair.only_p) / beyond - 1) < mpf(10) ** -10
        assert abs(mpf(pair.only_q) / moved_beyond - 1) < mpf(10) ** -10


def test_noise_much_narrower_than_an_integer_tells_everything():
    """Masses too small for floats stay numbers; only_p and only_q hold what they hold."""
    for by in (1, 10**6, FARTHEST):
        atoms = Shifted(DiscreteGaussian(Fraction(1, 2**20)), by).removal(0.1)
        assert np.isfinite(atoms.p).all()
        assert np.isfinite(atoms.q).all()
        told = float(atoms.p[atoms.q == 0].sum()) + atoms.only_p
        assert 1 <= told < 1 + 1e-9


@pytest.mark.parametrize("by", SHIFTS)
@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(1, 10), Fraction(5, 7), Fraction(3), Fraction(20)])
def test_delta_is_the_excess_of_the_best_event(by, epsilon):
    with mp.workdps(60):
        for noise, law in [
            *((DiscreteLaplace(scale), two_sided(scale, int(150 * scale) + 150)) for scale in SCALES[:3]),
            *((DiscreteGaussian(variance), bell(variance)) for variance in VARIANCES),
        ]:
            found, exact = of(Shifted(noise, by).delta(epsilon)), excess(law, moved(law, by), mp.exp(of(epsilon)))
            assert exact - mpf(10) ** -45 <= found <= exact + mpf(2) ** -89
            assert abs(excess(moved(law, by), law, mp.exp(of(epsilon))) - exact) < mpf(10) ** -45
            assert of(Shifted(noise, by + 1).delta(epsilon)) > exact or found < mpf(2) ** -110


@pytest.mark.parametrize("by", SHIFTS)
@pytest.mark.parametrize("order", [Fraction(11, 10), Fraction(2), Fraction(51, 5), Fraction(40)])
def test_renyi_is_that_of_the_laws(by, order):
    with mp.workdps(60):
        for scale in SCALES:
            exact = renyi(*staircase(of(by / scale), by), of(order))
            found = of(Shifted(DiscreteLaplace(scale), by).renyi(order))
            assert exact <= found <= exact + mpf(10) ** -17
            assert of(Shifted(DiscreteLaplace(scale * Fraction(11, 10)), by).renyi(order)) < exact
        for variance in VARIANCES:
            wide = 30 * (math.isqrt(int(variance)) + 1) + by * (int(order) + 2)
            law = bell(variance, wide)
            inside = {z: mass for z, mass in law.items() if z - by in law}
            exact = renyi(inside, moved(law, by), of(order))
            found = of(Shifted(DiscreteGaussian(variance), by).renyi(order))
            assert exact <= found * (1 + mpf(10) ** -30)
            assert found <= exact + 100 * mp.exp(-19 * of(variance)) + mpf(10) ** -40
            assert of(Shifted(DiscreteGaussian(variance * Fraction(11, 10)), by).renyi(order)) < exact or variance < 1


def test_noise_moved_by_one_is_randomised_response_and_a_hundred_of_it_cost_4_775():
    """Not 4.69, as noise without a lattice would: the sum over how many of 100 reports are true."""
    one, other = (loss.removal(0.1) for loss in (Shifted(DiscreteLaplace(Fraction(10)), 1), Response(Fraction(1, 10))))
    assert np.allclose(one.p, other.p[other.p > 0], rtol=1e-12)
    assert np.allclose(one.q, other.q[other.q > 0], rtol=1e-12)
    found = pld.epsilon([(Shifted(DiscreteLaplace(Fraction(10)), 1), 100)], delta="1e-6")
    with mp.workdps(40):
        share = 1 / (1 + mp.exp(mpf(-1) / 10))

        def delta(epsilon):
            gaps = ((true, 1 - mp.exp(epsilon - mpf(2 * true - 100) / 10)) for true in range(101))
            return mp.fsum(
                mp.binomial(100, true) * share**true * (1 - share) ** (100 - true) * gap
                for true, gap in gaps
                if gap > 0
            )

        assert delta(of(found)) <= mpf(10) ** -6 < delta(of(found) - mpf("1e-4"))
    assert round(float(found), 3) == 4.775


@pytest.mark.parametrize("by", SHIFTS)
@pytest.mark.parametrize("law", [DiscreteLaplace(Fraction(7, 2)), DiscreteGaussian(Fraction(19, 2))])
def test_losses_are_multiples_of_the_pitch(law, by):
    loss = Shifted(law, by)
    pair = loss.pair(1e-9)
    steps = np.log(pair.p / pair.q) / float(loss.pitch)
    assert np.allclose(steps, np.round(steps), atol=1e-8)
    assert not np.allclose(steps / 2, np.round(steps / 2), atol=1e-2)


def test_what_noise_moved_knows_of_itself():
    assert Shifted(DiscreteLaplace(Fraction(7, 2)), 3).epsilon == Fraction(6, 7)
    assert Shifted(DiscreteGaussian(Fraction(7, 2)), 3).epsilon is None
    assert Shifted(DiscreteGaussian(Fraction(7, 2)), 3).of_group(5) == Shifted(DiscreteGaussian(Fraction(7, 2)), 15)
    assert Shifted(DiscreteLaplace(Fraction(7, 2)), 3).delta(Fraction(6, 7)) == 0


def test_a_law_that_is_not_known_has_no_loss():
    with pytest.raises(AssertionError):
        Shifted(Fraction(1), 1).removal(0.1)


@pytest.mark.parametrize("by", [0, -1, FARTHEST + 1, 1.5, True, None])
def test_a_shift_is_a_whole_number_that_somebody_can_move(by):
    with pytest.raises(Refused):
        Shifted(DiscreteLaplace(Fraction(1)), by)
