# SPDX-License-Identifier: Apache-2.0
"""A survey from the command line: new, check, invite, reports, estimate, export, close, purge; and what is refused."""

import csv
import json

import pyarrow.parquet as pq
import pytest

from cli.run import run
from diffident.local import from_json
from diffident.randomness.source import Source
from diffident.web.survey import codes, file, reports
from diffident.web.survey.store import Store
from web.survey import told


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told_json(*words):
    outcome = run("survey", *words, "--json")
    assert outcome.exit_code == 0, outcome.output
    return json.loads(outcome.output)


def test_the_whole_walk(here):
    assert told_json("new", "s.toml") == {"file": "s.toml", "questions": 2}
    checked = told_json("check", "s.toml")
    assert [each["id"] for each in checked["questions"]] == ["drove", "often"]
    assert told_json("invite", "s.toml", "--count", "40", "--stratum", "young")["count"] == 40
    survey = file.read(here / "s.toml")
    store = Store(here / "s.toml.reports.db", survey.digest)
    for code in (here / "codes.txt").read_text().split():
        body = reports.checked(survey, told(survey, [1, 0]), 1)
        store.now(reports.accept(survey, store, codes.hashed(code.replace("-", "")), body, 1))
    store.close()
    estimated = told_json("estimate", "s.toml")
    assert (estimated["people"], estimated["invited"]) == (40, 40)
    for name in ("out.csv", "out.parquet", "out.json"):
        told_json("export", "s.toml", name)
    rows = list(csv.DictReader((here / "out.csv").read_text().splitlines()))
    assert list(rows[0]) == ["round", "stratum", "drove", "often"]
    assert {row["stratum"] for row in rows} == {"young"}
    assert pq.read_table(here / "out.parquet").num_rows == len(rows) == 40
    protocols = json.loads((here / "out.protocols.json").read_text())
    reported = [int(row["drove"]) for row in rows]
    share = from_json(protocols["drove"]).estimate(from_json(protocols["drove"]).gathered(reported)).values
    assert share[1] == pytest.approx(estimated["questions"][0]["rows"][1]["value"])
    book = (here / "out.ddi.xml").read_text()
    assert book.count("<var ") == book.count("</var>") == 2
    assert run("survey", "close", "s.toml", typed="n\n").exit_code == 4
    assert told_json("close", "s.toml", "--yes") == {"reports": 40}
    assert told_json("estimate", "s.toml")["invited"] == 40
    assert told_json("purge", "s.toml", "--yes") == {"reports": 40}
    assert told_json("estimate", "s.toml")["people"] == 0


def test_exports_are_in_another_order_than_reports_came(here):
    run("survey", "new", "s.toml")
    survey = file.read(here / "s.toml")
    store = Store(here / "s.toml.reports.db", survey.digest)
    store.now(
        lambda db: [
            db.execute("INSERT INTO report (round, stratum, body) VALUES (1, ?, CAST('[0,0]' AS BLOB))", (f"{n:03}",))
            for n in range(60)
        ]
    )
    store.close()
    orders = []
    for name in ("a.json", "b.json"):
        told_json("export", "s.toml", name)
        orders.append(json.loads((here / name).read_text())["stratum"])
    assert sorted(orders[0]) == sorted(orders[1]) == [f"{n:03}" for n in range(60)]
    assert len({tuple(orders[0]), tuple(orders[1]), tuple(sorted(orders[0]))}) == 3


def test_people_needed_are_told_for_every_kind_of_trust(here):
    (here / "s.toml").write_text(
        'name = "a"\ntitle = "t"\ncontact = "c"\nepsilon = 1\n[[questions]]\nid = "q"\nkind = "yes_no"\ntext = "?"\n'
        "no_answer = false\nepsilon = 1\n"
    )
    (row,) = told_json("tradeoff", "s.toml")["questions"]
    assert row["people"] == 4997
    needed = {each["who"]: each["value"] for each in row["trust"]}
    assert (
        needed["no privacy"]
        < needed["trusted curator"]
        < needed["shuffled reports"]
        < needed["randomised at each person"]
    )
    assert row["people"] == pytest.approx(needed["randomised at each person"], rel=0.02)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["check", "missing.toml"], 3),
        (["new", "s.toml"], 2),
        (["export", "s.toml", "out.xls"], 3),
        (["invite", "s.toml", "--count", "0"], 3),
        (["estimate", "s.toml", "--round", "2"], 3),
        (["serve", "s.toml", "--port", "0"], 3),
        (["tradeoff", "s.toml", "--within", "2"], 3),
        (["nothing"], 2),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(here, words, code):
    run("survey", "new", "s.toml")
    outcome = run("survey", *words)
    assert outcome.exit_code == code
    assert "Traceback" not in outcome.output


def test_weights_make_strata_as_large_as_they_are(here):
    run("survey", "new", "s.toml")
    with (here / "s.toml").open("a") as text:
        text.write("[margins]\nyoung = 0.5\nold = 0.5\n")
    survey = file.read(here / "s.toml")
    store = Store(here / "s.toml.reports.db", survey.digest)
    drove = survey.questions[0].protocol
    for stratum, many, answer in (("young", 3_000, 1), ("old", 1_000, 0)):
        said = drove.perturb([answer] * many, Source.replay(many)).tolist()
        rows = [(stratum, f"[{each},0]".encode()) for each in said]
        store.now(
            lambda db, rows=rows: db.executemany("INSERT INTO report (round, stratum, body) VALUES (1, ?, ?)", rows)
        )
    store.close()
    found = told_json("estimate", "s.toml")
    assert found["weighted"]
    assert found["questions"][0]["rows"][1]["value"] == pytest.approx(0.5, abs=0.12)
