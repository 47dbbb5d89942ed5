# SPDX-License-Identifier: Apache-2.0
"""Random well-formed questions about hostile rows: answered, or refused before anything is paid, whoever is in the data."""

import pytest

import diffident as dd
from curator.audit.replay import sight
from curator.audit.tables import BEDS, VISITS, WARDS, arrow, curator, hostile, together, usual
from curator.audit.tables import Chance as Draw
from diffident.curator import seen
from diffident.engine.memory import Memory
from diffident.errors import Refused
from diffident.privacy.unseal import unseal
from diffident.question.plan import planned
from hostile.grammar import Grammar
from hostile.inputs import well_mannered

RARELY = 40  # of so many questions, one is asked of both neighbours and of both engines
JOINED = 4  # and one is about several tables; a register where each row is a person is looked at sooner


@pytest.fixture(scope="module")
def hospitals():
    """Return a hospital with one hostile person, its neighbour without, and the oracle over the first."""
    chance = Draw(11)
    others = [usual(chance, patient) for patient in range(8)]
    whole = together([*others, hostile(chance, 7_000)])
    first = curator(whole)
    second = curator(together(others), secret=first.engine.secret)
    return first, second, Memory(first.engine.secret, {"visits": whole[0], "labs": whole[1], "wards": BEDS})


@pytest.fixture(scope="module")
def register():
    rows, _ = hostile(Draw(12), 7_000)
    limits = {"ward": dd.categories(*WARDS), "stay": dd.bounds(0, 60), "age": dd.bounds(-5, 110)}
    promise = dd.Budget(epsilon=3)
    return dd.protect(
        arrow(rows, VISITS), name="visits", person=dd.each_row, columns=limits, budget=promise, ledger="memory"
    )


def answered(register, hospital, numbers):
    """Return how many questions are answered: what is refused is refused when it is read and planned."""
    count = 0
    for number in numbers:
        asked = hospital if number % JOINED == 0 else register
        text = Grammar(number, plain=asked is register).question()
        try:
            plan = planned(asked.question(text), asked.catalog)
        except Refused as refused:
            well_mannered(refused)
            continue
        count += 1
        seen.all_looks(asked.engine, plan, ())
    return count


def test_no_value_makes_a_question_fail(register, hospitals):
    assert answered(register, hospitals[0], range(2_000)) > 1_900


@pytest.mark.deep
@pytest.mark.parametrize("part", range(100))
def test_no_value_makes_any_question_fail(register, hospitals, part):
    answered(register, hospitals[0], range(10_000 + 2_000 * part, 12_000 + 2_000 * part))


def alike(hospitals, numbers):
    first, second, oracle = hospitals
    for number in numbers:
        text = Grammar(number).question()
        left = first.left
        one, other = (sight(each, text, number, noise_orders=True) for each in (first, second))
        assert one.outcome[0] != "accident", text
        assert one.outcome == other.outcome, text
        if not one.parts:
            assert first.left == left, text
            continue
        plan = first.offer(text, epsilon="0.3").plan
        ours, theirs = (
            [unseal(look).tolist() for look in seen.all_looks(each, plan, ())] for each in (first.engine, oracle)
        )
        assert ours == theirs, text


def test_neighbours_see_the_same_and_engines_agree(hospitals):
    alike(hospitals, range(0, 2_000, RARELY))


@pytest.mark.deep
def test_many_neighbours_see_the_same_and_engines_agree(hospitals):
    alike(hospitals, range(500_000, 505_000))
