# SPDX-License-Identifier: Apache-2.0
"""Bets against a claim: they grow rich on false ones soon, and not on true ones however long they go on."""

import math

import pytest

from diffident.lab.audit.sampled import drawn
from diffident.lab.audit.sequential import Bet, refuted_after
from diffident.privacy.mechanisms import Laplace
from diffident.randomness.source import Source

FALSE_ALARM = 1e-9


def after(epsilon, claimed, pairs, tape):
    source, mechanism = Source.replay(tape), Laplace(sensitivity=1, epsilon=epsilon)
    return refuted_after(*(drawn(mechanism, value, pairs, source) for value in (1, 0)), claimed, FALSE_ALARM)


@pytest.mark.statistical(false_alarm=5 * FALSE_ALARM)
def test_a_true_claim_is_not_refuted_and_a_false_one_is_soon():
    assert [after(1, 1, 20_000, tape) for tape in range(5)] == [None] * 5
    twin = [after(3, 1, 4_000, tape) for tape in range(3)]
    assert all(pairs is not None and pairs < 1_000 for pairs in twin)
    assert after("1.5", 1, 20_000, 1) is not None


def test_whatever_happens_the_wealth_is_expected_not_to_grow():
    """At the edge of the claim, p = e^epsilon q: all four ways a pair can fall, with how likely they are."""
    q = 0.2
    p = math.exp(1) * q
    chances = {
        (True, True): p * q,
        (True, False): p * (1 - q),
        (False, True): (1 - p) * q,
        (False, False): (1 - p) * (1 - q),
    }
    expected = sum(chance * Bet(1).see(first=first, second=second) for (first, second), chance in chances.items())
    assert expected == pytest.approx(1)
    assert all(Bet(1).see(first=first, second=second) > 0 for first, second in chances)
