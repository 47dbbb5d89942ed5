# SPDX-License-Identifier: Apache-2.0
"""Randomised response at epsilon 1, within 0.01, 95 %, a share near one half: people by the normal law and by exact tails."""

import math
from statistics import NormalDist

import numpy as np
import pytest
from scipy.stats import binom

from diffident.privacy.tradeoff import tradeoff

WITHIN, SURE = 0.01, 0.95
STAYS = math.e / (math.e + 1)
GAIN = 2 * STAYS - 1
ASKED = {"within": "0.01", "confidence": "0.95", "epsilon": 1, "trust": "nobody"}
DEVIATIONS = NormalDist().inv_cdf((1 + SURE) / 2)


def kept_in_a_sample(people):
    """P(|estimate - 1/2| <= 0.01): reports of a sample of a population that is half and half are fair coins."""
    far = WITHIN * GAIN * people
    low, high = math.ceil(people / 2 - far), math.floor(people / 2 + far)
    return binom.cdf(high, people, 0.5) - binom.cdf(low - 1, people, 0.5)


def kept_among_themselves(people):
    """The same where half of these people say yes: two binomial laws, added up."""
    yes, no = people // 2, people - people // 2
    centre, far = yes * STAYS + no * (1 - STAYS), WITHIN * GAIN * people
    first = np.arange(yes + 1)
    high, low = np.floor(centre + far) - first, np.ceil(centre - far) - 1 - first
    return binom.pmf(first, yes, STAYS) @ (binom.cdf(high, no, 1 - STAYS) - binom.cdf(low, no, 1 - STAYS))


def test_by_the_normal_law():
    assert tradeoff("share", **ASKED, sampling="simple").by_normal_law == 44_971
    assert tradeoff("share", **ASKED).by_normal_law == 35_368
    assert math.ceil((DEVIATIONS / (2 * GAIN * WITHIN)) ** 2) == 44_971
    assert math.ceil(math.e / ((math.e - 1) * WITHIN / DEVIATIONS) ** 2) == 35_368


def test_by_exact_tails_it_takes_147_more():
    found = tradeoff("share", **ASKED, sampling="simple")
    assert found.people == 45_118
    assert tradeoff("share", **ASKED, sampling="simple", share="0.5").people == 45_118
    assert kept_in_a_sample(45_117) < SURE
    assert all(kept_in_a_sample(people) >= SURE for people in range(45_118, 46_500))


def test_when_only_the_noise_counts():
    found = tradeoff("share", **ASKED)
    assert found.people == 35_489
    assert kept_among_themselves(found.people - 1) < SURE
    assert all(kept_among_themselves(people) >= SURE for people in range(found.people, found.people + 60))


@pytest.mark.parametrize("people", [45_117, 45_118])
def test_the_confidence_of_so_many_is_the_exact_one(people):
    found = tradeoff("share", within="0.01", people=people, epsilon=1, trust="nobody", sampling="simple")
    assert float(found.confidence) == pytest.approx(kept_in_a_sample(people), abs=2e-6)


def test_exact_people_are_those_of_a_count_of_every_number_where_they_are_few():
    """All numbers of people up to where it certainly holds, by binomial laws: the answer is the last that fails, plus 1."""
    for within, confidence in (("0.1", "0.9"), ("0.2", "0.95"), ("0.15", "0.99")):
        far = float(within) * GAIN
        found = tradeoff("share", within=within, confidence=confidence, epsilon=1, trust="nobody", sampling="simple")
        failing = [
            people
            for people in range(1, 3 * found.people)
            for low, high in [(math.ceil(people * (0.5 - far)), math.floor(people * (0.5 + far)))]
            if binom.cdf(high, people, 0.5) - binom.cdf(low - 1, people, 0.5) < float(confidence)
        ]
        assert found.people == failing[-1] + 1
