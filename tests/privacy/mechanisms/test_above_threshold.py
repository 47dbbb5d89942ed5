# SPDX-License-Identifier: Apache-2.0
"""Above-threshold: runs of True and False, where they end, and how far off they are."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from contracts import laws
from contracts.fit import fits
from diffident.privacy.loss import Pure
from diffident.privacy.mechanisms import AboveThreshold
from diffident.privacy.private import Private
from diffident.randomness.source import Source


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize(("positives", "monotone"), [(1, False), (2, False), (2, True), (9, True)])
def test_runs_follow_the_law_and_not_its_neighbour(positives, monotone):
    answers, tape = [3, 6, 4, 5], Source.replay(1)
    mechanism = AboveThreshold(threshold=5, sensitivity=1, epsilon=6, positives=positives, monotone=monotone)
    runs = [tuple(mechanism.draw(Private(answers), tape).tolist()) for _ in range(40_000)]
    scales = mechanism.threshold_law.scale, mechanism.answer_law.scale
    right, wider, narrower = (
        laws.above_threshold(answers, 5, [scale * off for scale in scales], positives, 40)
        for off in (1, Fraction(11, 10), Fraction(9, 10))
    )
    assert fits(runs, {run: chance.low for run, chance in right.items()}, 1e-9)
    assert not fits(runs, {run: chance.low for run, chance in wider.items()}, 1e-9)
    assert not fits(runs, {run: chance.low for run, chance in narrower.items()}, 1e-9)


@pytest.mark.statistical(false_alarm=1e-9)
def test_the_threshold_has_one_noise_for_all_answers():
    """Equal answers are above together more often than with noise of their own each."""
    mechanism, tape = AboveThreshold(threshold=0, sensitivity=1, epsilon=2, positives=2), Source.replay(2)
    runs = [tuple(mechanism.draw(Private([0, 0]), tape).tolist()) for _ in range(20_000)]
    scales = mechanism.threshold_law.scale, mechanism.answer_law.scale
    law = {run: chance.low for run, chance in laws.above_threshold([0, 0], 0, scales, 2, 120).items()}
    alone = law[True, True] + law[True, False]
    apart = {run: alone ** sum(run) * (1 - alone) ** (2 - sum(run)) for run in law}
    assert fits(runs, law, 1e-9)
    assert not fits(runs, apart, 1e-9)


@pytest.mark.parametrize("positives", [1, 2, 5])
def test_a_run_ends_with_its_last_positive_or_with_the_list(positives):
    mechanism, tape = AboveThreshold(threshold=0, sensitivity=1, epsilon=1, positives=positives), Source.replay(3)
    for answers in ([0] * 10, [-(10**6)] * 4, [10**6] * 10, [], [-(10**400), 10**400]):
        run = mechanism.draw(Private(answers), tape).tolist()
        assert sum(run) <= positives
        assert len(run) == len(answers) or (sum(run) == positives and run[-1])
    assert mechanism.draw(Private([10**6] * 10), tape).tolist() == [True] * positives
    assert mechanism.draw(Private([-(10**400)] * 10), tape).tolist() == [False] * 10


@pytest.mark.parametrize("monotone", [False, True])
@pytest.mark.parametrize("positives", [1, 3, 40, 10**6, 10**12])
def test_the_two_kinds_of_noise_cost_epsilon_together(positives, monotone):
    """The threshold moves by a sensitivity once, each positive answer by one more than its own, or by its own alone."""
    mechanism = AboveThreshold(threshold=0, sensitivity=3, epsilon=2, positives=positives, monotone=monotone)
    each = (3 if monotone else 6) / mechanism.answer_law.scale
    assert 3 / mechanism.threshold_law.scale + positives * each == 2
    assert mechanism.loss == Pure(Fraction(2))


def right(mechanism, within, answers, most):
    """P(the worst list is told right within this), integer by integer of the threshold's noise."""
    bars = np.arange(-most, most + 1)
    told, above = mechanism.answer_law, min(mechanism.positives, answers // 2)
    each = told.upper(bars - within) ** above * (1 - told.upper(bars + within + 1)) ** (answers - above)
    return float(mechanism.threshold_law.mass(bars) @ each)


@pytest.mark.parametrize("answers", [1, 3, 100])
@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
def test_the_error_bar_is_the_smallest_that_covers_while_noise_is_narrow(answers, confidence):
    mechanism = AboveThreshold(threshold=7, sensitivity=1, epsilon=1, positives=2)
    t = int(mechanism.error(confidence, answers=answers))
    assert right(mechanism, t - 1, answers, 400) < confidence <= right(mechanism, t, answers, 400)


def test_the_error_bar_covers_and_is_close_where_noise_is_wide():
    mechanism = AboveThreshold(threshold=7, sensitivity=300, epsilon=1)
    t = int(mechanism.error("0.95", answers=5))
    assert right(mechanism, t, 5, 60_000) >= 0.95
    assert right(mechanism, int(t / 1.01), 5, 60_000) < 0.95


@pytest.mark.parametrize("positives", [1, 2, 3])
@pytest.mark.parametrize("within", [0, 2])
def test_no_list_of_answers_is_told_right_less_often(positives, within):
    """Every list of three of all that matter, by the law of its runs; the worst of them meets the bound."""
    mechanism = AboveThreshold(threshold=0, sensitivity=1, epsilon=3, positives=positives)
    lists = list(product(range(-within - 2, within + 2), repeat=3))
    worst = min(lists, key=lambda answers: told_right(mechanism, answers, within))
    assert mechanism.right(within, 3) == pytest.approx(told_right(mechanism, worst, within), rel=1e-6)
    assert mechanism.right(within, 3) <= told_right(mechanism, worst, within) * (1 + 1e-9)
    easy = [told_right(mechanism, answers, within) for answers in lists]
    assert max(easy) > 1.2 * min(easy)


def told_right(mechanism, answers, within):
    """P(no answer is told wrongly that is further than this), following each run given the threshold's noise."""
    bars = np.arange(-60, 61)
    running, ended = {0: mechanism.threshold_law.mass(bars)}, 0
    for answer in answers:
        above, after = mechanism.answer_law.upper(bars - answer), {}
        for found, chance in running.items():
            if answer >= -within:
                after[found + 1] = after.get(found + 1, 0) + chance * above
            if answer < within:
                after[found] = after.get(found, 0) + chance * (1 - above)
        ended, running = ended + after.pop(mechanism.positives, 0), after
    return float(np.sum(ended + sum(running.values())))
