# SPDX-License-Identifier: Apache-2.0
"""The page about extracts from PostgreSQL, run beside a real server that this test starts; root is not allowed to."""

import doctest
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from architecture.test_documents import FLAGS, blocks
from architecture.tree import ROOT

PAGE = ROOT / "docs" / "how-to" / "postgresql.md"
ROWS = "(1, 'A', 2.5, DATE '2026-01-03'), (2, 'B', 8.0, DATE '2026-02-11'), (2, NULL, NULL, NULL)"
SETUP = f"""CREATE TABLE visits (patient bigint, ward text, stay double precision, admitted date);
INSERT INTO visits VALUES {ROWS};"""  # noqa: S608 - made up here
CALM = "-c listen_addresses='' -c fsync=off"


def programs():
    """Return the folder of PostgreSQL's programs, or skip."""
    beside = shutil.which("initdb")
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or ([Path(beside)] if beside else [])
    if not found:
        pytest.skip("PostgreSQL is not here")
    return found[-1].parent


@pytest.fixture
def server():
    """The address of a server with a table of visits; it lies where nobody but its owner can look."""
    home, folder = programs(), Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))
    user = ["runuser", "-u", "nobody", "--"] if os.geteuid() == 0 else []
    if user:
        shutil.chown(folder, "nobody")

    def run(program, *words):
        subprocess.run([*user, home / program, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)

    data = folder / "data"
    try:
        run("initdb", "-D", data, "-U", "steward", "-A", "trust", "--no-sync", "-E", "UTF8")
        run("pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", f"-k {folder} {CALM}", "start")
        run("psql", "-h", folder, "-U", "steward", "-d", "postgres", "-q", "-c", SETUP)
        yield f"postgresql:///postgres?host={folder}&user=steward"
    finally:
        if (data / "postmaster.pid").exists() or user:
            run("pg_ctl", "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def test_the_page_runs_beside_a_server(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", server)
    examples = "".join(blocks(PAGE, "py"))
    outcome = doctest.DocTestRunner(optionflags=FLAGS).run(
        doctest.DocTestParser().get_doctest(examples, {}, "postgresql.md", None, 0)
    )
    assert (outcome.failed, outcome.attempted > 5) == (0, True)
    from pyarrow import parquet

    table = parquet.read_table(tmp_path / "visits.parquet")
    assert [str(kind) for kind in table.schema.types] == ["int64", "string", "double", "date32[day]"]
