# SPDX-License-Identifier: Apache-2.0
"""`diffident answers`: everything that was paid for, and each of it again for nothing."""

import shutil

import pytest

from cli.run import run
from cli.small import COUNT, FILE, PER_WARD, as_json, left
from diffident.cli.door import End


@pytest.fixture(scope="module")
def asked(template, tmp_path_factory):
    """A hospital of which two answers were paid for, and what they were."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(shutil.copytree(template["small"], tmp_path_factory.mktemp("asked") / "hospital"))
        yield [as_json("ask", FILE, each, "--epsilon", "0.5", "--yes") for each in (COUNT, PER_WARD)]


def test_where_nothing_was_asked_it_says_so(small):
    assert run("answers", FILE).stdout == "  Nothing was asked yet.\n"


def test_everything_that_was_paid_for_is_listed_in_order(asked):
    listed = as_json("answers", FILE)["answers"]
    assert [(each["answer"], each["question"], each["price"]) for each in listed] == [
        (1, COUNT, [5 * 10**8, 0]),
        (2, PER_WARD, [5 * 10**8, 0]),
    ]
    text = run("answers", FILE).stdout
    assert all(len(line) < 120 for line in text.splitlines())
    assert text.count("published") == 2


def test_an_answer_is_shown_again_with_its_certificate_for_nothing(asked):
    for before in asked:
        again = as_json("answers", FILE, str(before["answer"]))
        assert again["rows"] == before["rows"]
    ended = run("answers", FILE, "2")
    assert (ended.exit_code, ended.stderr) == (End.ANSWERED, "")
    assert f"Question   {PER_WARD}" in ended.stdout
    assert left() == 2


@pytest.mark.parametrize("number", ["0", "3", "-1", "1.5", "", "x", "\u0661", "9" * 100])
def test_what_is_no_answer_is_refused(asked, number):
    ended = run("answers", FILE, "--", number)
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    assert len(ended.stderr.splitlines()) == 1
