# SPDX-License-Identifier: Apache-2.0
"""How often a promise pays for a question, asked until it is spent; and noise beside chance."""

import math
from fractions import Fraction

import pytest

from diffident.errors import Refused
from diffident.privacy.accounting.budget import NOTHING, Budget
from diffident.privacy.loss import Approx, Pure
from diffident.privacy.tradeoff import together, tradeoff
from diffident.privacy.tradeoff.lifetime import Lifetime, Rhythm

PROMISES = [Budget(epsilon=3), Budget(epsilon=3, delta="1e-6", typical="0.1")]
SAMPLE = {"confidence": "0.95", "people": 900, "epsilon": 1, "sampling": "simple"}


@pytest.mark.parametrize("promise", PROMISES, ids=str)
@pytest.mark.parametrize("epsilon", ["0.1", "0.37", "3"])
def test_it_pays_as_often_as_prices_fit(promise, epsilon):
    loss, paid, times = Pure(Fraction(epsilon)), NOTHING, 0
    while paid + promise.price(loss) <= promise.cap:
        paid, times = paid + promise.price(loss), times + 1
    assert Lifetime(promise=promise, loss=loss).questions == times


def test_a_delta_runs_out_too():
    few = Lifetime(promise=PROMISES[1], loss=Approx(Fraction(1, 1000), Fraction(1, 10**8)))
    assert few.questions == 5  # of a twentieth of a millionth
    assert Lifetime(promise=PROMISES[0], loss=Pure(Fraction(0))).questions == 10**12


@pytest.mark.parametrize(
    ("every", "a_year"), [("day", 365.2425), ("week", 52.1775), ("month", 12), ("quarter", 4), ("year", 1)]
)
def test_a_rhythm_says_for_how_long(every, a_year):
    plan = tradeoff("count", confidence="0.95", epsilon="0.1", promise=PROMISES[0], every=every)
    assert plan.lifetime.years == pytest.approx(30 / a_year)
    assert Rhythm(every).a_year == pytest.approx(a_year)
    assert plan.as_json()["promise"] == {
        "epsilon": 3.0, "delta": 0.0, "questions": 30, "every": every, "years": float(plan.lifetime.years)
    }  # fmt: skip
    assert f"  the promise it pays for 30 of these; one a {every}, " in str(plan)


def test_without_a_rhythm_or_a_promise_less_is_said():
    assert str(tradeoff("count", confidence="0.95", epsilon="0.1", promise=PROMISES[0])).endswith(
        "pays for 30 of these"
    )
    plan = tradeoff("count", confidence="0.95", epsilon="0.1")
    assert (plan.lifetime, plan.as_json()["promise"]) == (None, None)
    with pytest.raises(Refused, match="every says nothing about a plan without a promise"):
        tradeoff("count", confidence="0.95", epsilon="0.1", every="week")
    with pytest.raises(Refused, match="every must be one of"):
        tradeoff("count", confidence="0.95", epsilon="0.1", promise=PROMISES[0], every="fortnight")


@pytest.mark.parametrize(("release", "bounds"), [("share", None), ("mean", (0, 60))])
@pytest.mark.parametrize(
    ("trust", "delta"), [("curator", None), ("curator", "1e-6"), ("nobody", None), ("shuffler", "1e-6")]
)
def test_noise_and_chance_are_alike_where_it_says(release, bounds, trust, delta):
    asked = {**SAMPLE, "bounds": bounds, "trust": trust, "delta": delta}
    beside = tradeoff(release, **asked).beside
    width = 60 if bounds else 1
    assert beside.chance == pytest.approx(width / 2 / math.sqrt(900))
    there = tradeoff(release, **{**asked, "epsilon": beside.alike_at}).beside
    assert there.noise == pytest.approx(there.chance, rel=0.01)
    assert there.noise <= there.chance
    assert "; alike at epsilon " in str(beside)


def test_of_a_curator_it_is_the_textbooks_epsilon():
    """sqrt(2)/(n epsilon) beside sqrt(1/4n)."""
    beside = tradeoff("share", **SAMPLE).beside
    assert float(beside.alike_at) == pytest.approx(math.sqrt(2) / 900 / (0.5 / 30), rel=0.01)
    assert beside.as_json() == {"noise": beside.noise, "chance": beside.chance, "alike_at": float(beside.alike_at)}


def test_without_a_sample_there_is_no_chance_and_some_noise_is_never_less():
    assert tradeoff("share", confidence="0.95", people=900, epsilon=1).beside is None
    assert tradeoff("count", confidence="0.95", epsilon=1).beside is None
    never = tradeoff("share", **{**SAMPLE, "share": "1e-9", "trust": "nobody"}).beside
    assert never.alike_at is None
    assert str(never).endswith("; noise is never less")


@pytest.mark.parametrize("wrong", ["3", 3, True, [Budget(epsilon=3)], PROMISES[0].price(Pure(Fraction(1)))], ids=repr)
def test_what_is_no_promise_is_refused(wrong):
    for asked in (
        lambda: tradeoff("count", confidence="0.95", epsilon="0.1", promise=wrong),
        lambda: together([{"release": "count", "within": 9, "confidence": "0.9"}], promise=wrong),
    ):
        with pytest.raises(Refused, match="not_a_promise"):
            asked()
