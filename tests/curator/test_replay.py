# SPDX-License-Identifier: Apache-2.0
"""Neighbour replay: whatever is asked, a person who is there or not moves released integers within reach, and nothing else."""

from dataclasses import replace

import pytest

from curator.audit.grammar import question
from curator.audit.replay import divergences, moves, sight
from curator.audit.tables import APPROXIMATE, PURE, WARDS, curator, neighbours
from diffident.privacy.reach import Reach
from diffident.question import functions
from diffident.question.contribution import Contribution

PAIRS, QUESTIONS = 15, 20  # 300 questions
DEEP = 500  # pairs, 10,000 questions
FEW = 3  # pairs that find a fault


def listed(visits):
    return WARDS


def found_in(visits):
    return sorted({row["ward"] for row in visits if row["ward"] is not None})


def replayed(pair, *, wards=listed):
    """Yield each question to a pair of neighbours, and what both showed."""
    one, other = neighbours(pair)
    promise = APPROXIMATE if pair % 3 == 2 else PURE
    first = curator(one, wards=wards(one[0]), promise=promise)
    second = curator(other, wards=wards(other[0]), promise=promise, secret=first.engine.secret)
    for number in range(QUESTIONS * pair, QUESTIONS * (pair + 1)):
        text, noise_orders = question(number)
        yield text, *(sight(each, text, number, noise_orders=noise_orders) for each in (first, second))


def holds(pair):
    """Replay the questions of a pair, and return whether anything moved: some people are in no question's rows."""
    sights = list(replayed(pair))
    assert [(text, found) for text, one, other in sights if (found := divergences(one, other))] == []
    assert sum(bool(one.parts) for _, one, _ in sights) > QUESTIONS * 3 / 4, "what is refused proves nothing"
    return any(any(moved) for _, one, other in sights for moved, _ in moves(one, other))


@pytest.mark.parametrize("pair", range(PAIRS))
def test_a_person_moves_integers_within_reach_and_nothing_else(pair):
    assert holds(pair), "what stays proves nothing"


@pytest.mark.deep
@pytest.mark.parametrize("pair", range(PAIRS, DEEP))
def test_nobody_moves_anything_else_whatever_is_asked(pair):
    holds(pair)


def test_some_people_move_integers_as_far_as_they_may():
    shares = [sum(map(abs, moved)) / reach["l1"] for _, *sights in replayed(0) for moved, reach in moves(*sights)]
    assert max(shares) == 1


def without_truncation(patch):
    patch.setattr(Contribution, "bounded", lambda self, rows, keys, read: rows)


def without_bounds(patch):
    def steps(value, low, high, least, most, scale):
        usual = f"abs({value}) < 1e9 AND {low} < {high} AND {least} < {most}"  # all that is bound has to be used
        return f"CAST(CASE WHEN {usual} THEN {value} * {scale} END AS BIGINT)"

    patch.setitem(functions.FUNCTIONS, "steps", replace(functions.FUNCTIONS["steps"], sql=steps))


def with_half_the_reach(patch):
    true = Reach.of_counts
    patch.setattr(Reach, "of_counts", lambda *given, **limits: half(true(*given, **limits)))


def half(reach):
    return Reach(reach.l1 / 2, reach.l2_squared / 4)


def with_a_function_that_fails(patch):
    product = replace(functions.FUNCTIONS["*"], sql=lambda one, other: f"(CAST({one} AS BIGINT) * {other})")
    patch.setitem(functions.FUNCTIONS, "*", product)


@pytest.mark.parametrize("fault", [without_truncation, without_bounds, with_half_the_reach, with_a_function_that_fails])
def test_a_twin_with_a_fault_is_caught(fault, monkeypatch):
    fault(monkeypatch)
    assert any(divergences(one, other) for pair in range(FEW) for _, one, other in replayed(pair))


def test_a_twin_that_reads_its_categories_from_the_data_is_caught():
    assert any(divergences(one, other) for _, one, other in replayed(0, wards=found_in))
