# SPDX-License-Identifier: Apache-2.0
"""The demo: prices first, every number with its interval, pictures with tables, and nothing needed but a folder."""

import json
import math
import re
from fractions import Fraction

import pytest

from cli.run import environment, process, run
from diffident.cli import counties, drivers
from diffident.cli.demo import FILES
from diffident.cli.door import End
from diffident.invented.counties import HOW_MANY
from diffident.privacy.laws import DiscreteLaplace
from diffident.show import chart

LONGEST_LINE = 104


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """One run as text, and what it left behind."""
    folder = tmp_path_factory.mktemp("played") / "demo"
    ended = run("demo", "--folder", str(folder))
    assert (ended.exit_code, ended.stderr) == (0, "")
    return ended.stdout, folder


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    folder = tmp_path_factory.mktemp("plain")
    return json.loads(run("demo", "--folder", str(folder), "--json").stdout)


def test_each_question_comes_with_its_price_and_before_its_answer(told):
    text, _ = told
    prices = [line for line in text.splitlines() if "price: epsilon" in line]
    assert [line.split()[-1] for line in prices] == ["0.1", "1"]
    assert [line.split()[0] for line in prices] == ["1", "2"]
    assert text.index("price: epsilon 0.1") < text.index("ill, released")


def test_lines_fit_and_nothing_shouts(told):
    text, _ = told
    assert max(map(len, text.splitlines())) <= LONGEST_LINE
    assert "!" not in text
    assert text.isascii()


def test_the_largest_error_is_that_of_the_exact_law(told, plain):
    """Exercise 4.5: scale 10, and the smallest t that all 3,143 draws keep with 95 %."""
    law = DiscreteLaplace(Fraction(10))
    within = plain["scenes"][0]["within_together"]
    assert (1 - law.tail(within + 1)) ** HOW_MANY >= 0.95
    assert (1 - law.tail(within)) ** HOW_MANY < 0.95
    assert f"all at once are within {within}, 95 %" in told[0]


def test_every_county_is_released_once(plain):
    rows = plain["scenes"][0]["counties"]
    assert len({row["county"] for row in rows}) == len(rows) == HOW_MANY
    assert all(isinstance(row["released"], int) for row in rows)


def test_the_interval_of_every_county_that_is_shown_is_as_wide_as_told(told):
    text, _ = told
    alone, together = (int(found) for found in re.search(r"within (\d+) of.*within (\d+),", text).groups())
    rows = re.findall(
        r"^ +\w+ +[\d,]+ +(-?[\d,]+) +(-?[\d,]+) \.\. (-?[\d,]+) +(-?[\d,]+) \.\. (-?[\d,]+)$", text, re.MULTILINE
    )
    assert len(rows) == 10
    for row in rows:
        middle, low, high, lowest, highest = (int(part.replace(",", "")) for part in row)
        assert (middle - low, high - middle) == (alone, alone)
        assert (middle - lowest, highest - middle) == (together, together)


def test_the_curator_is_nearer_than_people_who_randomise_themselves(plain):
    for group in plain["scenes"][1]["groups"]:
        assert group[drivers.CURATOR]["within"] < group[drivers.HOME]["within"]
        assert group[drivers.HOME]["within"] > 0.9 * 1.96 * math.sqrt(group["people"] * math.e) / (math.e - 1)


def test_odds_and_guesses_are_rounded_against_us(told):
    assert "at most 1.11 times" in told[0]
    assert "at most 2.72 times" in told[0]
    assert "right at most 53 times in 100" in told[0]
    assert "right at most 74 times in 100" in told[0]


def test_pictures_and_their_tables_are_in_the_folder(told):
    text, folder = told
    assert {path.name for path in folder.iterdir()} == {"index.html", *FILES}
    page = (folder / "index.html").read_text()
    assert all(f'<img src="{file}" alt="' in page for file in FILES)
    assert page.count("<tr>") > HOW_MANY
    assert f"{folder.as_posix()}/index.html" in text


def test_a_second_run_takes_the_place_of_the_first_and_draws_other_noise(told):
    _, folder = told
    before = (folder / FILES[0]).read_bytes()
    ended = run("demo", "--folder", str(folder))
    assert (ended.exit_code, ended.stderr) == (0, "")
    assert (folder / FILES[0]).read_bytes() != before


def test_without_matplotlib_tables_are_told_and_the_command_that_installs_it(tmp_path, monkeypatch):
    monkeypatch.setattr(chart, "can_draw", lambda: False)
    ended = run("demo", "--folder", str(tmp_path))
    assert ended.exit_code == 0
    assert "pip install 'diffident[plot]'" in ended.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]
    assert "<img" not in (tmp_path / "index.html").read_text()


@pytest.mark.parametrize("name", ["taken", "a\0b", "x" * 5000, "taken/below"])
def test_a_folder_that_cannot_be_written_is_refused(tmp_path, name, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").write_text("")
    ended = run("demo", "--folder", name)
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith("cannot_be_written: ")


@pytest.mark.parametrize("home", [None, "no folder"])
def test_no_home_is_needed(tmp_path, home):
    (tmp_path / "no folder").write_text("")
    wanted = home and str(tmp_path / home)
    started = process("demo", cwd=tmp_path, env=environment(HOME=wanted, XDG_CACHE_HOME=None, XDG_CONFIG_HOME=None))
    out, err = started.communicate()
    assert (started.returncode, err) == (0, b"")
    assert b"demo/index.html" in out
    assert (tmp_path / "demo" / FILES[0]).exists()


def test_each_scene_is_one_question_of_its_own():
    assert counties.counties_scene().question != drivers.drivers_scene().question
