# SPDX-License-Identifier: Apache-2.0
"""Who was told that a report is stored finds it stored, once, whenever the process was killed."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
WORKER = Path(__file__).with_name("killed.py")
KILLS = 60  # two hundred and ten thousand in the deep run


@pytest.fixture
def worker():
    with subprocess.Popen([sys.executable, WORKER, TESTS], stdin=-1, stdout=-1, text=True) as started:
        assert started.stdout.readline() == "ready\n"
        yield started
        started.kill()


def killed(worker, path):
    """Return the codes that were acknowledged before the process was killed."""
    worker.stdin.write(f"{path}\n")
    worker.stdin.flush()
    return [word for word in worker.stdout.readline().split() if len(word) == 64]


def refute(worker, folder, times):
    """Kill so many times, and look whether anything that was acknowledged is missing or stands twice."""
    path = folder / "reports.db"
    acknowledged = [code for _ in range(times) for code in killed(worker, path)]
    db = sqlite3.connect(path)
    stored = [code.hex() for (code,) in db.execute("SELECT code FROM report")]
    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()
    assert len(acknowledged) > times
    assert len(set(stored)) == len(stored)
    assert set(acknowledged) <= set(stored)


def test_every_report_that_was_acknowledged_is_stored_once(worker, tmp_path):
    refute(worker, tmp_path, KILLS)


@pytest.mark.deep
@pytest.mark.parametrize("times", [200, 10_000])
def test_thousands_of_kills_lose_nothing(worker, tmp_path, times):
    refute(worker, tmp_path, times)
