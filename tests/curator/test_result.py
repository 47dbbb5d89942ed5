# SPDX-License-Identifier: Apache-2.0
"""An answer is read from its bytes: names, order, limits, intervals and forms cost nothing and change no byte."""

import csv
import datetime as dt
import json
import math
from fractions import Fraction

import pytest

from curator.hospital import ASK, curator
from diffident.curator.export import csv as as_csv
from diffident.curator.published import AnswerFromLater, Published, read, write
from diffident.curator.reading import Reading
from diffident.curator.result import Answer, NoInterval
from diffident.curator.shown import Shown, shown
from diffident.exact import canonical
from diffident.exact.fixed import FixedPoint
from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.question.aggregates import Count, Mean, Sum
from diffident.question.aggregates.aggregate import Estimate, Noisy
from diffident.question.expression import Call, Column, Kind, Literal
from diffident.question.measurement import Ones, Pair, Total
from diffident.question.question import After, Output
from diffident.randomness.source import Source

GRID = FixedPoint(Fraction(0), Fraction(60), Fraction(1))
STAY = Column("stay")
LAW = DiscreteLaplace(Fraction(4))
CORE = {
    "promise": {"epsilon": 3, "delta": 0, "typical": None},
    "price": {"units": 10**9, "delta_units": 0, "epsilon": 1, "delta": 0},
}


def after(*outputs, **more):
    return After(tuple(Output(name, formula) for name, formula in outputs), **more)


def stored(cells, *parts):
    return write(cells, parts, CORE)


def counts(*values, **more):
    """Return an answer of counts by ward."""
    cells = [(ward,) for ward in "ABCDEFG"[: len(values)]]
    names = after(("ward", Column("key 0")), ("n", Column("cell 0")), **more)
    reading = Reading("SELECT ...", ((Count(), 0),), names, (Kind.TEXT, Kind.NUMBER))
    return Answer(stored(cells, Noisy(Ones(), [[value] for value in values], LAW)), reading)


def ratio(total, rows):
    """Return an answer of a sum over a count of one group."""
    names = after(("m", Call("/", (Column("cell 1"), Column("cell 0")))), ("n", Column("cell 0")))
    reading = Reading("SELECT ...", ((Count(), 0), (Sum(STAY), 1)), names, (Kind.NUMBER, Kind.NUMBER))
    parts = Noisy(Ones(), [[rows]], LAW), Noisy(Total(STAY, GRID), [[total]], LAW)
    return Answer(stored([()], *parts), reading)


def test_an_answer_is_read_from_its_bytes_alone():
    first = curator().ask(ASK, epsilon=1)
    again = Answer(first.stored, Reading.from_json(first.reading.as_json()))
    assert again.rows == first.rows
    assert shown(read(first.stored), first.reading, Fraction(95, 100)) == first.table


def test_a_statistic_alone_has_its_own_interval_also_beside_others():
    answer = ratio(300, 100)
    width = LAW.quantile(Fraction(95, 100))
    assert answer.interval("n") == [(100 - width, 100 + width)]
    assert answer.interval("n", confidence="0.99") == [
        (100 - LAW.quantile(Fraction(99, 100)), 100 + LAW.quantile(Fraction(99, 100)))
    ]


def test_what_is_computed_of_two_holds_while_both_hold():
    each = LAW.quantile(Fraction(975, 1000))
    ((low, high),) = ratio(300, 100).interval("m")
    assert low == pytest.approx((300 - each) / (100 + each))
    assert high == pytest.approx((300 + each) / (100 - each))
    assert ratio(300, 1).interval("m") == [(None, None)]


@pytest.mark.statistical(false_alarm=1e-9)
def test_the_interval_of_a_ratio_covers_as_often_as_it_says():
    noise = LAW.draw(1000, Source.replay(1)).reshape(2, -1).tolist()
    ends = [ratio(3000 + more, 1000 + other).interval("m")[0] for more, other in zip(*noise, strict=True)]
    least = 500 * 0.95 - 6 * math.sqrt(500 * 0.05 * 0.95)
    assert sum(low <= 3 <= high for low, high in ends) >= least
    assert not sum(low <= 3.3 <= high for low, high in ends) >= least


def test_keys_in_a_formula_are_what_they_are():
    formula = Call("*", (Column("cell 0"), Call("as number", (Column("key 0"),))))
    reading = Reading("", ((Count(), 0),), after(("x", formula)), (Kind.NUMBER,))
    answer = Answer(stored([(2,)], Noisy(Ones(), [[10]], LAW)), reading)
    width = LAW.quantile(Fraction(95, 100))
    assert answer.interval("x") == [(2 * (10 - width), 2 * (10 + width))]


