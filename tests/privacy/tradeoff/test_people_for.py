# SPDX-License-Identifier: Apache-2.0
"""People for a root mean square error, n(alpha, epsilon) of the notes: the least number, by mechanisms' own deviations."""

import math

import pytest

from diffident.privacy.mechanisms import Laplace, RandomizedResponse
from diffident.privacy.tradeoff import people_for


def deviations(epsilon, people):
    """At home and with a curator, of a share."""
    return RandomizedResponse(epsilon=epsilon).law(people=people).sd / people, Laplace(
        sensitivity=1, epsilon=epsilon
    ).sd / people


@pytest.mark.parametrize("alpha", [0.1, 0.01])
@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1, 3])
def test_the_number_is_enough_and_one_fewer_is_not(alpha, epsilon):
    for place, trust in enumerate(("nobody", "curator")):
        people = people_for(alpha, epsilon=epsilon, trust=trust)
        assert deviations(epsilon, people)[place] <= alpha * (1 + 1e-12)
        assert people == 1 or deviations(epsilon, people - 1)[place] > alpha * (1 - 1e-12)


def test_half_the_error_takes_four_times_the_people_at_home_and_twice_with_a_curator():
    assert people_for("0.005", epsilon=1, trust="nobody") == pytest.approx(
        4 * people_for("0.01", epsilon=1, trust="nobody"), rel=1e-3
    )
    assert people_for("0.005", epsilon=1) == pytest.approx(2 * people_for("0.01", epsilon=1), rel=1e-2)


def test_the_closed_form_of_the_notes():
    assert people_for("0.01", epsilon=1, trust="nobody") == math.ceil(math.e / ((math.e - 1) * 0.01) ** 2)
