# SPDX-License-Identifier: Apache-2.0
"""Every function that a question may apply to the values of one row, in one table: each is total, none can fail.

A row of the table is the meaning twice: in Python, which the oracle runs, and in neutral SQL, which engines render and
may respell. Arithmetic is in double precision, so nothing overflows: what has no value is NULL, NaN or infinite, and
an aggregate takes NaN and the infinities for its lower bound. Comparisons order NaN behind all numbers.
"""

import datetime as dt
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from diffident.question import meaning
from diffident.question.expression import Kind
from diffident.question.meaning import strict
from diffident.question.signature import (
    Signature,
    anything,
    cases,
    comparable,
    integers,
    member,
    numbers,
    on_grid,
    one,
    one_kind,
    part_of_text,
    texts,
    truths,
)

EPOCH: Final = dt.date(1970, 1, 1)
SQL_NUMBER: Final = r"^-?[0-9]{1,15}(\.[0-9]{1,15})?$"
LONGEST_TEXT: Final = 1000  # signs of text that is put together
SMALL: Final = "abcdefghijklmnopqrstuvwxyz"
LARGE: Final = SMALL.upper()
DATES: Final = (Kind.DATE, Kind.MOMENT)


@dataclass(frozen=True, slots=True)
class Function:
    """One function: its name, what it gives, how it is written, what it means, and what it takes, in words."""

    name: str
    gives: Signature
    sql: Callable[..., str]
    python: Callable[..., Any]
    takes: str


def _written(template: str) -> Callable[..., str]:
    return template.format


def _joined(between: str) -> Callable[..., str]:
    return lambda *parts: f"({between.join(parts)})"


def _case_sql(*parts: str) -> str:
    arms = " ".join(f"WHEN {when} THEN {then}" for when, then in zip(parts[0:-1:2], parts[1::2], strict=True))
    return f"(CASE {arms} ELSE {parts[-1]} END)"


def _in_sql(value: str, *listed: str) -> str:
    return f"({value} IN ({', '.join(listed)}))"


def _steps_sql(value: str, low: str, high: str, least: str, most: str, scale: str) -> str:  # noqa: PLR0913 - a grid
    """Return the nearest step as half of the doubled floor plus one, which is exact; NaN is above all numbers.

    No branch of a CASE may raise on values that are not its own: engines compute it once for each entry of a dictionary.
    """
    nearest = f"(TRY_CAST(floor({value} * ({scale} * 2)) AS BIGINT) + 1) >> 1"
    finite = (
        f"WHEN {value} <= {low} THEN {least} WHEN {value} < {high} THEN {nearest} WHEN isfinite({value}) THEN {most}"
    )
    return f"(CASE {finite} WHEN {value} IS NOT NULL THEN {least} END)"


def _called(name: str) -> Callable[..., str]:
    return lambda *parts: f"{name}({', '.join(parts)})"


def _once_called(name: str) -> Callable[..., str]:
    """Return a function to which saying the same twice adds nothing; DuckDB 2.0 fails where a column is named twice."""
    return lambda *parts: f"{name}({', '.join(dict.fromkeys(parts))})"


def _of_moment(name: str) -> Callable[..., str]:
    return lambda moment: f"{name}(CAST({moment} AS TIMESTAMP))"


COMPARE = "It takes two values of one kind."
COUNTS = "It takes numbers."
TRUTHS = "It takes conditions."
WORDS = "It takes text."
DAYS = "It takes a date or a moment."

