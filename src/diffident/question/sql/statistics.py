# SPDX-License-Identifier: Apache-2.0
"""Statistics as SQL writes them: which one is asked for, of which formula, over which rows."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from sqlglot import exp
from sqlglot.expressions.core import Expr as Node

from diffident.privacy.ranks import MOST_RANKS, RanksUnusable, ranks_of
from diffident.question.aggregates import (
    Aggregate,
    Correlation,
    Count,
    CountDistinct,
    CountOf,
    CountPeople,
    Covariance,
    Deviation,
    Intercept,
    Largest,
    Least,
    Mean,
    Median,
    Quantile,
    SampleCovariance,
    SampleDeviation,
    SampleVariance,
    Slope,
    Sum,
    Variance,
    WeightedMean,
)
from diffident.question.expression import Expression, Literal
from diffident.question.sql.scope import Scope
from diffident.question.sql.unanswered import NotAnswered, only, unanswered
from diffident.question.sql.windows import INSTEAD, Window, window_of

NAMES: Final[Mapping[type[Node], str]] = {
    exp.Sum: "SUM",
    exp.Avg: "AVG",
    exp.VariancePop: "VAR_POP",
    exp.Variance: "VAR_SAMP",
    exp.StddevPop: "STDDEV_POP",
    exp.Stddev: "STDDEV_SAMP",
    exp.StddevSamp: "STDDEV_SAMP",
    exp.Min: "MIN",
    exp.Max: "MAX",
    exp.Median: "MEDIAN",
}
NAMES_OF_TWO: Final[Mapping[type[Node], str]] = {
    exp.CovarPop: "COVAR_POP",
    exp.CovarSamp: "COVAR_SAMP",
    exp.Corr: "CORR",
    exp.RegrSlope: "REGR_SLOPE",
    exp.RegrIntercept: "REGR_INTERCEPT",
}
WITHIN: Final = "Write PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY x), or QUANTILE_CONT(x, 0.9)."
DISTINCT: Final = "Write COUNT(DISTINCT x) for one x."
RELEASED: Final[Mapping[str, Callable[[Expression], Aggregate]]] = {
    "COUNT": CountOf,
    "SUM": Sum,
    "AVG": Mean,
    "VAR_POP": Variance,
    "VAR_SAMP": SampleVariance,
    "STDDEV_POP": Deviation,
    "STDDEV_SAMP": SampleDeviation,
    "MEDIAN": Median,
    "MIN": Least,
    "MAX": Largest,
}
RANKED: Final[Mapping[Fraction, Callable[[Expression], Aggregate]]] = {
    Fraction(0): Least,
    Fraction(1, 2): Median,
    Fraction(1): Largest,
}
RELEASED_OF_TWO: Final[Mapping[str, Callable[[Expression, Expression], Aggregate]]] = {
    "COVAR_POP": Covariance,
    "COVAR_SAMP": SampleCovariance,
    "CORR": Correlation,
    "REGR_SLOPE": Slope,
    "REGR_INTERCEPT": Intercept,
    "WEIGHTED_AVG": WeightedMean,
}
WEIGHTED: Final = ("WEIGHTED_AVG", "WAVG")  # functions that the parser knows by their names alone


@dataclass(frozen=True, slots=True)
class Statistic:
    """What is computed, of which formula over rows (None for the rows themselves), each value once if distinct.

    `other` is the second formula of statistics of two; a `window` adds counts up along a key; a `rank` is that of a quantile.
    """

    name: str
    formula: Expression | None
    distinct: bool = False
    other: Expression | None = None
    window: Window | None = None
    rank: Fraction | None = None


def statistics_in(nodes: list[Node]) -> Iterator[Node]:
    """Yield the statistics that nodes are made of, left to right, none of them inside another."""
    open_ = nodes[::-1]
    while open_:
        node = open_.pop()
        if isinstance(node, exp.Window | exp.Filter | exp.AggFunc | exp.WithinGroup) or _is_weighted(node):
            yield node
        else:
            open_ += reversed(list(node.iter_expressions()))


def statistic(node: Node, scope: Scope) -> Statistic | None:
    """Return the statistic that a node asks for, if it asks for one."""
    reader = READERS.get(type(node))
    if reader is not None:
        return reader(node, scope)
    if isinstance(node, exp.AggFunc):
        raise unanswered(node)
    return None


def aggregate(asked: Statistic, node: Node, scope: Scope) -> Aggregate:
    """Return the aggregate that answers a statistic of everybody's rows, or refuse."""
    if asked.window is not None:
        return asked.window.counting(asked.formula)
    if asked.formula is None:
        return Count()
    if asked.distinct:
        return CountPeople() if asked.formula == scope.person else CountDistinct(asked.formula)
    if asked.other is not None:
        return RELEASED_OF_TWO[asked.name](asked.formula, asked.other)
    if asked.rank is not None:
        named = RANKED.get(asked.rank)
        return Quantile(asked.formula, asked.rank) if named is None else named(asked.formula)
    if asked.name not in RELEASED:
        raise unanswered(node)
    return RELEASED[asked.name](asked.formula)


