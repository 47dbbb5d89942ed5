# SPDX-License-Identifier: Apache-2.0
"""What a file declares is read exactly, and every key, table and list element is found on the line where it stands."""

import tomllib
from decimal import Decimal
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.exact.declared import FileNotToml, FileUnreadable, parse, read

CURATOR = '''\
name    = "hospital"   # with a comment [not = a table]
promise = { epsilon = 3, "delta" = 1e-6, kind.of.noise = [1, { a = 2 }] }

[tables.visits]
data = """
[nothing] = "here"
""\\""""
rows_per_person = 5
\'quoted key\' . "and \\u00e9".c = 1
bounds = [
    0,   # a [ bracket
    60,
    # nothing
    [ [ 7 ], "]" ],
]

[tables.visits.columns]
ward = { categories = ["a", "b"], source = \'\'\'
ward # list\'\'\'\' }
when = 2026-11-19 07:32:00
"empty" = ""
none = []
nowhere = {}

[[purposes]]
name = "research"
[[purposes.people]]
who = 1
[[purposes.people]]
who = 2

[[purposes]]
name = "planning"
[purposes.people]
who = 3

[tables]
last = true'''


def paths(value, path=()):
    """Yield the path of everything inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        yield (*path, key)
        yield from paths(each, (*path, key))


def leaf(value, path):
    for key in path:
        value = value[key]
    return value


def test_every_path_has_its_line():
    declared = parse(CURATOR, "hospital.toml")
    assert declared.values == tomllib.loads(CURATOR, parse_float=Decimal)
    assert set(declared.lines) == set(paths(declared.values))


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("name",), 1),
        (("promise",), 2),
        (("promise", "delta"), 2),
        (("promise", "kind", "of", "noise", 1, "a"), 2),
        (("tables", "visits"), 4),
        (("tables", "visits", "data"), 5),
        (("tables", "visits", "rows_per_person"), 8),
        (("tables", "visits", "quoted key", "and é"), 9),
        (("tables", "visits", "quoted key", "and é", "c"), 9),
        (("tables", "visits", "bounds"), 10),
        (("tables", "visits", "bounds", 0), 11),
        (("tables", "visits", "bounds", 1), 12),
        (("tables", "visits", "bounds", 2, 0, 0), 14),
        (("tables", "visits", "bounds", 2, 1), 14),
        (("tables", "visits", "columns"), 17),
        (("tables", "visits", "columns", "ward", "source"), 18),
        (("tables", "visits", "columns", "when"), 20),
        (("tables", "visits", "columns", "empty"), 21),
        (("tables", "visits", "columns", "none"), 22),
        (("tables", "visits", "columns", "nowhere"), 23),
        (("purposes",), 25),
        (("purposes", 0), 25),
        (("purposes", 0, "people"), 27),
        (("purposes", 0, "people", 1), 29),
        (("purposes", 0, "people", 1, "who"), 30),
        (("purposes", 1), 32),
        (("purposes", 1, "people", "who"), 35),
        (("tables",), 37),
        (("tables", "last"), 38),
    ],
)
def test_a_key_is_found_on_its_line(path, line):
    assert parse(CURATOR, "hospital.toml").where(*path) == f"hospital.toml:{line}"


def test_lines_are_counted_alike_under_windows():
    here, there = parse(CURATOR, "f"), parse(CURATOR.replace("\n", "\r\n"), "f")
    assert here.lines == there.lines


def test_what_was_not_declared_is_missing_from_the_nearest_table():
    declared = parse(CURATOR, "hospital.toml")
    assert declared.where("tables", "visits", "person") == "hospital.toml:4"
    assert declared.where("tables", "visits", "bounds", 9) == "hospital.toml:10"
    assert declared.where("ledger") == "hospital.toml"
    assert declared.where() == "hospital.toml"


NAMES = st.sampled_from(["a", "b-c", "'d e'", '"f.g"', '"\\u00e9#"', "7"])
BLANK = st.sampled_from(["", " ", "\n", "# no [[key]] = 1\n", "\n\n\t"])


@st.composite
def documents(draw):
    """Write a file in which every leaf is a number of its own, so that it can be looked for in the text."""
    numbers = count(1000)

    def value(depth):
        kind = draw(st.sampled_from(["number", "list", "table"])) if depth else "number"
        if kind == "number":
            return str(next(numbers))
        if kind == "table":
            names = draw(st.lists(NAMES, max_size=3, unique=True))
            return "{ " + ", ".join(f"{name} = {value(depth - 1)}" for name in names) + " }"
        items = [draw(BLANK) + value(depth - 1) for _ in range(draw(st.integers(0, 3)))]
        return "[" + (draw(BLANK) + ",").join(items) + draw(BLANK) + "]"

    def statements():
        names = draw(st.lists(NAMES, max_size=3, unique=True))
        return "".join(f"{draw(BLANK)}{name} = {value(2)}\n" for name in names)

    text = statements()
    for header in ["[x]", "[[y]]", "[y.z]", "[[y.w]]", "[[y.w]]", "[[y]]", "[ x . 'u v' ]", "[p.q]"]:
        text += f"{draw(BLANK)}{header} # a comment\n{statements()}"
    return text


@given(documents())
def test_every_number_stands_on_the_line_that_is_named(text):
    """The oracle is the text itself: each leaf is a number that occurs once in it."""
    declared = parse(text, "f")
    rows = text.split("\n")
    assert set(declared.lines) == set(paths(declared.values))
    leaves = [path for path in declared.lines if isinstance(leaf(declared.values, path), int)]
    assert [path for path in leaves if str(leaf(declared.values, path)) not in rows[declared.lines[path] - 1]] == []


def test_numbers_keep_their_digits():
    values = parse("a = 0.1\nb = 1e-6\nc = 1_000\nd = nan\ne = 12345678901234567890.5", "f").values
    assert [values["a"], values["b"], values["c"]] == [Decimal("0.1"), Decimal("1e-6"), 1000]
    assert values["d"].is_nan()
    assert str(values["e"]) == "12345678901234567890.5"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\nb =\n", 2),
        ("a = 1\n\nb = '''\n", 3),
        ("a = 1\na = 2\n", 2),
        ("[a]\n\n[a]\n", 3),
        ("a = [1,\n2\n3]", 3),
        ("\n\n= 1", 3),
        ("a = 2026-13-45", 1),
        ("a = 1\x00", 1),
        ("\ufeffa = 1", 1),
        ("a = " + "1" * 5_000, 1),
        ("a = " + "[" * 100_000, 1),
        ("a = " + "[" * 100_000 + "]" * 100_000, 1),
        ("a = 1e99999999999999999999", 1),
    ],
)
def test_what_is_no_toml_is_refused_with_its_line(text, line):
    with pytest.raises(FileNotToml) as refusal:
        parse(text, "hospital.toml")
    assert str(refusal.value).startswith(f"file_not_toml: hospital.toml:{line} is not TOML: ")


def test_a_spelling_of_a_later_toml_is_refused_and_not_misread(monkeypatch):
    monkeypatch.setattr("diffident.exact.declared.tomllib.loads", lambda *_, **__: {})
    with pytest.raises(FileNotToml, match=r"f:2 is not TOML: this spelling is not known here"):
        parse("a = 1\n? = 2", "f")


class TestFiles:
    def test_a_file_is_named_in_refusals_without_its_folders(self, tmp_path):
        path = tmp_path / "hospital.toml"
        path.write_bytes(b"\xef\xbb\xbfa = 1\r\nb = 2\r\n")
        assert read(path).where("b") == "hospital.toml:2"
        assert read(path).values == {"a": 1, "b": 2}

    def test_text_in_another_encoding_is_refused_with_its_line(self, tmp_path):
        path = tmp_path / "hospital.toml"
        path.write_bytes("a = 1\nb = 'é'\n".encode("latin-1"))
        with pytest.raises(FileNotToml, match=r"hospital\.toml:2 is not TOML: text must be UTF-8"):
            read(path)

    @pytest.mark.parametrize("name", ["absent.toml", "."])
    def test_what_cannot_be_read_is_refused(self, tmp_path, name):
        with pytest.raises(FileUnreadable):
            read(tmp_path / name)
