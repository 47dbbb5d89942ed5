# SPDX-License-Identifier: Apache-2.0
"""One epsilon is divided so that errors are alike beside what they are of; never into more than it was."""

import itertools
from fractions import Fraction

import pytest

import diffident as dd
from curator.hospital import APPROXIMATE, ASK, curator
from diffident.errors import Refused

PEOPLE = "SELECT ward, COUNT(DISTINCT patient) AS people, COUNT(*) AS n, AVG(stay) AS stay FROM visits GROUP BY ward"
HIDDEN = {"columns": {"ward": dd.categories(hidden=True), "stay": dd.bounds(0, 60, source="codebook")}}


def spent(offer):
    return [one.epsilon for one in offer.blurring.mechanisms]


@pytest.mark.parametrize(
    ("budget", "facts", "how"),
    [
        *itertools.product(
            [{"epsilon": 3}, APPROXIMATE],
            [{}, {"expected_people": 400, "shape": {"ward": {"A": "0.8", "B": "0.15", "C": "0.05"}}}],
            [{}, {"weights": {"stay": "2.5"}}, {"weights": [1, 3, "0.1"]}],
        )
    ],
)
def test_shares_come_to_no_more_than_was_asked(budget, facts, how):
    offer = curator(budget=budget, **facts).offer(PEOPLE, epsilon="0.3", **how)
    assert Fraction("0.2999999") < sum(spent(offer)) <= Fraction("0.3")
    deltas = [one.delta for one in offer.blurring.mechanisms if getattr(one, "delta", None)]
    assert sum(deltas, Fraction(0)) <= dd.Budget(**budget).delta_per_question


def test_hidden_categories_have_an_ordinary_share_and_what_is_left_of_delta():
    offer = curator(budget=APPROXIMATE, **HIDDEN).offer(PEOPLE, epsilon="0.4", delta="1e-8")
    assert sum(spent(offer)) <= Fraction("0.4")
    assert offer.select.epsilon == pytest.approx(0.1, rel=1e-6)
    assert offer.select.delta <= Fraction(1, 10**8)


def test_what_one_person_moves_less_gets_less():
    people, *others = sorted(zip(*_reached(curator().offer(PEOPLE, epsilon="0.8")), strict=True))
    assert people == (2, Fraction("0.2"))
    assert others == [(3, Fraction("0.3"))] * 2


def _reached(offer):
    rows = [part.reach.l1 / part.measurement.row_reach for part in offer.plan.parts]
    return rows, spent(offer)


def test_a_weight_is_a_share():
    offer = curator().offer(ASK, epsilon="0.4", weights={"stay": 3})
    assert sorted(spent(offer)) == [Fraction("0.1"), Fraction("0.3")]
    assert spent(curator().offer(ASK, epsilon="0.4", weights=[1, 3])) == spent(offer)


def test_a_balance_of_groups_needs_to_know_them():
    with pytest.raises(Refused) as refused:
        curator().offer(ASK, epsilon=1, balance="groups")
    assert refused.value.code == "planning_fact_missing"
    assert "expected_people=" in refused.value.advised
    offer = curator(expected_people=40).offer(ASK, epsilon=1, balance="groups")
    assert sum(spent(offer)) == 1


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({"weights": [1]}, "weights_unclear"),
        ({"weights": [1, 2, 3]}, "weights_unclear"),
        ({"weights": "12"}, "weights_unclear"),
        ({"weights": 2}, "weights_unclear"),
        ({"weights": {"x": 1}}, "weights_unclear"),
        ({"weights": [1, -1]}, "number_out_of_range"),
        ({"weights": [1, 0]}, "number_out_of_range"),
        ({"weights": [1, float("nan")]}, "number_not_finite"),
        ({"balance": "everything"}, "balance_unknown"),
        ({"balance": None}, "balance_unknown"),
    ],
)
def test_what_divides_nothing_is_refused(how, code):
    whole = curator()
    with pytest.raises(Refused) as refused:
        whole.ask(ASK, epsilon=1, **how)
    assert refused.value.code == code
    assert whole.left.units == 3 * 10**9
