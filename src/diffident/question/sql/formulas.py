# SPDX-License-Identifier: Apache-2.0
"""Formulas as SQL writes them, into formulas of the one table of functions."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from sqlglot import exp
from sqlglot.expressions.core import Expr as Node

from diffident.question.bins import width_bucket
from diffident.question.expression import Call, Expression, Kind, Literal
from diffident.question.formula import FunctionMisused, call, kind_of
from diffident.question.sql.conversions import as_moments, converted
from diffident.question.sql.names import BINARY, CHAINS, PARTS, SEVERAL, TYPES, UNARY
from diffident.question.sql.unanswered import NotAnswered, only, unanswered

LONGEST_PATTERN: Final = 64
LONGEST_WHOLE: Final = 18  # digits: all of these fit 64 bits
LONGEST_NUMBER: Final = 400  # digits


@dataclass(frozen=True, slots=True)
class Formulas:
    """Reads formulas over columns of these kinds. `find` is asked first what a node means, and may say nothing."""

    find: Callable[[Node], Expression | None]
    kinds: Mapping[str, Kind]

    def read(self, node: Node) -> Expression:
        """Return what a node means, or refuse."""
        found = self.find(node)
        if found is not None:
            return found
        reader = READERS.get(type(node))
        if reader is None:
            raise unanswered(node)
        return reader(self, node)

    def condition(self, node: Node, clause: str) -> Expression:
        """Return what a condition means, or refuse what is neither true nor false."""
        found = self.read(node)
        kind = self.kind(found)
        if kind is not Kind.TRUTH:
            said = "NULL" if kind is None else kind.value
            raise FunctionMisused(function=clause, kinds=said, takes="It takes a condition.")
        return found

    def made(self, function: str, *parts: Expression) -> Expression:
        """Return a function of formulas; text beside dates is read as a date."""
        return call(function, *as_moments(parts, self.kinds), columns=self.kinds)

    def kind(self, formula: Expression) -> Kind | None:
        """Return the kind of a formula."""
        return kind_of(formula, self.kinds)

    def all(self, nodes: Iterable[Node]) -> list[Expression]:
        """Return what several nodes mean."""
        return [self.read(node) for node in nodes]


def _binary(self: Formulas, node: Node) -> Expression:
    only(node, "this", "expression", "typed", "safe")
    return self.made(BINARY[type(node)], *self.all((node.this, node.expression)))


def _chain(self: Formulas, node: Node) -> Expression:
    """Return AND or OR of all that one of them holds together, however it is bracketed."""
    found = self.all(_links(node, type(node)))
    name = CHAINS[type(node)]
    parts = [part for each in found for part in _within(each, name)]
    return self.made(name, *dict.fromkeys(parts))


def _links(node: Node, kind: type[Node]) -> list[Node]:
    """Return the parts of a chain, left to right; chains are as deep as they are long."""
    parts: list[Node] = []
    open_ = [node]
    while open_:
        each = open_.pop()
        if type(each) is kind:
            only(each, "this", "expression")
            open_ += [each.expression, each.this]
        else:
            parts.append(each)
    return parts


def _within(formula: Expression, name: str) -> tuple[Expression, ...]:
    """Return the arguments of a call of this function, and any other formula as it is."""
    return formula.arguments if isinstance(formula, Call) and formula.function == name else (formula,)


def _unary(self: Formulas, node: Node) -> Expression:
    only(node, "this", "binary", "encoding")
    return self.made(UNARY[type(node)], self.read(node.this))


def _negative(self: Formulas, node: Node) -> Expression:
    only(node, "this")
    operand = self.read(node.this)
    if isinstance(operand, Literal) and type(operand.value) in (int, float):
        return Literal.of(-operand.value)  # type: ignore[operator]  # a number
    return self.made("negative", operand)


def _difference(self: Formulas, node: Node) -> Expression:
    """Return a difference of numbers, or the days between two dates."""
    only(node, "this", "expression")
    parts = as_moments(self.all((node.this, node.expression)), self.kinds)
    if {self.kind(part) for part in parts} == {Kind.DATE}:
        parts = [self.made("days", part) for part in parts]
    return self.made("-", *parts)


def _days_between(self: Formulas, node: Node) -> Expression:
    only(node, "this", "expression", "unit", "date_part_boundary")
    unit = node.args.get("unit")
    if unit is None or unit.name.upper() != "DAY":
        raise NotAnswered(what="DATEDIFF in anything but days", instead="Write DATEDIFF('day', entered, left).")
    later, earlier = as_moments(self.all((node.this, node.expression)), self.kinds)
    return self.made("-", self.made("days", later), self.made("days", earlier))


def _whole_quotient(self: Formulas, node: Node) -> Expression:
    only(node, "this", "expression")
    return self.made("floor", self.made("/", *self.all((node.this, node.expression))))


def _several(self: Formulas, node: Node) -> Expression:
    only(node, "this", "expressions", "ignore_nulls")
    return self.made(SEVERAL[type(node)], *self.all((node.this, *node.expressions)))


def _literal(_self: Formulas, node: Node) -> Expression:
    text = node.this
    if node.is_string:
        return Literal.of(text)
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_WHOLE:
        return Literal.of(int(text))
    number = float(text) if len(text) <= LONGEST_NUMBER else math.inf
    if not math.isfinite(number):
        raise NotAnswered(what="A number of that many digits", instead="Write a number below 1e308.")
    return Literal.of(number)


def _like(self: Formulas, node: Node) -> Expression:
    only(node, "this", "expression", "negate")
    value, pattern = self.all((node.this, node.expression))
    if not (isinstance(pattern, Literal) and len(str(pattern.value)) <= LONGEST_PATTERN):
        text = f"Write the pattern itself, of at most {LONGEST_PATTERN} signs, such as LIKE 'a%'."
        raise NotAnswered(what="LIKE with a pattern that is computed or long", instead=text)
    found = self.made("like", value, pattern)
    return self.made("not", found) if node.args.get("negate") else found


def _is(self: Formulas, node: Node) -> Expression:
    only(node, "this", "expression")
    value, wanted = node.this, node.expression
    if isinstance(wanted, exp.Null):
        return self.made("is null", self.read(value))
    if isinstance(wanted, exp.Boolean):
        same = self.made("=", self.read(value), Literal.of(bool(wanted.this)))
        return self.made("coalesce", same, Literal.of(False))  # noqa: FBT003 - a value
    raise NotAnswered(what="IS with anything but NULL, TRUE or FALSE", instead="Write x = 1 or x IS NULL.")


def _between(self: Formulas, node: Node) -> Expression:
    only(node, "this", "low", "high")
    value, low, high = self.all((node.this, node.args["low"], node.args["high"]))
    return self.made("and", self.made(">=", value, low), self.made("<=", value, high))


def _in(self: Formulas, node: Node) -> Expression:
    if node.args.get("query") is not None:
        raise unanswered(node.args["query"])
    only(node, "this", "expressions")
    listed = self.all(node.expressions)
    if not listed or not all(isinstance(each, Literal) and each.value is not None for each in listed):
        raise NotAnswered(what="IN with anything but plain values", instead="Write ward IN ('A', 'B').")
    return self.made("in", self.read(node.this), *dict.fromkeys(listed))


def _case(self: Formulas, node: Node) -> Expression:
    only(node, "this", "ifs", "default")
    subject, default = node.this, node.args.get("default")
    parts: list[Expression] = []
    for arm in node.args["ifs"]:
        only(arm, "this", "true")
        condition, value = self.all((arm.this, arm.args["true"]))
        parts += [self.made("=", self.read(subject), condition) if subject else condition, value]
    return self.made("case", *parts, Literal.of(None) if default is None else self.read(default))


def _if(self: Formulas, node: Node) -> Expression:
    only(node, "this", "true", "false")
    default = node.args.get("false")
    parts = self.all((node.this, node.args["true"]))
    return self.made("case", *parts, Literal.of(None) if default is None else self.read(default))


def _nullif(self: Formulas, node: Node) -> Expression:
    only(node, "this", "expression")
    value, unwanted = self.all((node.this, node.expression))
    return self.made("case", self.made("=", value, unwanted), Literal.of(None), value)


def _extract(self: Formulas, node: Node) -> Expression:
    only(node, "this", "expression")
    part = PARTS.get(node.this.name.upper())
    if part is None:
        raise NotAnswered(what="This part of a date", instead=f"Write EXTRACT of one of {', '.join(PARTS)}.")
    return self.made(part, self.read(node.expression))


def _substring(self: Formulas, node: Node) -> Expression:
    only(node, "this", "start", "length")
    ends = self.all(node.args[name] for name in ("start", "length") if node.args.get(name) is not None)
    if len(ends) < 2 or not all(isinstance(end, Literal) and type(end.value) is int and end.value >= 1 for end in ends):
        raise NotAnswered(what="SUBSTRING without plain numbers", instead="Write SUBSTRING(x, 1, 2), from 1 on.")
    return self.made("substring", self.read(node.this), *ends)


def _month(self: Formulas, node: Node) -> Expression:
    only(node, "this", "unit")
    if node.args["unit"].name.upper() != "MONTH":
        raise NotAnswered(what="DATE_TRUNC to anything but months", instead="Write DATE_TRUNC('month', day).")
    return self.made("first of month", converted(self.read(node.this), Kind.DATE, self.kinds))


def _cast(self: Formulas, node: Node) -> Expression:
    only(node, "this", "to", "_type", "safe")
    only(node.args["to"], "this")
    wanted = TYPES.get(node.args["to"].this)
    if wanted is None:
        known = "BOOLEAN, BIGINT, DOUBLE, VARCHAR, DATE and TIMESTAMP"
        raise NotAnswered(what="CAST to this type", instead=f"Types are {known}.")
    return converted(self.read(node.this), wanted, self.kinds)


def _bucket(self: Formulas, node: Node) -> Expression:
    """Return the number of the bin; kinds are as for a comparison, which is what it becomes."""
    only(node, "this", "min_value", "max_value", "num_buckets")
    value, *grid = self.all(node.args[name] for name in ("this", "min_value", "max_value", "num_buckets"))
    self.made("+", value, Literal.of(0))  # refuses what is no number
    if not all(isinstance(each, Literal) and type(each.value) in (int, float) for each in grid):
        raise NotAnswered(what="WIDTH_BUCKET between computed limits", instead="Write WIDTH_BUCKET(stay, 0, 60, 12).")
    low, high, bins = (each.value for each in grid if isinstance(each, Literal))
    return width_bucket(converted(value, Kind.NUMBER, self.kinds), low, high, bins)


def _paren(self: Formulas, node: Node) -> Expression:
    only(node, "this")
    return self.read(node.this)


READERS: Final[Mapping[type[Node], Callable[[Formulas, Node], Expression]]] = {
    **dict.fromkeys(BINARY, _binary),
    **dict.fromkeys(UNARY, _unary),
    **dict.fromkeys(SEVERAL, _several),
    **dict.fromkeys(CHAINS, _chain),
    exp.Literal: _literal,
    exp.Boolean: lambda _self, node: Literal.of(bool(node.this)),
    exp.Null: lambda _self, _node: Literal.of(None),
    exp.Paren: _paren,
    exp.WidthBucket: _bucket,
    exp.Neg: _negative,
    exp.Sub: _difference,
    exp.DateDiff: _days_between,
    exp.IntDiv: _whole_quotient,
    exp.Like: _like,
    exp.Is: _is,
    exp.Between: _between,
    exp.In: _in,
    exp.Case: _case,
    exp.If: _if,
    exp.Nullif: _nullif,
    exp.Extract: _extract,
    exp.Substring: _substring,
    exp.TimestampTrunc: _month,
    exp.DateTrunc: _month,
    exp.Cast: _cast,
    exp.TryCast: _cast,
}
