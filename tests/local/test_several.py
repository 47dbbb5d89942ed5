# SPDX-License-Identifier: Apache-2.0
"""Several questions of one person: several of k, split or sampled questions, two questions crossed, words."""

from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from diffident.errors import Refused
from diffident.local import Hashing, Hybrid, Response, Several, SeveralOf, Unary, crossed
from diffident.randomness.source import Source

PEOPLE = 60_000


@pytest.mark.parametrize(("epsilon", "asked"), [(1, 1), (9, 4)])
def test_of_several_options_as_many_are_asked_as_is_best(epsilon, asked):
    assert SeveralOf(options=6, epsilon=epsilon).asked == asked


def test_several_options_of_one_person_are_refused_where_one_is_protected():
    for protocol in (Unary(options=3, epsilon=1), Response(options=3, epsilon=1)):
        with pytest.raises(Refused) as refused:
            protocol.perturb([[1, 0, 1], [0, 1, 1]])
        assert refused.value.code == "one_option_each"


def test_questions_are_sampled_rather_than_split_where_that_is_better():
    few = Several.of([partial(Response, options=2)] * 4, epsilon=1)
    assert (few.asked, few.protocols[0].epsilon) == (1, 1)
    split = Several.of([partial(Response, options=2)] * 2, epsilon=10)
    assert (split.asked, split.protocols[0].epsilon) == (2, 5)
    by_hand = Several.of([partial(Hybrid, bounds=(0, 1))] * 3, epsilon=3, asked=3)
    assert by_hand.variance >= Several.of([partial(Hybrid, bounds=(0, 1))] * 3, epsilon=3).variance


@pytest.mark.parametrize("asked", [None, 1, 2, 3])
def test_what_one_person_says_costs_no_more_than_epsilon(asked):
    plan = Several.of(
        [partial(Response, options=3), partial(Hybrid, bounds=(0, 1)), partial(Response)], epsilon=2, asked=asked
    )
    assert plan.loss.epsilon == 2
    told = plan.perturb([[0, 1, 2] * 100, [0.5] * 300, [0, 1, 1] * 100], Source.replay(1))
    each = np.bincount(np.concatenate([part.people for part in told]), minlength=300)
    assert set(each) == {plan.asked}
    assert plan.asked * plan.protocols[0].epsilon == plan.loss.epsilon
    assert len(plan.estimate(told)) == 3


def test_answers_to_other_questions_are_refused():
    plan = Several.of([partial(Response)] * 2, epsilon=2)
    for answers in ([[0, 1]], [[0, 1], [0]]):
        with pytest.raises(Refused) as refused:
            plan.perturb(answers)
        assert refused.value.code == "not_all_questions"


@pytest.mark.statistical(false_alarm=1e-9)
def test_two_questions_are_crossed_and_independence_is_not_mistaken_for_it():
    first, second = Response(options=["no", "yes"], epsilon=2), Hashing(options=4, epsilon=2)
    smokes = np.arange(PEOPLE) % 2
    often = smokes * 2 + np.arange(PEOPLE) // 2 % 2
    found = crossed(first, first.perturb(smokes, Source.replay(1)), second, second.perturb(often, Source.replay(2)))
    truth = np.array([[0.25, 0.25, 0, 0], [0, 0, 0.25, 0.25]])
    low, high = found.interval("0.999999999")
    assert ((low <= truth) & (truth <= high)).all()
    twin = np.full((2, 4), 0.125)
    assert not ((low <= twin) & (twin <= high)).any()
    assert (found.rows, found.columns) == (("no", "yes"), ("0", "1", "2", "3"))


def test_the_interval_of_a_pair_covers():
    protocol, people, times = Response(epsilon=2), 400, 1_500
    one = np.tile(np.arange(people) % 2, times)
    reports, others = (protocol.perturb(one, Source.replay(tape)).reshape(times, people) for tape in (1, 2))
    found = [crossed(protocol, a, protocol, b) for a, b in zip(reports, others, strict=True)]
    covered = np.mean([(each.low <= np.eye(2) / 2) & (np.eye(2) / 2 <= each.high) for each in found])
    assert 0.945 <= covered <= 0.999


def test_pairs_need_both_answers_of_the_same_people():
    protocol = Response(epsilon=1)
    for reports, others, code in ((2, 3, "not_a_report"), (0, 0, "no_reports")):
        with pytest.raises(Refused) as refused:
            crossed(protocol, np.zeros(reports, int), protocol, np.zeros(others, int))
        assert refused.value.code == code


@pytest.mark.parametrize(
    "protocol",
    [
        Response(options=3, epsilon=1),
        Hashing(options=3, epsilon=1),
        SeveralOf(options=3, epsilon=1),
        Hybrid(bounds=(0, 2), epsilon=1),
    ],
    ids=repr,
)
def test_weights_make_answers_stand_for_those_who_gave_none(protocol):
    """People of one kind answered three times as often; weights undo it, and widen the interval."""
    source = Source.replay(4)
    answers = np.repeat([0, 2], [3 * PEOPLE // 4, PEOPLE // 4])
    given = np.eye(3, dtype=int)[answers] if isinstance(protocol, SeveralOf) else answers
    reports = protocol.perturb(given, source)
    weights = np.where(answers == 0, Fraction(2, 3), 2).astype(float)
    plain, weighted = protocol.estimate(reports), protocol.estimate(reports, weights=weights)
    truth = [1.0] if isinstance(protocol, Hybrid) else [0.5, 0, 0.5]
    assert weighted.values == pytest.approx(truth, abs=0.06)
    assert plain.values != pytest.approx(truth, abs=0.06)
    assert (weighted.high - weighted.low > plain.high - plain.low).all()


@pytest.mark.parametrize("weights", [[1.0], [1.0, -1.0], [1.0, 0.0], [1.0, float("nan")]])
def test_weights_that_make_no_sense_are_refused(weights):
    with pytest.raises(Refused):
        Response(epsilon=1).estimate(np.array([0, 1]), weights=weights)
