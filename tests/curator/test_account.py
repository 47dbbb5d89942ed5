# SPDX-License-Identifier: Apache-2.0
"""The account is ledger and name, never an object: who opens it again finds the same spend, answers and refusals."""

import multiprocessing
import os
import stat
from pathlib import Path

import pandas as pd
import pytest

import diffident as dd
from curator.hospital import APPROXIMATE, ASK, curator, dies_while_looking, facts, hospital, visits
from diffident.curator.account import PurposeUnknown
from diffident.curator.book import ledger_at
from diffident.curator.declaration import KindUnreadable, NotDeclared, PersonMissing
from diffident.curator.register import PersonDiffers
from diffident.curator.source import Source
from diffident.curator.steady import SourceGone, SourceReplaced
from diffident.errors import Refused
from diffident.ledger.accounts import PromiseDiffers, SourceChanged, SourceElsewhere
from diffident.ledger.ledger import Ledger, NoSuchAnswer
from diffident.ledger.states import State
from diffident.question.catalog import UnknownName


class TestAnAccount:
    def test_is_found_again_with_what_was_spent(self, tmp_path):
        first = hospital(tmp_path / "l.db")
        answer = first.ask(ASK, epsilon="0.5")
        again = hospital(tmp_path / "l.db")
        assert again.left.units == 2_500_000_000
        assert again.ask(ASK, epsilon="0.5").stored == answer.stored
        assert again.left.units == 2_500_000_000

    def test_refuses_another_promise_and_shows_the_one_that_was_made(self, tmp_path):
        hospital(tmp_path / "l.db")
        with pytest.raises(PromiseDiffers, match="epsilon 3 for each patient"):
            hospital(tmp_path / "l.db", epsilon=4)

    def test_refuses_another_person_in_the_same_rows(self, tmp_path):
        hospital(tmp_path / "l.db")
        for person in ({"person": "age"}, {"person": dd.each_row}, {"person": None, "public": True}):
            with pytest.raises(PersonDiffers):
                hospital(tmp_path / "l.db", table={**person, "groups_per_person": None})

    def test_keeps_other_limits_as_other_questions(self, tmp_path):
        first = hospital(tmp_path / "l.db").ask(ASK, epsilon=1)
        other = hospital(tmp_path / "l.db", table={"rows_per_person": 2}).ask(ASK, epsilon=1)
        assert first.stored != other.stored

    def test_has_its_sources_to_itself(self, tmp_path):
        path = tmp_path / "visits.parquet"
        visits().to_parquet(path)
        hospital(tmp_path / "l.db", path)
        with pytest.raises(SourceElsewhere, match="hospital"):
            hospital(tmp_path / "l.db", path, name="another")


class TestAVersion:
    def test_is_moved_by_a_steward_and_never_by_contents(self, tmp_path):
        ledger = tmp_path / "l.db"
        first = hospital(ledger).ask(ASK, epsilon=1)
        with pytest.raises(SourceChanged, match="new_version"):
            hospital(ledger, visits(100))
        anew = hospital(ledger).new_version(visits=visits(100))
        assert anew.tables["visits"].version == 2
        assert anew.ask(ASK, epsilon=1).stored != first.stored
        assert hospital(ledger, visits(100)).ask(ASK, epsilon=1).stored == anew.ask(ASK, epsilon=1).stored
        assert anew.new_version().tables["visits"].version == 3

    def test_may_be_published_while_a_table_is_added(self, tmp_path):
        ledger = tmp_path / "l.db"
        first = hospital(ledger, table={"new_version": True})
        assert first.tables["visits"].version == 1
        assert hospital(ledger, visits(100), table={"new_version": True}).tables["visits"].version == 2

    def test_of_a_table_that_is_not_there_is_refused(self):
        with pytest.raises(UnknownName):
            curator().new_version(wards=visits())

    def test_of_another_table_is_no_part_of_a_question(self):
        wards = visits(3)[["ward"]]
        whole = curator().add(wards, name="wards", public=True)
        key = whole.offer(ASK, epsilon=1).charge.key
        assert whole.new_version(wards=wards).offer(ASK, epsilon=1).charge.key == key
        assert whole.new_version().offer(ASK, epsilon=1).charge.key != key


