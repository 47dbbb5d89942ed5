# SPDX-License-Identifier: Apache-2.0
"""What stands once in a SELECT and is several columns of the answer: a list of ranks, and the five numbers of a boxplot."""

from collections.abc import Iterator
from typing import Final

from sqlglot import exp
from sqlglot.expressions.core import Expr as Node

from diffident.question.sql.unanswered import NotAnswered, only

QUANTILES: Final = (exp.PercentileCont, exp.PercentileDisc, exp.Quantile)
REACH: Final = "1.5"  # whiskers end at most so many interquartile ranges from the box (Tukey 1977)


def spread(select: exp.Select) -> None:
    """Put several columns where one stands for them, and a difference of quartiles where IQR(x) stands."""
    for node in list(select.find_all(exp.Anonymous)):
        if _is(node, "IQR"):
            node.replace(exp.Paren(this=exp.Sub(this=_at(_of(node), "0.75"), expression=_at(_of(node), "0.25"))))
    select.set("expressions", [each for node in select.expressions for each in _columns(node)])


def _columns(node: Node) -> Iterator[Node]:
    """Yield the columns that a piece of a SELECT stands for."""
    inner = node.this if isinstance(node, exp.Alias) else node
    if isinstance(inner, exp.Anonymous) and _is(inner, "BOXPLOT"):
        yield from _boxplot(_of(inner), _name(node, _of(inner)))
    elif isinstance(inner, QUANTILES) and isinstance(_rank(inner), exp.Array):
        for rank in _rank(inner).expressions:
            percent = rank.sql().removeprefix("0.").ljust(2, "0").replace(".", "_").replace("-", "_")
            yield _as(_at(inner.this, rank.sql()), f"{_name(node, inner.this)}_{percent}")
    else:
        yield node


def _boxplot(of: Node, name: str) -> Iterator[Node]:
    """Yield the ends of both whiskers, the quartiles and the median; no single value is shown, wherever it lies."""
    low, middle, high = (_at(of, rank) for rank in ("0.25", "0.5", "0.75"))
    reach = exp.Mul(this=exp.Literal.number(REACH), expression=exp.Paren(this=exp.Sub(this=high, expression=low)))
    first = exp.Greatest(this=exp.Min(this=of.copy()), expressions=[exp.Sub(this=low.copy(), expression=reach)])
    last = exp.Least(this=exp.Max(this=of.copy()), expressions=[exp.Add(this=high.copy(), expression=reach.copy())])
    yield _as(exp.Least(this=first, expressions=[low.copy()]), f"{name}_from")
    yield _as(low.copy(), f"{name}_q1")
    yield _as(middle, f"{name}_median")
    yield _as(high.copy(), f"{name}_q3")
    yield _as(exp.Greatest(this=last, expressions=[high.copy()]), f"{name}_to")


def _is(node: exp.Anonymous, name: str) -> bool:
    return str(node.this).upper() == name


def _of(node: exp.Anonymous) -> Node:
    """Return the one formula that a function is of."""
    if len(node.expressions) != 1:
        raise NotAnswered(what=f"{str(node.this).upper()} of several values", instead="Write BOXPLOT(x) or IQR(x).")
    found: Node = node.expressions[0]
    return found


def _rank(node: Node) -> Node:
    only(node, "this", "expression", "quantile")
    found: Node = node.args.get("expression") or node.args.get("quantile") or exp.Null()
    return found


def _at(of: Node, rank: str) -> Node:
    return exp.PercentileCont(this=of.copy(), expression=exp.Literal.number(rank))


def _name(node: Node, of: Node) -> str:
    """Return what the columns' names begin with: what somebody said, or the column's own name."""
    return str(node.alias if isinstance(node, exp.Alias) else of.name or "x")


def _as(formula: Node, name: str) -> Node:
    return exp.Alias(this=formula, alias=exp.to_identifier(name, quoted=True))
