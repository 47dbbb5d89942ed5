# SPDX-License-Identifier: Apache-2.0
"""What is typed at the command is refused with the same code and in the same words as in Python, and never an accident."""

import json
import os
import subprocess
import sys
from decimal import Decimal
from itertools import chain, product
from time import process_time

import pytest
from click.testing import CliRunner

import diffident as dd
from diffident.cli import main
from diffident.cli.door import End
from hostile.inputs import BAD, HUGE, LONGEST, NUMBER, SLOWEST, TINY, each, label, refusal_of

SHARE = ("share", {"within": "0.03", "confidence": "0.95", "epsilon": "1", "sampling": "simple"})
MEAN = ("mean", {"bounds": ("0", "60"), "people": "2000", "confidence": "0.95", "epsilon": "1"})
CELLS = ("histogram", {"cells": "12", "confidence": "0.95", "epsilon": "1", "delta": "1e-6"})
DISTANCE = [*BAD["positive"], *each("number_out_of_range", [*HUGE, *TINY])]
BOUND = [*NUMBER, *each("number_out_of_range", [*HUGE, -(10**400)])]
OPTIONS = [  # an option, what must be refused there, and a plan in which it means something
    ("within", DISTANCE, SHARE),
    ("confidence", BAD["share"], SHARE),
    ("epsilon", BAD["epsilon"], SHARE),
    ("share", BAD["share"], SHARE),
    ("household", BAD["count"], SHARE),
    ("people", BAD["count"], MEAN),
    ("cells", BAD["count"], CELLS),
    ("delta", BAD["delta"], CELLS),
]
WORDS = [
    "",
    " ",
    "CURATOR",
    "curator ",
    "simple,none",
    "\u0661",
    "None",
    "[]",
    "a\nb",
    "\x1b[31m",
    "\udcff",
    "x" * 10**5,
]


def typed(values):
    """Yield what somebody can type of these: text as it is, and numbers as they are written."""
    for value, code in values:
        if isinstance(value, str | float | Decimal) or (type(value) is int and value < 10**1000):
            yield str(value), code
        elif type(value) in {bool, list, dict, tuple}:
            yield str(value), "not_a_privacy_number"


def words(release, given):
    options = ([f"--{name}", *([text] if isinstance(text, str) else text)] for name, text in given.items())
    return ["tradeoff", release, *chain.from_iterable(options)]


def ended(line, seconds=SLOWEST):
    began = process_time()
    outcome = CliRunner().invoke(main, line)
    assert process_time() - began < seconds
    if outcome.exception is not None and not isinstance(outcome.exception, SystemExit):
        raise outcome.exception
    return outcome


def same_as_python(release, given, code):
    """Return whether the command refuses a plan with this code, as one line and as JSON, in the words of Python."""
    refusal = refusal_of(lambda: dd.tradeoff(release, **given))
    line, shape = ended(words(release, given)), ended([*words(release, given), "--json"])
    assert {line.exit_code, shape.exit_code} == {End.REFUSED}
    assert line.stdout == shape.stdout == ""
    assert line.stderr == f"{refusal}\n"
    assert json.loads(shape.stderr) == refusal.as_json()
    return refusal.code == code


@pytest.mark.parametrize(("name", "bad", "plan"), OPTIONS, ids=[option[0] for option in OPTIONS])
def test_a_bad_number_is_refused_in_the_words_of_python(name, bad, plan):
    release, given = plan
    wrong = [
        (label(text), code) for text, code in typed(bad) if not same_as_python(release, {**given, name: text}, code)
    ]
    assert wrong == []


def test_bad_bounds_are_refused_in_the_words_of_python():
    release, given = MEAN
    for text, code in typed(BOUND):
        assert same_as_python(release, {**given, "bounds": (text, "60")}, code), label(text)
        assert same_as_python(release, {**given, "bounds": ("-60", text)}, code), label(text)
    for low, high in [("10", "0"), ("1", "1"), ("1", "1.0"), ("-0", "0")]:
        assert same_as_python(release, {**given, "bounds": (low, high)}, "bounds_empty")


