# SPDX-License-Identifier: Apache-2.0
"""`diffident import`: what others wrote of a table stands in a curator file, and what they did not say waits for a person."""

import json

import pytest

import diffident as dd
from cli.run import run
from cli.small import COUNT, as_json
from diffident.cli.door import End

NOISE = """
clinic:
  main:
    visits:
      row_privacy: false
      rows: 3000
      max_ids: 5
      patient_id: {type: int, private_id: true}
      ward: {type: string, cardinality: 4}
      stay: {type: float, lower: 0.0, upper: 60.5}
      age: {type: int, lower: 0, upper: 110}
      urgent: {type: boolean}
    each:
      row_privacy: true
      x: {type: int}
"""
FIELDS = [
    {"name": "patient_id", "type": "integer"},
    {"name": "ward", "type": "string", "constraints": {"enum": ["cardiology", 'on "call"']}},
    {"name": "stay", "type": "number", "constraints": {"minimum": 0, "maximum": 60}},
    {"name": "age", "type": "integer"},
]
PACKAGE = {"name": "clinic", "resources": [{"name": "visits", "path": "visits.parquet", "schema": {"fields": FIELDS}}]}


def test_smartnoise_metadata_become_a_curator_file(fresh):
    (fresh / "clinic.yaml").write_text(NOISE)
    assert as_json("import", "clinic.yaml") == {"file": "clinic.toml"}
    text = (fresh / "clinic.toml").read_text()
    assert 'person          = "patient_id"\nrows_per_person = 5' in text
    assert 'stay = { bounds = [0, 60.5], source = "clinic.yaml" }' in text
    assert 'age = { bounds = [0, 110], source = "clinic.yaml" }' in text
    assert '# ward = { categories = ["A", "B"]' in text
    assert "[tables.each]" in text
    assert "each_row        = true" in text


@pytest.mark.parametrize("said", [PACKAGE, {"fields": FIELDS}], ids=["package", "schema"])
def test_a_frictionless_schema_becomes_a_curator_file_that_works_once_it_is_complete(fresh, said):
    (fresh / "visits.json").write_text(json.dumps(said))
    assert run("import", "visits.json", "--output", "v.toml").exit_code == End.ANSWERED
    text = (fresh / "v.toml").read_text()
    text = text.replace("# promise", "promise").replace("# person ", "person ").replace("# rows_per", "rows_per")
    (fresh / "v.toml").write_text(text.replace("visits.csv", "visits.parquet"))
    whole = dd.open("v.toml")
    facts = whole.catalog.table("visits")
    assert facts.columns["ward"].categories.values == ("cardiology", 'on "call"')
    assert facts.columns["stay"].bounds.source == "visits.json"
    assert facts.rows_per_person == 5
    assert as_json("ask", "v.toml", COUNT, "--epsilon", "0.5", "--yes")["left"] == [5 * 10**8, 0]


def test_nothing_is_written_over(fresh):
    (fresh / "clinic.yaml").write_text(NOISE)
    (fresh / "clinic.toml").write_text("mine")
    ended = run("import", "clinic.yaml")
    assert ended.exit_code == End.REFUSED
    assert ended.stderr.startswith("file_there_already: ")
    assert (fresh / "clinic.toml").read_text() == "mine"


@pytest.mark.parametrize(
    "said",
    [
        "", "3", "[1]", "{", "a: [", "a: 1", '{"fields": 3}{', '{"resources": 3}', '{"resources": []}', "\x00",
        "a: &a [*a]", "? [1, 2]\n: 3", "!!python/object/apply:os.system ['ls']", "x" * 2_000_000,
    ],
    ids=lambda said: said[:20],
)  # fmt: skip
@pytest.mark.parametrize("name", ["m.yaml", "m.json"])
def test_what_describes_no_table_is_refused(fresh, name, said):
    (fresh / name).write_text(said)
    ended = run("import", name)
    assert ended.exit_code == End.REFUSED
    assert ended.stderr.startswith("metadata_not_read: ")
    assert not (fresh / "m.toml").exists()


def test_a_file_that_is_not_there_is_refused(fresh):
    assert run("import", "gone.yaml").stderr.startswith("metadata_not_read: ")
