# SPDX-License-Identifier: Apache-2.0
"""A household: the loss of several people at once, against chains of neighbours that are as bad as they can be."""

from fractions import Fraction

import numpy as np
import pytest

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.privacy.group import of_group
from diffident.privacy.loss import Approx, Atoms, LossDistribution, Pure, RenyiCurve

SIZES = [1, 2, 3, 5]


def leaky_chain(odds, delta, size):
    """Answers to a table with 0 .. size of its people in it; from one to the next the promise holds with equality.

    The first answer's probability grows as fast as (odds, delta) lets it, the second takes up the rest.
    """
    masses = [Fraction(1, 10**6)]
    for _ in range(size):
        masses.append(odds * masses[-1] + delta)
    assert masses[-1] < Fraction(1, 2)
    return [(mass, 1 - mass) for mass in masses]


def excess(one, other, odds):
    return sum(max(p - odds * q, 0) for p, q in zip(one, other, strict=True))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 10**5), Fraction(1, 1000)])
@pytest.mark.parametrize("epsilon", [Fraction(1, 10), Fraction(1)])
def test_a_household_is_covered(size, delta, epsilon):
    """A chain of neighbours that uses up (epsilon, delta) at each step uses up the group's at the end, and not 1 % less."""
    odds = enclosure.exp(epsilon).high
    chain = leaky_chain(odds, delta, size)
    for one, other in zip(chain[1:], chain, strict=False):
        assert excess(one, other, odds) == delta
        assert excess(other, one, odds) == 0
    grouped = of_group(Approx(epsilon, delta), size)
    assert grouped.epsilon == size * epsilon
    reached = excess(chain[-1], chain[0], enclosure.exp(grouped.epsilon).high)
    slack = Fraction(1, 10**18) + Fraction(1, 10**30)  # rounding, and the enclosures of odds
    assert reached - slack <= grouped.delta <= reached + slack
    assert of_group(Pure(epsilon), size) == Pure(size * epsilon)
    assert (delta == 0) == (grouped.delta == 0)


@pytest.mark.parametrize("size", SIZES)
def test_a_household_behind_gaussian_noise_moves_it_k_times_as_far(size):
    """At distance k the divergence of order a is a k^2 / 2 sigma^2: exactly the curve of the group."""
    sigma = Fraction(7, 2)
    assert of_group(RenyiCurve(1 / (2 * sigma**2)), size) == RenyiCurve(size**2 / (2 * sigma**2))


def test_without_epsilon_deltas_add_up():
    assert of_group(Approx(Fraction(0), Fraction(1, 10)), 3) == Approx(Fraction(0), Fraction(3, 10))


@pytest.mark.parametrize(("epsilon", "people"), [(Fraction(0), 50), (Fraction(2), 50), (Fraction(10), 10**6)])
def test_a_delta_is_a_probability_however_large_the_group(epsilon, people):
    assert of_group(Approx(epsilon, Fraction(1, 10)), people).delta == 1


class Bounded(LossDistribution):
    """A loss of which only its largest value is known, or not even that."""

    def __init__(self, most):
        self.most = most

    def removal(self, step):
        return Atoms(np.array([1.0]), np.array([1.0]))

    addition = removal

    @property
    def epsilon(self):
        return self.most

    def renyi(self, order):
        return self.most


def test_a_loss_that_is_only_bounded_multiplies():
    assert of_group(Bounded(Fraction(1, 3)), 4) == Pure(Fraction(4, 3))


def test_a_loss_without_a_bound_is_refused_for_a_group():
    with pytest.raises(Refused, match="no_group_privacy"):
        of_group(Bounded(None), 4)


@pytest.mark.parametrize("people", [0, -1, 1.5, True, None, "two", 10**18, [2]])
def test_a_group_is_a_count_of_people(people):
    with pytest.raises(Refused):
        of_group(Pure(Fraction(1)), people)


def test_what_is_no_loss_is_not_guessed_at():
    with pytest.raises(AssertionError):
        of_group("epsilon", 2)
