# SPDX-License-Identifier: Apache-2.0
"""Noisy top k: one choice after the other, each from what the others left."""

from fractions import Fraction

import pytest

from contracts import laws
from contracts.fit import fits
from diffident.errors import Refused
from diffident.privacy.mechanisms import NoisyTopK
from diffident.privacy.mechanisms.choices import Choices
from diffident.privacy.private import Private
from diffident.randomness.source import Source

SCORES = [0, 2, 1, 1]
WAYS = [({"epsilon": 6}, laws.permute_and_flip), ({"rho": "0.5"}, laws.exponential)]


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize(("spent", "choose"), WAYS)
@pytest.mark.parametrize("count", [1, 3])
def test_lists_follow_the_law_and_not_its_neighbour(spent, choose, count):
    mechanism, tape = NoisyTopK(count=count, sensitivity=1, **spent), Source.replay(1)
    lists = [tuple(mechanism.draw(Private(SCORES), tape).tolist()) for _ in range(20_000)]
    right, wrong = (
        {chosen: chance.low for chosen, chance in laws.peeled(SCORES, mechanism.rate * times, count, choose).items()}
        for times in (1, Fraction(9, 10))
    )
    assert fits(lists, right, 1e-9)
    assert not fits(lists, wrong, 1e-9)


@pytest.mark.parametrize("spent", [{"epsilon": 1}, {"rho": 1}])
def test_nobody_is_chosen_twice_and_all_are_chosen_if_all_are_asked_for(spent):
    mechanism, tape = NoisyTopK(count=6, sensitivity=1, **spent), Source.replay(2)
    for _ in range(20):
        assert sorted(mechanism.draw(Private([5, -(10**30), 7, 7, 0, 2]), tape).tolist()) == list(range(6))


@pytest.mark.parametrize("count", [1, 3, 7, 1000])
@pytest.mark.parametrize("rho", ["0.001", "0.3", 2])
def test_the_choices_together_cost_no_more_than_rho_and_hardly_less(count, rho):
    mechanism = NoisyTopK(count=count, sensitivity=1, rho=rho)
    cost = count * mechanism.each**2 / 8
    assert cost <= Fraction(rho) < cost * (1 + Fraction(1, 10**6))
    assert mechanism.loss == Choices(mechanism.each, times=count, bounded=True)


def test_the_choices_together_cost_epsilon():
    assert NoisyTopK(count=3, sensitivity=1, epsilon=1).loss == Choices(Fraction(1, 3), times=3, bounded=False)
    assert NoisyTopK(count=3, sensitivity=1, epsilon=1).loss.epsilon == 1


def test_scores_that_move_together_are_told_apart_twice_as_well():
    spread, together = (NoisyTopK(count=2, sensitivity=1, epsilon=1, monotone=monotone) for monotone in (False, True))
    assert together.rate == 2 * spread.rate
    assert together.error() < spread.error()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"epsilon": None}, "one_of_two"),
        ({"rho": 1}, "one_of_two"),
        ({"count": 0}, "number_out_of_range"),
        ({"count": 1001}, "number_out_of_range"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(change, code):
    with pytest.raises(Refused) as refused:
        NoisyTopK(**{"count": 2, "sensitivity": 1, "epsilon": 1, **change})
    assert refused.value.code == code
