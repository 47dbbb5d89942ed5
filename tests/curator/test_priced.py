# SPDX-License-Identifier: Apache-2.0
"""What a question costs under both kinds of promise, and which questions are the same one."""

from fractions import Fraction

import pytest

import diffident as dd
from curator.hospital import APPROXIMATE, ASK, curator
from diffident.curator.noise import price_of
from diffident.errors import Refused
from diffident.privacy.accounting.budget import Budget
from diffident.privacy.accounting.renyi import divergence
from diffident.privacy.loss import Approx
from diffident.privacy.mechanisms import Gaussian, Laplace

BY = "FROM visits GROUP BY ward"


def test_the_price_is_not_below_the_loss():
    noise = (Laplace(sensitivity=3, epsilon="0.25"), Gaussian(sensitivity_squared=9, epsilon="0.25", delta="1e-9"))
    budget = Budget(**APPROXIMATE)
    price = price_of(budget, noise)
    apart = [divergence(one.loss, budget.order) for one in noise]
    together = divergence(Approx(Fraction(1, 2), Fraction(1, 10**9)), budget.order)
    sums = [tuple(map(sum, zip(*apart, strict=True))), together]
    spent, failed = (Fraction(price.units, 10**9), Fraction(price.delta_units, 10**18))
    assert any(spent >= units and failed >= delta for units, delta in sums)
    assert price_of(Budget(epsilon=3), noise[:1]).units == 250_000_000


def test_bell_shaped_noise_needs_a_promise_with_delta():
    noise = (Gaussian(sensitivity_squared=9, epsilon="0.25", delta="1e-9"),)
    with pytest.raises(Refused) as refused:
        price_of(Budget(epsilon=3), noise)
    assert refused.value.code == "budget_kind_mismatch"


def test_an_approximate_promise_is_asked_spent_and_exhausted():
    whole = curator(budget=APPROXIMATE, rows_per_person=40, groups_per_person=3, rows_per_group=1)
    cap = whole.left
    answer = whole.ask(ASK, epsilon="0.1", delta="1e-8")
    assert whole.left.units == cap.units - answer.cost.units
    assert whole.left.delta_units == cap.delta_units - answer.cost.delta_units
    with pytest.raises(Refused) as refused:
        whole.ask(ASK, epsilon=8)
    assert refused.value.code == "budget_exhausted"


def test_more_places_to_move_take_the_bell():
    wide = curator(
        budget=APPROXIMATE, rows_per_person=100, groups_per_person=100, rows_per_group=1,
        columns={"age": dd.categories(*range(100))},
    )  # fmt: skip
    offer = wide.offer("SELECT age, COUNT(*) FROM visits GROUP BY age", epsilon="0.5", delta="1e-8")
    assert [type(one).__name__ for one in offer.noise] == ["Gaussian"]
    assert offer.certificate["price"]["delta"] == Fraction(1, 10**8)
    answer = wide.ask("SELECT age, COUNT(*) AS n FROM visits GROUP BY age", epsilon="0.5", delta="1e-8")
    assert len(answer.rows) == 100
    assert "discrete Gaussian" in answer.methods()
    assert "delta 1e-08" in answer.methods()


@pytest.mark.parametrize("budget", [{"epsilon": 3}, APPROXIMATE], ids=["pure", "approximate"])
@pytest.mark.parametrize(
    "again",
    [
        f"SELECT ward, AVG(stay) AS other, COUNT(*) {BY}",
        f"SELECT COUNT(*) AS n, SUM(stay), ward {BY.lower()} order by 1 desc limit 2".replace(
            "SUM(stay)", "SUM(stay), avg(stay)"
        ),
        f"SELECT ward, COUNT(stay), SUM(stay)/COUNT(*) + AVG(stay) AS x {BY} HAVING COUNT(*) > 3",
    ],
)
def test_the_same_parts_are_the_same_bytes(budget, again):
    whole = curator(budget=budget)
    first = whole.ask(ASK, epsilon="0.5")
    left = whole.left
    second = whole.ask(again, epsilon=0.5, confidence="0.5")
    assert second.stored == first.stored
    assert whole.left == left


def test_the_order_in_which_parts_are_needed_does_not_matter():
    whole = curator()
    one, other = (
        whole.offer(f"SELECT {asked} {BY}", epsilon=1)
        for asked in ("SUM(age), AVG(stay)", "AVG(stay), SUM(age), SUM(stay)")
    )
    assert one.charge.key == other.charge.key
    assert [part.measurement for part in one.plan.parts] == [part.measurement for part in other.plan.parts]


@pytest.mark.parametrize(
    "asked",
    [
        {"asked": f"SELECT ward, COUNT(*) AS n, AVG(age) AS stay {BY}"},
        {"asked": ASK.replace("visits", "visits WHERE age > 3")},
        {"asked": ASK.replace("ward", "age > 3")},
        {"asked": f"SELECT ward, COUNT(*) {BY}"},
        {"epsilon": "0.4"},
    ],
)
def test_what_moves_the_noise_is_another_question(asked):
    whole = curator()
    usual = {"asked": ASK, "epsilon": "0.5"}
    assert whole.offer(**usual).charge.key != whole.offer(**{**usual, **asked}).charge.key


@pytest.mark.parametrize("facts", [{"rows_per_person": 2}, {"groups_per_person": 1}, {"rows_per_group": 1}])
def test_other_limits_are_another_question(facts):
    assert curator().offer(ASK, epsilon=1).charge.key != curator(**facts).offer(ASK, epsilon=1).charge.key


def test_planning_facts_are_no_part_of_a_question():
    assert curator().offer(ASK, epsilon=1).charge.key == curator(expected_people=7).offer(ASK, epsilon=1).charge.key
