# SPDX-License-Identifier: Apache-2.0
"""The exponential mechanism: proposals, and how often they are kept."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts import laws
from contracts.fit import fits
from diffident.exact import enclosure
from diffident.privacy.mechanisms import Exponential
from diffident.privacy.mechanisms.exponential import chosen, reaches
from diffident.privacy.mechanisms.scores import behind
from diffident.privacy.private import Private
from diffident.randomness.source import Source

SCORES = [5, 5, 3, 0, 4, -(10**30)]


def chances(scores, rate):
    return {place: chance.low for place, chance in laws.exponential(scores, Fraction(rate)).items()}


@pytest.mark.statistical(false_alarm=1e-9)
def test_choices_follow_the_law_and_not_its_neighbour():
    """Ties, a candidate that is next to impossible, and numbers beyond 64 bits."""
    mechanism, tape = Exponential(sensitivity=1, epsilon=2), Source.replay(1)
    places = [mechanism.draw(Private(SCORES), tape).item() for _ in range(30_000)]
    assert fits(places, chances(SCORES, 1), 1e-9)
    assert not fits(places, chances(SCORES, Fraction(11, 10)), 1e-9)
    assert not fits(places, chances(SCORES, Fraction(9, 10)), 1e-9)


@pytest.mark.statistical(false_alarm=1e-9)
def test_more_candidates_do_not_make_the_first_ones_likelier():
    """Whichever proposal is kept first: the order of the list plays no part, and twice as many equals share alike."""
    scores, tape = [1] * 4 + [0] * 4, Source.replay(2)
    distances = behind(np.array(scores))
    places = [chosen(distances, Fraction(2), tape) for _ in range(30_000)]
    assert fits(places, chances(scores, 2), 1e-9)
    assert not fits(places, chances(scores, Fraction(18, 10)), 1e-9)


def test_rounds_without_a_choice_are_repeated():
    tape = Source.replay(3)
    hopeless = np.array([0] + [10**9] * 500)
    assert {chosen(hopeless, Fraction(1), tape) for _ in range(50)} == {0}


def test_a_candidate_alone_is_chosen():
    assert Exponential(sensitivity=1, epsilon=1).release([-3]) == 0


@given(st.lists(st.integers(-4, 4), min_size=2, max_size=5), st.booleans(), st.data())
def test_ratios_of_all_candidates_lie_in_one_range_of_epsilon(scores, monotone, data):
    """The bounded range, which is more than the loss alone: ln of the largest ratio less ln of the smallest."""
    steps = st.integers(0, 2) if monotone else st.integers(-2, 2)
    moved = [score + data.draw(steps) for score in scores]
    mechanism = Exponential(sensitivity=2, epsilon=1, monotone=monotone)
    before, after = (laws.exponential(each, mechanism.rate) for each in (scores, moved))
    ratios = [after[place] / before[place] for place in before]
    assert max(r.low for r in ratios) / min(r.high for r in ratios) <= enclosure.exp(Fraction(1)).high


def test_the_range_of_epsilon_is_reached():
    mechanism = Exponential(sensitivity=2, epsilon=1)
    before, after = (laws.exponential(scores, mechanism.rate) for scores in ([0, 0], [2, -2]))
    ratios = [after[place] / before[place] for place in before]
    widest = max(r.high for r in ratios) / min(r.low for r in ratios)
    assert widest >= enclosure.exp(Fraction(1)).low


@pytest.mark.parametrize("sure", ["0.001", "0.5", "0.95", "0.999999"])
@pytest.mark.parametrize("among", [2, 3, 100, 10**6])
def test_the_worst_list_is_reached_as_often_as_said_and_not_one_step_closer(sure, among):
    """One best, all others just too far behind."""
    rate, t = Fraction(1, 3), reaches(Fraction(1, 3), among, Fraction(sure))
    best = [1 / (1 + (among - 1) * enclosure.exp(-rate * (within + 1))) for within in (t, t - 1)]
    assert best[0].high >= Fraction(sure)
    assert t == 0 or best[1].low < Fraction(sure)
