# SPDX-License-Identifier: Apache-2.0
"""Where rows come from: files that change, break or go, text files without guessing, odd ids and odd names."""

import os
import time
import uuid
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import diffident as dd
from diffident.curator.source import NotATable
from diffident.curator.steady import SourceGone, SourceReplaced
from diffident.engine.connection import connected
from diffident.engine.duckdb import DEADLINE, DuckDB, LookFailed, PersonUnusable
from diffident.engine.memory import Memory
from diffident.engine.view import kinds_of
from diffident.errors import Refused
from diffident.privacy.unseal import unseal
from diffident.question.catalog import ColumnFacts, TableFacts
from diffident.question.expression import Column, Kind, Literal
from diffident.question.sql import joins
from diffident.question.words import ByKeys, Derive, SumOfIntegers, Table

SECRETS = ("Alice", "7357", "4711")


def protected(data, **more):
    given = {
        "name": "t",
        "person": "id",
        "rows_per_person": 2,
        "budget": dd.Budget(epsilon=9),
        "ledger": "memory",
        **more,
    }
    return dd.protect(data, **given)


def count(curator):
    return curator.ask("SELECT COUNT(*) AS n FROM t", epsilon=1)


def counted(curator):
    """Return the number of rows, without noise."""
    table = Table.of(curator.catalog.table("t"))
    look = SumOfIntegers(ByKeys(Derive(table, (("s", Literal.of(1)),)), (), ((),)), ("s",))
    return unseal(curator.engine.sums(look)).tolist()[0][0]


def parquet(path, more=()):
    pq.write_table(pa.table({"id": [1, 2, *more], "name": ["Alice", "b", *map(str, more)]}), path)
    return path


def replaced(path):
    parquet(path, [3])


def cut(path):
    path.write_bytes(path.read_bytes()[:-9])


def broken(path):
    path.write_bytes(b"PAR1 7357 PAR1")


def touched(path):
    os.utime(path, ns=(1, 1))


def gone(path):
    path.unlink()


def another_schema(path):
    pq.write_table(pa.table({"id": ["Alice", "4711"]}), path)


@pytest.mark.parametrize("harm", [replaced, cut, broken, touched, another_schema], ids=lambda harm: harm.__name__)
@pytest.mark.parametrize("warm", [True, False])
def test_a_file_that_changes_under_a_question_is_one_refusal(harm, warm, tmp_path):
    said = []
    for more in ([], [7357]):
        curator = protected(parquet(tmp_path / "t.parquet", more))
        if warm:
            count(curator)
        before = curator.left
        harm(tmp_path / "t.parquet")
        with pytest.raises(SourceReplaced) as refused:
            curator.ask("SELECT COUNT(name) AS n FROM t", epsilon=1)
        assert curator.left.units < before.units
        said.append((str(refused.value), refused.value.__cause__, refused.value.__context__))
        assert not any(secret in str(refused.value) for secret in SECRETS)
    assert said[0] == said[1]


def test_without_a_file_nothing_is_charged_and_what_was_answered_is_served(tmp_path):
    curator = protected(parquet(tmp_path / "t.parquet"))
    served, left = count(curator), curator.left
    gone(tmp_path / "t.parquet")
    with pytest.raises(SourceGone):
        curator.ask("SELECT COUNT(name) AS n FROM t", epsilon=1)
    assert curator.left == left
    assert count(curator).stored == served.stored


@pytest.mark.parametrize("harm", [cut, broken, gone, another_schema], ids=lambda harm: harm.__name__)
def test_a_file_that_breaks_under_a_look_is_one_refusal(harm, tmp_path):
    said = []
    for more in ([], [7357]):
        curator = protected(parquet(tmp_path / "t.parquet", more))
        harm(tmp_path / "t.parquet")
        with pytest.raises(LookFailed) as refused:
            counted(curator)
        said.append((str(refused.value), refused.value.__cause__, refused.value.__context__))
    assert said == [(str(LookFailed(seconds=DEADLINE)), None, None)] * 2


@pytest.mark.parametrize("rows", [0, 30_000], ids=["usual rows", "very many"])
def test_a_look_that_takes_too_long_is_the_same_refusal_and_stays_charged(rows, tmp_path, monkeypatch):
    """Without the limit before a join, one person's rows on both sides make 900 million."""
    monkeypatch.setattr(joins, "ROWS_BEFORE", 10**6)
    data = pa.table({"id": [1] * (rows + 2), "x": range(rows + 2)})
    curator = protected(data, rows_per_person=2, columns={"x": dd.bounds(0, 60)})
    curator.engine.deadline = 0.5
    text = "SELECT SUM(a.x) AS s FROM t a JOIN t b USING (id) WHERE a.x < b.x + 30"
    if not rows:
        assert len(curator.ask(text, epsilon=1).rows) == 1
        return
    began = time.monotonic()
    with pytest.raises(LookFailed) as refused:
        curator.ask(text, epsilon=1)
    assert time.monotonic() - began < 60
    assert str(refused.value) == str(LookFailed(seconds=0.5))
    assert curator.left.units == 8 * 10**9
    curator.engine.deadline = DEADLINE
    assert len(count(curator).rows) == 1


