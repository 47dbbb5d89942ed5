# SPDX-License-Identifier: Apache-2.0
"""A preview tells price, error and what is left before anything is read; all of it public."""

import pytest

from curator.hospital import APPROXIMATE, ASK, curator


def test_it_says_price_error_and_what_is_left_in_words():
    told = str(curator(expected_people=40).preview(ASK, epsilon="0.5")).splitlines()
    assert told[0] == "  Assuming 40 people. Nothing has been read yet."
    assert told[2].startswith("  price      0.5 of epsilon, 2.5 left")
    assert told[3] == "  error      COUNT(*) within 36, 95 %"


def test_without_planning_facts_it_says_which_it_needs():
    preview = curator().preview(ASK, epsilon="0.5")
    assert preview.errors["AVG(stay)"] is None
    assert "needs expected_people=" in str(preview)


def test_what_is_not_left_is_said_before_it_is_asked():
    preview = curator(budget={"epsilon": 1}).preview(ASK, epsilon=2)
    assert not preview.affordable
    assert "2 of epsilon, and 1" in str(preview)


@pytest.mark.parametrize("budget", [{"epsilon": 3}, APPROXIMATE], ids=["pure", "approximate"])
def test_it_tells_the_price_that_is_then_paid(budget):
    whole = curator(budget=budget)
    before = whole.left
    preview = whole.preview(ASK, epsilon="0.1")
    whole.ask(ASK, epsilon="0.1")
    assert before.units - whole.left.units == preview.price * 10**9
    assert preview.as_json()["affordable"] is True
    assert preview.as_json()["groups"] == 3
    assert ("of the promise" in str(preview)) is (budget is APPROXIMATE)
