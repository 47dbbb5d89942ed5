# SPDX-License-Identifier: Apache-2.0
"""Where there is no DuckDB, as in a browser, numbers, noise, privacy and the attacks on naive releases work all the same."""

import subprocess
import sys

PROGRAM = """
import sys
sys.modules["duckdb"] = None
import diffident.exact.number, diffident.randomness.laplace, diffident.privacy.mechanisms, diffident.privacy.tradeoff
from diffident.lab.attacks import ATTACKS
print(*(kind.name for kind in ATTACKS if kind().naive(1).right))
"""


def test_they_are_imported_and_run():
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert {"linkage", "intersection", "reconstruction"} <= set(ran.stdout.split())
