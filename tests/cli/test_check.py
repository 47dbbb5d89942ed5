# SPDX-License-Identifier: Apache-2.0
"""`diffident check` and `diffident budget`: what is declared, what is missing, what is left."""

import pytest

from cli.run import run
from cli.small import COUNT, FILE, as_json
from diffident.cli.door import End
from diffident.invented.hospital import hospital


def test_every_table_is_told_with_its_limits_and_their_sources(small):
    ended = run("check", FILE)
    assert (ended.exit_code, ended.stderr) == (End.ANSWERED, "")
    told = " ".join(ended.stdout.split())
    assert "visits: each patient_id counts with at most 20 rows in at most 4 groups; about 31,000 people" in told
    assert "stay number from 0 to 60 codebook p. 4" in told
    assert "ward text one of cardiology, oncology, surgery, geriatrics ward list" in told
    assert "urgent truth one of yes, no codebook" in told
    assert "admitted date from 2025-01-01 to 2025-12-31 the year of the report" in told
    assert "wards: public, nobody is protected in it" in told


def test_what_nobody_declared_is_missing(small):
    told = as_json("check", FILE)
    missing = [line for table in told["tables"] for line in table["missing"]]
    assert missing == ["wards.beds has no bounds: no sum or mean of it"]
    assert all(line in run("check", FILE).stdout for line in missing)


def test_limits_without_a_source_and_people_nobody_counted_are_missing(here):
    (here / "visits.csv").write_text("who,stay\n1,2\n")
    (here / "v.toml").write_text(
        'name = "v"\npromise = { epsilon = 1 }\n[tables.v]\ndata = "visits.csv"\nperson = "who"\nrows_per_person = 1\n'
        "[tables.v.columns]\nstay = { bounds = [0, 60] }\n"
    )
    assert as_json("check", "v.toml")["tables"][0]["missing"] == [
        "v.stay has no source: nobody can check its limits",
        "v has no expected_people: no expected errors",
    ]


def test_a_complete_file_lacks_nothing(here):
    (here / "stays.csv").write_text("who,stay\n1,2\n")
    (here / "v.toml").write_text(
        'name = "v"\npromise = { epsilon = 1, delta = "1e-6", typical = "0.1" }\n[tables.v]\ndata = "stays.csv"\n'
        'person = "who"\nrows_per_person = 1\nexpected_people = { value = 5, source = "s" }\n'
        '[tables.v.columns]\nstay = { bounds = [0, 60], source = "s" }\n'
    )
    told = run("check", "v.toml").stdout
    assert "Nothing is missing." in told
    assert "v: epsilon 1, delta 0.000001, for ever" in told


def test_the_budget_says_what_was_spent(small):
    run("ask", FILE, COUNT, "--epsilon", "0.25", "--yes")
    told = as_json("budget", FILE)
    assert [told[name] for name in ("spent", "left", "answers")] == [[25 * 10**7, 0], [275 * 10**7, 0], 1]
    assert "left    2.75" in run("budget", FILE).stdout


def test_data_that_changed_are_published_by_their_steward(small):
    run("ask", FILE, COUNT, "--epsilon", "0.25", "--yes")
    (small / "visits.parquet").unlink()
    hospital(patients=501, visits=3001).write(small)
    ended = run("check", FILE)
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    assert ended.stderr.startswith("source_changed: ")
    assert run("check", FILE, "--new-version").exit_code == End.ANSWERED
    assert as_json("ask", FILE, COUNT, "--epsilon", "0.25", "--yes")["answer"] == 2


def test_limits_beyond_the_calendar_are_told_as_days(fresh):
    text = (fresh / FILE).read_text()
    (fresh / FILE).write_text(text.replace("[2025-01-01, 2025-12-31]", "[0, 99999999999]", 1))
    assert "from 1970-01-01 to 99999999999" in run("check", FILE).stdout


def test_hidden_categories_are_told_as_such(fresh):
    text = (fresh / FILE).read_text()
    (fresh / FILE).write_text(text.replace('categories = [true, false], source = "codebook"', "hidden = true", 1))
    assert "hidden categories" in run("check", FILE).stdout


def test_data_in_place_of_a_curator_file_are_refused_with_the_command_that_helps(fresh):
    ended = run("check", "visits.parquet")
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    assert ended.stderr.startswith("not_a_curator_file: ")
    assert "diffident init" in ended.stderr


@pytest.mark.parametrize("command", ["check", "budget", "answers", "shell"])
@pytest.mark.parametrize(
    "file", ["nowhere.toml", "", ".", "a\0b", "x" * 5000, "\udcff"], ids=lambda file: ascii(file)[:9]
)
def test_a_file_that_is_not_there_is_refused_in_one_line(here, command, file):
    ended = run(command, file)
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    (line,) = ended.stderr.splitlines()
    assert line.isprintable()


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (("rows_per_person   = 20", "rows_per_person   = 0"), 8),
        (('"patient_id"', '"patent_id"'), 7),
        (("stay     =", "stays    ="), 15),
        (('"visits.parquet"', '"visit.parquet"'), 6),
        (("bounds = [0, 60]", "bounds = [60, 0]"), 15),
        (("epsilon = 3", "epsilon = nan"), 3),
        (("[tables.wards]", "[tables.wards"), 19),
    ],
    ids=lambda given: str(given)[:24],
)
def test_a_mistake_is_refused_with_file_and_line_and_can_be_mended(fresh, change, line):
    right = (fresh / FILE).read_text()
    (fresh / FILE).write_text(right.replace(*change, 1))
    ended = run("check", FILE)
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    assert f"{FILE}:{line}" in ended.stderr
    (fresh / FILE).write_text(right)
    assert run("check", FILE).exit_code == End.ANSWERED
