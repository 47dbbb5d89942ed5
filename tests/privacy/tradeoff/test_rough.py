# SPDX-License-Identifier: Apache-2.0
"""What textbooks compute: the normal law with the standard deviation of the error, beside the exact answers."""

import math
from fractions import Fraction
from statistics import NormalDist

import pytest

from diffident.privacy.tradeoff import rough, tradeoff

Z = NormalDist().inv_cdf(0.975)


def test_a_curators_count_by_the_normal_law():
    q = math.exp(-0.5)
    sd = math.sqrt(2 * q) / (1 - q)
    plan = tradeoff("count", confidence="0.95", epsilon="0.5")
    assert float(plan.by_normal_law) == pytest.approx(Z * sd, rel=1e-5)
    assert float(tradeoff("count", within=6, epsilon="0.5").by_normal_law) == pytest.approx(
        math.erf(6 / sd / math.sqrt(2)), abs=2e-6
    )


def test_the_worst_of_many_is_that_of_as_many_normal_draws():
    one, many = (
        tradeoff("histogram", cells=cells, confidence="0.95", epsilon="0.5").by_normal_law for cells in (2, 50)
    )
    assert float(many) / float(one) == pytest.approx(
        NormalDist().inv_cdf((1 + 0.95 ** (1 / 50)) / 2) / NormalDist().inv_cdf((1 + 0.95 ** (1 / 2)) / 2), rel=1e-5
    )


@pytest.mark.parametrize("trust", ["curator", "nobody"])
@pytest.mark.parametrize("within", ["0.5", "0.1", "0.02"])
def test_the_epsilon_by_the_normal_law_meets_the_distance(trust, within):
    plan = tradeoff(
        "share",
        within=within,
        confidence="0.95",
        people=3000,
        trust=trust,
        neighbours="replace" if trust == "curator" else None,
    )
    again = tradeoff(
        "share",
        confidence="0.95",
        epsilon=plan.by_normal_law,
        people=3000,
        trust=trust,
        neighbours="replace" if trust == "curator" else None,
    )
    assert float(again.by_normal_law) == pytest.approx(float(within), rel=1e-3)


def test_an_epsilon_that_the_normal_law_does_not_know():
    """Nobody's answer is turned round, so the error is nothing at all."""
    plan = tradeoff("share", within="1e-9", confidence="0.9", people=2, trust="nobody")
    assert plan.by_normal_law is None
    assert plan.epsilon <= 10


def test_a_search_for_epsilon_that_is_cut_short_knows_nothing(monkeypatch):
    monkeypatch.setattr(rough, "STEPS", 1)
    plan = tradeoff("share", within="0.01", confidence="0.95", people=20_000, trust="nobody")
    assert plan.by_normal_law is None or plan.by_normal_law > 0
    assert abs(plan.epsilon - Fraction("1.33")) < Fraction(1, 10)
