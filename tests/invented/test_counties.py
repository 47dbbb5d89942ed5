# SPDX-License-Identifier: Apache-2.0
"""The counties that never were: as many as in the exercise, the same each time, and of use for showing noise."""

import subprocess
import sys

import numpy as np
import pytest

from diffident.invented.counties import HOW_MANY, SMALLEST, counties


@pytest.fixture(scope="module")
def made_up():
    return counties()


def test_there_are_as_many_as_in_the_exercise_and_no_two_share_a_name(made_up):
    assert HOW_MANY == 3143
    assert {len(made_up.people), len(made_up.ill), len(set(made_up.names))} == {HOW_MANY}


def test_nobody_is_ill_who_does_not_live_there(made_up):
    assert (made_up.ill >= 0).all()
    assert (made_up.ill <= made_up.people).all()
    assert made_up.people.min() >= SMALLEST


def test_the_largest_comes_first(made_up):
    assert (np.diff(made_up.people) <= 0).all()


def test_some_counts_drown_in_the_noise_of_the_exercise_and_some_do_not(made_up):
    assert 0.2 < (made_up.ill < 110).mean() < 0.8
    assert made_up.ill.max() > 10_000


def test_they_are_the_same_in_every_process(made_up):
    program = "from diffident.invented.counties import counties as c; print(c().ill.sum(), c().names[7])"
    elsewhere = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    assert elsewhere == [str(made_up.ill.sum()), made_up.names[7]]
