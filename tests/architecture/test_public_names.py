# SPDX-License-Identifier: Apache-2.0
"""What we promise to keep: a name that is added or lost is a difference somebody has to read."""

import importlib
import subprocess
import sys

import pytest

import diffident
from architecture.tree import MODULES, ROOT

SNAPSHOT = ROOT / "tests" / "architecture" / "public_names.txt"
MOST_AT_THE_TOP = 25


def public_names():
    """Return what the package and its rooms offer, one dotted name a line."""
    rooms = [importlib.import_module(module.dotted) for module in MODULES if module.path.stem == "__init__"]
    return sorted(f"{room.__name__}.{name}" for room in rooms for name in getattr(room, "__all__", ()))


def test_the_public_names_are_those_agreed():
    assert public_names() == SNAPSHOT.read_text(encoding="utf-8").split()


@pytest.mark.parametrize("name", public_names())
def test_every_public_name_is_there(name):
    room, _, last = name.rpartition(".")
    assert getattr(importlib.import_module(room), last, None) is not None


def test_the_front_door_is_small_and_tells_what_is_behind_it():
    assert len(diffident.__all__) <= MOST_AT_THE_TOP
    assert set(diffident.__all__) <= set(dir(diffident))
    with pytest.raises(AttributeError):
        _ = diffident.nothing_of_this_name


def test_the_package_starts_without_make():
    started = [sys.executable, "-m", "diffident", "--help"]
    assert "diffident" in subprocess.check_output(started, text=True).lower()
