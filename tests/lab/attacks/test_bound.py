# SPDX-License-Identifier: Apache-2.0
"""The most that guesses about a person can be right: beside the best private guesser there is, found by a linear program."""

import math

import numpy as np
import pytest
from scipy.optimize import linprog

from diffident.errors import Refused
from diffident.lab.attacks.bound import Secret, most_right


def best_guesser(options, epsilon):
    """Return how often the best guess is right that is private for adding or removing: world 0 is without the person."""
    odds, worlds = math.exp(epsilon), options + 1
    place = {(world, guess): world * options + guess for world in range(worlds) for guess in range(options)}
    private, sums = [], []
    for value in range(1, worlds):
        for guess in range(options):
            for one, other in ((0, value), (value, 0)):
                row = np.zeros(len(place))
                row[place[one, guess]], row[place[other, guess]] = 1, -odds
                private.append(row)
    for world in range(worlds):
        row = np.zeros(len(place))
        row[[place[world, guess] for guess in range(options)]] = 1
        sums.append(row)
    wanted = np.zeros(len(place))
    wanted[[place[value, value - 1] for value in range(1, worlds)]] = -1 / options
    return -linprog(wanted, A_ub=private, b_ub=np.zeros(len(private)), A_eq=sums, b_eq=np.ones(worlds)).fun


@pytest.mark.parametrize("options", [2, 3, 6])
@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1, 2, 4])
def test_no_guess_is_right_more_often_and_one_comes_close(options, epsilon):
    best, most = best_guesser(options, epsilon), most_right(Secret.VALUE, epsilon, options)
    assert best <= most + 1e-9
    assert most <= 1.1 * best
    assert most_right(Secret.VALUE, epsilon / 2, options) < best


def test_presence_is_the_corner_of_the_region():
    assert most_right(Secret.PRESENCE, 1) == pytest.approx(math.e / (1 + math.e))


def test_one_option_is_no_secret():
    with pytest.raises(Refused, match="number_out_of_range"):
        most_right(Secret.VALUE, 1, 1)
