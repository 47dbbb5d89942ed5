# SPDX-License-Identifier: Apache-2.0
"""`diffident tradeoff` says what dd.tradeoff finds: as a page, as JSON, as a picture with its table."""

import json

import pytest

import diffident as dd
from cli.run import SHARE, run
from diffident.cli import tradeoff
from diffident.cli.door import End
from diffident.privacy.tradeoff.setting import Release

PLAN = {"within": "0.03", "confidence": "0.95", "epsilon": "1", "sampling": "simple"}
ALL_FOUR = [*SHARE, "--people"]


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_page_is_that_of_the_plan():
    ended = run(*SHARE)
    assert (ended.exit_code, ended.stderr) == (0, "")
    assert ended.stdout == f"{dd.tradeoff('share', **PLAN)}\n"


def test_the_json_is_that_of_the_plan():
    assert json.loads(run(*SHARE, "--json").stdout) == json.loads(json.dumps(dd.tradeoff("share", **PLAN).as_json()))


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("mean --bounds -5 60 --people 2000 --confidence 0.95 --epsilon 0.5", {"bounds": ("-5", "60"), "people": 2000}),
        ("histogram --cells 12 --confidence 0.95 --epsilon 0.5 --delta 1e-6", {"cells": 12, "delta": "1e-6"}),
        ("share --share 0.1 --people 900 --confidence 0.95 --epsilon 0.5 --trust nobody --household 2",
         {"share": "0.1", "people": 900, "trust": "nobody", "household": 2}),
        ("sum --bounds 0 1 --confidence 0.95 --epsilon 0.5 --neighbours replace", {"bounds": (0, 1), "neighbours": "replace"}),
    ],
    ids=lambda part: str(part)[:9],
)  # fmt: skip
def test_every_option_reaches_the_plan(words, given):
    release, *_ = words.split()
    plan = dd.tradeoff(release, confidence="0.95", epsilon="0.5", **given)
    assert json.loads(run("tradeoff", *words.split(), "--json").stdout) == json.loads(json.dumps(plan.as_json()))


def test_every_argument_of_the_plan_is_an_option():
    from inspect import signature

    options = {option.name for option in tradeoff.params}
    written = {"json", "picture", "page", "questions", "promise_delta", "typical"}
    assert options - written == set(signature(dd.tradeoff).parameters)


def test_a_promise_is_told_how_long_it_lasts():
    told = run(
        "tradeoff", "count", "--confidence", "0.95", "--epsilon", "0.1", "--promise", "3", "--every", "week"
    ).stdout
    assert "  the promise it pays for 30 of these; one a week, 0.57 years" in told
    failing = ("--promise", "3", "--promise-delta", "1e-6", "--typical", "0.1", "--json")
    told = json.loads(run("tradeoff", "count", "--confidence", "0.95", "--epsilon", "0.1", *failing).stdout)
    assert told["promise"]["questions"] == dd.Budget(epsilon=3, delta="1e-6", typical="0.1").typical_questions


QUESTIONS = """
[[question]]
release = "count"
within = 30
confidence = 0.95
[[question]]
release = "mean"
bounds = [0, 60]
people = 5000
within = 0.5
confidence = 0.95
"""


@pytest.mark.parametrize(("promise", "code"), [("1", End.ANSWERED), ("0.01", End.NO)])
def test_several_questions_share_a_promise(tmp_path, promise, code):
    file = tmp_path / "plan.toml"
    file.write_text(QUESTIONS, encoding="utf-8")
    done = run("tradeoff", "together", "--questions", str(file), "--promise", promise)
    assert done.exit_code == code
    assert done.stdout.startswith(f"2 questions under a promise of epsilon {promise} for ever:")
    told = json.loads(run("tradeoff", "together", "--questions", str(file), "--promise", promise, "--json").stdout)
    assert told["holds"] is (code is End.ANSWERED)


def test_together_needs_questions_and_a_promise(tmp_path):
    (tmp_path / "plan.toml").write_text("question = 1", encoding="utf-8")
    assert "command_not_understood" in run("tradeoff", "together", "--promise", "1").stderr
    wrong = run("tradeoff", "together", "--questions", str(tmp_path / "plan.toml"), "--promise", "1")
    assert wrong.stderr.startswith("nothing_planned: ")


def test_a_page_with_sliders_is_written(tmp_path):
    file = tmp_path / "plan.html"
    done = run("tradeoff", "count", "--confidence", "0.95", "--epsilon", "0.5", "--page", str(file), "--json")
    assert json.loads(done.stdout)["page"] == str(file)
    assert file.read_text(encoding="utf-8").count("<svg ") == 3
    assert (
        "plan.html: open it in a browser"
        in run("tradeoff", "count", "--confidence", "0.95", "--epsilon", "0.5", "--page", str(file)).stdout
    )
    assert (
        run("tradeoff", "count", "--confidence", "0.95", "--epsilon", "1", "--page", "x.txt").exit_code == End.REFUSED
    )


def test_every_release_is_named_by_the_help():
    assert all(release.value in run("tradeoff", "--help").stdout for release in Release)


@pytest.mark.parametrize(("people", "code"), [("2000", End.ANSWERED), ("500", End.NO)])
def test_whether_numbers_go_together_is_told_by_the_exit_code(people, code):
    assert run(*ALL_FOUR, people).exit_code == code


def test_what_is_out_of_reach_is_refused():
    ended = run("tradeoff", "count", "--within", "0.5", "--confidence", "0.999999")
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    assert ended.stderr.startswith("out_of_reach: ")


@pytest.mark.parametrize("form", ["svg", "png"])
def test_a_picture_comes_with_its_sentence_and_its_table(here, form):
    ended = run(*SHARE, "--picture", f"a plan.{form}")
    sentence = ended.stdout.splitlines()[-2].partition(": ")[2]
    assert sentence.startswith("The error that is kept with 95 % at 1,")
    assert f'<img src="a%20plan.{form}" alt="{sentence}">' in (here / "a plan.html").read_text()
    assert (here / f"a plan.{form}").stat().st_size > 10_000


def test_the_json_names_the_picture(here):
    told = json.loads(run(*SHARE, "--picture", "plan.svg", "--json").stdout)
    assert told["picture"]["file"] == "plan.svg"
    assert told["picture"]["table"] == "plan.html"
    assert told["people"] == dd.tradeoff("share", **PLAN).people


@pytest.mark.parametrize("name", ["plan.pdf", ""])
def test_a_picture_of_another_kind_is_refused_before_anything_is_computed(here, name):
    ended = run("tradeoff", "nonsense", "--picture", name)
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    assert ended.stderr.startswith("picture_format_unknown: ")


def test_a_picture_that_cannot_be_written_is_refused(here):
    (here / "taken").write_text("")
    ended = run(*SHARE, "--picture", "taken/plan.svg", "--json")
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    assert json.loads(ended.stderr)["code"] == "cannot_be_written"
