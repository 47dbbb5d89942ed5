# SPDX-License-Identifier: Apache-2.0
"""The connection of a look is locked: nothing of the machine can be read, written or changed through it."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from diffident.engine.duckdb import DuckDB
from diffident.question.catalog import ColumnFacts, TableFacts
from diffident.question.expression import Kind

FACTS = TableFacts(name="t", person="id", columns={"id": ColumnFacts(kind=Kind.INTEGER)})
REFUSED = {
    "a file": "SELECT * FROM read_csv('{folder}/secret.csv')",
    "a bare path": "SELECT * FROM '{folder}/secret.csv'",
    "a Parquet file": "SELECT * FROM read_parquet('{folder}/other.parquet')",
    "text": "SELECT * FROM read_text('{folder}/secret.csv')",
    "bytes": "SELECT * FROM read_blob('/etc/passwd')",
    "names of files": "SELECT * FROM glob('/etc/*')",
    "guesses about a file": "SELECT * FROM sniff_csv('{folder}/secret.csv')",
    "writing": "COPY (SELECT 1) TO '{folder}/written.csv'",
    "writing where one may read": "COPY (SELECT 1) TO '{folder}/made.parquet'",
    "reading into a table": "COPY made FROM '{folder}/secret.csv'",
    "export": "EXPORT DATABASE '{folder}/all'",
    "another database": "ATTACH '{folder}/new.db'",
    "loading": "LOAD icu2",
    "installing": "INSTALL httpfs",
    "the network": "SELECT * FROM read_csv('http://[::1]:9/x.csv')",
    "a variable of Python": "SELECT * FROM found_by_name",
    "a setting": "SET threads = 1",
    "another setting": "SET enable_external_access = true",
    "a setting back": "RESET memory_limit",
    "where to spill": "SET temp_directory = '{folder}'",
    "profiles": "SET enable_profiling = 'json'",
    "more paths": "SET allowed_paths = ['/etc/passwd']",
}


@pytest.fixture
def connection(tmp_path):
    (tmp_path / "secret.csv").write_text("id\n1\n")
    for name in ("t", "other"):
        pq.write_table(pa.table({"id": [1]}), tmp_path / f"{name}.parquet")
    engine = DuckDB("secret")
    engine.add(FACTS, tmp_path / "t.parquet")
    return engine._opened()


@pytest.mark.parametrize("what", REFUSED)
def test_a_look_cannot_reach_the_machine(what, connection, tmp_path):
    import duckdb

    found_by_name = pa.table({"id": [1]})
    connection.execute("CREATE TEMP TABLE made (id INTEGER)")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(duckdb.Error):
        connection.execute(REFUSED[what].format(folder=tmp_path)).fetchall()
    assert sorted(tmp_path.iterdir()) == before
    assert found_by_name.num_rows == 1


def test_a_look_reads_its_own_tables(connection):
    assert connection.execute("SELECT * FROM t").fetchall() == [(1,)]
