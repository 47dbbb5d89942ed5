# SPDX-License-Identifier: Apache-2.0
"""Plant each fault in a copy of the source: the tests that should notice turn red there, and are green without it."""

import os
import shutil
import subprocess
import sys

import pytest

from faults.fault import ROOT
from faults.planted import FAULTS

AT_ONCE = (
    "randomised response off by one: an answer that is turned may come back",
    "a cut tail",
    "a source that can be pickled",
    "the sign of zero counted twice",
    "a sensitivity halved: noise",
    "a reach whose squares are not squared",
    "a sum that wraps round",
    "infinity beyond the limits",
    "a price rounded down",
    "a delta dropped",
    "keys in the order in which they come",
    "paid after looking",
)


@pytest.fixture
def copy(tmp_path):
    for name in ("src", "tests"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def outcome(copy, tests):
    """Run tests of the copy on the source of the copy, whatever is installed."""
    paths = {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-m", "", "-p", "no:xdist", *tests]
    return subprocess.run(command, cwd=copy, env=paths, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_fault_still_fits_the_source(fault):
    assert (ROOT / fault.file).read_text(encoding="utf-8").count(fault.right) == 1


@pytest.mark.parametrize("name", AT_ONCE)
def test_twelve_of_them_turn_a_test_red_in_every_run(name, copy):
    (fault,) = (each for each in FAULTS if each.name == name)
    fault.plant(copy)
    ran = outcome(copy, fault.noticed_by[:1])
    assert ran.returncode == pytest.ExitCode.TESTS_FAILED, ran.stdout
    assert f"FAILED {fault.noticed_by[0]}" in ran.stdout


def test_there_are_forty_and_each_has_the_bug_behind_it_on_the_page():
    assert len({fault.name for fault in FAULTS}) >= 40
    page = (ROOT / "docs" / "audit.md").read_text(encoding="utf-8")
    rows = dict(line.strip("| ").split(" | ") for line in page.splitlines() if line.count(" | ") == 1)
    assert [fault.name for fault in FAULTS if not rows.get(fault.name)] == []


@pytest.mark.deep
@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_planted_fault_turns_its_tests_red(fault, copy):
    """Each of them, and by a failure: a test that cannot be collected has noticed nothing."""
    fault.plant(copy)
    ran = outcome(copy, fault.noticed_by)
    assert ran.returncode == pytest.ExitCode.TESTS_FAILED, ran.stdout
    assert [test for test in fault.noticed_by if f"FAILED {test}" not in ran.stdout] == []


@pytest.mark.deep
def test_without_a_fault_the_same_tests_are_green(copy):
    ran = outcome(copy, sorted({test for fault in FAULTS for test in fault.noticed_by}))
    assert ran.returncode == pytest.ExitCode.OK, ran.stdout
