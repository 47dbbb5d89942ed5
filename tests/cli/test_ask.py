# SPDX-License-Identifier: Apache-2.0
"""`diffident ask`: nothing is spent before somebody agrees to the price, and the same answer is free."""

import pytest

from cli.run import run
from cli.small import COUNT, FILE, PER_WARD, as_json, left
from diffident.cli.door import End


def test_the_price_is_shown_and_spent_once_somebody_agrees(small):
    ended = run("ask", FILE, PER_WARD, "--epsilon", "0.5", typed="y\n")
    assert ended.exit_code == End.ANSWERED
    assert "Spend 0.5? [y/N]" in ended.stderr
    assert ended.stderr.index("Nothing has been read yet") < ended.stderr.index("Spend")
    assert "price 0.5   left 2.5   answer 1" in ended.stdout
    assert left() == 2.5


@pytest.mark.parametrize("typed", ["n\n", "\n", "no\n", "\x1b[A\n", "yess\n", "\udcff\n"])
def test_whoever_does_not_agree_spends_nothing(small, typed):
    ended = run("ask", FILE, COUNT, "--epsilon", "0.5", typed=typed.encode(errors="surrogateescape"))
    assert ended.exit_code == End.NO
    assert ended.stdout == "  Nothing was spent.\n"
    assert left() == 3


def test_where_nobody_can_agree_it_is_refused_and_nothing_is_spent(small):
    ended = run("ask", FILE, COUNT, "--epsilon", "0.5")
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    assert ended.stderr.splitlines()[-1].startswith("not_confirmed: Nobody agreed to spend 0.5")
    assert left() == 3


def test_whoever_is_sure_is_not_asked(small):
    ended = run("ask", FILE, COUNT, "--epsilon", "0.5", "--yes")
    assert (ended.exit_code, ended.stderr) == (End.ANSWERED, "")
    assert left() == 2.5


def test_the_same_question_is_answered_again_for_nothing_and_without_asking(small):
    first = as_json("ask", FILE, COUNT, "--epsilon", "0.5", "--yes")
    again = run("ask", FILE, f"{COUNT} LIMIT 7", "--epsilon", "0.5")
    assert (again.exit_code, again.stderr) == (End.ANSWERED, "")
    assert "free, as it was answered before   left 2.5   answer 1" in again.stdout
    assert as_json("ask", FILE, COUNT, "--epsilon", "0.5") == {**first, "price": [0, 0]}
    assert left() == 2.5


def test_the_json_has_every_row_with_its_interval(small):
    told = as_json("ask", FILE, PER_WARD, "--epsilon", "1", "--confidence", "0.9", "--yes")
    assert [told[name] for name in ("answer", "price", "left", "confidence")] == [1, [10**9, 0], [2 * 10**9, 0], 0.9]
    assert [row["ward"] for row in told["rows"]] == ["cardiology", "oncology", "surgery", "geriatrics"]
    for row in told["rows"]:
        assert row["visits_low"] < row["visits"] < row["visits_high"]
        assert 0 <= row["days_low"] <= row["days"] <= row["days_high"] <= 60


def test_what_is_not_left_is_refused_without_asking(small):
    ended = run("ask", FILE, COUNT, "--epsilon", "4")
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith("budget_exhausted: ")
    assert left() == 3


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("SELECT nobody FROM visits", "unknown_name"),
        ("SELECT COUNT(*) FROM nowhere", "unknown_name"),
        ("SELECT patient_id FROM visits", "not_an_aggregate"),
        ("SELECT patient_id, COUNT(*) FROM visits GROUP BY patient_id", "needs_categories"),
        ("DROP TABLE visits", "not_answered"),
        ("", "not_answered"),
        ("SELECT COUNT(*) FROM visits; SELECT 1", "sql_not_read"),
        ("(" * 100_000, "sql_too_large"),
    ],
    ids=lambda given: ascii(given)[:20],
)
def test_a_question_that_cannot_be_answered_is_refused_in_one_line_and_spends_nothing(small, question, code):
    ended = run("ask", FILE, question, "--epsilon", "0.5", "--yes")
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    (line,) = ended.stderr.splitlines()
    assert line.isprintable()
    assert line.startswith(f"{code}: ")
    assert left() == 3


@pytest.mark.parametrize(
    "ward", ["\x1b[31m", "\u202e", "x" * 900, "''; DROP TABLE visits --"], ids=lambda ward: ascii(ward)[:9]
)
def test_hostile_texts_are_texts(small, ward):
    question = COUNT + f" WHERE ward = '{ward}'"
    told = as_json("ask", FILE, question, "--epsilon", "1", "--yes")
    assert told["rows"][0]["visits"] < 600


@pytest.mark.parametrize("epsilon", ["nan", "0", "-1", "", "1e-12", "\u0661", "1/3", "a lot"])
def test_an_epsilon_that_is_none_is_refused(small, epsilon):
    ended = run("ask", FILE, COUNT, "--epsilon", epsilon, "--yes")
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    assert left() == 3


def test_without_an_epsilon_it_says_how_to_see_what_each_buys(small):
    ended = run("ask", FILE, COUNT)
    assert ended.exit_code == End.REFUSED
    assert ended.stderr.startswith("price_or_error: ")
    assert "diffident preview" in ended.stderr
