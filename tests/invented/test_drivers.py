# SPDX-License-Identifier: Apache-2.0
"""Answers that nobody gave."""

import numpy as np
import pytest

from diffident.invented.drivers import SHARE, drivers


@pytest.mark.parametrize("people", [1, 50, 200, 12_345])
def test_exactly_the_share_says_yes(people):
    answers = drivers(people)
    assert (answers.size, int(answers.sum())) == (people, round(SHARE * people))


def test_they_are_the_same_each_time_and_in_no_order():
    assert (drivers(1000) == drivers(1000)).all()
    assert np.flatnonzero(np.diff(drivers(1000))).size > 100