FUNCTIONS: Final = {
    row.name: row
    for row in (
        Function("=", comparable, _joined(" = "), meaning.compared(lambda a, b: a == b), COMPARE),
        Function("<>", comparable, _joined(" <> "), meaning.compared(lambda a, b: a != b), COMPARE),
        Function("<", comparable, _joined(" < "), meaning.compared(lambda a, b: a < b), COMPARE),
        Function("<=", comparable, _joined(" <= "), meaning.compared(lambda a, b: a <= b), COMPARE),
        Function(">", comparable, _joined(" > "), meaning.compared(lambda a, b: a > b), COMPARE),
        Function(">=", comparable, _joined(" >= "), meaning.compared(lambda a, b: a >= b), COMPARE),
        Function("in", member, _in_sql, meaning.is_in, "It takes a value and others of its kind."),
        Function("and", truths, _joined(" AND "), meaning.both, TRUTHS),
        Function("or", truths, _joined(" OR "), meaning.either, TRUTHS),
        Function(
            "not", one(Kind.TRUTH, result=Kind.TRUTH), _written("(NOT {})"), strict(lambda value: not value), TRUTHS
        ),
        Function("is null", anything, _written("({} IS NULL)"), lambda value: value is None, "It takes one value."),
        Function("coalesce", one_kind, _once_called("coalesce"), meaning.first, "It takes values of one kind."),
        Function("greatest", one_kind, _once_called("greatest"), meaning.extreme(max), "It takes values of one kind."),
        Function("least", one_kind, _once_called("least"), meaning.extreme(min), "It takes values of one kind."),
        Function("case", cases, _case_sql, meaning.case_of, "It takes conditions, and values of one kind."),
        Function("+", numbers(2), _joined(" + "), strict(lambda a, b: a + b), COUNTS),
        Function("-", numbers(2), _joined(" - "), strict(lambda a, b: a - b), COUNTS),
        Function("*", numbers(2), _joined(" * "), strict(lambda a, b: a * b), COUNTS),
        Function("/", numbers(2), _written("({} / nullif({}, 0))"), strict(meaning.quotient), COUNTS),
        Function("%", numbers(2), _written("({} % nullif({}, 0))"), strict(meaning.remainder), COUNTS),
        Function("negative", numbers(1), _written("(-{})"), strict(lambda value: -value), COUNTS),
        Function("abs", numbers(1), _called("abs"), strict(abs), COUNTS),
        Function("floor", numbers(1), _called("floor"), meaning.finite(math.floor), COUNTS),
        Function("ceil", numbers(1), _called("ceil"), meaning.finite(math.ceil), COUNTS),
        Function("round", numbers(1), _called("round"), meaning.finite(meaning.rounded), COUNTS),
        Function("sqrt", numbers(1), _called("sqrt"), strict(meaning.root), COUNTS),
        Function("ln", numbers(1), _called("ln"), strict(meaning.logarithm), COUNTS),
        Function("exp", numbers(1), _called("exp"), strict(meaning.power_of_e), COUNTS),
        Function("power", numbers(2), _called("pow"), strict(meaning.power), COUNTS),
        Function(
            "as number",
            one(Kind.NUMBER, Kind.INTEGER, Kind.TRUTH, result=Kind.NUMBER),
            _written("CAST({} AS DOUBLE)"),
            strict(meaning.as_float),
            COUNTS,
        ),
        Function(
            "as integer",
            numbers(1, Kind.INTEGER),
            _written("TRY_CAST(floor({} + 0.5::DOUBLE) AS BIGINT)"),
            strict(meaning.whole),
            COUNTS,
        ),
        Function(
            "as moment",
            one(Kind.DATE, result=Kind.MOMENT),
            _written("CAST({} AS TIMESTAMP)"),
            strict(lambda day: dt.datetime(day.year, day.month, day.day)),  # noqa: DTZ001 - columns have no zone
            DAYS,
        ),
        Function(
            "as date",
            one(Kind.MOMENT, result=Kind.DATE),
            _written("CAST({} AS DATE)"),
            strict(lambda moment: moment.date()),
            DAYS,
        ),
        Function(
            "as text",
            one(Kind.INTEGER, result=Kind.TEXT),
            _written("CAST({} AS VARCHAR)"),
            strict(str),
            "It takes an integer.",
        ),
        Function(
            "read number",
            one(Kind.TEXT, result=Kind.NUMBER),
            lambda text: f"TRY_CAST(regexp_extract({text}, '{SQL_NUMBER}') AS DOUBLE)",
            strict(meaning.read_number),
            WORDS,
        ),
        Function("length", one(Kind.TEXT, result=Kind.INTEGER), _called("length"), strict(len), WORDS),
        Function(
            "lower",
            one(Kind.TEXT, result=Kind.TEXT),
            _written(f"translate({{}}, '{LARGE}', '{SMALL}')"),
            meaning.translated(LARGE, SMALL),
            WORDS,
        ),
        Function(
            "upper",
            one(Kind.TEXT, result=Kind.TEXT),
            _written(f"translate({{}}, '{SMALL}', '{LARGE}')"),
            meaning.translated(SMALL, LARGE),
            WORDS,
        ),
        Function(
            "substring",
            part_of_text,
            _written("substring({}, TRY_CAST({} AS UINTEGER), TRY_CAST({} AS UINTEGER))"),
            strict(meaning.part_of),
            "It takes text, start and length.",
        ),
        Function(  # cut, so that no question makes text without end of one person's
            "||",
            texts(Kind.TEXT),
            _written(f"left({{}} || {{}}, {LONGEST_TEXT})"),
            strict(lambda a, b: (a + b)[:LONGEST_TEXT]),
            WORDS,
        ),
        Function("like", texts(Kind.TRUTH), _joined(" LIKE "), strict(meaning.like), WORDS),
        Function("year", one(*DATES, result=Kind.INTEGER), _of_moment("year"), strict(lambda day: day.year), DAYS),
        Function("month", one(*DATES, result=Kind.INTEGER), _of_moment("month"), strict(lambda day: day.month), DAYS),
        Function("day", one(*DATES, result=Kind.INTEGER), _of_moment("day"), strict(lambda day: day.day), DAYS),
        Function(
            "hour", one(Kind.MOMENT, result=Kind.INTEGER), _of_moment("hour"), strict(lambda moment: moment.hour), DAYS
        ),
        Function(
            "weekday",
            one(*DATES, result=Kind.INTEGER),
            _of_moment("isodow"),
            strict(lambda day: day.isoweekday()),
            DAYS,
        ),
        Function(
            "days",
            one(Kind.DATE, result=Kind.INTEGER),
            _written("CAST({} - DATE '1970-01-01' AS BIGINT)"),
            strict(lambda day: (day - EPOCH).days),
            "It takes a date and counts the days since 1970.",
        ),
        Function(
            "first of month",
            one(Kind.DATE, result=Kind.DATE),
            _written("CAST(date_trunc('month', CAST({} AS DATE)) AS DATE)"),
            strict(lambda day: day.replace(day=1)),
            DAYS,
        ),
        # The last three are for plans alone, whose integers are small; no question can name them.
        Function("steps", on_grid, _steps_sql, strict(meaning.steps), COUNTS),
        Function("whole -", integers, _joined(" - "), strict(lambda a, b: a - b), COUNTS),
        Function("whole *", integers, _joined(" * "), strict(lambda a, b: a * b), COUNTS),
    )
}
