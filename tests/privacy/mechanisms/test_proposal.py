# SPDX-License-Identifier: Apache-2.0
"""Proposals: what all completions weigh, by adding up all of them; and how often each way is proposed."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.fit import fits
from diffident.privacy.mechanisms.cuts import Runs
from diffident.privacy.mechanisms.proposal import Proposal, several
from diffident.randomness.source import Source
from privacy.mechanisms.test_cuts import cuts_of

DRAWS = 20_000
ROWS, DUE, RATE = [2, 0, 3, 1], (1.5, 3.0, 4.5), 0.6


def proposal_of(rows, due, rate, windows=None, fine=1):
    cuts = cuts_of(rows, fine)
    runs = Runs.of(cuts, 0, cuts.total, 1e-3)
    return Proposal.of(runs, windows or ((0, runs.first.size),) * len(due), due, rate)


def weights(rows, due, rate, windows=None, fine=1):
    """Return what every way to cut weighs."""
    cuts = cuts_of(rows, fine)
    runs = Runs.of(cuts, 0, cuts.total, 1e-3)
    found = {}
    for way in itertools.combinations_with_replacement(range(cuts.total), len(due)):
        held = [int(np.searchsorted(runs.first, cut, side="right")) - 1 for cut in way]
        if windows and not all(begin <= run < end for run, (begin, end) in zip(held, windows, strict=True)):
            continue
        off = [0, *(cuts.below(cut) / (2 * fine) - each for cut, each in zip(way, due, strict=True)), 0]
        found[way] = math.exp(-rate * sum(abs(b - a) for a, b in itertools.pairwise(off)))
    return found


@given(
    st.lists(st.integers(0, 4), min_size=4, max_size=4),
    st.lists(st.floats(-1, 9), min_size=1, max_size=3),
    st.floats(0.05, 2),
    st.integers(1, 3),
)
@settings(max_examples=60)
def test_all_ways_together_weigh_what_they_weigh_one_by_one(rows, due, rate, fine):
    every = sum(weights(rows, sorted(due), rate, fine=fine).values())
    assert proposal_of(rows, tuple(sorted(due)), rate, fine=fine).weight == pytest.approx(math.log(every))


def test_windows_leave_out_what_is_outside_of_them():
    windows = ((0, 2), (1, 3), (1, 4))
    every = sum(weights(ROWS, DUE, RATE, windows).values())
    assert proposal_of(ROWS, DUE, RATE, windows).weight == pytest.approx(math.log(every))


@pytest.mark.parametrize("windows", [None, ((0, 2), (1, 3), (1, 4))])
def test_each_way_is_proposed_nearly_in_proportion_to_its_weight(windows):
    proposal, due = proposal_of(ROWS, DUE, RATE, windows), weights(ROWS, DUE, RATE, windows)
    tape = Source.replay(3)
    seen = dict(proposal.draw(tape) for _ in range(2000))
    for way, chance in seen.items():
        assert float(chance) == pytest.approx(due[way] / math.exp(proposal.weight), rel=1e-6)


@pytest.mark.statistical(false_alarm=1e-9)
def test_proposals_come_as_often_as_they_say():
    proposal = proposal_of(ROWS, (3.0,), RATE)
    tape = Source.replay(5)
    drawn = [proposal.draw(tape) for _ in range(DRAWS)]
    chances = dict(drawn)
    first = max(chances, key=chances.__getitem__)
    twin = {way: chance * (Fraction(9, 10) if way == first else 1) for way, chance in chances.items()}
    twin["other"] = 1 - sum(twin.values())
    ways = [way for way, _ in drawn]
    assert fits(ways, chances, 1e-9)
    assert not fits(ways, twin, 1e-9)


@pytest.mark.statistical(false_alarm=1e-9)
def test_all_multisets_are_equally_likely():
    tape = Source.replay(7)
    drawn = [tuple(several(3, 2, tape)) for _ in range(DRAWS)]
    sets = list(itertools.combinations_with_replacement(range(3), 2))
    assert fits(drawn, dict.fromkeys(sets, Fraction(1, 6)), 1e-9)
    assert not fits(drawn, {pair: Fraction(1 + (pair[0] != pair[1]), 9) for pair in sets}, 1e-9), "as ordered pairs"
