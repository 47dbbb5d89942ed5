# SPDX-License-Identifier: Apache-2.0
"""Tables, files and versions that could be taken for each other, and are not."""

import datetime as dt

import pyarrow as pa
import pytest

import diffident as dd
from diffident.errors import Refused
from diffident.privacy.unseal import unseal

COUNT = "SELECT COUNT(*) AS n FROM visits"


def table(rows, people):
    return pa.table({"a": [n % people for n in range(rows)], "b": [0] * rows})


def opened(ledger="memory"):
    return dd.Curator(name="hospital", budget=dd.Budget(epsilon=90), ledger=ledger, person="patient")


def seen(curator, text=COUNT):
    """Return the sums that the engine finds for a question, before any noise."""
    (look,) = curator.offer(text, epsilon=1).plan.looks
    return unseal(curator.engine.sums(look.words())).tolist()


def test_a_curator_that_grew_leaves_the_one_before_as_it_was():
    empty = opened()
    one = empty.add(table(100, 100), name="visits", person="a", rows_per_person=1)
    grown = one.add(table(7, 7), name="others", person="a", rows_per_person=1)
    newer = grown.new_version(visits=table(500, 500))
    assert [seen(each) for each in (one, grown, newer)] == [[[100]], [[100]], [[500]]]
    assert list(one.engine.tables) == ["visits"]


def test_a_table_is_not_taken_for_the_data_of_another():
    whole = opened().add(table(100, 1), name="visits", person="a", rows_per_person=1)
    both = whole.add(table(5, 5), name="data of visits", person="a", rows_per_person=1)
    assert seen(both, 'SELECT COUNT(*) AS n FROM "data of visits"') == [[5]]
    assert seen(both) == [[1]]


def test_the_same_question_of_another_file_is_another_question(tmp_path):
    from pyarrow import csv

    for year, rows in (("y24", 100), ("y25", 500)):
        csv.write_csv(table(rows, rows), tmp_path / f"{year}.csv")
    keys = [
        opened(tmp_path / "ledger.db")
        .add(tmp_path / f"{year}.csv", name="visits", person="a", rows_per_person=1)
        .offer(COUNT, epsilon=1)
        .charge.key
        for year in ("y24", "y25")
    ]
    assert len(set(keys)) == 2


def test_text_that_is_put_together_has_an_end():
    frame = pa.table({"p": [1, 2, 3], "t": ["a" * 900, "b", None]})
    whole = opened().add(frame, name="visits", person="p", rows_per_person=1)
    text = "t"
    for _ in range(6):
        text = f"({text} || {text})"
    assert seen(whole, f"{COUNT} WHERE LENGTH({text}) = 1000") == [[1]]
    assert seen(whole, f"{COUNT} WHERE LENGTH({text}) = 64") == [[1]]


@pytest.mark.parametrize("unit", ["s", "ms"])
def test_a_moment_that_no_engine_can_read_is_refused_before_anybody_asks(unit):
    far = pa.array([10**15, 0] if unit == "s" else [9 * 10**18, 0], pa.int64()).cast(pa.timestamp(unit, tz="UTC"))
    frame = pa.table({"p": [1, 2], "at": far})
    try:
        whole = opened().add(frame, name="visits", person="p", rows_per_person=1)
    except Refused:
        return
    after = dt.datetime(2000, 1, 1)  # noqa: DTZ001 - columns have no zone
    assert seen(whole, f"{COUNT} WHERE at > '{after.isoformat()}' OR at IS NULL") == [[1]]
