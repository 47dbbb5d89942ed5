# SPDX-License-Identifier: Apache-2.0
"""An option hands on what was typed, once, to the letter."""

import click
import pytest
from click.testing import CliRunner

from diffident.cli.option import Text

SEEN = []


def told(*words):
    options = [
        Text("--one", metavar="X", means="One."),
        Text("--two", metavar="X Y", parts=2, means="Two."),
        Text("--other", metavar="X", means="Other.", default="so"),
    ]
    SEEN.clear()
    CliRunner().invoke(click.Command("try", params=options, callback=lambda **given: SEEN.append(given)), list(words))
    return SEEN


def test_what_is_left_out_is_none_or_what_stands_for_it():
    assert told() == [{"one": None, "two": None, "other": "so"}]


@pytest.mark.parametrize("text", ["", " ", "-1", "--one", "\u0661", "a\nb", "\udcff", "1" * 1000])
def test_text_arrives_as_it_was_typed(text):
    assert told("--one", text, "--two", text, "2")[0] == {"one": text, "two": (text, "2"), "other": "so"}
    assert told(f"--one={text}")[0]["one"] == text


def test_an_option_that_is_given_twice_is_not_understood():
    assert told("--one", "1", "--one", "1") == []
