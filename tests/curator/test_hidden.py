# SPDX-License-Identifier: Apache-2.0
"""Hidden categories: named from how many people have each, paid for, and moved by nobody further than was paid for."""

import math
from fractions import Fraction

import pytest

import diffident as dd
from diffident.curator.answer import answered
from diffident.curator.seen import named
from diffident.errors import Refused
from diffident.privacy.mechanisms import GaussianThreshold, KeySelection
from diffident.privacy.mechanisms.need import Select
from diffident.privacy.unseal import unseal
from diffident.question.grouping import MOST_CELLS
from diffident.randomness.source import Source

ASK = "SELECT code, COUNT(*) AS n, AVG(stay) AS stay FROM visits GROUP BY code"
APPROXIMATE = {"epsilon": 3, "delta": "1e-5", "typical": "0.5"}


def visits(without=None, people=600):
    """A third of all people have each of A and B, some have C, and everybody a code of their own."""
    import pandas as pd

    codes = [(i, code) for i in range(people) for code in ("AB"[i % 2], *("C" * (i < 40)), f"own {i}")]
    rows = [{"patient": i, "code": code, "ward": "xy"[i % 2], "stay": float(i % 30)} for i, code in codes]
    return pd.DataFrame([row for row in rows if row["patient"] != without])


def curator(data=None, promise=APPROXIMATE, groups=3, **hidden):
    return dd.protect(
        visits() if data is None else data,
        name="visits",
        person="patient",
        rows_per_person=3,
        groups_per_person=groups,
        columns={
            "code": dd.categories(hidden=True, **hidden),
            "ward": dd.categories("x", "y"),
            "stay": dd.bounds(0, 60, source="codebook"),
        },
        budget=dd.Budget(**promise),
        ledger="memory",
    )


def offered(whole, asked=ASK, epsilon=1, delta="1e-7"):
    return whole.offer(asked, epsilon=epsilon, delta=delta)


def test_what_many_people_have_is_named_and_what_one_has_is_not():
    whole = curator()
    rows = whole.ask(ASK, epsilon=1, delta="1e-7").rows
    assert [row["code"] for row in rows] in (["A", "B"], ["A", "B", "C"])
    assert all(abs(row["n"] - 300) < 100 for row in rows[:2])


def test_cells_stand_in_the_order_of_keys_whatever_the_order_of_columns():
    whole = curator()
    for asked, first in (("ward, code", ("x", "A")), ("code, ward", ("A", "x"))):
        answer = whole.ask(f"SELECT {asked}, COUNT(*) AS n FROM visits GROUP BY {asked}", epsilon="0.5", delta="1e-7")  # noqa: S608 - columns of this test
        cells = [tuple(list(row.values())[:2]) for row in answer.rows]
        assert cells[0] == first
        assert cells == sorted(cells)
        assert len(cells) % 2 == 0


def test_looks_come_in_turn_and_the_price_before_all_of_them():
    whole = curator()
    seen = []

    class Watched:
        def counts(self, look):
            seen.append(("counts", whole.left.units))
            return whole.engine.counts(look)

        def sums(self, look):
            seen.append(("sums", len(look.by.cells)))
            return whole.engine.sums(look)

    before = whole.left.units
    offer = offered(whole)
    answered(offer, Watched(), whole.ledger)
    assert [what for what, _ in seen] == ["counts", "sums"]
    assert seen[0][1] == before - offer.charge.price.units < before
    assert 2 <= seen[1][1] <= 3


def test_neighbours_move_the_numbers_of_people_by_no_more_than_was_paid_for():
    one, other = curator(), curator(visits(without=7))
    other.engine.secret = one.engine.secret
    offer = offered(one)
    assert offered(other).charge == offer.charge
    look = offer.plan.selection.look.words()
    whole, fewer = (unseal(each.engine.counts(look)) for each in (one, other))
    moved = [whole[key] - fewer.get(key, 0) for key in whole]
    assert set(moved) == {0, 1}
    assert 0 < sum(moved) <= offer.select.keys_per_person == 3
    sums = [unseal(each.engine.sums(offer.plan.looks[0].words((("A",), ("B",))))) for each in (one, other)]
    for part in offer.plan.parts:
        changed = (sums[0] - sums[1])[:, part.first : part.first + part.width]
        assert 0 < abs(changed).sum() <= part.reach.l1


