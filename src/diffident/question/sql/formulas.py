# SPDX-License-Identifier: Apache-2.0
"""Formulas as SQL writes them, into formulas of the one table of functions."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from sqlglot import exp
from sqlglot.expressions.core import Expression as Node

from diffident.errors import Refused
from diffident.question.expression import Expression, Kind, Literal
from diffident.question.formula import call, kind_of
from diffident.question.sql.parse import NotAnswered, only

Find = Callable[[Node], "Expression | None"]  # what a node means where it is no function
LONGEST_PATTERN: Final = 64
MOST_LISTED: Final = 1000

BINARY: Final[Mapping[type[Node], str]] = {
    exp.EQ: "=",
    exp.NEQ: "<>",
    exp.LT: "<",
    exp.LTE: "<=",
    exp.GT: ">",
    exp.GTE: ">=",
    exp.And: "and",
    exp.Or: "or",
    exp.Add: "+",
    exp.Sub: "-",
    exp.Mul: "*",
    exp.Div: "/",
    exp.Mod: "%",
    exp.DPipe: "||",
    exp.Like: "like",
}
UNARY: Final[Mapping[type[Node], str]] = {
    exp.Not: "not",
    exp.Neg: "negative",
    exp.Abs: "abs",
    exp.Floor: "floor",
    exp.Ceil: "ceil",
    exp.Round: "round",
    exp.Sqrt: "sqrt",
    exp.Ln: "ln",
    exp.Exp: "exp",
    exp.Length: "length",
    exp.Lower: "lower",
    exp.Upper: "upper",
    exp.Year: "year",
    exp.Month: "month",
    exp.Day: "day",
    exp.DayOfWeekIso: "weekday",
}
SEVERAL: Final[Mapping[type[Node], str]] = {
    exp.Coalesce: "coalesce",
    exp.Greatest: "greatest",
    exp.Least: "least",
}
NUMBERS: Final = {exp.DType.DOUBLE, exp.DType.FLOAT, exp.DType.DECIMAL}
WHOLES: Final = {exp.DType.INT, exp.DType.BIGINT, exp.DType.SMALLINT, exp.DType.TINYINT}
PARTS: Final = {"YEAR": "year", "MONTH": "month", "DAY": "day", "HOUR": "hour", "ISODOW": "weekday"}
CONVERTED: Final = {
    (Kind.INTEGER, Kind.NUMBER): "as number",
    (Kind.TRUTH, Kind.NUMBER): "as number",
    (Kind.TEXT, Kind.NUMBER): "read number",
    (Kind.NUMBER, Kind.INTEGER): "as integer",
    (Kind.INTEGER, Kind.TEXT): "as text",
    (Kind.DATE, Kind.MOMENT): "as moment",
    (Kind.MOMENT, Kind.DATE): "as date",
}


def formula(node: Node, find: Find, kinds: Mapping[str, Kind]) -> Expression:
    """Return what a node means, `find` being asked first."""
    found = find(node)
    if found is not None:
        return found

    def inner(part: Node) -> Expression:
        return formula(part, find, kinds)

    def made(name: str, *parts: Expression) -> Expression:
        return call(name, *_dated(parts, kinds), columns=kinds)

    reader = READERS.get(type(node))
    if reader is None:
        raise NotAnswered(what=f"{node.sql_name()}()" if isinstance(node, exp.Func) else node.key.upper())
    return reader(node, inner, made)


def _dated(parts: Sequence[Expression], kinds: Mapping[str, Kind]) -> Sequence[Expression]:
    """Return the parts of a function, text that stands beside a date or a moment read as one."""
    known = {kind_of(part, kinds) for part in parts}
    if known not in ({Kind.TEXT, Kind.DATE}, {Kind.TEXT, Kind.MOMENT}):
        return parts
    is_text = [isinstance(part, Literal) and part.kind is Kind.TEXT for part in parts]
    return [
        _moment(str(part.value), Kind.DATE in known) if text and isinstance(part, Literal) else part
        for part, text in zip(parts, is_text, strict=True)
    ]


Inner = Callable[[Node], Expression]
Made = Callable[..., Expression]


def _binary(node: Node, inner: Inner, made: Made) -> Expression:
    only(node, "this", "expression", "typed", "safe")
    left, right = inner(node.this), inner(node.expression)
    if isinstance(node, exp.Like) and not (isinstance(right, Literal) and len(str(right.value)) <= LONGEST_PATTERN):
        raise NotAnswered(what=f"LIKE with anything but a pattern of at most {LONGEST_PATTERN} signs")
    return made(BINARY[type(node)], left, right)


def _unary(node: Node, inner: Inner, made: Made) -> Expression:
    only(node, "this", "binary", "encoding")
    operand = inner(node.this)
    if isinstance(node, exp.Neg) and isinstance(operand, Literal) and isinstance(operand.value, int | float):
        return Literal.of(-operand.value)
    return made(UNARY[type(node)], operand)


def _several(node: Node, inner: Inner, made: Made) -> Expression:
    only(node, "this", "expressions", "ignore_nulls", "is_nvl", "is_null")
    return made(SEVERAL[type(node)], inner(node.this), *map(inner, node.expressions))


def _literal(node: Node, _inner: Inner, _made: Made) -> Expression:
    if node.is_string:
        return Literal.of(node.this)
    text = node.this
    return Literal.of(int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else float(text))


def _is(node: Node, inner: Inner, made: Made) -> Expression:
    only(node, "this", "expression")
    if isinstance(node.expression, exp.Null):
        return made("is null", inner(node.this))
    if isinstance(node.expression, exp.Boolean):
        same = made("=", inner(node.this), Literal.of(bool(node.expression.this)))
        return made("coalesce", same, Literal.of(False))  # noqa: FBT003 - a value
    raise NotAnswered(what="IS with anything but NULL, TRUE or FALSE")


def _between(node: Node, inner: Inner, made: Made) -> Expression:
    only(node, "this", "low", "high")
    value = inner(node.this)
    return made("and", made(">=", value, inner(node.args["low"])), made("<=", value, inner(node.args["high"])))


def _in(node: Node, inner: Inner, made: Made) -> Expression:
    only(node, "this", "expressions")
    listed = [inner(each) for each in node.expressions]
    if len(listed) > MOST_LISTED or not all(isinstance(each, Literal) and each.value is not None for each in listed):
        raise NotAnswered(what=f"IN with anything but 1 to {MOST_LISTED} plain values")
    return made("in", inner(node.this), *listed)


def _case(node: Node, inner: Inner, made: Made) -> Expression:
    only(node, "this", "ifs", "default")
    subject = node.this and inner(node.this)
    parts: list[Expression] = []
    for arm in node.args["ifs"]:
        condition = inner(arm.this)
        parts += [made("=", subject, condition) if subject else condition, inner(arm.args["true"])]
    default = node.args.get("default")
    return made("case", *parts, inner(default) if default is not None else Literal.of(None))


def _if(node: Node, inner: Inner, made: Made) -> Expression:
    only(node, "this", "true", "false")
    default = node.args.get("false")
    last = inner(default) if default is not None else Literal.of(None)
    return made("case", inner(node.this), inner(node.args["true"]), last)


def _nullif(node: Node, inner: Inner, made: Made) -> Expression:
    only(node, "this", "expression")
    value = inner(node.this)
    return made("case", made("=", value, inner(node.expression)), Literal.of(None), value)


def _extract(node: Node, inner: Inner, made: Made) -> Expression:
    part = PARTS.get(node.this.name.upper())
    if part is None:
        raise NotAnswered(what=f"EXTRACT of {node.this.name.upper()}")
    return made(part, inner(node.expression))


def _substring(node: Node, inner: Inner, made: Made) -> Expression:
    only(node, "this", "start", "length")
    ends = [inner(node.args[name]) for name in ("start", "length") if node.args.get(name) is not None]
    if len(ends) < 2 or not all(
        isinstance(end, Literal) and isinstance(end.value, int) and end.value >= 1 for end in ends
    ):
        raise NotAnswered(what="SUBSTRING with anything but a start and a length of at least 1")
    return made("substring", inner(node.this), *ends)


def _truncated(node: Node, inner: Inner, made: Made) -> Expression:
    if node.args["unit"].name.upper() != "MONTH":
        raise NotAnswered(what="DATE_TRUNC to anything but months")
    return made("first of month", inner(node.this))


def _cast(node: Node, inner: Inner, made: Made) -> Expression:
    only(node, "this", "to", "_type")
    operand, kind = inner(node.this), node.args["to"].this
    if isinstance(operand, Literal) and operand.kind is Kind.TEXT and kind in {exp.DType.DATE, exp.DType.TIMESTAMP}:
        return _moment(str(operand.value), kind is exp.DType.DATE)
    wanted = Kind.NUMBER if kind in NUMBERS else Kind.INTEGER if kind in WHOLES else OTHERS.get(kind)
    return _converted(operand, wanted, made)


OTHERS: Final = {
    exp.DType.TEXT: Kind.TEXT,
    exp.DType.VARCHAR: Kind.TEXT,
    exp.DType.DATE: Kind.DATE,
    exp.DType.TIMESTAMP: Kind.MOMENT,
}


def _converted(operand: Expression, wanted: Kind | None, made: Made) -> Expression:
    for (_, to), name in CONVERTED.items():
        if to is wanted and _fits(made, name, operand):
            return made(name, operand)
    raise NotAnswered(what="CAST to this type")


def _fits(made: Made, name: str, operand: Expression) -> bool:
    try:
        made(name, operand)
    except Refused:
        return False
    return True


def _moment(text: str, is_date: bool) -> Literal:  # noqa: FBT001 - one of two
    try:
        return Literal.of(dt.date.fromisoformat(text) if is_date else dt.datetime.fromisoformat(text))
    except ValueError:
        raise NotAnswered(what="a date that is not written as 2026-11-19") from None


READERS: Final[Mapping[type[Node], Callable[[Node, Inner, Made], Expression]]] = {
    **dict.fromkeys(BINARY, _binary),
    **dict.fromkeys(UNARY, _unary),
    **dict.fromkeys(SEVERAL, _several),
    exp.Literal: _literal,
    exp.Boolean: lambda node, _inner, _made: Literal.of(bool(node.this)),
    exp.Null: lambda _node, _inner, _made: Literal.of(None),
    exp.Paren: lambda node, inner, _made: inner(node.this),
    exp.Is: _is,
    exp.Between: _between,
    exp.In: _in,
    exp.Case: _case,
    exp.If: _if,
    exp.Nullif: _nullif,
    exp.Extract: _extract,
    exp.Substring: _substring,
    exp.TimestampTrunc: _truncated,
    exp.DateTrunc: _truncated,
    exp.Cast: _cast,
    exp.TryCast: _cast,
}
