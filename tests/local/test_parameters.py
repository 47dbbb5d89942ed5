# SPDX-License-Identifier: Apache-2.0
"""What protocols are made of, and answers that are none."""

from fractions import Fraction

import numpy as np
import pytest

from diffident.errors import Refused
from diffident.local import PROTOCOLS, Duchi, Hadamard, Hybrid, LaplaceEach, Response, SeveralOf, Unary, from_json

OF_OPTIONS = [kind for kind in PROTOCOLS if hasattr(kind, "many")]
OF_NUMBERS = [kind for kind in PROTOCOLS if not hasattr(kind, "many")]


def made(kind, **given):
    lifetime = {"lifetime": 10} if kind.kind.startswith("lasting") else {}
    return kind(**{**lifetime, **given})


@pytest.mark.parametrize("kind", OF_OPTIONS)
@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"options": 1, "epsilon": 1}, "number_out_of_range"),
        ({"options": 10**9, "epsilon": 1}, "number_out_of_range"),
        ({"options": True, "epsilon": 1}, "not_a_privacy_number"),
        ({"options": [], "epsilon": 1}, "number_out_of_range"),
        ({"options": ["a", "a"], "epsilon": 1}, "options_not_names"),
        ({"options": ["a", ""], "epsilon": 1}, "options_not_names"),
        ({"options": ["a", 1], "epsilon": 1}, "options_not_names"),
        ({"options": 3, "epsilon": 0}, "epsilon_not_positive"),
        ({"options": 3, "epsilon": "1e-12"}, "epsilon_below_floor"),
        ({"options": 3, "epsilon": 11}, "epsilon_above_cap"),
        ({"options": 3, "epsilon": "nan"}, "epsilon_not_finite"),
    ],
)
def test_options_and_epsilon_are_checked(kind, given, code):
    with pytest.raises(Refused) as refused:
        made(kind, **given)
    assert refused.value.code == code


@pytest.mark.parametrize("kind", OF_NUMBERS)
@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"bounds": (1, 1)}, "number_out_of_range"),
        ({"bounds": (0, 1, 2)}, "bounds_not_two_numbers"),
        ({"bounds": "01"}, "bounds_not_two_numbers"),
        ({"bounds": (0, "inf")}, "number_not_finite"),
        ({"bounds": (0, 1), "steps": 0}, "number_out_of_range"),
        ({"bounds": (0, 1), "epsilon": -1}, "epsilon_not_positive"),
    ],
)
def test_bounds_and_steps_are_checked(kind, given, code):
    with pytest.raises(Refused) as refused:
        kind(**{"epsilon": 1, **given})
    assert refused.value.code == code


@pytest.mark.parametrize("kind", OF_OPTIONS)
@pytest.mark.parametrize("epsilon", ["0.000000001", 10])
def test_the_ends_of_epsilon_leave_something_to_estimate(kind, epsilon):
    """No threshold rounds to nothing, however many options there are."""
    many = 50 if kind is SeveralOf else 10_000
    protocol = made(kind, options=many, epsilon=epsilon) if epsilon != 10 else made(kind, options=many, epsilon="9.99")
    assert protocol.p > protocol.q > 0


@pytest.mark.parametrize("kind", [kind for kind in OF_OPTIONS if kind is not SeveralOf])
@pytest.mark.parametrize("answers", [[3], [-1], [2**70], ["d"], [1.5], [None]])
def test_an_answer_that_is_no_option_is_refused_and_not_shown(kind, answers):
    with pytest.raises(Refused) as refused:
        made(kind, options=3, epsilon=1).perturb(answers)
    assert "70" not in str(refused.value)
    assert refused.value.code in {"not_an_option", "not_integers"}


def test_answers_may_be_names():
    protocol = Response(options=["never", "once", "often"], epsilon=10)
    assert (protocol.perturb(["often"] * 200) == 2).mean() > 0.9
    assert (protocol.perturb("once") == 1).shape == (1,)
    assert protocol.estimate(protocol.perturb(["often"] * 200)).options == ("never", "once", "often")


@pytest.mark.parametrize("kind", OF_NUMBERS)
def test_numbers_beyond_the_bounds_count_as_the_nearer_and_what_is_none_as_the_lower(kind):
    protocol = kind(bounds=(0, 10), epsilon=1)
    steps = protocol.answers([-5, float("nan"), float("-inf"), 5, 10, 99, float("inf")])
    assert steps.tolist() == [0, 0, 0, steps[3], protocol.steps, protocol.steps, protocol.steps]
    assert 0 < steps[3] < protocol.steps


def test_two_coins_a_die_and_a_spinner():
    assert float(Response.from_coin().epsilon) == pytest.approx(np.log(3))
    assert float(Response.from_die(stay=5, sides=6).epsilon) == pytest.approx(np.log(5))
    assert 0 <= Fraction(4, 5) - Response.from_spinner("0.8", options=3).p < Fraction(1, 2**64)
    for wrong in ("0.5", "0.2", 1):
        with pytest.raises(Refused):
            Response.from_spinner(wrong)
    with pytest.raises(Refused) as refused:
        Response(epsilon=1, stay="0.7")
    assert refused.value.code == "one_of_two"


def test_a_form_that_is_unknown_is_refused():
    with pytest.raises(Refused) as refused:
        Unary(options=3, epsilon=1, form="best")
    assert refused.value.code == "choice_unknown"


def test_noise_without_end_is_not_for_devices():
    with pytest.raises(Refused) as refused:
        LaplaceEach(bounds=(0, 1), epsilon=1).device()
    assert refused.value.code == "not_on_devices"


@pytest.mark.parametrize(
    "stored",
    [
        None,
        [],
        {},
        {"protocol": "response"},
        {"protocol": "magic", "version": 1},
        {"protocol": 1, "version": 1},
        {"protocol": "response", "version": "1"},
        {"protocol": "response", "version": 1, "sides": 6},
    ],
)
def test_data_that_describes_no_protocol_is_refused(stored):
    with pytest.raises(Refused):
        from_json(stored)


@pytest.mark.parametrize(
    ("protocol", "reports"),
    [
        (Response(epsilon=1), [[0]]),
        (Response(epsilon=1), [2]),
        (Response(epsilon=1), [0.5]),
        (Unary(options=3, epsilon=1), np.zeros((2, 4), bool)),
        (Hadamard(options=4, epsilon=1), [[0, 2]]),
        (Hadamard(options=4, epsilon=1), [[0.0, 1.0]]),
        (Duchi(bounds=(0, 1), epsilon=1), [2]),
        (Hybrid(bounds=(0, 1), epsilon=1), [-1]),
        (SeveralOf(options=3, epsilon=1), [[1, 1, -1]]),
    ],
    ids=repr,
)
def test_arrays_that_are_no_reports_are_refused(protocol, reports):
    with pytest.raises(Refused) as refused:
        protocol.estimate(np.asarray(reports))
    assert refused.value.code == "not_a_report"


def test_shares_are_made_consistent_beside_the_raw_ones():
    protocol = Response(options=4, epsilon=1)
    found = protocol.estimate(np.array([0, 0, 0, 1]))
    assert found.values.min() < 0
    assert found.consistent.min() >= 0
    assert found.consistent.sum() == pytest.approx(1)
    assert found.values.sum() == pytest.approx(1)
    assert "4 people" in repr(found)
