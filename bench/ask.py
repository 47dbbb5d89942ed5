# SPDX-License-Identifier: Apache-2.0
"""A question from end to end: a bounded count, sum and mean by 50 groups, beside the bare grouping and beside libraries."""

import itertools
import json
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import duckdb
import peer
from clock import race
from report import row, show
from tables import DEPARTMENTS, written

import diffident as dd

COLUMNS = {"department": dd.categories(*DEPARTMENTS), "amount": dd.bounds(0, 100)}
ASKED = "SELECT department, COUNT(*) AS n, SUM(amount) AS s, AVG(amount) AS m FROM visits GROUP BY department"
BARE = """SELECT count(*), sum(n), sum(s) FROM (
    SELECT user_id, department, count(*) AS n, sum(amount) AS s FROM read_parquet(?) GROUP BY user_id, department)"""
LIMITS = {"rows_per_person": 15, "groups_per_person": 3, "rows_per_group": 5}
ONCE = """import sys, diffident as dd
path, departments = sys.argv[1], [f"dept_{number:02d}" for number in range(50)]
columns = {"department": dd.categories(*departments), "amount": dd.bounds(0, 100)}
limits = {"rows_per_person": 15, "groups_per_person": 3, "rows_per_group": 5, "columns": columns}
held = dd.protect(path, name="visits", person="user_id", budget=dd.Budget(epsilon=9), ledger="memory", **limits)
held.table("visits").group_by("department").agg(n=dd.count(), s=dd.sum("amount"), m=dd.mean("amount")).release(epsilon=1).rows
"""
PEERS = {"opendp-frames": 1_000_000, "pipeline-dp": 1_000_000, "smartnoise-sql": 1_000_000}  # rows
GROUPS = 10_000
SPREAD = "SELECT day, COUNT(*) AS n, AVG(amount) AS m, STDDEV(amount) AS s FROM visits GROUP BY day"
EPSILONS = itertools.count(1)  # no two questions are the same, so that none is served again


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for rows, rounds in ((1_000_000, 7), (10_000_000, 3)):
            beside_bare(written(Path(folder), rows), f"{rows // 1_000_000}M rows", rounds)
        warm(written(Path(folder), 1000))
        groups(written(Path(folder), 1_000_000))
        memory(Path(folder) / "visits_10000000.parquet")
        first(Path(folder) / "visits_1000.parquet")
        for library, rows in PEERS.items():
            beside(library, written(Path(folder), rows), rows)


def beside_bare(path: Path, name: str, rounds: int) -> None:
    """Race a question against the grouping by person that any bound needs, in one run."""
    connection, limited, each = duckdb.connect(), curator(path), curator(path, person=dd.each_row)
    bare, bounded, alone = race(
        lambda: connection.execute(BARE, [str(path)]).fetchall(),
        partial(ask, limited),
        partial(ask, each),
        repeats=rounds,
    )
    row(f"count, sum and mean by 50 groups, {name}, beside bare GROUP BY", bounded, None, bare, times=3)
    row(f"the same where each row is a person, {name}", alone, None, bare, times=1.5)


def warm(path: Path) -> None:
    """Time what happens again and again in one process, on a thousand rows."""
    held = curator(path)
    preview, asked, opened = race(
        lambda: str(held.preview(ASKED, epsilon="0.5")), partial(ask, held), partial(curator, path), repeats=20
    )
    row("a preview", 1000 * preview, 10, unit="ms")
    row("a question on 1,000 rows", 1000 * asked, 50, unit="ms")
    row("opening a curator", 1000 * opened, 30, unit="ms")


def groups(path: Path) -> None:
    """Time counts, means and deviations of very many groups, nearly all of them empty: finishing does not care."""
    columns = {"day": dd.categories(*range(GROUPS)), "amount": dd.bounds(0, 100)}
    given = {"name": "visits", "person": "user_id", "columns": columns, "budget": dd.Budget(epsilon=100), **LIMITS}
    held = dd.protect(path, ledger="memory", **given)
    (asked,) = race(lambda: held.ask(SPREAD, epsilon=f"0.{1000 + next(EPSILONS)}").rows, repeats=3)
    row(f"count, mean and deviation of {GROUPS:,} groups", asked, 5)


def memory(path: Path) -> None:
    """Measure the most memory that a process has held which asks once."""
    said = f"{ONCE}import resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    row("peak memory at 10M rows", int(fresh(said, path)) / 1e6, 1.1, unit="GB")


def first(path: Path) -> None:
    """Measure the first question of a process, beside what only imports numpy."""
    ours, numpy = race(partial(fresh, ONCE, path), partial(fresh, "import numpy"), repeats=5)
    row("the first question of a process, above import numpy", 1000 * (ours - numpy), 400, unit="ms")


def beside(library: str, path: Path, rows: int) -> None:
    script = f"ask_{library.replace('-', '_')}.py"
    theirs = peer.run(library, script, path, json.dumps(DEPARTMENTS)).get("seconds")
    held = curator(path)
    (ours,) = race(partial(ask, held), repeats=5)
    row(f"the question on {rows:,} rows, beside {library}", ours, None, theirs, times=0.1)


def curator(path: Path, person: object = "user_id") -> dd.Curator:
    limits = LIMITS if isinstance(person, str) else {}
    budget = dd.Budget(epsilon=100)
    return dd.protect(path, name="visits", person=person, columns=COLUMNS, budget=budget, ledger="memory", **limits)


def ask(held: dd.Curator) -> object:
    return held.ask(ASKED, epsilon=f"0.{1000 + next(EPSILONS)}").rows


def fresh(statement: str, *given: object) -> str:
    """Return the last line that a new process prints."""
    command = [sys.executable, "-c", statement, *map(str, given)]
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return printed.splitlines()[-1] if printed else ""


if __name__ == "__main__":
    main()
    show()
