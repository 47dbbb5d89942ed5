# SPDX-License-Identifier: Apache-2.0
"""The demo: a hospital in a folder, four answers with price, interval and what is left; served again for nothing."""

import json
import re
import time
from pathlib import Path

import pytest

from cli.run import environment, process, run
from cli.small import as_json
from diffident.cli.demo import SCENES
from diffident.cli.door import End
from diffident.invented.hospital import FILES, WARDS

LONGEST_LINE = 120
LIMIT = 5  # processor seconds of the whole demo


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("played"))
        yield Path("demo")


@pytest.fixture(scope="module")
def told(folder):
    """The first run, as text."""
    started = time.process_time()
    ended = run("demo", "--folder", str(folder))
    assert ended.exit_code == End.ANSWERED
    assert time.process_time() - started < LIMIT
    return ended.stdout


@pytest.fixture(scope="module")
def again(told, folder):
    """The second run, as plain data."""
    return as_json("demo", "--folder", str(folder))


def test_each_question_comes_with_its_price_and_what_is_left(told):
    heads = re.findall(r"^ +(\d)  (.+\?) +price ([\d.]+)   left ([\d.]+)   answer \d$", told, re.MULTILINE)
    assert [(int(number), text.rstrip(), price) for number, text, price, _ in heads] == [
        (place, scene.asks, scene.epsilon) for place, scene in enumerate(SCENES, start=1)
    ]
    assert [float(left) for *_, left in heads] == [2.75, 2.25, 2, 1.5]


def test_it_says_whom_it_promises_what_and_rounds_against_itself(told):
    assert "31,204 patients, 200,000 visits, 4 wards" in told
    assert "at most 20.09 times" in told
    assert "right at most 96 times in 100" in told


def test_lines_fit_and_nothing_shouts(told):
    assert max(map(len, told.splitlines())) <= LONGEST_LINE
    assert "!" not in told
    assert told.isascii()


def test_every_number_has_its_interval(told, again):
    assert told.count(" .. ") == sum(
        sum(name.endswith("_low") for name in row) for scene in again["scenes"] for row in scene["rows"]
    )
    for scene in again["scenes"]:
        for row in scene["rows"]:
            for name in row:
                if f"{name}_low" in row:
                    assert row[f"{name}_low"] < row[name] < row[f"{name}_high"]


def test_the_answers_are_those_of_the_hospital(again):
    """Noise and the visits beyond twenty aside; that nothing is wrong by a factor."""
    wards = {row["ward"]: row["visits"] for row in again["scenes"][0]["rows"]}
    assert set(wards) == set(WARDS)
    assert 170_000 < sum(wards.values()) < 201_000
    assert {row["floor"]: row["visits"] for row in again["scenes"][3]["rows"]}.keys() == {1, 2, 3}


def test_a_second_run_is_served_the_same_for_nothing_and_says_so(again, told, folder):
    assert all(scene["price"] == [0, 0] for scene in again["scenes"])
    assert again["scenes"][0]["left"] == [15 * 10**8, 0]
    text = run("demo", "--folder", str(folder)).stdout
    assert "Everything was answered before and cost nothing." in text
    intervals = re.compile(r"\S+ \.\. \S+")
    assert intervals.findall(text) == intervals.findall(told)


def test_files_and_certificates_are_in_the_folder(again, folder):
    assert {*FILES, "answers", ".diffident"} == {path.name for path in folder.iterdir()}
    assert [scene["certificate"] for scene in again["scenes"]] == [
        f"answers/{n}.certificate.json" for n in (1, 2, 3, 4)
    ]
    for scene in again["scenes"]:
        assert json.loads((folder / scene["certificate"]).read_text())


def test_it_ends_with_what_to_do_next(told, folder):
    assert told.endswith(f"  Next: diffident shell {folder.as_posix()}/hospital.toml\n")
    assert f"Verify one: diffident verify {folder.as_posix()}/answers/1.certificate.json" in told


@pytest.mark.parametrize("name", ["hospital.toml", "visits.parquet", "wards.csv"])
def test_files_of_somebody_else_are_left_as_they_are(here, name):
    (here / name).write_text("mine")
    ended = run("demo", "--folder", ".")
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    assert ended.stderr.startswith("folder_taken: ")
    assert [(path.name, path.read_text()) for path in here.iterdir()] == [(name, "mine")]


@pytest.mark.parametrize("name", ["taken", "a\0b", "x" * 5000, "taken/below", "\udcff\0"])
def test_a_folder_that_cannot_be_written_is_refused(here, name):
    (here / "taken").write_text("")
    ended = run("demo", "--folder", name)
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith("cannot_be_written: ")


def test_no_home_is_needed(tmp_path):
    (tmp_path / "no folder").write_text("")
    homeless = environment(HOME=str(tmp_path / "no folder"), XDG_CACHE_HOME=None, XDG_CONFIG_HOME=None)
    started = process("demo", cwd=tmp_path, env=homeless)
    out, err = started.communicate()
    assert (started.returncode, err.count(b"\n")) == (0, 1), err
    assert b"demo/hospital.toml" in out
    assert (tmp_path / "demo" / "answers" / "4.certificate.json").exists()
