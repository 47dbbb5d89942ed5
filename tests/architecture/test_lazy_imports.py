# SPDX-License-Identifier: Apache-2.0
"""`import diffident` brings nothing that is slow to import."""

import subprocess
import sys

import pytest

SLOW = (
    "scipy.stats",
    "scipy.special",
    "sqlglot",
    "duckdb",
    "pyarrow",
    "click",
    "rich",
    "matplotlib",
    "dp_accounting",
    "sklearn",
)


@pytest.fixture(scope="module")
def loaded():
    program = "import sys, diffident; print(*sys.modules)"
    return set(subprocess.check_output([sys.executable, "-c", program], text=True).split())


@pytest.mark.parametrize("slow", SLOW)
def test_it_is_not_imported_yet(loaded, slow):
    assert "diffident" in loaded
    assert slow not in loaded