def test_no_interval_where_none_is_known():
    reading = Reading("", ((Count(), 0),), after(("x", Call("ln", (Column("cell 0"),)))), (Kind.NUMBER,))
    answer = Answer(stored([()], Noisy(Ones(), [[10]], LAW)), reading)
    assert answer.interval("x") == [(None, None)]
    assert answer.rows[0]["x_low"] is None


def test_an_interval_without_end_leaves_none_to_what_is_computed_from_it(monkeypatch):
    endless = [Estimate(3.0, -math.inf, math.inf)]
    monkeypatch.setattr(Count, "finish", lambda *_: endless)
    assert ratio(300, 100).interval("m") == [(None, None)]
    exact = [Estimate(3.0, 3.0, 3.0)]
    monkeypatch.setattr(Count, "finish", lambda *_: exact)
    assert ratio(300, 100).interval("m") != [(None, None)]


def test_an_interval_of_what_is_not_noisy_is_refused():
    with pytest.raises(NoInterval, match="one of: n"):
        counts(3).interval("ward")


def test_rows_are_chosen_and_ordered_by_released_values():
    is_many = Call(">", (Column("cell 0"), Literal.of(2.0)))
    down = ((Column("cell 0"), True),)
    answer = counts(3, 9, 1, 5, having=is_many, order=down, limit=2)
    assert [(row["ward"], row["n"]) for row in answer.rows] == [("B", 9), ("D", 5)]
    assert any("not adjusted for selection" in note for note in answer.notes)
    assert counts(3, 9, having=is_many).notes == answer.notes
    assert counts(3, 9, order=down).notes == counts(3, 9, order=((Column("key 0"), True),), limit=1).notes == []


def test_a_count_below_zero_is_shown_and_explained():
    answer = counts(-3, 9)
    assert answer.rows[0]["n"] == -3
    assert answer.notes[0].startswith("n below zero")
    for told in (str(answer), answer._repr_html_(), answer.to_markdown()):
        assert "below zero" in told
    assert counts(3, 9).notes == []


def test_an_answer_without_rows_keeps_columns_and_types():
    answer = counts(3, 9, limit=0)
    assert (answer.rows, answer.columns) == ([], ["ward", "n", "n_low", "n_high"])
    assert [str(field.type) for field in answer.to_arrow().schema] == ["string", "double", "double", "double"]
    assert [str(kind) for kind in answer.to_polars().dtypes] == ["String", "Float64", "Float64", "Float64"]
    assert list(answer.to_pandas().columns) == answer.columns
    assert "ward" in str(answer)


def test_every_kind_of_key_has_its_type():
    kinds = (Kind.TRUTH, Kind.INTEGER, Kind.DATE, Kind.MOMENT, Kind.TEXT)
    cell = (True, 7, dt.date(2026, 2, 28), dt.datetime(2026, 2, 28, 12), None)  # noqa: DTZ001 - as engines give them
    outputs = [(f"k{place}", Column(f"key {place}")) for place in range(5)]
    reading = Reading("", ((Count(), 0),), after(*outputs), kinds)
    answer = Answer(stored([cell], Noisy(Ones(), [[1]], LAW)), reading)
    assert list(answer.rows[0].values()) == list(cell)
    assert [str(field.type) for field in answer.to_arrow().schema] == [
        "bool", "int64", "date32[day]", "timestamp[us]", "string",
    ]  # fmt: skip
    assert answer.to_arrow().to_pylist() == answer.rows
    assert "2026-02-28" in answer.to_markdown()


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_of_a_file_is_run_by_a_spreadsheet(begin, tmp_path):
    table = Shown((f"{begin}cmd()", "n"), (Kind.TEXT, Kind.NUMBER), (), ((f"{begin}cmd()", -3.5),))
    path = tmp_path / "answer.csv"
    path.write_text(as_csv(table), encoding="utf-8", newline="")
    with path.open(newline="", encoding="utf-8") as file:
        names, row = list(csv.reader(file))
    assert names == [f"'{begin}cmd()", "n"]
    assert row == [f"'{begin}cmd()", "-3.5"]


def test_a_file_of_an_answer(tmp_path):
    written = counts(-3, 9).to_csv(tmp_path / "n.csv").read_text(encoding="utf-8").splitlines()
    width = LAW.quantile(Fraction(95, 100))
    assert written == [
        "ward,n,n_low,n_high",
        f"A,-3.0,{-3.0 - width},{-3.0 + width}",
        f"B,9.0,{9.0 - width},{9.0 + width}",
    ]


def test_what_a_page_shows_is_text_and_no_markup():
    reading = Reading(
        "", ((Count(), 0),), after(("<b>", Column("key 0")), ("n", Column("cell 0"))), (Kind.TEXT, Kind.NUMBER)
    )
    page = Answer(stored([("<script>",)], Noisy(Ones(), [[1]], LAW)), reading)._repr_html_()
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert "<b>" not in page


