# SPDX-License-Identifier: Apache-2.0
"""Thresholdout: where there is nothing to learn it says so, long after a plain holdout has been fooled."""

import numpy as np
import pytest

from diffident.errors import Refused
from diffident.learn.reuse import NotPrivate, Thresholdout
from diffident.randomness.source import Source
from learn.reuse.freedman import experiment

NEAR = 0.02


def guard(**more):
    data = [NotPrivate(np.arange(100) < cut, because="invented") for cut in (50, 90)]
    return Thresholdout(*data, rows=100, source=Source.replay(1), **more)


def test_without_a_signal_the_plain_holdout_is_fooled_and_thresholdout_is_not():
    plain, told, fresh = experiment(1)
    assert plain >= 0.54
    assert told <= 0.52
    assert abs(told - fresh) <= NEAR


@pytest.mark.deep
def test_within_two_points_of_fresh_data_in_95_of_100_runs():
    runs = np.array([experiment(number) for number in range(200)])
    assert runs[:, 0].mean() >= 0.54
    assert np.median(runs[:, 1]) <= 0.52
    assert (abs(runs[:, 1] - runs[:, 2]) <= NEAR).mean() >= 0.95
    assert (abs(runs[:, 0] - runs[:, 2]) <= NEAR).mean() < 0.5


def test_where_both_agree_the_training_data_speak_and_nothing_is_spent():
    asked = guard(threshold="0.5", scale="0.001")
    assert asked.ask(lambda rows: rows) == pytest.approx(0.5)
    assert asked.contradicted == 0


def test_where_they_disagree_the_holdout_speaks_and_a_contradiction_is_spent():
    asked = guard(threshold="0.1", scale="0.001", budget=2)
    assert asked.ask(lambda rows: rows) == pytest.approx(0.9, abs=0.05)
    assert asked.left == 1
    asked.ask(lambda rows: rows)
    with pytest.raises(Refused, match=r"reuse_spent: .* 2 of 2"):
        asked.ask(lambda rows: rows)


def test_threshold_and_noise_shrink_with_the_root_of_n():
    data = NotPrivate(np.zeros(4), because="invented")
    small, large = (Thresholdout(data, data, rows=rows) for rows in (100, 10_000))
    assert (float(small.threshold), float(large.threshold)) == (0.2, 0.02)
    assert small.scale == small.threshold / 8


@pytest.mark.parametrize("given", [np.zeros(3), None, "data"])
def test_data_that_nobody_declared_are_refused(given):
    fine = NotPrivate(np.zeros(3), because="invented")
    for data in ((given, fine), (fine, given)):
        with pytest.raises(Refused, match="reuse_not_declared"):
            Thresholdout(*data, rows=3)
    with pytest.raises(Refused, match="reuse_not_declared"):
        NotPrivate(given, because=" ")


@pytest.mark.parametrize("values", [[2.0], [float("nan")], [[0.5]], [], 0.5, ["a"]])
def test_statistics_beyond_0_and_1_are_refused(values):
    with pytest.raises(Refused, match="statistic_unbounded"):
        guard().ask(lambda rows: values)
