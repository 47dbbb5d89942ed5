# SPDX-License-Identifier: Apache-2.0
"""Bounds from samples: nearly all that is claimed is proven, and never more; a twin is noticed."""

import numpy as np
import pytest

from diffident.lab.audit.sampled import DRAWS, FALSE_ALARM, Event, drawn, epsilon
from diffident.privacy.mechanisms import Laplace
from diffident.randomness.source import Source


@pytest.mark.statistical(false_alarm=2 * FALSE_ALARM)
def test_a_hundred_thousand_runs_prove_0_92_of_1_and_not_more_than_1():
    source = Source.replay(61)
    honest = [drawn(Laplace(sensitivity=1, epsilon=1), value, DRAWS, source) for value in (1, 0)]
    assert 0.92 <= epsilon(*honest, false_alarm=FALSE_ALARM) <= 1
    twin = [drawn(Laplace(sensitivity=1, epsilon="1.2"), value, DRAWS, source) for value in (1, 0)]
    assert not epsilon(*twin, false_alarm=FALSE_ALARM) <= 1


def test_what_is_chosen_by_the_first_half_is_counted_on_the_second():
    """Halves that differ wildly: what tells them apart on the first says nothing on the second, and nothing is proven."""
    ones, zeros = np.ones(1_000), np.zeros(1_000)
    apart, alike = np.concatenate([ones, zeros]), np.concatenate([zeros, zeros])
    assert epsilon(apart, alike, false_alarm=FALSE_ALARM) <= 0
    assert epsilon(np.concatenate([ones, ones]), alike, false_alarm=FALSE_ALARM) > 3


def test_an_event_is_counted_from_its_limit_on():
    samples = np.array([1.0, 2.0, 2.0, 3.0])
    assert (Event(2.0, upwards=True).seen(samples), Event(2.0, upwards=False).seen(samples)) == (3, 3)