class TestAnswers:
    def test_are_listed_and_opened_without_the_tables(self, tmp_path):
        whole = hospital(tmp_path / "l.db")
        first, second = whole.ask(ASK, epsilon="0.5"), whole.agg(n=dd.count()).release(epsilon=1)
        bare = dd.Curator(name="hospital", budget=dd.Budget(epsilon=3), ledger=tmp_path / "l.db", person="patient")
        assert [past.asked for past in bare.answers] == [[ASK], ["SELECT COUNT(*) AS n FROM visits"]]
        assert [(past.before.units, past.after.units) for past in bare.answers] == [
            (0, 500_000_000),
            (500_000_000, 1_500_000_000),
        ]
        assert bare.answers.open(1).rows == first.rows
        assert bare.answers.open(2, confidence="0.5").rows == second.at("0.5").rows
        assert len(bare.answers) == 2
        assert ASK in repr(bare.answers)
        assert next((past.state, past.price, past.purpose) for past in bare.answers) == (
            State.PUBLISHED,
            first.cost,
            None,
        )

    def test_that_were_cut_off_are_computed_under_the_charge_that_was_paid(self, tmp_path):
        process = multiprocessing.get_context("spawn").Process(target=dies_while_looking, args=(tmp_path / "l.db",))
        process.start()
        process.join()
        whole = hospital(tmp_path / "l.db")
        (past,) = whole.answers
        assert (process.exitcode, past.state, whole.left.units) == (7, State.RESERVED, 2_500_000_000)
        answer = whole.answers.open(past.number)
        assert [row["ward"] for row in answer.rows] == ["A", "B", "C"]
        assert (next(iter(whole.answers)).state, whole.left.units) == (State.PUBLISHED, 2_500_000_000)

    def test_of_what_has_become_another_question_are_not_asked_again(self, tmp_path):
        whole = hospital(tmp_path / "l.db")
        offer = whole.offer(ASK, epsilon="0.5")
        claim = whole.ledger.reserve(offer.charge)
        claim.owner.end()
        with pytest.raises(NoSuchAnswer):
            hospital(tmp_path / "l.db", table={"rows_per_person": 2}).answers.open(1)
        assert whole.left.units == 2_500_000_000

    def test_that_failed_or_were_never_asked_are_refused(self):
        whole = curator()
        with pytest.raises(RuntimeError), whole.ledger.reserve(whole.offer(ASK, epsilon=1).charge):
            raise RuntimeError
        for number in (1, 2):
            with pytest.raises(NoSuchAnswer):
                whole.answers.open(number)


class TestABalance:
    def test_says_what_is_promised_spent_and_left(self):
        whole = curator()
        whole.ask(ASK, epsilon="0.5")
        assert str(whole.budget).splitlines() == [
            'Promise "visits": epsilon 3 for ever, for each patient',
            "  spent   0.5 in 1 answer",
            "  left    2.5",
        ]
        assert repr(whole.budget) == str(whole.budget)
        assert (whole.budget.epsilon, whole.budget.delta) == (3, 0)
        assert whole.budget.as_json()["left"] == [2_500_000_000, 0]

    def test_of_an_approximate_promise_is_told_in_shares_and_usual_questions(self):
        whole = curator(budget=APPROXIMATE)
        before = str(whole.budget)
        usual = whole.promise.typical_questions
        assert "delta 1e-06" in before
        assert f"100 %, enough for about {usual} questions of epsilon 0.1" in before
        whole.ask(ASK, epsilon="0.5")
        assert f"about {usual} questions" not in str(whole.budget)

    def test_has_a_line_for_each_purpose(self, tmp_path):
        whole = hospital("memory", purposes={"research": 2})
        assert "  research 2 left" in str(whole.budget)
        with pytest.raises(PurposeUnknown):
            whole.ask(ASK, epsilon=1)


