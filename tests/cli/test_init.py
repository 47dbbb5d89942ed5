# SPDX-License-Identifier: Apache-2.0
"""`diffident init`: names and kinds are read, four things come from a person, and nothing else is made up."""

import pytest

import diffident as dd
from cli.run import run
from cli.small import COUNT, as_json
from diffident.cli.door import End
from diffident.curator.toml import key

ALL = ["--person", "patient_id", "--rows-per-person", "5", "--epsilon", "3", "--expected-people", "500"]
ENDED = "patient_id\n5\n3\n500\n"


def test_what_is_asked_and_what_is_given_make_the_same_file(fresh):
    ended = run("init", "visits.parquet", "--output", "asked.toml", "--name", "visits", typed=ENDED)
    assert ended.exit_code == End.ANSWERED
    assert len(ended.stderr.splitlines()) == 4
    assert run("init", "visits.parquet", *ALL).stderr == ""
    assert (fresh / "asked.toml").read_text() == (fresh / "visits.toml").read_text()


def test_the_file_can_be_used_at_once_and_its_limits_wait_for_a_person(fresh):
    told = as_json("init", "visits.parquet", *ALL)
    assert told["file"] == "visits.toml"
    assert told["columns"]["stay"] == "number"
    assert as_json("ask", "visits.toml", COUNT, "--epsilon", "1", "--yes")["left"] == [2 * 10**9, 0]
    missing = as_json("check", "visits.toml")["tables"][0]["missing"]
    assert [line.split()[0] for line in missing] == [
        f"visits.{each}" for each in ("ward", "admitted", "stay", "age", "urgent")
    ]


def test_lines_behind_a_sign_are_ready_to_be_completed(fresh):
    run("init", "visits.parquet", *ALL)
    text = (fresh / "visits.toml").read_text()
    limits = text.partition(".columns]\n")[2].splitlines()[1:]
    assert [line.split()[1] for line in limits] == ["ward", "admitted", "stay", "age", "urgent"]
    (fresh / "visits.toml").write_text(text.replace("# stay", "stay").replace("# urgent", "urgent"))
    assert "visits.stay" not in run("check", "visits.toml").stdout.partition("Missing")[2]


def test_nothing_in_it_comes_from_a_row(fresh):
    before = run("init", "visits.parquet", *ALL, "--output", "one.toml")
    assert before.exit_code == End.ANSWERED
    from diffident.invented.hospital import hospital

    (fresh / "other").mkdir()
    hospital(patients=3, visits=7).write(fresh / "other")
    run("init", "other/visits.parquet", *ALL, "--output", "other/one.toml")
    assert (fresh / "one.toml").read_text() == (fresh / "other" / "one.toml").read_text()


def test_the_next_command_can_be_copied(fresh):
    told = run("init", "visits.parquet", *ALL, "--output", "my visits.toml").stdout
    assert told.endswith("then: diffident check 'my visits.toml'\n")


def test_where_nobody_knows_how_many_people_there_are_the_line_waits(fresh):
    run("init", "visits.parquet", *ALL[:-1], "unknown")
    assert "# expected_people = {" in (fresh / "visits.toml").read_text()


def test_rows_that_are_each_another_persons_need_no_number(fresh):
    ended = run("init", "wards.csv", "--person", "each row", typed="1\n4\n")
    assert ended.exit_code == End.ANSWERED
    assert "rows_per_person" not in (fresh / "wards.toml").read_text()
    assert "each row is taken for another person" in run("check", "wards.toml").stdout


def test_a_file_that_is_there_is_left_as_it_is(fresh):
    (fresh / "visits.toml").write_text("mine")
    ended = run("init", "visits.parquet", *ALL)
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    assert ended.stderr.startswith("file_there_already: ")
    assert (fresh / "visits.toml").read_text() == "mine"


@pytest.mark.parametrize("lines", range(4))
def test_where_nobody_answers_it_is_refused_and_nothing_is_written(fresh, lines):
    ended = run("init", "visits.parquet", typed="".join(ENDED.splitlines(keepends=True)[:lines]))
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    assert ended.stderr.splitlines()[-1].startswith("not_said: ")
    assert not (fresh / "visits.toml").exists()


@pytest.mark.parametrize(
    ("place", "wrong"),
    [(0, "nobody"), (0, ""), (1, "0"), (1, "\u0661"), (2, "nan"), (2, "1000"), (3, "0"), (3, "many")],
)
def test_a_wrong_answer_from_a_pipe_is_refused(fresh, place, wrong):
    typed = ENDED.splitlines()
    typed[place] = wrong
    ended = run("init", "visits.parquet", typed="\n".join(typed) + "\n")
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    assert not (fresh / "visits.toml").exists()


def test_somebody_who_sees_the_refusal_may_type_again(fresh, monkeypatch):
    from importlib import import_module

    for module in ("init", "terminal"):
        monkeypatch.setattr(import_module(f"diffident.cli.{module}"), "is_terminal", lambda: True)
    ended = run("init", "visits.parquet", typed=f"nobody\n{ENDED}")
    assert ended.exit_code == End.ANSWERED
    assert "unknown_name: There is no column 'nobody'." in ended.stderr


@pytest.mark.parametrize("data", ["nowhere.parquet", "hospital.toml", ".", "", "a\0b.csv", "x" * 5000])
def test_what_is_no_table_is_refused(fresh, data):
    ended = run("init", data, *ALL)
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("content", [b"", b"PAR1 and nothing else", b"\xff\xfe\x00", b"a,b\n1,2,3\n\x00"])
@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_a_broken_file_is_refused_or_read_but_never_a_fault(here, content, ending):
    (here / f"broken.{ending}").write_bytes(content)
    ended = run("init", f"broken.{ending}", "--person", "a", *ALL[2:])
    assert ended.exit_code in {End.REFUSED, End.ANSWERED}
    assert len(ended.stderr.splitlines()) == (ended.exit_code == End.REFUSED)


@pytest.mark.parametrize("name", ['a "quoted" name', "b\\c", "d.e", "\u00e9\U0001f3e5", "tab\there", "\x7f"])
def test_hostile_names_survive_the_file(here, name):
    import pyarrow as pa
    from pyarrow import parquet

    parquet.write_table(pa.table({"who": [1], name: ["a"]}), here / "t.parquet")
    assert run("init", "t.parquet", "--person", "who", *ALL[2:], "--name", "t").exit_code == End.ANSWERED
    text = (here / "t.toml").read_text(encoding="utf-8")
    (here / "t.toml").write_text(text.replace(f"# {key(name)} =", f"{key(name)} ="), encoding="utf-8")
    assert name in dd.open(str(here / "t.toml")).catalog.table("t").columns
    assert dd.open(str(here / "t.toml")).catalog.table("t").columns[name].categories is not None