@pytest.mark.parametrize("name", ["release", "trust", "sampling", "neighbours"])
def test_a_word_that_means_nothing_is_refused_in_the_words_of_python(name):
    release, given = SHARE
    for word in WORDS:
        asked = (word, given) if name == "release" else (release, {**given, name: word})
        assert same_as_python(*asked, "choice_unknown")


@pytest.mark.parametrize(
    ("release", "given", "code"),
    [
        ("share", {}, "too_much_left_out"),
        ("mean", {"within": "1"}, "argument_missing"),
        ("histogram", {"within": "1"}, "argument_missing"),
        ("count", {"bounds": ("0", "1")}, "argument_not_used"),
        ("count", {"sampling": "simple"}, "argument_not_used"),
        ("share", {"trust": "nobody", "delta": "1e-6"}, "argument_not_used"),
        ("share", {"sampling": "simple", "neighbours": "add_remove"}, "sample_is_declared"),
        ("count", {"within": "9", "confidence": "0.9", "epsilon": "1", "trust": "nobody"}, "people_do_not_help"),
    ],
)
def test_a_plan_that_does_not_go_together_is_refused_in_the_words_of_python(release, given, code):
    assert same_as_python(release, given, code)


FAR = {  # the ends of what each number may be
    "within": ["1e-30", "1e30"],
    "confidence": ["0.5", "0.999999"],
    "people": ["1", "1000000000000000"],
    "epsilon": ["1e-9", "10"],
}
NEAR = {  # what somebody may still mean
    "within": ["0.001", "100"],
    "confidence": ["0.5", "0.999999"],
    "people": ["100", "1000000"],
    "epsilon": ["0.01", "10"],
}
PLANS = [
    ("share", {"sampling": "simple"}),
    ("share", {"trust": "nobody", "cells": "1000000"}),
    ("mean", {"bounds": ("-1000000000000000", "1000000000000000")}),
    ("histogram", {"cells": "1000000", "delta": "1e-18"}),
]


@pytest.mark.parametrize("left_out", [*NEAR, "nothing"])
@pytest.mark.parametrize(("release", "plan"), PLANS, ids=["sample", "response", "mean", "histogram"])
class TestAllNumbersTogether:
    def test_are_answered_or_refused(self, release, plan, left_out):
        for given in together(NEAR, left_out):
            answered_or_refused(words(release, {**plan, **given}), SLOWEST)

    @pytest.mark.deep
    def test_are_answered_or_refused_at_the_ends_of_their_ranges(self, release, plan, left_out):
        for given in together(FAR, left_out):
            answered_or_refused(words(release, {**plan, **given}), 10 * SLOWEST)


def together(corners, left_out):
    names = [name for name in corners if name != left_out]
    return (dict(zip(names, corner, strict=True)) for corner in product(*(corners[name] for name in names)))


def answered_or_refused(line, seconds):
    outcome = ended([*line, "--json"], seconds)
    assert outcome.exit_code in {End.ANSWERED, End.NO, End.REFUSED}
    assert json.loads(outcome.stdout or outcome.stderr)


@pytest.mark.parametrize(
    "line",
    [
        ["tradeoff", "share", "--epsilon", "\u0661"],
        ["tradeoff", "share", "--epsilon", os.fsdecode(b"\xff\xfe")],
        ["tradeoff", "share", "--epsilon", "1" * 10**5],
        ["tradeoff", "--epsilon", "nan", "share", "--within", "1", "--confidence", "0.9", "--people", "1"],
        ["--", "tradeoff", "--", "-"],
        ["demo", "--folder", ""],
    ],
    ids=lambda line: ascii(line[-1])[:12],
)
def test_a_real_process_complains_in_one_short_line(tmp_path, line):
    (tmp_path / "visits.parquet").mkdir()
    started = [sys.executable, "-m", "diffident", *line]
    done = subprocess.run(started, cwd=tmp_path, capture_output=True, check=False)
    told = done.stderr.decode()
    assert done.returncode in {End.NOT_UNDERSTOOD, End.REFUSED}
    assert done.stdout == b""
    assert told.count("\n") == 1
    assert len(told) < LONGEST
    assert told.strip().isprintable()
