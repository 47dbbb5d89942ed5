# SPDX-License-Identifier: Apache-2.0
"""Randomised response as a pair of laws, against laws that are as private and against sums in many digits."""

import random
from fractions import Fraction

import numpy as np
import pytest
from mpmath import mp, mpf

from diffident.exact import enclosure
from diffident.privacy.accounting.response import Response
from privacy.accounting.laws import covers, excess, odds, of, of_atoms, renyi

EPSILONS = [Fraction(1, 10**6), Fraction(1, 10), Fraction(1), Fraction(17, 3), Fraction(40)]
ORDERS = [Fraction(101, 100), Fraction(2), Fraction(51, 5), Fraction(1000)]


def answers(epsilon, options):
    """The report of somebody with answer 0, by its definition."""
    told = mp.exp(of(epsilon))
    return {answer: (told if answer == 0 else mpf(1)) / (told + options - 1) for answer in range(options)}


def other_answers(epsilon, options):
    return {(1, 0, *range(2, options))[answer]: mass for answer, mass in answers(epsilon, options).items()}


def two_laws(tape, outcomes):
    """Any two laws on a few outcomes, and the largest ratio of their masses."""
    drawn = [[tape.randint(1, 30) for _ in range(outcomes)] for _ in range(2)]
    one, other = ([Fraction(number, sum(numbers)) for number in numbers] for numbers in drawn)
    ratios = [p / q for p, q in zip(one, other, strict=True)]
    return (
        dict(enumerate(map(of, one))),
        dict(enumerate(map(of, other))),
        max(*ratios, *(1 / ratio for ratio in ratios)),
    )


@pytest.mark.parametrize("outcomes", [2, 3, 7])
def test_it_covers_whatever_is_as_private(outcomes):
    """Random laws with ratios within t, under binary response at ln t; a tenth less covers not all of them."""
    tape = random.Random(outcomes)  # noqa: S311 - the laws only have to differ
    too_little = []
    for _ in range(40):
        one, other, ratio = two_laws(tape, outcomes)
        epsilon = enclosure.log(ratio).high
        with mp.workdps(40):
            places = odds(*(of(epsilon) * part / 8 for part in range(10)))
            assert covers(Response(epsilon).removal(0.1), one, other, places)
            assert covers(Response(epsilon).addition(0.1), other, one, places)
            too_little.append(not covers(Response(epsilon * Fraction(9, 10)).removal(0.1), one, other, places))
    assert any(too_little)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("options", [2, 3, 100])
def test_it_is_exactly_as_far_apart_as_the_reports_of_two_people(epsilon, options):
    with mp.workdps(40):
        one, other = answers(epsilon, options), other_answers(epsilon, options)
        places = odds(0, of(epsilon) / 3, of(epsilon) * mpf("0.999"))
        atoms, twin = (Response(epsilon * share, options).removal(0.1) for share in (1, Fraction(9, 10)))
        for c in places:
            exact = excess(one, other, c)
            assert exact <= of_atoms(atoms, c) <= exact + (1 + c) * mpf(10) ** -11
        assert not covers(twin, one, other, places)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("options", [2, 3, 100])
@pytest.mark.parametrize("order", ORDERS)
def test_renyi_is_that_of_the_laws(epsilon, options, order):
    with mp.workdps(60):
        exact = renyi(answers(epsilon, options), other_answers(epsilon, options), of(order))
        found = of(Response(epsilon, options).renyi(order))
        assert exact <= found <= exact + mpf(10) ** -17
        assert of(Response(epsilon * Fraction(9, 10), options).renyi(order)) < exact


def test_no_order_is_too_large_and_nothing_told_is_no_divergence():
    assert Response(Fraction(10)).renyi(Fraction(10**12)) <= 10
    assert Response(Fraction(10)).renyi(Fraction(10**12)) > Fraction(999, 100)
    assert Response(Fraction(10**6)).renyi(Fraction(10**6)) <= 10**6
    assert Response(Fraction(0)).renyi(Fraction(2)) == 0


def test_a_float_too_small_for_a_mass_hides_nothing():
    atoms = Response(Fraction(5000)).removal(0.1)
    assert atoms.q[0] == 0
    assert atoms.p[0] >= 1


@pytest.mark.parametrize("options", [2, 5])
def test_losses_are_multiples_of_epsilon(options):
    response = Response(Fraction(3, 10), options)
    pair = response.pair(0.1)
    told = pair.p > 0
    steps = np.log(pair.p[told] / pair.q[told]) / float(response.pitch)
    assert np.allclose(steps, [1, 0, -1] if options > 2 else [1, -1], atol=1e-12)
    assert response.epsilon == Fraction(3, 10)
