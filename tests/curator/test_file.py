# SPDX-License-Identifier: Apache-2.0
"""A curator file is read as it was meant, or refused with file, line and what to write instead."""

import datetime as dt
from fractions import Fraction

import pytest

import diffident as dd
from curator.hospital import APPROXIMATE, ASK, curator, visits
from diffident.curator import source
from diffident.curator.file import register
from diffident.curator.statements import CuratorFileWrong
from diffident.curator.toml import NotInAFile
from diffident.errors import Refused
from diffident.ledger.accounts import PromiseDiffers
from diffident.ledger.charges import BudgetExhausted
from diffident.question.catalog import Along
from diffident.question.limits import Bounds

GOOD = """name    = "hospital"
promise = { epsilon = 3 }
ledger  = "hospital.db"

[tables.visits]
data              = "visits.parquet"
person            = "patient"
rows_per_person   = 3
groups_per_person = 2
expected_people   = { value = 30_000, source = "annual report" }

[tables.visits.columns]
ward = { categories = ["A", "B", "C"], source = "ward list" }
stay = { bounds = [0, 60], unit = "days", source = "codebook" }
age  = { bounds = [0, 1.5], source = "codebook p. 2" }

[tables.wards]
data   = "wards.csv"
public = true

[purposes.research]
epsilon = 2
[purposes.planning]
epsilon = 1
"""


@pytest.fixture
def folder(tmp_path):
    """A folder with data and a curator file."""
    visits().to_parquet(tmp_path / "visits.parquet")
    (tmp_path / "wards.csv").write_text("ward,beds\nC,3\nA,4\nA,5\n,6\n", encoding="utf-8")
    return tmp_path


def written(folder, text=GOOD, **changed):
    for before, after in changed.items():
        assert before in text
        text = text.replace(before, after)
    path = folder / "hospital.toml"
    path.write_text(text, encoding="utf-8")
    return path


def refused(folder, *change):
    before, after = change
    path = written(folder, GOOD.replace(before, after))
    assert before in GOOD
    with pytest.raises(CuratorFileWrong) as found:
        dd.open(path)
    return found.value


def test_a_file_says_what_calls_say(folder):
    hospital = dd.open(written(folder))
    facts = hospital.catalog.table("visits")
    assert (facts.person, facts.rows_per_person, facts.groups_per_person) == ("patient", 3, 2)
    assert facts.expected_people == 30_000
    assert facts.column("ward").categories == dd.categories("A", "B", "C", source="ward list")
    assert facts.column("stay").bounds == dd.bounds(0, 60, source="codebook")
    assert facts.column("age").bounds == Bounds.of(0, "1.5", "codebook p. 2")
    assert hospital.catalog.table("wards").is_public
    assert list(hospital.catalog.tables) == ["visits", "wards"]
    assert hospital.person == "patient"
    assert hospital.promise == dd.Budget(epsilon=3)


def test_each_file_is_read_once_when_a_curator_is_opened(folder, monkeypatch):
    read = []
    for name in ("kinds_of", "_of_file"):
        plainly = getattr(source, name)
        monkeypatch.setattr(
            source, name, lambda path, plainly=plainly, name=name: read.append((name, path.name)) or plainly(path)
        )
    dd.open(written(folder))
    assert sorted(read) == [
        (name, file) for name in ("_of_file", "kinds_of") for file in ("visits.parquet", "wards.csv")
    ]


def test_it_is_asked_for_a_purpose_and_pays_from_its_allowance(folder):
    hospital = dd.open(written(folder))
    hospital.ask(ASK, epsilon=1, purpose="research")
    assert hospital.budget.purposes["research"].units == 10**9
    assert hospital.budget.purposes["planning"].units == 10**9
    for purpose in (None, "fun"):
        with pytest.raises(Refused, match="research, planning"):
            hospital.ask(ASK, epsilon=1, purpose=purpose)
    with pytest.raises(BudgetExhausted, match='1 is left of the allowance "research"'):
        hospital.ask(ASK, epsilon="1.5", purpose="research")
    assert not hospital.preview(ASK, epsilon="1.5", purpose="research").affordable
    assert "0.5 left afterwards" in str(hospital.preview(ASK, epsilon="0.5", purpose="research"))
    assert hospital.left.units == 2 * 10**9


