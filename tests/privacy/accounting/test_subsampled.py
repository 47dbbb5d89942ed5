# SPDX-License-Identifier: Apache-2.0
"""Secret samples: sums over all of them, in both directions, and another library's two estimates."""

import logging
from fractions import Fraction

import numpy as np
import pytest
from dp_accounting.pld import privacy_loss_distribution as oracle
from mpmath import mp, mpf

from diffident.errors import Refused
from diffident.privacy.accounting import pld
from diffident.privacy.accounting.gaussian_limit import GaussianLimit
from diffident.privacy.accounting.response import Response
from diffident.privacy.accounting.shifted import FARTHEST, Shifted
from diffident.privacy.accounting.side import Side
from diffident.privacy.accounting.subsampled import Subsampled
from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.privacy.mechanisms.choices import Choices
from privacy.accounting.laws import bell, covers, excess, mixed, moved, odds, of, of_atoms, renyi, two_sided

RATES = [Fraction(1, 50), Fraction(1, 3), Fraction(9, 10)]
NOISE = {
    DiscreteLaplace(Fraction(3, 2)): two_sided(Fraction(3, 2), 120),
    DiscreteGaussian(Fraction(5, 2)): bell(Fraction(5, 2), 40),
}
PLACES = (0, 0.01, 0.1, 0.3, 0.6, 1, 2, 4)
DELTA = 1e-6


def sampled_counts(law, rate, others):
    """The noisy count of a sample of so many others with value 1, and of the same with a person whose value is 2."""
    share = of(rate)
    sizes = [mp.binomial(others, k) * share**k * (1 - share) ** (others - k) for k in range(others + 1)]
    without = mixed((size, moved(law, k)) for k, size in enumerate(sizes))
    return mixed([(1 - share, without), (share, moved(without, 2))]), without


@pytest.mark.parametrize("noise", NOISE, ids=str)
@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("others", [0, 1, 4])
def test_both_directions_cover_a_sampled_count(noise, rate, others):
    """All samples of the others; alone a person is covered exactly, and neither direction's pair covers the other."""
    loss = Subsampled(Shifted(noise, 2), rate)
    with mp.workdps(40):
        present, absent = sampled_counts(NOISE[noise], rate, others)
        places = odds(*PLACES)
        away, back = loss.removal(1e-6), loss.addition(1e-6)
        assert covers(away, present, absent, places)
        assert covers(back, absent, present, places)
        if others == 0:
            for c in places:
                assert of_atoms(away, c) <= excess(present, absent, c) + (1 + c) * mpf(10) ** -10
                assert of_atoms(back, c) <= excess(absent, present, c) + (1 + c) * mpf(10) ** -10
            assert not covers(back, present, absent, places)
            less = Subsampled(Shifted(noise, 2), rate * Fraction(9, 10))
            assert not covers(less.removal(1e-6), present, absent, places)
            assert not covers(less.addition(1e-6), absent, present, places)


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("step", [1e-3, 1.0])
def test_a_sampled_answer_is_covered(rate, step):
    """Randomised response of somebody who is in the sample or not."""
    with mp.workdps(40):
        told = mp.exp(1)
        one, other = {0: told / (told + 1), 1: 1 / (told + 1)}, {1: told / (told + 1), 0: 1 / (told + 1)}
        present = mixed([(of(rate), one), (1 - of(rate), other)])
        loss = Subsampled(Response(Fraction(1)), rate)
        assert covers(loss.removal(step), present, other, odds(*PLACES))
        assert covers(loss.addition(step), other, present, odds(*PLACES))
        assert max(mp.log(present[z] / other[z]) for z in (0, 1)) <= of(loss.epsilon)
        assert of(loss.epsilon) - mp.log(present[0] / other[0]) < mpf(10) ** -17
        assert mp.log(other[1] / present[1]) <= of(loss.epsilon)