class TestALedger:
    def test_lies_beside_the_data_and_says_so_once(self, tmp_path, capsys):
        visits().to_parquet(tmp_path / "visits.parquet")
        for told in (True, False):
            dd.protect(tmp_path / "visits.parquet", budget=dd.Budget(epsilon=3), **facts())
            assert (str(tmp_path / ".diffident" / "ledger.db") in capsys.readouterr().err) is told

    def test_lies_where_one_works_for_frames_and_read_only_folders(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        dd.protect(visits(), budget=dd.Budget(epsilon=3), **facts())
        assert (tmp_path / ".diffident" / "ledger.db").is_file()
        monkeypatch.setattr(os, "access", lambda *_: False)
        assert ledger_at(None, tmp_path / "read only").store.path == tmp_path / ".diffident" / "ledger.db"

    def test_may_be_given_or_named(self, tmp_path):
        ledger = Ledger.at(tmp_path / "l.db")
        assert ledger_at(ledger, tmp_path) is ledger
        assert ledger_at(str(tmp_path / "l.db"), tmp_path).store.path == tmp_path / "l.db"
        assert ledger_at("memory", tmp_path).store.path is None

    def test_in_memory_is_said_to_end_with_the_process(self, tmp_path):
        assert "until the process ends" in str(curator().ask(ASK, epsilon=1).certificate)
        assert "for ever" in str(hospital(tmp_path / "l.db").ask(ASK, epsilon=1).certificate)


class TestASource:
    def test_is_named_by_its_path_from_the_ledger(self, tmp_path):
        (tmp_path / "data").mkdir()
        path = tmp_path / "data" / "visits.parquet"
        visits().to_parquet(path)
        assert hospital(tmp_path / "l.db", path).tables["visits"].source.name == "data/visits.parquet"
        assert hospital(tmp_path / "m.db").tables["visits"].source.name == "frame visits"
        longest = tmp_path / ("v" * 120 + ".parquet")
        path.rename(longest)
        source = hospital(tmp_path / "n.db", longest).tables["visits"].source
        assert source.name.startswith("file ")
        assert source.path == longest

    @pytest.mark.parametrize("form", ["pandas", "polars", "arrow", "relation", "csv"])
    def test_may_be_a_frame_or_a_file_of_many_forms(self, form, tmp_path):
        import duckdb
        import polars as pl
        import pyarrow as pa

        frame = visits()
        frame.to_csv(tmp_path / "visits.csv", index=False)
        given = {
            "pandas": frame,
            "polars": pl.from_pandas(frame),
            "arrow": pa.Table.from_pandas(frame),
            "relation": duckdb.sql("SELECT * FROM frame"),
            "csv": tmp_path / "visits.csv",
        }[form]
        assert len(curator(given).ask(ASK, epsilon=1).rows) == 3

    def test_may_be_a_frame_of_an_older_kind(self, monkeypatch):
        import pandas as pd
        import pyarrow as pa

        class Older:
            def to_arrow_table(self):
                return pa.Table.from_pandas(visits())

        assert len(curator(Older()).ask(ASK, epsilon=1).rows) == 3
        monkeypatch.delattr(pd.DataFrame, "__arrow_c_stream__")
        assert len(curator(visits()).ask(ASK, epsilon=1).rows) == 3

    def test_on_another_drive_is_named_by_its_whole_path(self, tmp_path, monkeypatch):
        def no_way(*_):
            raise ValueError

        visits().to_parquet(tmp_path / "visits.parquet")
        monkeypatch.setattr(os.path, "relpath", no_way)
        source = Source.of(tmp_path / "visits.parquet", table="visits", beside=tmp_path)
        assert source.name == source.path.as_posix() or source.name.startswith("file ")

    @pytest.mark.parametrize("given", [7, "nowhere.parquet", Path("visits.xlsx"), [1, 2], pd.Series([1, 2])], ids=str)
    def test_that_is_no_table_is_refused(self, given):
        with pytest.raises(Refused) as refused:
            curator(given)
        assert refused.value.code == "not_a_table"


class TestAFile:
    @pytest.mark.parametrize("change", ["replaced", "removed"])
    def test_that_is_replaced_after_it_was_opened_is_not_answered_about(self, tmp_path, change):
        path = tmp_path / "visits.parquet"
        visits().to_parquet(path)
        whole = hospital("memory", path)
        first = whole.ask(ASK, epsilon=1)
        path.unlink() if change == "removed" else visits(100).to_parquet(path)
        with pytest.raises(SourceGone if change == "removed" else SourceReplaced) as refused:
            whole.ask(ASK, epsilon="0.5")
        assert "visits.parquet" in str(refused.value)
        assert whole.left.units == (2 * 10**9 if change == "removed" else 15 * 10**8), "what is gone is missed before"
        assert whole.ask(ASK, epsilon=1).stored == first.stored


class TestADeclaration:
    @pytest.mark.parametrize(
        ("wrong", "refusal"),
        [
            ({"columns": {"stay": (0, 60)}}, NotDeclared),
            ({"columns": {"length": dd.bounds(0, 60)}}, UnknownName),
            ({"person": "name"}, UnknownName),
            ({"person": None}, PersonMissing),
            ({"public": True}, PersonMissing),
            ({"rows_per_person": None}, Refused),
            ({"rows_per_person": 0}, Refused),
            ({"groups_per_person": 4}, Refused),
            ({"rows_per_group": 0}, Refused),
            ({"expected_people": 0}, Refused),
        ],
    )
    def test_that_cannot_be_kept_to_is_refused_before_anything_is_bound(self, wrong, refusal, tmp_path):
        with pytest.raises(refusal):
            hospital(tmp_path / "l.db", table=wrong)
        assert hospital(tmp_path / "l.db").tables["visits"].version == 1

    def test_of_a_column_that_cannot_be_read_is_refused(self):
        frame = visits().assign(ward=[["A"]] * 200)
        with pytest.raises(KindUnreadable):
            curator(frame)

    def test_of_each_row_has_one_row_a_person(self):
        whole = curator(person=dd.each_row, rows_per_person=None, groups_per_person=None)
        assert whole.catalog.table("visits").rows_per_person == 1
        assert "each row" in str(whole.ask(ASK, epsilon=1).certificate)


def test_a_chain_asks_what_the_text_asks():
    whole = curator()
    chain = whole.where("age >= 18").group_by("ward").agg(n=dd.count()).having("n > 3").order_by("n DESC").limit(2)
    text = whole.sql(
        "SELECT ward, COUNT(*) AS n FROM visits WHERE age >= 18 GROUP BY ward HAVING n > 3 ORDER BY n DESC LIMIT 2"
    )
    assert chain.release(epsilon=1).rows == text.release(epsilon=1).rows
    assert chain.preview(epsilon=1).offer.charge.key == text.preview(epsilon=1).offer.charge.key
    assert "SELECT ward" in repr(chain)
    with pytest.raises(TypeError):
        text.where("age > 3")


def test_a_chain_sees_only_what_it_selected():
    whole = curator().add(visits(3)[["ward"]], name="wards", public=True)
    chain = whole.table("visits").select("ward", old="age >= 65").where("old").group_by("ward").agg(n=dd.count())
    text = "SELECT ward, COUNT(*) AS n FROM visits WHERE age >= 65 GROUP BY ward"
    assert chain.release(epsilon=1).columns == whole.sql(text).release(epsilon=1).columns


def test_a_chain_begins_on_the_only_table_or_on_a_named_one():
    whole = curator().add(visits(3)[["ward"]], name="wards", public=True)
    joined = whole.table("visits").join("wards", on="ward").agg(n=dd.count())
    assert len(joined.release(epsilon=1).rows) == 1
    assert whole.group_by("ward").agg(n=dd.count()).preview(epsilon=1).affordable
    both = whole.add(visits(5), **facts(name="others"))
    with pytest.raises(UnknownName, match="visits, others"):
        both.agg(n=dd.count())


def test_a_curator_shows_columns_and_promise_and_no_row():
    shown = repr(curator()).splitlines()
    assert shown[0] == "visits: epsilon 3 for ever, for each patient; 3 left"
    assert [line.split()[0] for line in shown[4:]] == ["patient", "ward", "stay", "age"]
    assert repr(dd.Curator(name="h", budget=dd.Budget(epsilon=3), ledger="memory")).startswith("h: epsilon 3")


def test_nobody_but_its_owner_reads_the_ledger(tmp_path):
    hospital(tmp_path / "l.db")
    assert not stat.S_IMODE((tmp_path / "l.db").stat().st_mode) & 0o077