def test_an_approximate_promise_stands_in_a_file(folder):
    path = written(folder, GOOD.replace("{ epsilon = 3 }", "{ epsilon = 3, delta = 1e-6, typical = 0.1 }"))
    hospital = dd.open(path)
    assert hospital.promise == dd.Budget(**APPROXIMATE)
    whole, part = hospital.left, hospital.budget.purposes["research"]
    assert part.units == whole.units * 2 // 3
    assert part.delta_units == whole.delta_units * 2 // 3


def test_opened_again_it_finds_what_was_spent_and_another_promise_is_refused(folder):
    dd.open(written(folder)).ask(ASK, epsilon=1, purpose="research")
    assert dd.open(folder / "hospital.toml").left.units == 2 * 10**9
    with pytest.raises(PromiseDiffers, match="epsilon 3"):
        dd.open(written(folder, GOOD.replace("epsilon = 3", "epsilon = 4")))


def test_changed_data_are_published_by_a_steward(folder):
    path = written(folder)
    dd.open(path)
    visits(100).to_parquet(folder / "visits.parquet")
    with pytest.raises(Refused, match="new_version"):
        dd.open(path)
    assert dd.open(path, new_version=True).tables["visits"].version == 2
    assert dd.open(path).tables["visits"].version == 2


@pytest.mark.parametrize(
    ("column", "categories", "values"),
    [
        ("ward", '{ table = "wards" }', ("C", "A")),
        ("patient", '{ table = "wards", column = "beds" }', (3, 4, 5, 6)),
        ("ward", '{ file = "wards.csv", column = "ward" }', ("C", "A")),
        ("patient", '{ file = "codes.parquet" }', (0, 1, 2)),
    ],
)
def test_categories_come_from_a_public_table_or_a_file(folder, column, categories, values):
    visits(3).to_parquet(folder / "codes.parquet")
    text = GOOD.replace('["A", "B", "C"]', categories).replace("ward = {", f"{column} = {{")
    hospital = dd.open(written(folder, text))
    assert hospital.catalog.table("visits").column(column).categories.values == values


@pytest.mark.parametrize("categories", ["[1, 2]", "[true, false]", "[2024-01-01]", '{ file = "codes.parquet" }'])
def test_categories_of_another_kind_than_the_column_are_refused(folder, categories):
    visits(3).to_parquet(folder / "codes.parquet")
    with pytest.raises(Refused, match="column holds the kind text"):
        dd.open(written(folder, GOOD.replace('["A", "B", "C"]', categories)))


def test_hidden_categories_and_others_are_said(folder):
    column = 'categories = ["A", "B", "C"]'
    hidden = dd.open(written(folder, GOOD.replace(column, "hidden = true")))
    assert hidden.catalog.table("visits").column("ward").categories.hidden
    other = dd.open(written(folder, GOOD.replace(column, f'{column}, other = "C"')))
    assert other.catalog.table("visits").column("ward").categories.other == "C"
    nothing = dd.open(written(folder, GOOD.replace(column, 'unit = "ward"')))
    assert nothing.catalog.table("visits").column("ward").categories is None


def test_rows_may_each_be_a_person_and_groups_a_limit_of_their_own(folder):
    rows = GOOD.replace('person            = "patient"', "each_row = true").replace(
        "rows_per_person   = 3\ngroups_per_person = 2\n", ""
    )
    hospital = dd.open(written(folder, rows))
    assert str(hospital.catalog.table("visits").person) == "each row"
    assert hospital.person == "row"
    by = GOOD.replace("groups_per_person = 2", 'groups_per_person = { "ward, age" = 2 }').replace(
        '"hospital.db"', '"memory"'
    )
    facts = dd.open(written(folder, by)).catalog.table("visits")
    assert facts.groups_for(frozenset({"ward", "age"})) == 2
    assert facts.groups_for(frozenset({"ward"})) == 3