def _of_values(node: Node, scope: Scope) -> Statistic:
    only(node, "this")
    if isinstance(node.this, exp.Distinct):
        raise NotAnswered(what="DISTINCT but in COUNT(DISTINCT x)", instead=DISTINCT)
    return Statistic(NAMES[type(node)], scope.formulas.read(node.this))


def _of_two(node: Node, scope: Scope) -> Statistic:
    only(node, "this", "expression")
    first, second = scope.formulas.read(node.this), scope.formulas.read(node.expression)
    return Statistic(NAMES_OF_TWO[type(node)], first, other=second)


def _is_weighted(node: Node) -> bool:
    return isinstance(node, exp.Anonymous) and node.name.upper() in WEIGHTED


def _of_weighted(node: Node, scope: Scope) -> Statistic | None:
    """Return a weighted mean; other functions that nobody knows are no statistics."""
    if not _is_weighted(node):
        return None
    if len(node.expressions) != 2:
        raise NotAnswered(what=f"{WEIGHTED[0]} of other than two columns", instead=f"Write {WEIGHTED[0]}(x, weight).")
    value, weight = map(scope.formulas.read, node.expressions)
    return Statistic(WEIGHTED[0], value, other=weight)


def _windowed(node: Node, scope: Scope) -> Statistic:
    assert isinstance(node, exp.Window)  # noqa: S101 - the reader of windows
    inner, window = window_of(node, scope)
    asked = statistic(inner, scope)
    if asked is None or asked.name != "COUNT" or asked.distinct:
        raise NotAnswered(what="A window over anything but a count of rows", instead=INSTEAD)
    return Statistic("WINDOW", asked.formula, window=window)


def _count(node: Node, scope: Scope) -> Statistic:
    only(node, "this", "big_int")
    of: Node | None = node.args.get("this")
    if of is None or isinstance(of, exp.Star):
        only(of or node, "big_int")
        return Statistic("COUNT", None)
    if isinstance(of, exp.Distinct):
        return _distinct(of, scope)
    return Statistic("COUNT", scope.formulas.read(of))


def _distinct(of: exp.Distinct, scope: Scope) -> Statistic:
    only(of, "expressions")
    if len(of.expressions) != 1:
        raise NotAnswered(what="COUNT(DISTINCT) of several columns", instead=DISTINCT)
    return Statistic("COUNT", scope.formulas.read(of.expressions[0]), distinct=True)


def _count_if(node: Node, scope: Scope) -> Statistic:
    only(node, "this")
    return _of_those(Statistic("COUNT", None), scope.formulas.condition(node.this, "COUNT_IF"), scope)


def _quantile(node: Node, scope: Scope) -> Statistic:
    only(node, "this", "expression", "quantile")
    return _at(node.args.get("expression") or node.args.get("quantile"), node.this, scope)


def _within_group(node: Node, scope: Scope) -> Statistic:
    only(node, "this", "expression")
    order = node.expression
    is_one = isinstance(order, exp.Order) and len(order.expressions) == 1
    if not is_one or not isinstance(node.this, exp.PercentileCont | exp.PercentileDisc):
        raise NotAnswered(what="WITHIN GROUP but for percentiles", instead=WITHIN)
    only(node.this, "this")
    by = order.expressions[0]
    only(by, "this", "desc", "nulls_first")
    return _at(node.this.this, by.this, scope, is_from_above=bool(by.args.get("desc")))


def _at(rank: Node | None, of: Node, scope: Scope, *, is_from_above: bool = False) -> Statistic:
    """Return the statistic at a rank, which is a number that everybody can read."""
    if not isinstance(rank, exp.Literal) or rank.is_string:
        raise RanksUnusable(most=MOST_RANKS)
    (found,) = ranks_of(str(rank.this))
    return Statistic("QUANTILE_CONT", scope.formulas.read(of), rank=1 - found if is_from_above else found)


def _filtered(node: Node, scope: Scope) -> Statistic | None:
    only(node, "this", "expression")
    inner = statistic(node.this, scope)
    condition = scope.formulas.condition(node.expression.this, "FILTER")
    return None if inner is None else _of_those(inner, condition, scope)


def _of_those(asked: Statistic, condition: Expression, scope: Scope) -> Statistic:
    """Return a statistic of the rows that meet a condition: others count as NULL."""
    value = Literal.of(1) if asked.formula is None else asked.formula
    kept = scope.formulas.made("case", condition, value, Literal.of(None))
    return replace(asked, formula=kept)


READERS: Final[Mapping[type[Node], Callable[[Node, Scope], Statistic | None]]] = {
    **dict.fromkeys(NAMES, _of_values),
    **dict.fromkeys(NAMES_OF_TWO, _of_two),
    exp.Count: _count,
    exp.CountIf: _count_if,
    exp.Filter: _filtered,
    **dict.fromkeys((exp.PercentileCont, exp.PercentileDisc, exp.Quantile), _quantile),
    exp.WithinGroup: _within_group,
    exp.Anonymous: _of_weighted,
    exp.Window: _windowed,
}