def test_somebody_with_very_many_rows_on_both_sides_of_a_join_is_answered_like_others():
    curator = protected(pa.table({"id": [1] * 30_000 + [2], "x": range(30_001)}), rows_per_person=2)
    curator.engine.deadline = 60
    offer = curator.offer("SELECT COUNT(*) AS n FROM t a JOIN t b USING (id) WHERE a.x <= b.x", epsilon=1)
    assert "at most 1,000 rows on each side of a join" in offer.certificate["counts"]
    assert unseal(curator.engine.sums(offer.plan.looks[0].words())).tolist() == [[3]]


def test_what_does_not_fit_into_memory_goes_to_a_folder_that_nobody_else_can_read(tmp_path):
    held = connected()
    folder, limit = held.execute("SELECT current_setting('temp_directory'), current_setting('memory_limit')").fetchone()
    assert Path(folder).stat().st_mode & 0o77 == 0
    assert limit


def test_after_a_failure_the_next_look_is_answered(tmp_path):
    path = parquet(tmp_path / "t.parquet")
    other = path.rename(tmp_path / "other.parquet")
    other.rename(path)
    curator = protected(path)
    path.rename(other)
    with pytest.raises(LookFailed):
        counted(curator)
    other.rename(path)
    assert counted(curator) == 2


