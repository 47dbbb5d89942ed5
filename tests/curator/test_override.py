# SPDX-License-Identifier: Apache-2.0
"""GoogleSQL's clause runs within the policy or is refused by name; ends of intervals by name; EXPLAIN."""

import pytest

import diffident as dd
from curator.hospital import APPROXIMATE, curator
from diffident.errors import Refused

CLAUSE = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS"
BY = "FROM visits GROUP BY ward"


def same(text, other, **how):
    """Return whether two texts are one question, for one price."""
    whole = curator()
    return whole.offer(text, **how).charge == whole.offer(other, **how).charge


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (f"{CLAUSE}(epsilon = 0.5) ward, COUNT(*) AS n {BY}", f"SELECT ward, COUNT(*) AS n {BY}"),
        (f"select with differential_privacy options (EPSILON=0.5) ward, COUNT(*) {BY}", f"SELECT ward, COUNT(*) {BY}"),
        (
            f"{CLAUSE}(epsilon = 0.5) AVG(stay, contribution_bounds_per_row => (0, 30)) AS a FROM visits",
            "SELECT AVG(CASE WHEN stay IS NOT NULL THEN GREATEST(0, LEAST(30, stay)) END) AS a FROM visits",
        ),
        (
            f"{CLAUSE}(epsilon = 0.5) SUM(CASE WHEN age > 3 THEN stay END, contribution_bounds_per_row => (-1, 30)) FROM visits",
            ("SELECT SUM(CASE WHEN CASE WHEN age > 3 THEN stay END IS NOT NULL "
            "THEN GREATEST(-1, LEAST(30, CASE WHEN age > 3 THEN stay END)) END) FROM visits"),
        ),
        (
            f"{CLAUSE}(epsilon = 0.5) ward, COUNT(*, contribution_bounds_per_group => (0, 2)) AS n {BY}",
            ("SELECT ward, SUM(CASE WHEN c IS NOT NULL THEN GREATEST(0, LEAST(2, c)) END) AS n "  # noqa: S608
            f"FROM (SELECT patient, ward, COUNT(*) AS c {BY}, patient) AS each GROUP BY ward"),
        ),
        (
            (f"{CLAUSE}(epsilon = 0.5) ward, AVG(stay, contribution_bounds_per_group => (0, 20)) AS a FROM visits "
            "WHERE age > 9 GROUP BY ward"),
            ("SELECT ward, AVG(CASE WHEN c IS NOT NULL THEN GREATEST(0, LEAST(20, c)) END) AS a "
            "FROM (SELECT patient, ward, AVG(stay) AS c FROM visits WHERE age > 9 GROUP BY ward, patient) AS each GROUP BY ward"),
        ),
    ],
)  # fmt: skip
def test_it_is_a_question_in_plain_sql(text, plain):
    whole = curator()
    offers = [whole.offer(text), whole.offer(plain, epsilon="0.5")]
    assert offers[0].charge.key == offers[1].charge.key
    assert whole.ask(text).stored == whole.ask(plain, epsilon="0.5").stored


def test_a_question_narrows_limits_and_never_widens_them():
    whole = curator(rows_per_person=6, groups_per_person=3, rows_per_group=2)
    usual = whole.offer(f"SELECT ward, COUNT(*) AS n {BY}", epsilon=1)
    for most, groups in ((1, 1), (2, 2), (3, 3), (99, 3)):
        offer = whole.offer(f"{CLAUSE}(epsilon = 1, max_groups_contributed = {most}) ward, COUNT(*) AS n {BY}")
        assert offer.plan.bound.groups == groups
        assert (offer.charge.key == usual.charge.key) is (groups == 3)
        assert offer.plan.parts[0].reach.l1 == 2 * groups
    narrow = curator(groups_per_person={("ward",): 2})
    offer = narrow.offer(f"{CLAUSE}(epsilon = 1, max_groups_contributed = 1) ward, COUNT(*) AS n {BY}")
    assert offer.plan.bound.groups == 1


def test_an_answer_to_it_is_opened_again():
    whole = curator()
    answer = whole.ask(f"{CLAUSE}(epsilon = 1, max_groups_contributed = 1) ward, COUNT(*) AS n {BY}")
    assert whole.answers.open(1).rows == answer.rows
    assert answer.sharpen(within={"n": 4}).release().answers[0] == answer.stored


