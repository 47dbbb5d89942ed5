# SPDX-License-Identifier: Apache-2.0
"""The walk: pay, look, blur, publish; in that order, and for the price that was shown."""

import numpy as np
import pytest

import diffident as dd
from diffident.curator.answer import answered
from diffident.errors import Refused
from diffident.privacy.unseal import unseal
from diffident.randomness.source import Source

ASK = "SELECT ward, COUNT(*) AS n, AVG(stay) AS stay FROM visits GROUP BY ward"


def visits(count=200, without=None):
    import pandas as pd

    rows = [{"patient": i % 40, "ward": "AB"[i % 2], "stay": float(i % 30)} for i in range(count)]
    return pd.DataFrame([row for row in rows if row["patient"] != without])


def curator(data=None, epsilon=3, **more):
    return dd.protect(
        visits() if data is None else data,
        name="visits",
        person="patient",
        rows_per_person=3,
        groups_per_person=2,
        columns={"ward": dd.categories("A", "B", "C"), "stay": dd.bounds(0, 60, source="codebook")},
        budget=dd.Budget(epsilon=epsilon),
        ledger="memory",
        **more,
    )


class Watched:
    """An engine that notes what was left when it was asked to look, and may fail."""

    def __init__(self, inner, ledger, *, fail=False):
        self.inner, self.ledger, self.fail, self.seen = inner, ledger, fail, []

    def sums(self, look):
        self.seen.append(self.ledger.left("visits").units)
        if self.fail:
            raise RuntimeError
        return self.inner.sums(look)


def test_the_price_is_gone_before_the_first_row_is_read():
    whole = curator()
    engine = Watched(whole.engine, whole.ledger)
    answered(whole.offer(ASK, epsilon="0.5"), engine, whole.ledger)
    assert engine.seen == [2_500_000_000]


def test_a_look_that_fails_costs():
    whole = curator()
    with pytest.raises(RuntimeError):
        answered(whole.offer(ASK, epsilon="0.5"), Watched(whole.engine, whole.ledger, fail=True), whole.ledger)
    assert whole.left.units == 2_500_000_000


def test_the_same_question_is_served_again_for_nothing_and_to_the_byte():
    whole = curator()
    first = whole.ask(ASK, epsilon="0.5")
    again = whole.ask(
        " select WARD as w, avg(Stay) as s, count(*) from VISITS group by 1 order by 2 limit 1", epsilon=0.5
    )
    assert again.stored == first.stored
    assert [len(again.rows), next(iter(again.rows[0]))] == [1, "w"]
    assert whole.left.units == 2_500_000_000


def test_what_is_not_left_is_refused_and_nothing_is_read():
    whole = curator(epsilon=1)
    with pytest.raises(Refused) as refused:
        whole.ask(ASK, epsilon=2)
    assert refused.value.code == "budget_exhausted"
    assert whole.left.units == 10**9


def test_the_price_is_the_sum_of_what_is_drawn():
    whole = curator()
    for asked in ("1", "0.3", "0.7"):
        offer = whole.offer(ASK, epsilon=asked)
        spent = sum(one.epsilon for one in offer.noise)
        assert offer.charge.price.units == spent * 10**9
        assert 0 <= float(asked) - spent < 1e-8
        assert [one.reach for one in offer.noise] == [part.reach.l1 for part in offer.plan.parts]


def test_neighbours_move_what_is_blurred_by_no_more_than_the_reach():
    one, other = curator(), curator(visits(without=7))
    other.engine.secret = one.engine.secret
    offer = one.offer(ASK, epsilon="0.5")
    assert other.offer(ASK, epsilon="0.5").charge == offer.charge
    sums, fewer = (unseal(each.engine.sums(offer.plan.looks[0].words())) for each in (one, other))
    for part in offer.plan.parts:
        moved = (sums - fewer)[:, part.first : part.first + part.width]
        assert 0 < np.abs(moved).sum() <= part.reach.l1
    assert offer.perform(one.engine, Source.replay(5)) == offer.perform(one.engine, Source.replay(5))


def test_a_preview_reads_nothing_and_costs_nothing():
    whole = curator(expected_people=40)
    preview = whole.preview(ASK, epsilon="0.5")
    assert preview.price == 0.5
    assert preview.affordable
    assert preview.errors["COUNT(*)"] == 36
    assert whole.left.units == 3 * 10**9
    assert "40 people" in str(preview)
