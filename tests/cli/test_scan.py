# SPDX-License-Identifier: Apache-2.0
"""`diffident scan`: who stands alone is counted exactly, and no value leaves unless its owner asks for it on a terminal."""

import json
import os
import sys

import numpy as np
import pytest

from cli.run import run
from diffident.invented.columns import as_arrow
from diffident.invented.town import town
from diffident.lab.scan import scan

RARE = "1303311"  # a value that stands nowhere else


@pytest.fixture
def mine(here):
    from pyarrow import csv

    people = {name: held for name, held in town(5, people=60).items() if name in {"zip", "sex", "age", "income"}}
    people["zip"][0] = RARE
    csv.write_csv(as_arrow({**people, "visitor": np.arange(60) // 2}), here / "mine.csv")
    return "mine.csv"


def test_people_who_stand_alone_are_counted_once_however_many_rows_they_have():
    columns = {"zip": np.array(["a", "a", "b", "b", "c"]), "who": np.array([1, 1, 2, 3, 3])}
    (zips,) = scan(columns, known=["zip"], person="who", k=1).alone
    assert zips.people == 2  # person 1 alone has a, person 3 alone has c, and b is shared
    assert scan(columns, known=["zip"], k=1).alone[0].people == 1


def test_no_value_is_shown_unless_its_owner_asks_on_a_terminal(mine):
    for line in (["scan", mine], ["scan", mine, "--known", "zip,age", "--person", "visitor"], ["scan", mine, "--json"]):
        ended = run(*line)
        assert ended.exit_code == 0
        assert RARE not in ended.stdout + ended.stderr
        assert "they are for you, not for publication" in ended.stdout
    for line in (["scan", mine, "--show-rows"], ["scan", mine, "--show-rows", "--json"]):
        ended = run(*line)
        assert "rows_stay_here" in ended.stderr
        assert RARE not in ended.stdout + ended.stderr


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no terminals here")
def test_on_a_terminal_its_owner_may_see_rows(mine):
    import pty

    seen = bytearray()

    def read(terminal):
        seen.extend(more := os.read(terminal, 1 << 16))
        return more

    ended = pty.spawn([sys.executable, "-m", "diffident", "scan", mine, "--known", "zip", "--show-rows"], read)
    assert ended == 0
    assert RARE in seen.decode()
    assert "These rows are real people's" in seen.decode()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (["nothing.csv"], "not_a_table"),
        (["mine.csv", "--known", "zap"], "column_missing"),
        (["mine.csv", "--person", "zap"], "column_missing"),
        (["mine.csv", "--k", "0"], "number_out_of_range"),
        (["mine.csv", "--k", "1000"], "too_few_to_hide"),
    ],
)
def test_what_cannot_be_scanned_is_refused(mine, line, code):
    ended = run("scan", *line)
    assert ended.exit_code == 3
    assert ended.stderr.startswith(f"{code}: ")
    assert RARE not in ended.stderr


@pytest.mark.parametrize(
    "columns",
    [{"a": np.array([1])}, {"a": np.arange(9)}, {"a": np.zeros(9)}, {"a": np.array([None, "x", float("nan")], object)}],
    ids=["one row", "only unique rows", "only equal rows", "missing values"],
)
def test_odd_tables_are_scanned(columns):
    found = scan(columns, k=1)
    assert json.loads(json.dumps(found.as_json()))["rows"] == columns["a"].size


def test_a_table_without_columns_is_refused():
    from diffident.errors import Refused

    with pytest.raises(Refused, match="no_quasi_identifiers"):
        scan({})