@pytest.mark.parametrize(
    ("text", "how", "code"),
    [
        (f"{CLAUSE}(epsilon = 1e20) COUNT(*) AS n FROM visits", {}, "epsilon_above_cap"),
        (f"{CLAUSE}(epsilon = 1) COUNT(*) AS n FROM visits", {"epsilon": 2}, "said_twice"),
        (f"{CLAUSE}(epsilon = 1) COUNT(*) AS n FROM visits", {"within": {"n": 9}}, "said_twice"),
        (f"{CLAUSE}(epsilon = 1, kappa = 3) COUNT(*) AS n FROM visits", {}, "option_unknown"),
        (f"{CLAUSE}(epsilon = 1, epsilon = 2) COUNT(*) AS n FROM visits", {}, "option_unknown"),
        (f"{CLAUSE}(epsilon = 1, max_groups_contributed = 0) COUNT(*) AS n FROM visits", {}, "number_out_of_range"),
        (f"{CLAUSE}(epsilon = 1, max_groups_contributed = x) COUNT(*) AS n FROM visits", {}, "not_a_privacy_number"),
        (f"{CLAUSE}(epsilon = 1, privacy_unit_column = age) COUNT(*) AS n FROM visits", {}, "policy_differs"),
        (f"{CLAUSE}(epsilon = 1, group_selection_strategy = EVERY) COUNT(*) AS n FROM visits", {}, "policy_differs"),
        (f"{CLAUSE}(delta = 1e-6) COUNT(*) AS n FROM visits", {}, "price_or_error"),
        (f"{CLAUSE}(epsilon = 1", {}, "sql_not_read"),
        (f"{CLAUSE}(epsilon 1) COUNT(*) AS n FROM visits", {}, "sql_not_read"),
        (f"{CLAUSE}(epsilon = 1) SUM(stay, contribution_bounds_per_row => 3) FROM visits", {}, "sql_not_read"),
        (f"{CLAUSE}(epsilon = 1) SUM(stay, contribution_bounds_per_row => (3)) FROM visits", {}, "sql_not_read"),
        (f"{CLAUSE}(epsilon = 1) COUNT(*, contribution_bounds_per_row => (0, 1)) FROM visits", {}, "not_answered"),
        ("SELECT WITH ANONYMIZATION OPTIONS(epsilon = 1) ANON_COUNT(*) FROM visits", {}, "not_answered"),
        ("SELECT ANON_SUM(stay CLAMPED BETWEEN 0 AND 9) FROM visits", {"epsilon": 1}, "not_answered"),
        ("EXPLAIN SELECT COUNT(*) AS n FROM visits", {"epsilon": 1}, "explain_is_free"),
        ("SELECT SUM(stay) / COUNT(*) AS r, DP_INTERVAL_LOW(r) AS a FROM visits", {"epsilon": 1}, "not_answered"),
        ("SELECT COUNT(*) AS n, DP_INTERVAL_LOW(n) AS n_low FROM visits", {"epsilon": 1}, "column_twice"),
        (
            f"{CLAUSE}(epsilon = 1) SUM(stay, contribution_bounds_per_group => (0, 9)), COUNT(*) FROM visits",
            {}, "not_answered",
        ),
        (
            f"{CLAUSE}(epsilon = 1) COUNT(*) AS n FROM visits RIGHT OUTER JOIN (SELECT DISTINCT ward FROM w) USING (ward)",  # noqa: S608
            {}, "unknown_name",
        ),
    ],
)  # fmt: skip
def test_what_is_not_answered_is_refused_by_name_and_costs_nothing(text, how, code):
    whole = curator()
    with pytest.raises(Refused) as refused:
        whole.ask(text, **how)
    assert refused.value.code == code
    assert whole.left.units == 3 * 10**9


def test_hidden_groups_are_named_by_our_rule_and_public_ones_are_listed():
    hidden = curator(columns={"ward": dd.categories(hidden=True), "stay": dd.bounds(0, 60)}, budget=APPROXIMATE)
    text = "ward, COUNT(*) AS n FROM visits GROUP BY ward"
    named = hidden.offer(f"{CLAUSE}(epsilon = 1, group_selection_strategy = LAPLACE_THRESHOLD) {text}")
    assert named.select is not None
    with pytest.raises(Refused) as refused:
        hidden.offer(f"{CLAUSE}(epsilon = 1, group_selection_strategy = PUBLIC_GROUPS) {text}")
    assert refused.value.code == "policy_differs"
    assert len(curator().ask(f"{CLAUSE}(epsilon = 1, group_selection_strategy = PUBLIC_GROUPS) {text}").rows) == 3


def test_ends_of_intervals_have_names():
    whole = curator()
    asked = f"SELECT ward, COUNT(*) AS n, DP_INTERVAL_LOW(n) AS low, DP_INTERVAL_HIGH(COUNT(*)) AS high {BY}"
    answer = whole.ask(asked, epsilon=1)
    assert [(row["low"], row["high"]) for row in answer.rows] == answer.interval("n")
    assert [(row["low"], row["high"]) for row in answer.at("0.5").rows] == answer.interval("n", confidence="0.5")
    assert answer.columns == ["ward", "n", "n_low", "n_high", "low", "high"]
    assert whole.ask(f"SELECT ward, COUNT(*) AS n {BY}", epsilon=1).stored == answer.stored
    assert whole.answers.open(1).rows == answer.rows


def test_explain_is_a_preview():
    whole = curator()
    text = f"SELECT ward, COUNT(*) AS n {BY}"
    assert str(whole.preview(f"EXPLAIN {text}", epsilon=1)) == str(whole.preview(text, epsilon=1))
    assert str(whole.preview(f"explain {CLAUSE}(epsilon = 1) ward, COUNT(*) AS n {BY}")) == str(
        whole.preview(text, epsilon=1)
    )


def test_words_in_quotes_are_no_clause():
    whole = curator(columns={"ward": dd.categories("CLAMPED", "EXPLAIN"), "stay": dd.bounds(0, 60)})
    assert (
        len(
            whole.ask(
                "SELECT ward, COUNT(*) AS n FROM visits WHERE ward <> 'x CLAMPED y' GROUP BY ward", epsilon=1
            ).rows
        )
        == 2
    )
