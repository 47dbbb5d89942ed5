# SPDX-License-Identifier: Apache-2.0
"""Hostile values in every kind of source: read in their kind or as NULL, and no answer depends on there being any."""

import datetime as dt
import decimal
import math

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import diffident as dd
from diffident.engine.connection import connected
from diffident.engine.view import kinds_of, view
from diffident.question.catalog import ColumnFacts, TableFacts
from diffident.question.expression import Kind

FAR = 2**63 - 1
MOMENTS = [0, -1, FAR, -FAR, 253402300799999999, 253402300800000000, -62135596800000000, -62135596800000001, None]
VALUES = {  # what a column can hold: its Arrow type, values, and what the view makes of them
    "floats": (pa.float64(), [math.nan, math.inf, -math.inf, -0.0, 5e-324, 1e308, None], None),
    "halves": (pa.float32(), [0.5, math.nan, None], None),
    "small": (pa.int8(), [-128, 127, None], None),
    "unsigned": (pa.uint64(), [0, 2**64 - 1, None], [0.0, float(2**64), None]),
    "decimals": (
        pa.decimal128(38, 18),
        [decimal.Decimal("12345678901234567890.123456789012345678"), decimal.Decimal("-0.000000000000000001"), None],
        [12345678901234567890.123456789, -1e-18, None],
    ),
    "days": (
        pa.date32(),
        [0, 2**31 - 1, -(2**31), -719162, -719163, 2932896, 2932897, None],
        [dt.date(1970, 1, 1), None, None, dt.date(1, 1, 1), None, dt.date(9999, 12, 31), None, None],
    ),
    "moments": (
        pa.timestamp("us"),
        MOMENTS,
        [
            dt.datetime.fromisoformat("1970-01-01"),
            dt.datetime.fromisoformat("1969-12-31T23:59:59.999999"),
            None,
            None,
            dt.datetime.fromisoformat("9999-12-31T23:59:59.999999"),
            None,
            dt.datetime.fromisoformat("0001-01-01"),
            None,
            None,
        ],
    ),
    "seconds": (
        pa.timestamp("s"),
        [0, 253402300800, -(2**40), None],
        [dt.datetime.fromisoformat("1970-01-01"), None, None, None],
    ),
    "fine": (pa.timestamp("ns"), [0, 1999, FAR - 1000, None], None),
    "zoned": (
        pa.timestamp("us", tz="Europe/Berlin"),
        [0, 1711848600000000, FAR, None],
        [dt.datetime.fromisoformat("1970-01-01"), dt.datetime.fromisoformat("2024-03-31T01:30"), None, None],
    ),
    "words": (pa.string(), ["", " ", "a\0b", "é", "e\u0301", "\U0001f600", "x" * 100_000, "'; --", None], None),
    "classes": (pa.dictionary(pa.int32(), pa.string()), ["a", "b", None], None),
    "truths": (pa.bool_(), [True, False, None], None),
    "nothing": (pa.int64(), [None, None], None),
    "no rows": (pa.float64(), [], None),
}


def of(type_, values):
    plain = pa.types.is_timestamp(type_) or pa.types.is_date32(type_)
    return (
        pa.array(values, pa.int64() if pa.types.is_timestamp(type_) else pa.int32()).cast(type_)
        if plain
        else pa.array(values, type_)
    )


def held(data, way, folder):
    if way == "memory":
        return data
    path = folder / f"visits.{way}"
    pq.write_table(data, path)
    return path


def same(one, other):
    return one == other or (
        isinstance(one, float) and isinstance(other, float) and math.isnan(one) and math.isnan(other)
    )


@pytest.mark.parametrize("way", ["memory", "parquet"])
@pytest.mark.parametrize("name", VALUES)
def test_every_value_is_read_in_its_kind_or_as_null(name, way, tmp_path):
    type_, values, expected = VALUES[name]
    data = held(pa.table({"id": pa.array(range(len(values)), pa.int64()), "x": of(type_, values)}), way, tmp_path)
    kinds = kinds_of(data)
    facts = TableFacts(name="t", columns={name: ColumnFacts(kind=kind) for name, kind in kinds.items()}, person="id")
    connection = connected()
    found = [x for _, x in connection.execute(view(connection, facts, data)).fetchall()]
    wanted = (
        (
            values
            if name != "fine"
            else [
                dt.datetime.fromisoformat(t) if t else None
                for t in ("1970-01-01", "1970-01-01T00:00:00.000002", "2262-04-11T23:47:16.854775", None)
            ]
        )
        if expected is None
        else expected
    )
    assert [pair for pair in zip(found, wanted, strict=True) if not same(*pair)] == []


ASKED = {
    "as it is": "SELECT ward, COUNT(*) AS n, COUNT(x) AS m FROM visits GROUP BY ward",
    "compared": "SELECT COUNT(*) AS n FROM visits WHERE x IS NULL OR x = x OR x < x",
}
NUMBERS = {
    "added": "SELECT ward, SUM(x) AS s, AVG(x) AS m FROM visits GROUP BY ward",
    "computed": "SELECT COUNT(*) AS n FROM visits WHERE SQRT(30 - x) / (x - 5) + LN(x) * x > 2 OR x % 0 = 1 OR EXP(x) > 1 / x",
}
DAYS = {"by year": "SELECT COUNT(*) AS n FROM visits WHERE YEAR(x) > 2000 AND MONTH(x) <> 3"}
TEXTS = {
    "as text": "SELECT COUNT(*) AS n FROM visits WHERE LENGTH(UPPER(x) || x) > 3 AND x LIKE '%a_' OR SUBSTRING(x, 1, 2) = 'é'"
}
MORE = {
    Kind.NUMBER: NUMBERS,
    Kind.INTEGER: NUMBERS,
    Kind.DATE: DAYS,
    Kind.MOMENT: DAYS,
    Kind.TEXT: TEXTS,
    Kind.TRUTH: {},
}
LIMITS = {"rows_per_person": 2, "columns": {"ward": dd.categories("A", "B", None)}}


def asked(data, questions, kind):
    """Return the shape of every answer: its columns, its keys, and whether each value is there."""
    numeric = {"x": dd.bounds(0, 60)} if kind in {Kind.NUMBER, Kind.INTEGER} else {}
    columns = {"columns": {**LIMITS["columns"], **numeric}}
    curator = dd.protect(
        data, name="visits", person="id", budget=dd.Budget(epsilon=9), ledger="memory", **{**LIMITS, **columns}
    )
    answers = [curator.ask(question, epsilon="0.5") for question in questions.values()]
    return [(answer.to_arrow().schema, len(answer.rows)) for answer in answers]


@pytest.mark.parametrize("way", ["memory", "parquet"])
@pytest.mark.parametrize("name", list(VALUES))
def test_a_person_with_hostile_values_gets_the_answers_that_others_get(name, way, tmp_path):
    type_, values, _ = VALUES[name]
    usual = of(type_, values[:1] * 3 or [1.0])
    hostile = of(type_, values)
    whole = pa.table(
        {
            "id": [1] * len(usual) + [2] * len(hostile),
            "ward": pa.array(["A"] * (len(usual) + len(hostile)), pa.string()),
            "x": pa.concat_arrays([usual, hostile]),
        }
    )
    kind = kinds_of(whole)["x"]
    questions = {**ASKED, **MORE[kind]}
    with_, without = (asked(held(part, way, tmp_path), questions, kind) for part in (whole, whole.slice(0, len(usual))))
    assert with_ == without
