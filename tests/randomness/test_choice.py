# SPDX-License-Identifier: Apache-2.0
"""Choices by whole weights and by exponents: as many cases as they should have, however small."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.errors import Refused
from diffident.randomness.choice import NothingToChoose, choice, choice_exp
from diffident.randomness.source import Source
from randomness.fit import equal_words, fits


@given(st.lists(st.integers(0, 40), min_size=1, max_size=8).filter(any))
def test_each_index_has_as_many_cases_as_its_weight(weights):
    """Every number below the sum, once."""
    total = sum(weights)
    kind = "<u1" if total <= 256 else "<u2"
    tape = Source.replay(np.arange(total).astype(kind).tobytes())
    assert np.bincount(choice(weights, total, tape), minlength=len(weights)).tolist() == weights


def test_weights_may_be_larger_than_any_word():
    weights = [1 << 100, 0, 1, 1 << 100]
    unused = 2  # bits of the 13 bytes that hold a number of 102 bits
    ends = ((1 << 100) - 1, 1 << 100, (1 << 100) + 1)
    tape = b"".join((number << unused).to_bytes(13, "little") for number in ends)
    assert choice(weights, 3, Source.replay(tape)).tolist() == [0, 2, 3]


def test_what_weighs_nothing_is_never_chosen():
    assert set(choice([0, 3, 0, 5, 0], 10_000, Source.fresh()).tolist()) == {1, 3}


@pytest.mark.parametrize(
    "gammas",
    [
        [Fraction(0)] * 4,
        [Fraction(3, 7), Fraction(1, 2), Fraction(1, 3), Fraction(1, 2)],
        [Fraction(-5), Fraction(-4), Fraction(-9, 2), Fraction(-1)],
        [Fraction(index, 10) for index in range(40)],
        [Fraction(10**6) + Fraction(1, 3), Fraction(10**6), Fraction(10**9), Fraction(10**6) + 2],
    ],
    ids=["equal", "within a level", "negative", "many levels", "far"],
)
@pytest.mark.statistical(false_alarm=1e-9)
def test_a_choice_by_exponents_follows_them_and_not_their_neighbours(gammas):
    chances = np.exp([-float(gamma - min(gammas)) for gamma in gammas])
    counts = np.bincount(choice_exp(gammas, 25_000, Source.replay(81)), minlength=len(gammas))
    twin = chances * np.where(np.arange(len(gammas)) % 2, 1.1, 0.9)
    assert fits(counts, chances)
    assert not fits(counts, twin)


def test_a_single_candidate_is_chosen():
    assert choice_exp([Fraction(17, 3)], 5, Source.fresh()).tolist() == [0] * 5
    assert choice([7], 5, Source.fresh()).tolist() == [0] * 5


@pytest.mark.parametrize("gamma", [Fraction(800), Fraction(2001, 2)])
def test_what_underflows_every_float_has_its_tape(gamma):
    """The second candidate has probability e^-gamma, below the least float; with enough equal bits it is chosen."""
    words = int(float(gamma) / np.log(2)) // 64 + 1
    tapes = (Source.replay(equal_words(b"\xff", count) + bytes(200)) for count in (words - 1, words))
    assert [choice_exp([Fraction(0), gamma], 1, tape).tolist() for tape in tapes] == [[0], [1]]


def test_gaps_of_a_billion_cost_no_more_than_others():
    gammas = [Fraction(step) for step in (0, 10**9, 10**18)]
    assert not choice_exp(gammas, 1000, Source.fresh()).any()


@pytest.mark.parametrize("count", [0, 1, 5])
def test_as_many_are_chosen_as_were_asked_for(count):
    for chosen in (
        choice([1, 2], count, Source.fresh()),
        choice_exp([Fraction(1), Fraction(2)], count, Source.fresh()),
    ):
        assert chosen.shape == (count,)
        assert chosen.dtype == np.int64


@pytest.mark.parametrize("weights", [[], [0], [0, 0]])
def test_there_is_nothing_to_choose_from(weights):
    with pytest.raises(NothingToChoose):
        choice(weights, 1, Source.fresh())


def test_there_is_nothing_to_choose_from_without_exponents():
    with pytest.raises(NothingToChoose):
        choice_exp([], 1, Source.fresh())


@pytest.mark.parametrize("wrong", [-1, 1.5, True, None, "many"])
def test_what_is_no_weight_is_refused(wrong):
    with pytest.raises(Refused):
        choice([1, wrong], 1, Source.fresh())


@pytest.mark.parametrize("wrong", [float("nan"), True, None, "much", [1]])
def test_what_is_no_exponent_is_refused(wrong):
    with pytest.raises(Refused):
        choice_exp([Fraction(1), wrong], 1, Source.fresh())


@pytest.mark.parametrize("wrong", [-1, 1.5, True, None])
def test_what_is_no_count_is_refused(wrong):
    for draw, candidates in ((choice, [1, 2]), (choice_exp, [Fraction(1)])):
        with pytest.raises(Refused):
            draw(candidates, wrong, Source.fresh())


def test_exponents_may_be_spelled():
    spelled, exact = (choice_exp(each, 50, Source.replay(1)) for each in (["0.5", 1], [Fraction(1, 2), Fraction(1)]))
    assert (spelled == exact).all()