@pytest.mark.parametrize(
    ("before", "after", "line", "said"),
    [
        ('name    = "hospital"', "", "", "name is missing"),
        ("name ", "nam ", ":1", "Did you mean name"),
        ('"hospital"', "7", ":1", "name must be text"),
        ("promise = { epsilon = 3 }", "promise = { delta = 1e-6 }", ":2", "epsilon is missing"),
        ("epsilon = 3 }", "epsilon = -3 }", ":2", "epsilon must be above 0"),
        ("promise = { epsilon = 3 }", "promise = 3", ":2", "promise must be a table"),
        ('ledger  = "hospital.db"', 'engine = "oracle"', ":3", "not known"),
        ('"visits.parquet"', '"visitors.parquet"', ":6", "no file 'visitors.parquet'"),
        ('data              = "visits.parquet"', "", ":5", "data is missing"),
        ('"patient"', '"patience"', ":7", "no column patience"),
        ('person            = "patient"', "", ":5", "whose rows"),
        ("rows_per_person   = 3", "", ":5", "rows_per_person is missing"),
        ("rows_per_person   = 3", "rows_per_person = 0", ":8", "rows_per_person must be at least 1"),
        ("rows_per_person ", "rows_per_persn ", ":8", "Did you mean rows_per_person"),
        ("groups_per_person = 2", "groups_per_person = 4", ":9", "groups_per_person"),
        ("value = 30_000, ", "", ":10", "value is missing"),
        ("30_000", "0", ":10", "expected_people"),
        ('["A", "B", "C"]', '["A", "A"]', ":13", "stands twice"),
        ('["A", "B", "C"]', '{ table = "visits" }', ":13", "protected"),
        ('["A", "B", "C"]', '{ table = "wards", column = "x" }', ":13", "no column"),
        ('["A", "B", "C"]', '{ table = "wards2" }', ":13", "no table"),
        ('["A", "B", "C"]', '{ column = "ward" }', ":13", "categories are missing"),
        ('["A", "B", "C"]', "3", ":13", "categories must have parts"),
        ("[0, 60]", "[60, 0]", ":14", ""),
        ("[0, 60]", "[0]", ":14", "two numbers"),
        ("public = true", 'public = "yes"', ":19", "true or false"),
        ("epsilon = 2\n", "epsilon = 20\n", ":22", "epsilon must be"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_with_its_line(folder, before, after, line, said):
    refusal = refused(folder, before, after)
    assert refusal.said.startswith(f"hospital.toml{line}: ")
    assert said in str(refusal)
    assert refusal.advised


def test_a_file_that_is_no_table_is_refused_in_words_without_a_value(folder):
    (folder / "visits.parquet").write_bytes(b"PAR1 secret stay of Alice")
    refusal = refused(folder, "hospital.db", "other.db")
    assert "hospital.toml:5" in str(refusal)
    assert "Alice" not in str(refusal)


def test_a_curator_is_written_as_the_file_that_declares_it(folder):
    text = GOOD.replace('["A", "B", "C"]', '["A", "B\\"", "Ç"], other = "A"').replace(
        "groups_per_person = 2", 'groups_per_person = { "age, ward" = 2 }\nrows_per_group = 1'
    )
    first = dd.open(written(folder, text))
    (folder / "again.toml").write_text(first.to_toml(), encoding="utf-8")
    again = dd.open(folder / "again.toml")
    assert (again.catalog, again.promise, again.purposes) == (first.catalog, first.promise, first.purposes)
    assert again.to_toml() == first.to_toml()


def test_every_kind_of_limit_is_written_and_read_again(folder):
    import pandas as pd

    visits().assign(day=pd.Timestamp(2026, 2, 28)).to_parquet(folder / "visits.parquet")
    columns = {
        "ward": dd.categories(hidden=True, minimum=3),
        "day": dd.categories(dt.datetime(2026, 2, 28, 12), source="calendar"),  # noqa: DTZ001 - as engines give them
        "age": dd.bounds("0.5", "1e3"),
    }
    promise = dd.Budget(**APPROXIMATE)
    first = dd.Curator(name="my hospital", budget=promise, ledger="memory", folder=folder)
    first = first.add(folder / "visits.parquet", name="all visits", person=dd.each_row, columns=columns)
    (folder / "again.toml").write_text(first.to_toml(), encoding="utf-8")
    again = dd.open(folder / "again.toml")
    assert str(again.catalog) == str(first.catalog)
    assert again.promise == promise


@pytest.mark.parametrize(
    "limits", [{"ward": dd.categories("A", None)}, {"stay": Bounds(Fraction(1, 3), Fraction(7, 3))}]
)
def test_what_no_file_can_say_is_refused(folder, limits):
    with pytest.raises(NotInAFile):
        curator(columns=limits).to_toml()
    with pytest.raises(NotInAFile):
        curator(folder / "visits.parquet", columns=limits).to_toml()


NOTICE = """
[notices.1]
language      = "en"
text          = "https://hospital.example/notice"
purposes      = ["research", "planning"]
personal_data = ["visits: ward, stay, age"]
controllers   = [{ name = "St. Ada", address = "Main Road 1", contact = "privacy@hospital.example" }]
storage       = "the hospital's own machines"
retention     = "ten years"
jurisdiction  = "EU"
recipients    = ["researchers of the hospital"]
withdrawal    = "at the desk"
days          = 730
"""


def test_people_are_asked_as_the_notice_in_the_file_says(folder):
    hospital = dd.open(written(folder, GOOD + NOTICE))
    with pytest.raises(Refused) as refused:
        hospital.ask(ASK, epsilon=1)
    assert refused.value.code == "purpose_missing"
    assert hospital.consent.give("7", "research").notice.controllers[0].name == "St. Ada"
    assert register(folder / "hospital.toml").allowed("7", hospital.clock()) == {"research": True, "planning": False}
    (folder / "again.toml").write_text(hospital.to_toml(), encoding="utf-8")
    assert dd.open(folder / "again.toml").consent.notices == hospital.consent.notices


@pytest.mark.parametrize(
    ("before", "after", "line", "said"),
    [
        ('"ten years"', '""', 33, "retention"),
        ("retention     =", "retentions =", 33, "Did you mean retention"),
        ("days          = 730", "days = 0", 37, "days must be at least 1"),
        ("days          = 730", "", 26, "days is missing"),
        ('["research", "planning"]', "[1]", 29, "list of texts"),
        ('["research", "planning"]', '""', 29, "purposes must be a list"),
        (', contact = "privacy@hospital.example"', "", 31, "contact is missing"),
        ('[{ name = "St. Ada", address = "Main Road 1", contact = "privacy@hospital.example" }]', '["A"]', 31, "parts"),
    ],
)  # fmt: skip
def test_a_notice_that_leaves_something_out_is_refused_with_its_line(folder, before, after, line, said):
    assert before in NOTICE
    with pytest.raises(CuratorFileWrong, match=said) as refused:
        dd.open(written(folder, GOOD + NOTICE.replace(before, after)))
    assert refused.value.said.startswith(f"hospital.toml:{line}: ")


def test_other_words_under_a_version_that_was_read_are_refused(folder):
    dd.open(written(folder, GOOD + NOTICE))
    with pytest.raises(CuratorFileWrong, match="other words"):
        dd.open(written(folder, GOOD + NOTICE.replace("ten years", "for ever")))


KEYED = """
[tables.scans]
data            = "scans.csv"
person          = { column = "visit", table = "visits", key = "stay" }
rows_per_person = 2
"""


def test_a_table_may_know_people_by_a_key_of_another_one(folder):
    (folder / "scans.csv").write_text("visit,kind\n1,a\n2,b\n")
    facts = dd.open(written(folder, GOOD + KEYED)).catalog.table("scans")
    assert facts.person == Along("visit", "visits", "stay")
    first = dd.open(folder / "hospital.toml")
    assert 'person = { column = "visit", table = "visits", key = "stay" }' in first.to_toml()
    for before, after, said in (('"visits", k', '"vists", k', "no table"), (', key = "stay"', "", "key is missing")):
        with pytest.raises(CuratorFileWrong, match=said):
            dd.open(written(folder, GOOD + KEYED.replace(before, after)))