def test_a_table_shows_the_interval_beside_each_number():
    told = str(counts(12))
    assert told == repr(counts(12))
    assert "n_low" in told
    assert "price: epsilon 1 of a promise of 3" in told
    assert "&minus;" not in counts(12)._repr_html_()
    assert " .. " in counts(12)._repr_html_()


def test_a_picture_says_what_the_table_says(tmp_path):
    answer = counts(3, 9)
    assert [row[1:3] for row in answer.picture().rows] == [["A", 3.0], ["B", 9.0]]
    assert answer.plot(tmp_path / "n.svg").svg.startswith("<?xml")


def test_what_it_cost_is_what_was_deducted():
    whole = curator()
    answer = whole.ask(ASK, epsilon="0.5")
    assert whole.left.units + answer.cost.units == 3 * 10**9


def test_bytes_hold_what_was_released_and_nothing_that_was_chosen():
    answer = curator().ask('SELECT ward AS secretive, COUNT(*) AS "my name" FROM visits GROUP BY ward', epsilon=1)
    assert b"secretive" not in answer.stored
    assert b"my name" not in answer.stored
    said = json.loads(answer.stored)
    assert sorted(said) == ["cells", "certificate", "parts", "version"]
    assert [sorted(part) for part in said["parts"]] == [["integers", "law", "measures"]]
    assert said["cells"] == [["A"], ["B"], ["C"]]


@pytest.mark.parametrize("law", [DiscreteLaplace(Fraction(7, 3)), DiscreteGaussian(Fraction(9, 2))])
def test_what_is_written_is_read_back(law):
    moment = dt.datetime(2026, 2, 28, 12)  # noqa: DTZ001 - as engines give them
    cells = ((None, True, 7, "A", dt.date(1, 1, 1), moment),)
    filtered = Call("case", (Call("is null", (STAY,)), Literal.of(dt.date(1, 2, 3)), Literal.of(None)))
    parts = (Noisy(Pair(filtered, GRID), [[1, -2]], law), Noisy(Ones(), [[3]], law))
    assert read(write(cells, parts, CORE)) == Published(cells, parts, CORE)


def test_a_reading_is_read_back():
    formula = Call("*", (Column("cell 0"), Literal.of(0.5)))
    having = Call("=", (Column("key 0"), Literal.of("A")))
    names = after(("x", formula), having=having, order=((formula, True),), limit=3)
    reading = Reading("SELECT", ((Mean(STAY), 0), (Count(), 1)), names, (Kind.NUMBER,))
    plain = canonical.decode(canonical.encode(reading.as_json()))
    assert Reading.from_json(plain) == reading


def test_bytes_of_a_later_version_are_refused():
    later = canonical.encode({**canonical.decode(counts(1).stored), "version": 2})
    with pytest.raises(AnswerFromLater):
        read(later)


@pytest.mark.parametrize("broken", [{"kind": "Noisy"}, {"kind": "Call"}, {"kind": "annotations"}])
def test_what_was_never_written_is_not_read(broken):
    said = canonical.decode(counts(1).stored)
    said["parts"][0]["measures"] = broken
    with pytest.raises((TypeError, KeyError)):
        read(canonical.encode(said))
    with pytest.raises(TypeError):
        Reading.from_json({**counts(1).reading.as_json(), "having": "n > 3"})


WRITTEN_ONCE = (
    b'{"cells":[["A"],[{"date":"2026-02-28"}],[null]],"certificate":{"version":1},"parts":[{"integers":[[12],[-3],[7]],'
    b'"law":["laplace",{"fraction":"9/2"}],"measures":{"formula":null,"kind":"Ones"}},{"integers":[[5,6],[7,8],[9,1]],'
    b'"law":["gaussian",7],"measures":{"formula":{"formula":["column","stay"]},"grid":{"grid":[0,60,{"fraction":"1/2"}]},'
    b'"kind":"Pair"}}],"version":1}'
)


def test_what_was_stored_once_is_read_as_ever():
    grid = FixedPoint(Fraction(0), Fraction(60), Fraction(1, 2))
    cells = (("A",), (dt.date(2026, 2, 28),), (None,))
    ones = Noisy(Ones(), [[12], [-3], [7]], DiscreteLaplace(Fraction(9, 2)))
    pair = Noisy(Pair(STAY, grid), [[5, 6], [7, 8], [9, 1]], DiscreteGaussian(Fraction(7)))
    assert read(WRITTEN_ONCE) == Published(cells, (ones, pair), {"version": 1})
    assert write(cells, (ones, pair), {"version": 1}) == WRITTEN_ONCE
