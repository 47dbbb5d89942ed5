# SPDX-License-Identifier: Apache-2.0
"""What takes long says so to a terminal, and to nobody else."""

import io
import sys
import time

import pytest

from diffident.cli import progress
from diffident.cli.progress import CLEAR, telling


class Terminal(io.StringIO):
    def isatty(self):
        return True


def fails_late():
    time.sleep(0.05)
    raise ZeroDivisionError


def test_a_terminal_is_told_second_by_second_and_left_clean(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(progress, "STEP", 0.01)
    with telling("opening", patience=0.01):
        time.sleep(0.2)
    told = sys.stderr.getvalue().split(CLEAR)
    assert told[0] == told[-1] == ""
    assert len(told) > 3
    assert told[1].startswith("  opening, ")


def test_what_is_quick_says_nothing(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    with telling("opening"):
        pass
    assert sys.stderr.getvalue() == ""


@pytest.mark.parametrize("stream", [None, io.StringIO()])
def test_who_is_no_terminal_hears_nothing(monkeypatch, stream):
    monkeypatch.setattr(sys, "stderr", stream)
    with telling("opening", patience=0):
        time.sleep(0.01)
    assert not stream or stream.getvalue() == ""


def test_a_failure_comes_through_and_leaves_the_terminal_clean(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    with pytest.raises(ZeroDivisionError), telling("opening", patience=0.01):
        fails_late()
    assert sys.stderr.getvalue().endswith(CLEAR)
