# SPDX-License-Identifier: Apache-2.0
"""One of many candidates: the error of permute-and-flip on the worst list, and what it takes to keep it small."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom

from diffident.privacy.mechanisms import PermuteAndFlip
from diffident.privacy.private import Private
from diffident.privacy.tradeoff import tradeoff
from diffident.privacy.tradeoff.catalogue import law_of
from diffident.randomness.source import Source
from privacy.tradeoff.simulated import surely_above, surely_below

ASKED = [("add_remove", True), ("replace", False)]


@pytest.mark.parametrize(("neighbours", "one_way"), ASKED)
@pytest.mark.parametrize("cells", [2, 12, 1000])
@pytest.mark.parametrize("epsilon", ["0.01", "0.5", "4"])
def test_the_error_is_that_of_the_mechanism(neighbours, one_way, cells, epsilon):
    plan = tradeoff("choice", cells=cells, confidence="0.95", epsilon=epsilon, neighbours=neighbours)
    assert plan.within == PermuteAndFlip(sensitivity=1, epsilon=epsilon, monotone=one_way).error(0.95, among=cells)
    assert plan.by_normal_law is None


@pytest.mark.parametrize("within", [0, 3, 7.5])
def test_the_coverage_is_one_of_the_heads_where_all_others_are_just_further_behind(within):
    """With M heads among the other candidates the best is chosen once in M + 1 times."""
    law = law_of(tradeoff("choice", cells=20, within=1, confidence="0.5", epsilon="0.5").setting)
    heads = binom(19, math.exp(-0.5 * (math.floor(within) + 1)))
    exact = sum(heads.pmf(m) / (m + 1) for m in range(20))
    assert law.coverage(Fraction(within), 1, Fraction(1, 2)) == pytest.approx(exact, rel=1e-9)


@pytest.mark.parametrize(
    ("cells", "within", "confidence"), [(12, 30, "0.95"), (1000, 5, "0.9"), (3, 10**6, "0.99"), (2, 1, "0.7")]
)
def test_the_epsilon_is_enough_and_a_unit_less_is_not(cells, within, confidence):
    plan = tradeoff("choice", cells=cells, within=within, confidence=confidence)
    law = law_of(plan.setting)
    assert law.coverage(plan.within, 1, plan.epsilon) >= float(confidence)
    assert law.coverage(plan.within, 1, plan.epsilon * Fraction(998, 1000)) < float(confidence)
    assert tradeoff("choice", cells=cells, within=within, epsilon=plan.epsilon).confidence >= Fraction(
        confidence
    ) - Fraction(1, 10**6)


def test_an_epsilon_that_is_never_enough_is_refused():
    with pytest.raises(Exception, match="No epsilon up to 10 is enough"):
        tradeoff("choice", cells=10**6, within="0.1", confidence="0.99")


@pytest.mark.statistical(false_alarm=1e-9)
def test_choices_miss_as_often_as_predicted():
    plan = tradeoff("choice", cells=6, within=4, epsilon="0.4")
    scores, source = Private(np.array([5, 0, 0, 0, 0, 0])), Source.replay(1)
    chooser = PermuteAndFlip(sensitivity=1, epsilon="0.4", monotone=True)
    hits, times = sum(int(chooser.draw(scores, source)) == 0 for _ in range(20_000)), 20_000
    assert not surely_below(hits, times, float(plan.confidence))
    assert not surely_above(hits, times, float(plan.confidence) + 1e-6)
    for epsilon, wrong in (("0.44", surely_below), ("0.36", surely_above)):
        assert wrong(hits, times, float(tradeoff("choice", cells=6, within=4, epsilon=epsilon).confidence))


def test_nobody_can_choose_without_a_curator():
    plan = tradeoff("choice", cells=12, within=9, confidence="0.9", people=500)
    assert [each.who for each in plan.alternatives] == ["trusted curator"]
    assert "permute-and-flip among 12 candidates" in str(plan)
