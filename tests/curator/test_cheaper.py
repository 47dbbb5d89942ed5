# SPDX-License-Identifier: Apache-2.0
"""What else may do is told before anything is paid, with its error; from public facts and published answers alone."""

import pytest

from curator.hospital import ASK, curator, hospital, visits
from diffident.curator.cheaper import alternatives

MANY = {"expected_people": 4000}


def found(whole, **how):
    return {each.what: each for each in whole.preview(ASK, **(how or {"epsilon": "0.5"})).cheaper}


def test_coarser_groups_and_narrower_bounds_have_their_errors():
    whole = curator(**MANY)
    usual, others = whole.preview(ASK, epsilon="0.5"), found(whole)
    assert list(others) == ["without GROUP BY", "with stay cut to 0..30"]
    assert others["without GROUP BY"].errors["AVG(stay)"] == pytest.approx(usual.errors["AVG(stay)"] / 3)
    assert others["with stay cut to 0..30"].errors["AVG(stay)"] == pytest.approx(usual.errors["AVG(stay)"] / 2)
    assert others["without GROUP BY"].price == usual.offer.charge.price


def test_for_the_same_error_they_cost_less():
    whole = curator(**MANY)
    usual, others = whole.preview(ASK, within={"stay": 4}), found(whole, within={"stay": 4})
    assert all(each.price.units < usual.offer.charge.price.units / 1.9 for each in others.values())


def test_an_earlier_answer_is_free_and_said_first():
    whole = curator(**MANY)
    whole.ask(ASK.replace("COUNT(*) AS n", "COUNT(*) AS n, COUNT(*) AS m"), epsilon="0.2")
    first = whole.preview(ASK, epsilon="0.5").cheaper[0]
    assert first.what == "answer 1 has it"
    assert first.price.units == 0
    assert first.errors == whole.offer(ASK, epsilon="0.2").errors(whole.ask(ASK, epsilon="0.2").confidence)
    assert "answer 1 has it: free, COUNT(*) within 90" in str(whole.preview(ASK, epsilon="0.5"))


@pytest.mark.parametrize(
    "other",
    [
        ASK.replace("FROM visits", "FROM visits WHERE age > 3"),
        ASK.replace("ward", "age > 30"),
        "SELECT ward, COUNT(*) AS n FROM visits GROUP BY ward",
    ],
)
def test_an_answer_about_something_else_is_not_offered(other):
    whole = curator(**MANY)
    whole.ask(other, epsilon="0.2")
    assert not any("answer" in each for each in found(whole))


def test_an_answer_for_another_purpose_or_version_is_not_offered():
    whole = hospital("memory", purposes={"research": 1, "planning": 1}, table=MANY)
    whole.ask(ASK, epsilon="0.2", purpose="research")
    assert any("answer" in each for each in found(whole, epsilon="0.5", purpose="research"))
    assert not any("answer" in each for each in found(whole, epsilon="0.5", purpose="planning"))
    assert not any("answer" in each for each in found(whole.new_version(), epsilon="0.5", purpose="research"))


def test_alternatives_are_alike_for_neighbours():
    """Neighbour replay of previews: whoever is in the data, the same is shown, and nothing is read for it."""
    told = []
    for data in (visits(), visits(without=7)):
        whole = curator(data, **MANY)
        object.__setattr__(whole, "engine", None)
        told.append([str(whole.preview(ASK, **how)) for how in ({"epsilon": "0.5"}, {"within": {"stay": 4}}, {})])
    assert told[0] == told[1]


def test_what_cannot_be_had_is_no_alternative():
    whole = curator(**MANY)
    offer = whole.offer("SELECT COUNT(*) AS n FROM visits", epsilon=1)
    from diffident.curator.wanted import request

    assert alternatives(whole, offer, request(whole.promise, within={"gone": 1})) == []