TEXTS = {  # a text file, the kinds of its columns, and how many rows have a person; None where it is refused
    "plain": (b"id,x\n1,2.5\n2,\n", {"id": Kind.INTEGER, "x": Kind.NUMBER}, 2),
    "byte order mark": (b"\xef\xbb\xbfid,x\n1,2\n", {"id": Kind.INTEGER, "x": Kind.INTEGER}, 1),
    "semicolons": (b'id;"a;b,c"\n1;"x ""y"""\n', {"id": Kind.INTEGER, "a;b,c": Kind.TEXT}, 1),
    "line breaks": (b'id,x\r\n1,"a\r\nb"\r\n2,c\r\n', {"id": Kind.INTEGER, "x": Kind.TEXT}, 2),
    "no rows": (b"id,x\n", {"id": Kind.TEXT, "x": Kind.TEXT}, 0),
    "names twice as a row": (b"id,x\nid,x\n1,2\n", {"id": Kind.TEXT, "x": Kind.TEXT}, 2),
    "days": (b"id,x\n1,2024-02-29\n", {"id": Kind.INTEGER, "x": Kind.DATE}, 1),
    "days of another order": (b"id,x\n1,29/02/2024\n", {"id": Kind.INTEGER, "x": Kind.TEXT}, 1),
    "moments": (b"id,x\n1,2024-02-29 12:30:00\n", {"id": Kind.INTEGER, "x": Kind.MOMENT}, 1),
    "truths": (b"id,x\n1,true\n2,FALSE\n", {"id": Kind.INTEGER, "x": Kind.TRUTH}, 2),
    "formulas of spreadsheets": (b"id,x\n1,=cmd()\n", {"id": Kind.INTEGER, "x": Kind.TEXT}, 1),
    "numbers that are none": (
        "id,x\n1,\u0660\u0661\n2,1,000".replace("1,000", '"1,000"').encode(),
        {"id": Kind.INTEGER, "x": Kind.TEXT},
        2,
    ),
    "beyond 64 bits": (b"id,x\n1,99999999999999999999\n", {"id": Kind.INTEGER, "x": Kind.NUMBER}, 1),
    "one late word": (b"id,x\n" + b"1,2\n" * 30_000 + b"1,Alice\n", {"id": Kind.INTEGER, "x": Kind.TEXT}, 30_001),
    "people without ids": (b"id,x\n,1\n1,2\n", {"id": Kind.INTEGER, "x": Kind.INTEGER}, 1),
    "short row": (b"id,x\n1,2\n7357\n", None, None),
    "long row": (b"id,x\n1,2\n1,2,7357\n", None, None),
    "open quote": (b'id,x\n1,"Alice\n2,3\n', None, None),
    "no text": (b"id,x\n1,\xff\xfe\n", None, None),
    "nothing": (b"", None, None),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_file_is_read_without_guessing_or_refused_as_a_whole(name, tmp_path):
    written, kinds, rows = TEXTS[name]
    path = tmp_path / "t.csv"
    path.write_bytes(written)
    if kinds is None:
        with pytest.raises(Refused) as refused:
            protected(path)
        assert not any(secret in str(refused.value) for secret in SECRETS)
        assert refused.value.__cause__ is None
    else:
        assert kinds_of(path) == kinds
        assert counted(protected(path)) == rows


def test_a_single_value_decides_of_which_kind_a_column_of_text_is(tmp_path):
    """What docs/limits.md says of text files: their kinds are public, and found by reading."""
    path = tmp_path / "t.csv"
    path.write_text("id,x\n1,2\n2,3\n")
    usual = kinds_of(path)
    path.write_text("id,x\n1,2\n2,3\n3,many\n")
    assert usual["x"] is Kind.INTEGER
    assert kinds_of(path)["x"] is Kind.TEXT


def test_text_that_is_none_is_refused_where_a_file_or_frame_is_registered(tmp_path):
    offsets, signs = pa.array([0, 1, 3], pa.int32()).buffers()[1], pa.py_buffer(b"a\xff\xfe")
    bad = pa.table({"id": pa.array([1, 2]), "x": pa.Array.from_buffers(pa.string(), 2, [None, offsets, signs])})
    pq.write_table(bad, tmp_path / "t.parquet")
    for source in (bad, tmp_path / "t.parquet"):
        with pytest.raises(NotATable):
            protected(source)


IDS = {  # ids, and how many people they are
    "spaces": (["7", "7 ", " 7", "\uff17", "07"], 5),
    "composed and not": (["é", "e\u0301"], 2),
    "beyond floats": ([2**53, 2**53 + 1, 2**63 - 1, -(2**63)], 4),
    "classes": (pa.array(["a", "b", "a"]).dictionary_encode(), 2),
    "none": ([None, None, "a"], 1),
    "long": (["x" * 10_000 + "a", "x" * 10_000 + "b"], 2),
}


@pytest.mark.parametrize("name", IDS)
def test_ids_are_other_people_unless_they_are_equal(name):
    ids, people = IDS[name]
    curator = protected(pa.table({"id": ids}), rows_per_person=1)
    plan = curator.offer("SELECT COUNT(*) AS n FROM t", epsilon=1).plan
    assert unseal(curator.engine.sums(plan.looks[0].words())).tolist() == [[people]]


def test_ids_that_are_uuids_are_text(tmp_path):
    ids = [uuid.UUID(int=number).bytes for number in (1, 1, 2**127)]
    pq.write_table(pa.table({"id": pa.array(ids, pa.binary(16)).cast(pa.uuid())}), tmp_path / "t.parquet")
    assert counted(protected(tmp_path / "t.parquet")) == 3


@pytest.mark.parametrize(
    "ids", [[7.0, 7.5], [True, False], pa.array([2**64 - 1], pa.uint64()), pa.array([0], pa.date32())], ids=str
)
def test_ids_that_are_neither_whole_numbers_nor_text_are_refused(ids):
    with pytest.raises(PersonUnusable):
        protected(pa.table({"id": ids}))


@pytest.mark.parametrize(
    "name", ['"a"" FROM t; --"', "select", "日本語", "a b", "x" * 128, "'", "u", "i", "c", "\\", "%"]
)
def test_any_name_is_a_name(name):
    curator = protected(pa.table({"id": [1, 2], name: [1.5, 61.0]}), columns={name: dd.bounds(0, 60)})
    written = '"' + name.replace('"', '""') + '"'
    answer = curator.ask(f"SELECT SUM({written}) AS s FROM t", epsilon=1)  # noqa: S608 - of this test alone
    assert len(answer.rows) == 1


@pytest.mark.parametrize("name", ["cells", "p", "n", "k", "e", "w", "m", "main"])
def test_a_table_may_be_called_like_a_part_of_a_statement(name):
    curator = protected(pa.table({"id": [1] * 9 + [2], "x": [1.5] * 9 + [61.0]}), name=name, rows_per_person=3)
    for rows in (f"{name} a", f"{name} a JOIN {name} b USING (id)"):
        plan = curator.offer(f"SELECT COUNT(*) AS n FROM {rows} WHERE a.x > 1", epsilon=1).plan  # noqa: S608 - of this test
        assert unseal(curator.engine.sums(plan.looks[0].words())).tolist() == [[4]]


def test_a_name_that_nobody_can_write_is_refused():
    with pytest.raises(Refused):
        protected(pa.table({"id": [1], "x" * 10_000: [1]}))


@pytest.mark.parametrize("names", [["id", "x", "X"], ["id", ""], ["id", "a\0b"]], ids=str)
def test_columns_that_are_hard_to_tell_apart_are_no_harm(names):
    assert counted(protected(pa.table({name: [1] for name in names}))) == 1


def test_an_engine_that_holds_one_more_table_leaves_the_first_as_it_was():
    consent = TableFacts(
        name="consent", columns={"id": ColumnFacts(kind=Kind.INTEGER), "why": ColumnFacts(kind=Kind.TEXT)}
    )
    rows = Derive(Table.of(consent), (("s", Column("id")),))
    look = SumOfIntegers(ByKeys(rows, (), ((),)), ("s",))
    for engine in (Memory("secret"), DuckDB("secret")):
        more = engine.holding(consent, {"id": [1, 20], "why": ["care", None]})
        assert unseal(more.sums(look)).tolist() == [[21]]
        with pytest.raises((LookFailed, KeyError)):
            engine.sums(look)
