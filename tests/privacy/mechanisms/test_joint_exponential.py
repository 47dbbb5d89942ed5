# SPDX-License-Identifier: Apache-2.0
"""Joint exponential choices: their reach over all ways to cut, their law where windows are narrow, and odd columns."""

import itertools
from collections import Counter
from fractions import Fraction
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.fit import fits
from contracts.laws import cut
from contracts.mechanisms import held
from diffident.errors import Refused
from diffident.privacy.mechanisms import JointExponential
from diffident.privacy.mechanisms import joint_exponential as module
from diffident.privacy.mechanisms.cuts import Cuts
from diffident.privacy.private import Private
from diffident.privacy.tallied import Tallied
from diffident.randomness.source import Source

STEPS = 1 << 20
RANKS = st.lists(st.integers(0, 4), min_size=1, max_size=3, unique=True).map(
    lambda many: [Fraction(m, 4) for m in many]
)
ROWS = st.lists(st.integers(0, 4), min_size=3, max_size=3)


def built(ranks="0.5", **given_):
    return JointExponential(**{"ranks": ranks, "least": 0, "most": STEPS, "sensitivity": 1, "epsilon": 1} | given_)


def of_rows(*steps, cells=1):
    """Return one tally for all cells, of rows at these steps."""
    found = Counter(steps)
    many = [(cell, step, found[step]) for cell in range(cells) for step in found]
    return Private(Tallied.of(cells, *np.array(many, np.int64).reshape(-1, 3).T))


@given(ROWS, RANKS, st.integers(0, 2))
@settings(max_examples=60)
def test_one_row_moves_no_way_to_cut_further_than_its_reach(rows, ranks, step):
    mechanism = built(ranks, most=2, fine=2)
    one, other = (_cuts(mechanism, each) for each in (rows, [n + (at == step) for at, n in enumerate(rows)]))
    moved = [
        abs(mechanism.differing(one, way) - mechanism.differing(other, way))
        for way in itertools.combinations_with_replacement(range(one.total), len(mechanism.ranks))
    ]
    assert max(moved) <= mechanism.reach
    assert mechanism.rate * 2 * mechanism.reach == mechanism.epsilon


def _cuts(mechanism, rows):
    return Cuts.of(*held(*rows).cell(0), least=mechanism.least, most=mechanism.most, fine=mechanism.fine)


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize("rare", [1, 40])
def test_cuts_come_by_the_law_and_not_its_neighbour(rare):
    """Also where windows hold little, and any cuts at all are proposed half of the time."""
    rows, draws = (3, 0, 0, 5, 1, 0, 2), 6000
    mechanism = built("0.25 0.75", most=6, epsilon=4, fine=2)
    tape, law = Source.replay(rare), _law(mechanism, rows)
    with mock.patch.object(module, "RARE", rare):
        drawn = [tuple(mechanism.draw(Private(held(*rows)), tape)[0].tolist()) for _ in range(draws)]
    assert fits(drawn, law, 1e-9)
    assert not fits(drawn, _law(built("0.25 0.75", most=6, epsilon="2.8", fine=2), rows), 1e-9)


def _law(mechanism, rows):
    due = [rank * sum(rows) for rank in mechanism.ranks]
    return {way: each.low for way, each in cut(rows, mechanism.ranks, due, mechanism.rate, mechanism.fine).items()}


def test_narrow_windows_give_the_law_of_wide_ones():
    """A column of 4,000 rows: hundreds of them lie in no window, and are proposed as often as they are due."""
    mechanism, rows = built("0.5", epsilon="0.5"), np.random.default_rng(1).integers(0, STEPS, 4000)
    tallied = Tallied.of(1, np.zeros(4000), *np.unique(rows, return_counts=True)) if len(set(rows)) == 4000 else None
    cuts = _of(mechanism, rows) if tallied is None else mechanism._cuts(tallied, 0)
    proposal, windows = mechanism._proposal(cuts)
    assert windows[0] != (0, cuts.total)
    outside = [mechanism.differing(cuts, (cut_,)) for cut_ in (windows[0][0] - 1, windows[0][1])]
    most = float(-mechanism.rate * min(outside)) + module.RARE * np.log(2) + np.log(mechanism.ways)
    assert most <= proposal.weight, "what any cuts are proposed for must be accepted with a probability"


def test_any_cuts_at_all_are_proposed_now_and_then_and_hardly_ever_kept():
    """Half of the time here: those within the windows are proposed by them alone, and others are far from what is due."""
    mechanism, rows = built("0.5", epsilon="0.5"), np.random.default_rng(1).integers(0, STEPS, 4000)
    cuts, tape = _of(mechanism, rows), Source.replay(3)
    with mock.patch.object(module, "RARE", 1), mock.patch.object(module, "several", wraps=module.several) as any_cuts:
        chosen = [mechanism._chosen(cuts, tape) for _ in range(30)]
    assert any_cuts.call_count > 5
    assert all(mechanism.differing(cuts, each) < 400 for each in chosen)


def _of(mechanism, rows):
    steps, many = np.unique(rows, return_counts=True)
    return Cuts.of(steps, many, least=mechanism.least, most=mechanism.most, fine=mechanism.fine)


@pytest.mark.parametrize("rank", ["0.01", "0.25", "0.5", "0.99"])
def test_a_value_that_everybody_shares_is_found_at_every_rank(rank):
    everybody = Private(Tallied.of(1, *np.array([[0], [777], [200_000]])))
    drawn = {int(built(rank).draw(everybody, Source.replay(n))[0, 0]) for n in range(5)}
    assert drawn == {777}


def test_heaps_are_found_and_not_the_gaps_between_them():
    """Incomes in thousands, on a grid of single units."""
    rows = [1000 * thousand for thousand in range(20, 61) for _ in range(200)]
    drawn = built("0.25 0.5 0.75").draw(of_rows(*rows), Source.replay(2))
    assert set((drawn % 1000).ravel().tolist()) == {0}


def test_cells_without_rows_are_answered_like_others():
    drawn = built("0.25 0.5 0.75").draw(of_rows(cells=3), Source.replay(2))
    assert drawn.shape == (3, 3)
    assert (np.diff(drawn) >= 0).all()
    assert (drawn >= 0).all()
    assert (drawn <= STEPS).all()


def test_extremes_have_a_few_rows_beyond_them():
    mechanism = built("0 1")
    drawn = mechanism.draw(of_rows(*range(300_000, 310_000)), Source.replay(2))[0]
    assert 300_000 < drawn[0] < 300_000 + 2 * mechanism.aside
    assert 310_000 > drawn[1] > 310_000 - 2 * mechanism.aside


@pytest.mark.parametrize("ranks", ["", "0.5 1.1", "-0.1", "0.00001", [n / 100 for n in range(50)], [True], None])
def test_ranks_that_are_none_are_refused(ranks):
    with pytest.raises(Refused):
        built(ranks)


def test_repeated_ranks_are_one():
    assert built([0.5, "0.5", 0.25]).ranks == (Fraction(1, 4), Fraction(1, 2))


def test_the_law_says_about_how_far_off_evenly_lying_values_are():
    """Of 60 medians of evenly lying rows at most a few are further off than nine in ten should be."""
    mechanism, rows = built("0.5"), of_rows(*range(0, STEPS, 1000))
    far = mechanism.law.evenly(Fraction(9, 10), 0, 1) * 1000
    drawn = [int(mechanism.draw(rows, Source.replay(n))[0, 0]) for n in range(60)]
    assert sum(abs(each - STEPS / 2) > far for each in drawn) <= 20
    assert mechanism.law.quantile(Fraction(9, 10)) * 1000 > far