@pytest.mark.parametrize("rate", RATES)
def test_merged_losses_of_a_sample_hide_no_more(rate):
    """Wide noise, whose losses are merged the more coarsely the smaller the sample."""
    with mp.workdps(30):
        wide = two_sided(Fraction(40), 3000)
        places = odds(0, 0.05)
        present, absent = mixed([(of(rate), moved(wide, 200)), (1 - of(rate), wide)]), wide
        loss = Subsampled(Shifted(DiscreteLaplace(Fraction(40)), 200), rate)
        assert covers(loss.removal(1.0), present, absent, places)
        assert covers(loss.addition(1.0), absent, present, places)
        assert loss.removal(1.0).p.size < 200


@pytest.mark.parametrize("noise", NOISE, ids=str)
@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("order", [Fraction(11, 10), Fraction(2), Fraction(13, 2), Fraction(32)])
def test_renyi_covers_both_directions(noise, rate, order):
    """Moments by sums: removal's is the larger, is met at whole orders, and a tenth less rate is too little."""
    found = Subsampled(Shifted(noise, 2), rate).renyi(order)
    with mp.workdps(50):
        law = NOISE[noise] if isinstance(noise, DiscreteLaplace) else bell(noise.variance, 200)
        inside = {z: mass for z, mass in law.items() if z - 2 in law}
        mixture = mixed([(of(rate), inside), (1 - of(rate), moved(law, 2))])
        away = renyi({z: mixture[z] for z in inside}, moved(law, 2), of(order))
        back = renyi({z: law[z - 2] for z in inside}, mixture, of(order))
        assert back <= away + mpf(10) ** -17
        assert away <= of(found) + mpf(10) ** -17
        assert found <= Shifted(noise, 2).renyi(order)
        if order.denominator == 1:
            assert of(found) <= away + mpf(10) ** -16 + mp.exp(-18 * mpf("2.5"))
            assert of(Subsampled(Shifted(noise, 2), rate * Fraction(9, 10)).renyi(order)) < away


def test_powers_too_large_for_any_number_are_not_written_down():
    told = Subsampled(Shifted(DiscreteLaplace(Fraction(1)), FARTHEST), Fraction(1, 1000))
    assert told.epsilon <= FARTHEST
    assert told.renyi(Fraction(50)) <= FARTHEST
    wide = Subsampled(GaussianLimit(Fraction(10**6)), Fraction(1, 1000))
    assert wide.epsilon is None
    assert 10**7 < wide.renyi(Fraction(50)) <= 25 * 10**6


@pytest.mark.parametrize(
    "unsampled", [Response(Fraction(1, 2)), Shifted(DiscreteGaussian(Fraction(7)), 3), GaussianLimit(Fraction(1, 4))]
)
def test_a_sample_of_everybody_hides_nothing(unsampled):
    everybody = Subsampled(unsampled, Fraction(1))
    assert everybody.renyi(Fraction(7, 3)) == unsampled.renyi(Fraction(7, 3))
    assert everybody.epsilon == unsampled.epsilon
    with mp.workdps(30):
        for c in odds(*PLACES):
            told = of_atoms(unsampled.removal(1e-3), c)
            for atoms in (everybody.removal(1e-3), everybody.addition(1e-3)):
                assert abs(of_atoms(atoms, c) - told) < (1 + c) * mpf(10) ** -10


def test_a_sample_that_misses_hardly_anybody_still_misses_somebody():
    """The share that is not in the sample is taken from the fraction: as a difference of floats it would be off by 11 %."""
    missed = Fraction(1, 10**15)
    pair = Subsampled(Response(Fraction(60)), 1 - missed).removal(0.1)
    assert pair.p[2] / (1e-15 + np.exp(-60)) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize(
    "told", [Shifted(DiscreteGaussian(Fraction(3)), 10**6), GaussianLimit(Fraction(10**6))], ids=str
)
def test_what_only_one_law_knows_stays_in_the_sample(rate, told):
    """Laws without a common outcome: removal is r, and what is left of 1 - r above c; addition what c (1 - r) leaves."""
    loss, share = Subsampled(told, rate), float(rate)
    for c in (0.05, 0.3, 0.8, 1.0, 1.05, 4.0):
        assert of_atoms(loss.removal(1e-3), c) == pytest.approx(share + max(1 - share - c, 0), rel=1e-9)
        assert of_atoms(loss.addition(1e-3), c) == pytest.approx(max(1 - c * (1 - share), 0), rel=1e-9, abs=1e-9)


