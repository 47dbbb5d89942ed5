# SPDX-License-Identifier: Apache-2.0
"""Laplace losses rounded up to a rung: at every epsilon the rung tells at least as much, and hardly more."""

from fractions import Fraction

import pytest

from diffident.privacy.accounting import pld
from diffident.privacy.accounting.ladder import FEW, RATIO, WIDE, rounded
from diffident.privacy.accounting.response import Response
from diffident.privacy.accounting.shifted import Shifted
from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.privacy.mechanisms import Laplace

TINY = Fraction(1, 2**100)
MANY = {Shifted(DiscreteLaplace(Fraction(10_000 + 7 * number)), 9): number % 3 + 1 for number in range(FEW + 1)}


def laplace(epsilon, steps):
    return Shifted(DiscreteLaplace(steps / Fraction(epsilon)), steps)


def rung_of(loss):
    """Return what one loss becomes in the company of many others."""
    (found,) = rounded({**MANY, loss: 1}).keys() - rounded(MANY).keys()
    return found


def excess(loss, epsilon):
    """Return the excess, exact but for 2^-119; with one step Laplace noise is randomised response."""
    return (laplace(loss.epsilon, 1) if isinstance(loss, Response) else loss).delta(epsilon)


def hides_no_more(found, loss):
    """Return whether the excess is at least the loss's, at its losses and between; both are mirrored."""
    steps = getattr(loss, "by", 1)
    nodes = {abs(loss.epsilon * (steps - 2 * place)) / steps for place in range(0, steps + 1, max(1, steps // 40))}
    places = nodes | {node * Fraction(99, 100) for node in nodes} | {node + loss.epsilon / 77 for node in nodes} | {0}
    return all(excess(loss, Fraction(place)) <= excess(found, Fraction(place)) + TINY for place in places)


LOSSES = [
    Response(Fraction(1, 10)),
    Response(Fraction(3)),
    *(laplace(epsilon, steps) for epsilon in ("0.003", "0.1", "1.7", "12") for steps in (1, 2, 3, 50, 1000, 10**9)),
    *(laplace(RATIO**number, 60) for number in range(-4, 4)),  # on a rung already, from where only the lift takes them
]


@pytest.mark.parametrize("loss", LOSSES, ids=str)
def test_rungs_hide_no_more_and_hardly_less(loss):
    """A rung is never below and at most one ratio above; a rung too low, or a staircase not lifted, is refuted."""
    found = rung_of(loss)
    assert hides_no_more(found, loss)
    assert loss.epsilon <= found.epsilon <= loss.epsilon * Fraction(RATIO * 1.0002)
    assert not hides_no_more(laplace(loss.epsilon * Fraction(999, 1000), found.by), loss)


@pytest.mark.parametrize("steps", [3, 50, 100])
def test_a_finer_staircase_must_be_lifted(steps):
    loss = laplace("1.7", steps)
    assert not hides_no_more(laplace("1.7", WIDE), loss)
    lift = (loss.epsilon / steps) ** 2 / 4
    assert hides_no_more(laplace(loss.epsilon + lift, WIDE), loss)
    assert not hides_no_more(laplace(loss.epsilon + lift / 2, WIDE), loss)


def test_few_losses_and_other_noise_stay_as_they_are():
    few = dict(list(MANY.items())[:FEW])
    others = {Response(Fraction(1), 3): 2, Shifted(DiscreteGaussian(Fraction(9)), 1): 3}
    assert rounded({**few, **others}) == {**few, **others}
    climbed = rounded({**MANY, **others})
    assert {loss: climbed[loss] for loss in others} == others
    assert len(climbed) < FEW / 2
    assert sum(climbed.values()) == sum(MANY.values()) + sum(others.values())


def test_a_ladder_costs_less_than_half_a_per_cent():
    """Many different parts against a plan without a ladder: all with the largest epsilon, or all with the least."""
    epsilons = [Fraction(1000 + number, 100_000) for number in range(100)]
    mixed, most, least = (
        pld.epsilon([Laplace(sensitivity=100, epsilon=epsilon) for epsilon in plan], delta="1e-6")
        for plan in (epsilons, [max(epsilons)] * 100, [min(epsilons)] * 100)
    )
    assert least < mixed < most
    root = (sum(epsilon**2 for epsilon in epsilons) / 100 / min(epsilons) ** 2) ** 0.5
    assert mixed <= float(least) * root * 1.005
