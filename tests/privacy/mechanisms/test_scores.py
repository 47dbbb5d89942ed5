# SPDX-License-Identifier: Apache-2.0
"""Scores of candidates: exact distances from the best, and what is no list of scores."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.errors import Refused
from diffident.privacy.mechanisms import AboveThreshold, Exponential, NoisyTopK, PermuteAndFlip
from diffident.privacy.mechanisms.integers import narrow
from diffident.privacy.mechanisms.scores import behind, candidates, rate
from diffident.privacy.private import Private

WORDS = st.integers(-(2**63), 2**63 - 1)
HUGE = st.integers(-(2**70), 2**70)


@given(st.lists(st.one_of(WORDS, HUGE), min_size=1))
def test_distances_from_the_best_are_exact_and_do_not_wrap_round(scores):
    distances = behind(narrow(np.array(scores, object)))
    assert distances.tolist() == [max(scores) - score for score in scores]


@pytest.mark.parametrize(
    ("scores", "kind"),
    [
        ([2**63 - 1, -(2**63)], object),
        ([2**63 - 1, 0], np.int64),
        ([2**70, 2**70 - 1], np.int64),
        ([2**70, 0], object),
    ],
)
def test_distances_are_small_numbers_where_they_fit(scores, kind):
    assert behind(narrow(np.array(scores, object))).dtype == kind


@pytest.mark.parametrize(("monotone", "most"), [(False, 2), (True, 1)])
def test_the_rate_is_epsilon_for_the_furthest_that_two_scores_come_apart(monotone, most):
    assert rate(3, 2, monotone=monotone) * most * 3 == 2


@pytest.mark.parametrize(
    "mechanism",
    [
        Exponential(sensitivity=1, epsilon=1),
        PermuteAndFlip(sensitivity=1, epsilon=1),
        NoisyTopK(count=1, sensitivity=1, epsilon=1),
        AboveThreshold(threshold=0, sensitivity=1, epsilon=1),
    ],
    ids=repr,
)
@pytest.mark.parametrize("values", [3, [[1, 2]], np.zeros((2, 2), int)])
def test_what_is_no_list_is_refused(mechanism, values):
    with pytest.raises(Refused, match="not_a_list"):
        mechanism.release(values)


@pytest.mark.parametrize(("scores", "wanted"), [([], 1), ([1], 2), ([1, 2, 3], 4)])
def test_too_few_candidates_are_refused(scores, wanted):
    with pytest.raises(Refused, match="too_few_candidates"):
        candidates(Private(scores), wanted)
    assert candidates(Private([0] * wanted), wanted).size == wanted


def test_a_scale_that_nobody_can_draw_is_refused():
    with pytest.raises(Refused, match="noise_too_wide"):
        Exponential(sensitivity=10**15, epsilon="1e-9")


@pytest.mark.parametrize("answer", [None, 0, 1, "yes", np.True_])
def test_whether_scores_move_together_is_answered_by_yes_or_no(answer):
    with pytest.raises(Refused, match="not_yes_or_no"):
        Exponential(sensitivity=1, epsilon=1, monotone=answer)
