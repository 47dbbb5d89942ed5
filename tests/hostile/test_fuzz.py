# SPDX-License-Identifier: Apache-2.0
"""Random well-formed questions about hostile rows: answered, or refused before anything is paid, whoever is in the data."""

import pytest

from curator.audit.replay import sight
from curator.audit.tables import BEDS, curator, hostile, together, usual
from curator.audit.tables import Chance as Draw
from diffident.curator import seen
from diffident.engine.memory import Memory
from diffident.errors import Refused
from diffident.privacy.unseal import unseal
from hostile.grammar import Grammar
from hostile.inputs import well_mannered

RARELY = 20  # of so many questions, one is asked of both neighbours and of both engines


@pytest.fixture(scope="module")
def pair():
    """Return a hospital with one hostile person and its neighbour without, and the oracle over the first."""
    chance = Draw(11)
    others = [usual(chance, patient) for patient in range(8)]
    whole = together([*others, hostile(chance, 7_000)])
    first = curator(whole)
    second = curator(together(others), secret=first.engine.secret)
    return first, second, Memory(first.engine.secret, {"visits": whole[0], "labs": whole[1], "wards": BEDS})


def looked(pair, numbers):
    """Return how many questions were answered; each that is refused is refused when it is read."""
    answered = 0
    for number in numbers:
        text = Grammar(number).question()
        try:
            offer = pair[0].offer(text, epsilon="0.3")
        except Refused as refused:
            well_mannered(refused)
            continue
        answered += 1
        seen.all_looks(pair[0].engine, offer.plan, ())
    return answered


def test_no_value_makes_a_question_fail(pair):
    assert looked(pair, range(2_000)) > 1_500


@pytest.mark.deep
@pytest.mark.parametrize("part", range(100))
def test_no_value_makes_any_question_fail(pair, part):
    looked(pair, range(10_000 + 2_000 * part, 12_000 + 2_000 * part))


def alike(pair, numbers):
    first, second, oracle = pair
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


def test_neighbours_see_the_same_and_engines_agree(pair):
    alike(pair, range(0, 2_000, RARELY))


@pytest.mark.deep
def test_many_neighbours_see_the_same_and_engines_agree(pair):
    alike(pair, range(500_000, 505_000))