CASES = [
    ("gaussian", Fraction(1), Fraction(1, 100), 1000),
    ("gaussian", Fraction(7, 10), Fraction(1, 10), 1),
    ("laplace", Fraction(1), Fraction(1, 100), 1000),
    ("laplace", Fraction(1, 2), Fraction(1, 10), 10),
    ("discrete_gaussian", Fraction(3), Fraction(1, 20), 200),
    ("discrete_laplace", Fraction(2), Fraction(1, 20), 1),
    ("discrete_laplace", Fraction(2), Fraction(1, 20), 200),
]


def ours_and_theirs(kind, scale, rate):
    """Our loss, and the other library's two estimates of it, the optimistic one first."""
    maker = getattr(oracle, f"from_{kind}_mechanism")
    parameter = float(1 / scale if kind == "discrete_laplace" else scale)
    estimates = [maker(parameter, pessimistic_estimate=above, sampling_prob=float(rate)) for above in (False, True)]
    loss = {
        "gaussian": lambda: GaussianLimit(1 / scale**2),
        "laplace": lambda: Shifted(DiscreteLaplace(scale * 10**6), 10**6),
        "discrete_gaussian": lambda: Shifted(DiscreteGaussian(scale**2), 1),
        "discrete_laplace": lambda: Shifted(DiscreteLaplace(scale), 1),
    }[kind]()
    return Subsampled(loss, rate), estimates


@pytest.mark.parametrize(("kind", "scale", "rate", "steps"), CASES)
def test_steps_lie_between_the_oracles_estimates_in_both_directions(kind, scale, rate, steps, caplog):
    """Never below the optimistic one, at most 1 % above the pessimistic one; a tenth less rate falls below."""
    caplog.set_level(logging.ERROR)
    loss, estimates = ours_and_theirs(kind, scale, rate)
    twin, larger = Subsampled(loss.unsampled, rate * Fraction(9, 10)), []
    for away in (True, False):
        composed = [each.self_compose(steps) for each in estimates]
        known = [each._pmf_remove if away else each._pmf_add for each in composed]
        floor, ceiling = (each.get_epsilon_for_delta(DELTA) for each in known)
        found = Side({loss: steps}, away).epsilon(DELTA)
        assert floor <= found <= ceiling * 1.01
        assert Side({twin: steps}, away).epsilon(DELTA) < floor
        larger.append(found)
    assert float(pld.epsilon([(loss, steps)], delta="1e-6")) == pytest.approx(max(larger), abs=1e-11)


def test_ten_thousand_steps_need_no_more_atoms_than_a_few():
    """What 10,000 steps cost is one pair of laws and one transform, both of a size that is bounded."""
    for unsampled in (Shifted(DiscreteGaussian(Fraction(10**6)), 1000), Shifted(DiscreteLaplace(Fraction(1000)), 1000)):
        loss = Subsampled(unsampled, Fraction(1, 100))
        assert max(loss.removal(1e-4).p.size, loss.addition(1e-4).p.size) <= 4100


@pytest.mark.parametrize("rate", [0, -1, "1.01", float("nan"), True, None, "half"])
def test_a_rate_is_a_share(rate):
    with pytest.raises(Refused):
        Subsampled(Response(Fraction(1)), rate)


@pytest.mark.parametrize("unsampled", [Choices(Fraction(1), 3, bounded=True), None, Fraction(1)])
def test_what_a_sample_makes_of_other_losses_is_not_known(unsampled):
    with pytest.raises(Refused, match="not_to_be_sampled"):
        Subsampled(unsampled, Fraction(1, 2))
