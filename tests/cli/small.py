# SPDX-License-Identifier: Apache-2.0
"""A small invented hospital in a folder, for tests that need a curator file."""

import json

from cli.run import run
from diffident.invented.hospital import hospital
from diffident.ledger.ledger import Ledger

COUNT = "SELECT COUNT(*) AS visits FROM visits"
PER_WARD = "SELECT ward, COUNT(*) AS visits, AVG(stay) AS days FROM visits GROUP BY ward"
FILE = "hospital.toml"


def written(folder):
    """Write the hospital into a folder, with 3,000 visits of 500 patients; only visits and wards are declared."""
    hospital(patients=500, visits=3000).write(folder)
    visits, _, others = (folder / FILE).read_text().partition("[tables.patients]")
    (folder / FILE).write_text(f"{visits}[tables.wards]{others.partition('[tables.wards]')[2]}")
    return folder


def as_json(*words, **how):
    """Run a command with --json, and return what it said."""
    ended = run(*words, "--json", **how)
    assert ended.exit_code == 0, ended.stderr
    return json.loads(ended.stdout)


def left():
    """Return what is left of the promise."""
    return Ledger.at(".diffident/ledger.db").left("hospital").units / 10**9
