# SPDX-License-Identifier: Apache-2.0
"""The continuous Gaussian pair against its formula, and vectors of discrete Gaussians against it, in many digits."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from mpmath import mp, mpf

from diffident.errors import Refused
from diffident.privacy.accounting import gaussian_limit
from diffident.privacy.accounting.gaussian_limit import LOUD, WIDE, GaussianLimit
from privacy.accounting.laws import bell, excess, of, of_atoms, renyi

SQUARES = [Fraction(1, 10**8), Fraction(1, 100), Fraction(1), Fraction(30), Fraction(400)]
LITTLE = Fraction(1, 1000)


def analytic(mu, epsilon):
    """Balle and Wang 2018: Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu)."""
    return mp.ncdf(mu / 2 - epsilon / mu) - mp.exp(epsilon) * mp.ncdf(-mu / 2 - epsilon / mu)


def between(low, high):
    """P(low < N < high), on the side of zero where nothing cancels."""
    return mp.ncdf(-low) - mp.ncdf(-high) if low > 0 else mp.ncdf(high) - mp.ncdf(low)


def epsilons(mu):
    """Losses from the middle of the law to where little is left, both signs."""
    return [sign * (mu**2 / 2 + mu * sigmas) for sigmas in (-1, mpf("0.1"), 2, 5) for sign in (1, -1)]


@pytest.mark.parametrize("square", SQUARES)
@pytest.mark.parametrize("step", [1e-7, 1e-2, 100.0])
def test_it_is_the_analytic_gaussian(square, step):
    """At coarse steps and fine ones, and not a Gaussian that is moved by a little less."""
    atoms = GaussianLimit(square).removal(step)
    with mp.workdps(50):
        mu = mp.sqrt(of(square))
        for epsilon in epsilons(mu):
            found, exact = of_atoms(atoms, mp.exp(epsilon)), analytic(mu, epsilon)
            assert exact <= found + mpf(10) ** -26 * (1 + mp.exp(epsilon))
            assert found <= exact * mpf("1.002") + mpf(10) ** -11 * (1 + mp.exp(epsilon))
        twin = GaussianLimit(square * (1 - 10 * LITTLE)).removal(step)
        assert any(of_atoms(twin, mp.exp(epsilon)) < analytic(mu, epsilon) for epsilon in epsilons(mu))


@pytest.mark.parametrize("square", SQUARES)
@pytest.mark.parametrize("step", [1e-3, 100.0])
def test_cells_hold_their_masses_to_twelve_digits(square, step):
    """In a cell from a to b the mass at b is (P - e^a Q)/(1 - e^(a - b)) of the cell's own P and Q."""
    pair = GaussianLimit(square).pair(step)
    with mp.workdps(60):
        mu = mp.sqrt(of(square))
        cell = min(max(mpf(step), mu / gaussian_limit.FINE), mu / gaussian_limit.COARSE)
        middle = pair.p.size // 2
        first = int(mp.nint(mp.log(mpf(float(pair.p[middle] / pair.q[middle]))) / cell)) - middle

        def upper(index):
            low, high = index * cell, (index + 1) * cell
            p, q = (between(low / mu + side, high / mu + side) for side in (-mu / 2, mu / 2))
            return (p - mp.exp(low) * q) / -mp.expm1(-cell), p

        for place in range(1, pair.p.size - 1, max(pair.p.size // 40, 1)):
            there, (after, whole) = upper(first + place - 1)[0], upper(first + place)
            exact = there + whole - after
            assert abs(mpf(float(pair.p[place])) - exact) <= exact * mpf(10) ** -12
            tilted = exact * mp.exp(-(first + place) * cell)
            assert abs(mpf(float(pair.q[place])) - tilted) <= tilted * mpf(10) ** -12 or tilted < mpf(10) ** -300


@pytest.mark.parametrize("square", SQUARES)
def test_all_of_both_laws_is_somewhere(square):
    pair = GaussianLimit(square).pair(1e-2)
    assert pair.p.sum() + pair.only_p == pytest.approx(1, abs=1e-11)
    assert pair.q.sum() + pair.only_q == pytest.approx(1, abs=1e-11)
    assert pair.only_p >= math.erfc(WIDE / math.sqrt(2))


def test_a_gaussian_that_is_moved_very_far_tells_everything():
    loud = GaussianLimit(Fraction(int(LOUD) ** 2 + 1)).removal(0.1)
    assert loud.only_p >= 1
    assert loud.p.sum() == 0


@pytest.mark.parametrize("spread", ["0.05", "0.06", "0.1", "0.3", "1"])
def test_rounding_a_continuous_gaussian_is_as_close_as_it_says(spread):
    """How much the sum of bells over the integers depends on where they stand; two bare waves are too few."""
    with mp.workdps(40):
        square = mpf(spread)

        def bells(y):
            return mp.fsum(mp.exp(-((z - y) ** 2) / (2 * square)) for z in range(-60, 61)) / mp.sqrt(2 * mp.pi * square)

        off = max(abs(bells(mpf(part) / 16) - 1) for part in range(9))
        wave = gaussian_limit._wave(float(spread))
        first = mp.exp(-2 * mp.pi**2 * square)
        assert off <= wave <= 2 * first * (1 + 2 * first**3 + mpf("1e-8"))
        assert 2 * first < off


@pytest.mark.parametrize("variance", ["0.2", "0.5", "1.5"])
def test_a_rounded_gaussian_is_a_discrete_one_but_for_the_slack(variance):
    """Integrals of the rounding, integer by integer, against the law that it stands for; sums converge at once."""
    with mp.workdps(25):
        whole, narrow = mpf(variance), mpf(variance) * mpf("0.6")
        law, step = bell(Fraction(variance), 40), mpf(1) / 16
        shares = [mpf(0)] * 3
        for y in (part * step for part in range(-128, 129)):
            chances = {k: mp.exp(-((k - y) ** 2) / (2 * narrow)) for k in range(-17, 18)}
            density = mp.exp(-(y**2) / (2 * (whole - narrow))) / mp.sqrt(2 * mp.pi * (whole - narrow))
            shares = [share + step * density * chances[z] / sum(chances.values()) for z, share in enumerate(shares)]
        offs = [abs(mp.log(share / law[z])) for z, share in enumerate(shares)]
        assert mpf(10) ** -12 < max(offs) <= gaussian_limit._slack(float(narrow))


def together(variance, moves):
    """Independent discrete Gaussians, each moved: masses of the loss, the sum of d (2k + d)/2v, under both laws."""
    law = bell(variance, 12 * (math.isqrt(math.ceil(variance)) + 1))
    sums = {0: mpf(1)}
    for move in moves:
        after = {}
        for (before, p), (z, mass) in product(sums.items(), law.items()):
            place = before + move * (2 * z + move)
            after[place] = after.get(place, 0) + p * mass
        sums = after
    return sums, {place: p * mp.exp(-place / (2 * of(variance))) for place, p in sums.items()}


@pytest.mark.parametrize("moves", [(1,), (3,), (1, 1), (2, 1), (1, 1, 1)])
@pytest.mark.parametrize("variance", [Fraction(1, 2), Fraction(1), Fraction(4), Fraction(30)])
def test_it_covers_discrete_noise_in_several_numbers(moves, variance):
    """All outcomes of a few numbers; a limit of a tenth more variance, with no slack, does not cover them."""
    square = Fraction(sum(move**2 for move in moves))
    limit = GaussianLimit.of_discrete(variance, square, len(moves))
    with mp.workdps(30):
        laws = together(variance, moves)
        places = [mp.exp(of(square / variance) * part / 4) for part in range(-2, 11)]
        assert all(excess(*laws, c) <= of_atoms(limit.removal(1e-3), c) + mpf(10) ** -15 for c in places)
        twin = GaussianLimit(square / variance * Fraction(9, 10)).removal(1e-3)
        assert any(excess(*laws, c) > of_atoms(twin, c) + mpf(10) ** -9 for c in places)


@pytest.mark.parametrize("order", [Fraction(11, 10), Fraction(3), Fraction(20)])
def test_renyi_covers_discrete_noise_and_is_that_of_the_gaussian(order):
    assert GaussianLimit(Fraction(1, 3)).renyi(order) == order / 6
    with mp.workdps(40):
        law = bell(Fraction(1, 2), 80)
        inside = {z: mass for z, mass in law.items() if z - 1 in law}
        exact = renyi(inside, {z + 1: mass for z, mass in law.items()}, of(order))
        limit = GaussianLimit.of_discrete(Fraction(1, 2), Fraction(1))
        assert exact <= of(limit.renyi(order))
        assert of(limit.renyi(order) - order * limit.square / 2) >= of(limit.slack) * 2


def test_slack_counts_for_every_number_and_no_loss_is_the_largest():
    one, many = (GaussianLimit.of_discrete(Fraction(40), Fraction(1), numbers) for numbers in (1, 1000))
    assert 0 < one.slack < Fraction(1, 1000)
    assert 0 < many.slack < Fraction(1, 1000)
    assert Fraction(1, 40) < one.square < many.square < Fraction(1, 38)
    assert one.epsilon is None


def test_an_unknown_factor_is_added_to_the_loss():
    plain, unsure = (GaussianLimit(Fraction(1), slack).pair(1e-2) for slack in (Fraction(0), Fraction(1, 5)))
    assert unsure.relative == pytest.approx(plain.relative + 0.2)
    assert np.array_equal(plain.p, unsure.p)


@pytest.mark.parametrize("variance", [Fraction(1, 30), Fraction(1, 10**6)])
def test_noise_too_narrow_for_the_limit_is_refused(variance):
    with pytest.raises(Refused, match="noise_too_narrow"):
        GaussianLimit.of_discrete(variance, Fraction(1))


@pytest.mark.parametrize(
    ("square", "slack"), [(0, 0), (-1, 0), (1, -1), (float("nan"), 0), (1, float("inf")), (True, 0)]
)
def test_a_limit_is_made_of_numbers(square, slack):
    with pytest.raises(Refused):
        GaussianLimit(square, slack)
