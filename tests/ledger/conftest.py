# SPDX-License-Identifier: Apache-2.0
"""Ledgers for the tests of this room: one in memory, one in a file, and a folder where syncing costs nothing."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from diffident.ledger.ledger import Ledger
from diffident.privacy.accounting.budget import Budget
from ledger.workers import opened

RAM = Path("/dev/shm")  # noqa: S108 - a folder of its own is made in it


@pytest.fixture
def ram(tmp_path):
    """A folder in memory where there is one: a kill does not lose what the system has taken, on whatever disk."""
    if not os.access(RAM, os.W_OK):
        yield tmp_path
        return
    folder = Path(tempfile.mkdtemp(dir=RAM))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(params=["memory", "file"])
def ledger(request, ram):
    if request.param == "file":
        return opened(ram / "ledger.db", patience=0.05)
    ledger = Ledger.memory(patience=0.05)
    ledger.open("hospital", promise=Budget(epsilon=1), person="patient_id")
    return ledger


@pytest.fixture
def path(ram):
    """Where a ledger would be."""
    return ram / "ledger.db"
