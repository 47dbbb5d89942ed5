# SPDX-License-Identifier: Apache-2.0
"""Choices in a row: what their loss says against what some of them show."""

import math
from fractions import Fraction
from itertools import product

import pytest

from contracts import laws
from contracts.apart import excess, told, uncovered
from diffident.exact import enclosure
from diffident.privacy.mechanisms.choices import Choices

EPSILONS = [Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2)]
CASES = [(Fraction(1), 1), (Fraction(1, 2), 3), (Fraction(3, 10), 4)]
PAIRS = [((0, 0, 0), (1, 0, 0)), ((0, 2), (1, 1)), ((0, 0, 0, 0), (1, 1, -1, -1))]


def in_a_row(one, times):
    """Return the law of so many independent choices, each of one law."""
    return {places: laws.together(one[place] for place in places) for places in product(one, repeat=times)}


@pytest.mark.parametrize("choose", [laws.exponential, laws.permute_and_flip])
@pytest.mark.parametrize(("each", "times"), CASES)
@pytest.mark.parametrize("pair", PAIRS)
def test_choices_in_a_row_stand_under_their_loss(choose, each, times, pair):
    bounded = choose is laws.exponential
    loss = Choices(each, times, bounded=bounded)
    for before, after in (pair, pair[::-1]):
        p, q = (in_a_row(choose(scores, each / 2), times) for scores in (before, after))
        assert not uncovered(loss, p, q)


@pytest.mark.parametrize(("each", "times"), CASES)
def test_a_loss_that_is_a_tenth_too_small_does_not_cover(each, times):
    """Binary response itself, so many times, is what the laws stand under."""
    stays = laws.staying(each, 2)
    p, q = (in_a_row(laws.response(answer, 2, stays), times) for answer in (0, 1))
    right, small = (Choices(one, times, bounded=False) for one in (each, each * Fraction(9, 10)))
    for epsilon in EPSILONS:
        known = excess(p, q, epsilon)
        assert known <= told(right.removal(0.1), epsilon) <= known + Fraction(1, 10**9)
        assert not 0 < known <= told(small.removal(0.1), epsilon)
    assert right.epsilon == times * each


@pytest.mark.parametrize(("each", "times"), [(Fraction(1, 100), 40_000), (Fraction(10), 1), (Fraction(4), 100)])
def test_masses_of_many_choices_are_those_of_the_binomial_law(each, times):
    """Whatever is cut away counts as a loss without a bound; what the other law has there is kept beside."""
    pair = Choices(each, times, bounded=False).pair(0.1)
    share = float(1 / (1 + enclosure.exp(each, 200).low))
    mean = times * float(each) * (1 - 2 * share)
    assert pair.p.sum() + pair.only_p == pytest.approx(1, abs=1e-12)
    assert pair.q.sum() + pair.only_q == pytest.approx(1, abs=1e-12)
    loss = -sum(p * math.log(q / p) for p, q in zip(pair.p.tolist(), pair.q.tolist(), strict=True) if p > 1e-200)
    assert loss == pytest.approx(mean, rel=1e-9)


def test_an_exponential_choice_costs_a_quarter_of_what_its_epsilon_suggests():
    """A range of epsilon is order * epsilon^2 / 8; a pure loss of epsilon about order * epsilon^2 / 2."""
    exponential, pure = (Choices(Fraction(1, 100), 10, bounded=bounded) for bounded in (True, False))
    assert exponential.renyi(Fraction(2)) == 10 * 2 * Fraction(1, 10**4) / 8
    assert pure.renyi(Fraction(2)) > Fraction(39, 10) * exponential.renyi(Fraction(2))