def test_what_is_published_is_a_function_of_the_draws():
    whole = curator()
    offer = offered(whole)
    assert offer.perform(whole.engine, Source.replay(4)) == offer.perform(whole.engine, Source.replay(4))
    assert offer.perform(whole.engine, Source.replay(4)) != offer.perform(whole.engine, Source.replay(5))


def test_the_price_holds_a_share_for_naming_and_all_of_delta():
    offer = offered(curator())
    spent = [one.epsilon for one in (*offer.noise, offer.select)]
    assert 0 <= 1 - sum(spent) < Fraction(1, 10**8)
    assert len(set(spent)) == 1
    assert offer.select.delta == Fraction(1, 10**7)
    assert offer.charge.price.delta_units > 0


def test_a_pure_promise_cannot_name_hidden_groups_and_says_what_can():
    whole = curator(promise={"epsilon": 3})
    with pytest.raises(Refused) as refused:
        whole.preview(ASK, epsilon=1)
    assert refused.value.code == "hidden_needs_delta"
    assert 'delta="1e-6"' in refused.value.advised
    assert whole.left.units == 3 * 10**9


def test_groups_of_fewer_people_than_the_minimum_are_never_named():
    whole = curator(minimum=301)
    assert offered(whole).select.minimum == 301
    for tape in range(20):
        offer = offered(whole, epsilon=2)
        assert named(whole.engine, offer.plan, offer.select, Source.replay(tape)) == ()
    assert whole.ask(ASK, epsilon=1, delta="1e-7").rows == []


@pytest.mark.parametrize(("epsilon", "delta"), [(1, "1e-5"), ("0.1", "1e-6"), ("0.5", "1e-8")])
def test_with_one_key_a_person_every_group_is_named_as_often_as_it_can_be(epsilon, delta):
    """Within one per cent of the closed form of the most that privacy allows (Desfontaines and others 2022)."""
    e, d = float(Fraction(epsilon)), float(delta)
    offer = offered(
        curator(groups=1), "SELECT code, COUNT(*) AS n FROM visits GROUP BY code", 2 * Fraction(epsilon), delta
    )
    assert isinstance(offer.select, KeySelection)
    assert float(offer.select.epsilon) == pytest.approx(e)
    turn = 1 + math.floor(math.log((math.exp(e) + 2 * d - 1) / (d * (math.exp(e) + 1))) / e)
    at_turn = math.expm1(turn * e) / math.expm1(e) * d
    for people, digits in enumerate(offer.select.digits.tolist()):
        rise = people - turn
        best = math.expm1(people * e) / math.expm1(e) * d
        if rise > 0:
            best = min(1.0, -math.expm1(-rise * e) * (1 + d / math.expm1(e)) + math.exp(-rise * e) * at_turn)
        assert digits / 2**64 == pytest.approx(best, rel=0.01)


def test_people_with_many_keys_are_named_by_a_noisy_number_where_that_names_smaller_groups():
    few, many = (Select(keys).at(Fraction(1), Fraction(1, 10**5)) for keys in (2, 60))
    assert isinstance(few, KeySelection)
    assert isinstance(many, GaussianThreshold)
    half = Fraction(1, 2)
    assert many.error(half) < KeySelection(epsilon=1, delta="1e-5", keys_per_person=60).error(half)


def test_keys_that_a_noisy_number_names_come_without_it():
    whole = curator()
    offer = offered(whole)
    found = named(
        whole.engine, offer.plan, GaussianThreshold(epsilon=1, delta="1e-6", keys_per_person=3), Source.replay(1)
    )
    assert found in ((("A",), ("B",)), (("A",), ("B",), ("C",)))


def test_the_certificate_says_how_groups_were_named():
    core = offered(curator()).certificate
    assert core["selection"]["mechanism"]["mechanism"] == "key_selection"
    assert core["selection"]["at most"] == MOST_CELLS
    assert core["price"]["delta"] == Fraction(1, 10**7)


def test_a_preview_of_hidden_groups_does_not_know_how_many_there_are():
    preview = curator().preview(ASK, epsilon=1, delta="1e-7")
    assert preview.as_json()["groups"] is None
    assert preview.affordable


def test_hidden_dates_and_numbers_are_refused():
    whole = dd.protect(
        visits(),
        name="visits",
        person="patient",
        rows_per_person=3,
        columns={"stay": dd.categories(hidden=True)},
        budget=dd.Budget(**APPROXIMATE),
        ledger="memory",
    )
    with pytest.raises(Refused) as refused:
        whole.preview("SELECT stay, COUNT(*) AS n FROM visits GROUP BY stay", epsilon=1)
    assert refused.value.code == "not_to_be_named"
