# SPDX-License-Identifier: Apache-2.0
"""`diffident preview`: free, of no row, and the more exact the more is paid."""

import re

import pytest

from cli.run import run
from cli.small import COUNT, FILE, PER_WARD, as_json, left
from diffident.cli.door import End


def test_one_epsilon_is_previewed_in_full_and_costs_nothing(small):
    ended = run("preview", FILE, PER_WARD, "--epsilon", "0.5")
    assert (ended.exit_code, ended.stderr) == (End.ANSWERED, "")
    assert "Nothing has been read yet" in ended.stdout
    assert "0.5" in ended.stdout
    assert left() == 3


def test_without_an_epsilon_the_usual_ones_are_compared(small):
    told = as_json("preview", FILE, COUNT)["previews"]
    assert [each["price"] for each in told] == [[10**8, 0], [5 * 10**8, 0], [10**9, 0]]
    text = run("preview", FILE, COUNT).stdout
    assert [line.split()[0] for line in text.splitlines() if line.strip()[:1].isdigit()] == ["0.1", "0.5", "1"]


def test_the_preview_tells_the_price_that_is_paid(small):
    told = as_json("preview", FILE, PER_WARD, "--epsilon", "0.3")
    assert as_json("ask", FILE, PER_WARD, "--epsilon", "0.3", "--yes")["price"] == told["price"]


@pytest.mark.parametrize("words", [["--epsilon", "3"], []], ids=len)
def test_what_is_not_left_ends_with_no(small, words):
    run("ask", FILE, COUNT, "--epsilon", "2.95", "--yes")
    ended = run("preview", FILE, PER_WARD, *words)
    assert ended.exit_code == End.NO
    assert words or [line.split()[-1] for line in ended.stdout.splitlines() if line.strip()[:1].isdigit()] == ["no"] * 3


def test_without_expected_people_it_says_where_to_write_them(small):
    (small / FILE).write_text(
        "\n".join(line for line in (small / FILE).read_text().splitlines() if "expected_people" not in line)
    )
    assert "need expected_people" in run("preview", FILE, PER_WARD).stdout
    assert "need expected_people" not in run("preview", FILE, COUNT).stdout


def test_under_an_approximate_promise_prices_are_shares_of_it(fresh):
    text = (fresh / FILE).read_text()
    (fresh / FILE).write_text(text.replace("{ epsilon = 3 }", '{ epsilon = 3, delta = "1e-6", typical = "0.1" }'))
    assert " % of the promise, " in run("preview", FILE, COUNT, "--epsilon", "0.1").stdout
    ended = run("ask", FILE, COUNT, "--epsilon", "0.1", "--yes")
    paid, left = (float(part) for part in re.search(r"price ([\d.]+) %   left ([\d.]+) %", ended.stdout).groups())
    assert 0 < paid < 10
    assert 99.9 < paid + left <= 100.001


def test_what_is_not_left_is_shown_beside_its_price(small):
    assert "price      4 of epsilon, and 3 is left" in run("preview", FILE, COUNT, "--epsilon", "4").stdout
