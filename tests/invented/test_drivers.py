# SPDX-License-Identifier: Apache-2.0
"""Answers that nobody gave."""

import pytest

from diffident.invented.drivers import SHARE, drivers


def test_every_answer_is_yes_or_no_and_more_people_only_add_answers():
    few, many = drivers(50), drivers(5000)
    assert set(many.tolist()) == {0, 1}
    assert (many[:50] == few).all()


def test_about_the_share_says_yes():
    assert drivers(100_000).mean() == pytest.approx(SHARE, abs=0.01)
