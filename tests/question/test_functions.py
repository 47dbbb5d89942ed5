# SPDX-License-Identifier: Apache-2.0
"""The table of functions: no value makes one fail, and DuckDB finds what Python finds, value by value."""

import datetime as dt
import itertools
import math

import numpy as np
import pytest

from diffident.engine.connection import connected
from diffident.engine.render import TYPES, Statement
from diffident.question.expression import Column, Kind
from diffident.question.functions import FUNCTIONS
from diffident.question.limits import Bounds
from diffident.question.measurement import Total

MOMENTS = """0001-01-01T00:00 1969-12-31T23:59:59.999999 1970-01-01T00:00 2024-02-29T12:30 2024-03-31T02:30
    9999-12-31T23:59:59.999999"""
DAYS = "0001-01-01 0001-03-01 1582-10-10 1969-12-31 1970-01-01 2024-02-29 9999-12-31"
WORDS = """a A ä É ß ﬀ İ e\u0301 \U0001d538b abc % _ a% a_c %b% \\ a\\% 7 -7.50 007 1e5 1,000 \uff10\uff11 +7 .5 5. nan inf
    123456789012345.123456789012345 1234567890123456 \0 a\0b \U0010ffff"""
NUMBERS = """0 -0.0 0.5 -0.5 1.5 -2.5 3 7.25 -61 0.1 1e15 1e308 -1e308 5e-324 -5e-324 709.9 -745.2 nan inf -inf
    0.49999999999999994 2.2250738585072014e-308 1.7976931348623157e308"""
VALUES = {
    Kind.TRUTH: [True, False],
    Kind.INTEGER: [0, 1, -1, 2, -2, 3, 7, 20, 2**31, 2**32 - 1, 2**32, 2**53 + 1, -(2**53) - 1, 2**63 - 1, -(2**63)],
    Kind.NUMBER: [*map(float, NUMBERS.split()), 1 / 3, 2.0**52 + 0.5, -(2.0**52) - 0.5, 2.0**53, 2.0**63, -(2.0**63)],
    Kind.TEXT: ["", " ", "7 ", "\n", "a\nb", *WORDS.split()],
    Kind.DATE: list(map(dt.date.fromisoformat, DAYS.split())),
    Kind.MOMENT: list(map(dt.datetime.fromisoformat, MOMENTS.split())),
}
MOST = 4000  # combinations of values for one function and kinds
PLANS_ALONE = {"steps", "whole -", "whole *"}


def signatures(function):
    """Yield the kinds that a function takes, none of them to be converted first."""
    for count in range(1, 4):
        for kinds in itertools.product(Kind, repeat=count):
            if function.gives(kinds) is not None and is_as_called(function, kinds):
                yield kinds


def is_as_called(function, kinds):
    """Whether a formula can come to these kinds: `formula.call` has made numbers alike before."""
    values = [*kinds[1::2], kinds[-1]] if function.name == "case" else kinds
    mixed = {Kind.NUMBER, Kind.INTEGER} <= set(values) or {Kind.DATE, Kind.MOMENT} <= set(values)
    return not mixed and not (
        function.takes == "It takes numbers." and Kind.INTEGER in kinds and function.name != "as number"
    )


CASES = [
    (function, kinds)
    for name, function in FUNCTIONS.items()
    if name not in PLANS_ALONE
    for kinds in signatures(function)
]


def combined(kinds):
    """Return combinations of nasty values, NULL among them, every value at every place."""
    lists = [[None, *VALUES[kind]] for kind in kinds]
    every = list(itertools.product(*lists))
    return every[:: max(1, math.ceil(len(every) / MOST))] + [
        tuple(each[place % len(each)] for each in lists) for place in range(60)
    ]


def in_duckdb(function, kinds, rows, path):
    """Return what DuckDB finds in a list, and in a file where each value is stored once, in a dictionary."""
    columns = [f"unnest(CAST(${place + 1} AS {TYPES[kind]}[])) AS a{place}" for place, kind in enumerate(kinds)]
    text = function.sql(*(f"a{place}" for place in range(len(kinds))))
    given = [list(column) for column in zip(*rows, strict=True)]
    connection = connected()
    connection.execute(f"CREATE TABLE given AS SELECT {', '.join(columns)}", given)
    connection.execute(f"COPY given TO '{path}'")
    for source in ("given", f"read_parquet('{path}')"):
        asked = f"SELECT CAST({text} AS {TYPES[function.gives(kinds)]}) FROM {source}"  # noqa: S608 - of this test alone
        yield [value for (value,) in connection.execute(asked).fetchall()]


def same(one, other):
    if isinstance(one, float) and isinstance(other, float) and math.isnan(one):
        return math.isnan(other)
    return type(one) is type(other) and one == other


@pytest.mark.parametrize(
    ("function", "kinds"),
    CASES,
    ids=lambda each: each.name if hasattr(each, "sql") else "-".join(kind.value for kind in each),
)
def test_engines_find_what_the_table_says_for_every_value(function, kinds, tmp_path):
    rows = combined(kinds)
    wanted = [function.python(*row) for row in rows]
    for found in in_duckdb(function, kinds, rows, tmp_path / "given.parquet"):
        differing = [each for each in zip(rows, found, wanted, strict=True) if not same(*each[1:])]
        assert differing[:5] == []


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in PLANS_ALONE])
def test_a_null_that_somebody_wrote_is_taken_at_every_place(name):
    function, connection = FUNCTIONS[name], connected()
    for kinds in {kinds for each, kinds in CASES if each is function}:
        for place in range(len(kinds)):
            given = [*kinds[:place], None, *kinds[place + 1 :]]
            if function.gives(given) is None:
                continue
            parts = ["NULL" if kind is None else f"CAST(NULL AS {TYPES[kind]})" for kind in given]
            connection.execute(f"SELECT CAST({function.sql(*parts)} AS {TYPES[function.gives(given)]})")


GRIDS = [
    (0, 60),
    (0, 1),
    (-5, 110),
    ("0.1", "0.3"),
    (-1, "0.5"),
    (10**15 - 1024, 10**15),
    (-(10**9), 10**9),
    ("-0.7", "-0.2"),
]


@pytest.mark.parametrize("limits", GRIDS, ids=str)
def test_steps_are_those_of_the_grid_for_every_value_on_both_engines(limits):
    bounds = Bounds.of(*limits)
    total = Total(Column("a0"), bounds.grid(Kind.NUMBER))
    low, high, step = float(bounds.low), float(bounds.high), float(total.grid.step)
    near = [low + step * part / 4 for part in range(-9, 10)] + [high + step * part / 4 for part in range(-9, 10)]
    values = [
        *VALUES[Kind.NUMBER],
        *near,
        *(math.nextafter(value, way) for value in near for way in (-math.inf, math.inf)),
    ]
    statement = Statement("")
    text = statement.formula(total.read(["a0"])[0])
    literals = [*statement.literals, values]
    asked = f"SELECT {text} FROM (SELECT unnest(CAST(${len(literals)} AS DOUBLE[])) AS a0)"  # noqa: S608 - as above
    found = [value for (value,) in connected().execute(asked, literals).fetchall()]
    assert found == total.grid.steps(np.array(values)).tolist()
    assert found == [meant(total, value) for value in values]


def meant(total, value):
    return FUNCTIONS["steps"].python(value, *(literal.value for literal in total.read(["a0"])[0].arguments[1:]))
