# SPDX-License-Identifier: Apache-2.0
"""What SQL calls the functions and kinds of the one table."""

from collections.abc import Mapping
from typing import Final

from sqlglot import exp
from sqlglot.expressions.core import Expr as Node

from diffident.question.expression import Kind

BINARY: Final[Mapping[type[Node], str]] = {
    exp.EQ: "=",
    exp.NEQ: "<>",
    exp.LT: "<",
    exp.LTE: "<=",
    exp.GT: ">",
    exp.GTE: ">=",
    exp.Add: "+",
    exp.Mul: "*",
    exp.Div: "/",
    exp.Mod: "%",
    exp.DPipe: "||",
    exp.Pow: "power",
}
UNARY: Final[Mapping[type[Node], str]] = {
    exp.Not: "not",
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
    exp.Hour: "hour",
    exp.DayOfWeekIso: "weekday",
}
SEVERAL: Final[Mapping[type[Node], str]] = {
    exp.Coalesce: "coalesce",
    exp.Greatest: "greatest",
    exp.Least: "least",
}
CHAINS: Final[Mapping[type[Node], str]] = {exp.And: "and", exp.Or: "or"}
PARTS: Final = {"YEAR": "year", "MONTH": "month", "DAY": "day", "HOUR": "hour", "ISODOW": "weekday"}

D = exp.DType
TYPES: Final[Mapping[object, Kind]] = {
    **dict.fromkeys((D.DOUBLE, D.FLOAT, D.DECIMAL), Kind.NUMBER),
    **dict.fromkeys((D.INT, D.BIGINT, D.SMALLINT, D.TINYINT), Kind.INTEGER),
    **dict.fromkeys((D.TEXT, D.VARCHAR), Kind.TEXT),
    D.BOOLEAN: Kind.TRUTH,
    D.DATE: Kind.DATE,
    **dict.fromkeys((D.TIMESTAMP, D.TIMESTAMPNTZ), Kind.MOMENT),
}
