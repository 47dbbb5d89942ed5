# SPDX-License-Identifier: Apache-2.0
"""Statistics inside a subquery: exact ones of each person's own rows, which may be added up again outside."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from sqlglot import exp
from sqlglot.expressions.core import Expr as Node

from diffident.errors import Refused
from diffident.question.aggregates import Mean, Sum
from diffident.question.aggregates.aggregate import grid_of
from diffident.question.catalog import Catalog
from diffident.question.expression import Call, Column, Expression, Kind, Literal
from diffident.question.facts import Facts, fact, facts_of
from diffident.question.measurement import Total
from diffident.question.sql.conversions import converted
from diffident.question.sql.corrected import corrected
from diffident.question.sql.groups import Grouped, keys_of, name_of, statistics_of, unaliased
from diffident.question.sql.scope import Named, Scope, fresh
from diffident.question.sql.statistics import Statistic
from diffident.question.sql.unanswered import NotAnswered, unanswered
from diffident.question.words import Derive, PerPerson, Rows
from diffident.question.words.per_person import Exactly

T = TypeVar("T")
PLAIN: Final = {
    ("COUNT", False): Exactly.COUNT,
    ("COUNT", True): Exactly.DISTINCT,
    ("MIN", False): Exactly.LEAST,
    ("MAX", False): Exactly.LARGEST,
}


Need = tuple[Exactly, Expression | None]


@dataclass(frozen=True, slots=True)
class Exact:
    """A statistic of one person's rows: what has to be computed of which columns, and the formula over that."""

    needs: tuple[Need, ...]
    finish: Callable[..., Expression]


class PersonNotGrouped(Refused):
    """A statistic inside a subquery over the rows of several people: nothing outside could bound it again."""

    code = "person_not_grouped"
    sentence = "Inside a subquery only statistics of each person's own rows are exact, and this one mixes people."
    remedy = "{instead}"


def per_person(select: exp.Select, scope: Scope, catalog: Catalog) -> Scope:
    """Return a row for each person, or each person and some keys, with exact statistics of that person's rows."""
    person, others = _keys(select, scope)
    having = select.args.get("having")
    asked = statistics_of([*select.expressions, *([having.this] if having else [])], scope)
    known = facts_of(scope.rows, catalog)
    exact = {each: _exact(each, node, scope, known) for each, node in asked.items()}
    rows, keys, named = _computed(scope, others, [need for each in exact.values() for need in each.needs])
    statistics = {each: found.finish(*(named[need] for need in found.needs)) for each, found in exact.items()}
    grouped = Grouped(
        scope, {person: person, **keys}, statistics, rows.columns, lambda: corrected(select, scope, catalog)
    )
    columns = [Named("", name_of(node), grouped.formulas.read(unaliased(node))) for node in select.expressions]
    found = Scope(rows, tuple(columns))
    return found if having is None else found.where(grouped.formulas.condition(having.this, "HAVING"))


def _keys(select: exp.Select, scope: Scope) -> tuple[Column, list[Expression]]:
    """Return the person and what else a subquery groups by, or refuse one that mixes people."""
    distinct = select.args.get("distinct")
    if distinct is None:
        keys = keys_of(select, scope)
    elif distinct.args.get("on") or select.args.get("group") or select.args.get("having"):
        raise NotAnswered(what="DISTINCT beside GROUP BY", instead="Write GROUP BY alone.")
    else:
        keys = list(dict.fromkeys(scope.formulas.read(unaliased(node)) for node in select.expressions))
    if scope.person is None:
        raise PersonNotGrouped(instead="Prepare a public table beforehand; where each row is a person, ask directly.")
    if scope.person not in keys:
        raise PersonNotGrouped(instead=f"Add {scope.person} to its GROUP BY, and ask for a statistic of that outside.")
    return scope.person, [key for key in keys if key != scope.person]


def _computed(
    scope: Scope, others: list[Expression], needs: list[Need]
) -> tuple[Rows, dict[Expression, Expression], dict[Need, Expression]]:
    """Return the rows with what is needed, and what keys and needs are called there."""
    taken = scope.rows.person_column
    keys = {key: fresh(f"k{place}", taken) for place, key in enumerate(others)}
    values = dict.fromkeys(formula for _, formula in needs if formula is not None)
    read = {formula: fresh(f"x{place}", taken) for place, formula in enumerate(values)}
    named = {need: fresh(f"s{place}", taken) for place, need in enumerate(dict.fromkeys(needs))}
    rows = Derive(scope.rows, tuple((name, formula) for formula, name in (*keys.items(), *read.items())))
    statistics = tuple((name, what, None if of is None else read[of]) for (what, of), name in named.items())
    found = PerPerson(rows, tuple(keys.values()), statistics)
    return found, _columns(keys), _columns(named)


def _columns(names: Mapping[T, str]) -> dict[T, Expression]:
    return {each: Column(name) for each, name in names.items()}


def _exact(asked: Statistic, node: Node, scope: Scope, known: Facts) -> Exact:
    """Return how a statistic is computed of one person's rows."""
    what = PLAIN.get((asked.name, asked.distinct))
    if asked.formula is None:
        return Exact(((Exactly.ROWS, None),), lambda rows: rows)
    if what is not None:
        return Exact(((what, asked.formula),), lambda found: found)
    if asked.name not in {"SUM", "AVG"}:
        raise unanswered(node)
    return _of_steps(asked.name, asked.formula, scope, known)


def _of_steps(name: str, formula: Expression, scope: Scope, known: Facts) -> Exact:
    """Return a sum or a mean of whole steps of the column's grid: exact, in whatever order rows come."""
    kind = scope.formulas.kind(formula) or Kind.NUMBER
    grid = grid_of((Sum if name == "SUM" else Mean)(formula), fact(formula, kind, known))
    value, ends = Column("value"), (Literal.of(float(grid.low)), Literal.of(float(grid.high)))
    step = Literal.of(float(grid.step))
    steps = Call("steps", (converted(formula, Kind.NUMBER, scope.kinds), *_grid(Total(value, grid))))

    def total(sum_: Expression) -> Expression:
        return Call("*", (Call("as number", (sum_,)), step))

    def mean(sum_: Expression, count: Expression) -> Expression:
        found = Call("/", (total(sum_), Call("as number", (count,))))
        within = Call("greatest", (ends[0], Call("least", (ends[1], found))))  # no wider than the column's own limits
        return Call("case", (Call("is null", (found,)), Literal.of(None), within))  # nobody's mean is a limit

    if name == "SUM":
        return Exact(((Exactly.SUM, steps),), total)
    return Exact(((Exactly.SUM, steps), (Exactly.COUNT, steps)), mean)


def _grid(total: Total) -> tuple[Expression, ...]:
    """Return what tells the steps of a grid: all that follows the value."""
    (found,) = total.read([""])
    return found.arguments[1:] if isinstance(found, Call) else ()
