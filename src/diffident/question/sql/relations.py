# SPDX-License-Identifier: Apache-2.0
"""Subqueries, WITH and UNION ALL: rows made of rows, each of them still one person's."""

from functools import reduce

from sqlglot import exp
from sqlglot.expressions.core import Expr as Node

from diffident.question.expression import Column, Expression, Kind, Literal
from diffident.question.signature import alike
from diffident.question.sql.conversions import converted
from diffident.question.sql.groups import name_of, unaliased
from diffident.question.sql.joins import joined
from diffident.question.sql.people import per_person
from diffident.question.sql.scope import Named, Scope, fresh
from diffident.question.sql.statistics import statistics_in
from diffident.question.sql.tables import Tables, alias, table
from diffident.question.sql.unanswered import NotAnswered, only, unanswered
from diffident.question.words import Derive, Union
from diffident.question.words.union import UnionRefused


def with_clause(node: Node, tables: Tables) -> Tables:
    """Return the tables, and those that a WITH names, each of which sees those before it."""
    found = node.args.get("with_")
    if found is None:
        return tables
    if found.args.get("recursive"):
        raise NotAnswered(what="WITH RECURSIVE", instead="Write each step as a subquery of its own.")
    only(found, "expressions")
    return reduce(_named, found.expressions, tables)


def _named(tables: Tables, node: Node) -> Tables:
    only(node, "this", "alias")
    return tables.also(alias(node), relation(node.this, tables))


def filtered(select: exp.Select, tables: Tables) -> Scope:
    """Return what FROM, JOIN and WHERE leave."""
    start = select.args.get("from_")
    if start is None:
        raise NotAnswered(what="SELECT without FROM", instead="Write SELECT COUNT(*) AS n FROM visits.")
    scope = _source(start.this, tables)
    for join in select.args.get("joins") or ():
        scope = joined(scope, _source(join.this, tables), join, tables.catalog)
    where = select.args.get("where")
    return scope if where is None else scope.where(scope.formulas.condition(where.this, "WHERE"))


def relation(node: Node, tables: Tables) -> Scope:
    """Return the rows of a subquery, and what its columns are called."""
    if isinstance(node, exp.Subquery):
        only(node, "this")
        return relation(node.this, tables)
    if isinstance(node, exp.Union):
        return _union(node, tables)
    if not isinstance(node, exp.Select):
        raise unanswered(node)
    only(node, "expressions", "from_", "joins", "where", "group", "having", "distinct", "with_")
    tables = with_clause(node, tables)
    scope = filtered(node, tables)
    is_grouped = any(node.args.get(part) for part in ("group", "having", "distinct"))
    if is_grouped or any(statistics_in(node.expressions)):
        return per_person(node, scope, tables.catalog)
    pairs = [pair for each in node.expressions for pair in _columns(each, scope)]
    return Scope(scope.rows, tuple(Named("", name, formula) for name, formula in pairs))


def _source(node: Node, tables: Tables) -> Scope:
    """Return what stands in FROM or JOIN."""
    if isinstance(node, exp.Table):
        return table(node, tables)
    if isinstance(node, exp.Subquery):
        only(node, "this", "alias")
        return relation(node.this, tables).under(alias(node))
    raise unanswered(node)


def _columns(node: Node, scope: Scope) -> list[tuple[str, Expression]]:
    """Return the columns that one item of a subquery's SELECT stands for."""
    if isinstance(node, exp.Star):
        only(node)
        return scope.all()
    if isinstance(node, exp.Column) and isinstance(node.this, exp.Star):
        only(node, "this", "table")
        return scope.all(node.table)
    return [(name_of(node), scope.formulas.read(unaliased(node)))]


def _union(node: exp.Union, tables: Tables) -> Scope:
    """Return the rows of all parts. Their columns are told apart by their places; the first part names them."""
    if node.args.get("distinct"):
        raise NotAnswered(what="UNION without ALL", instead="Write UNION ALL; rows are not compared.")
    only(node, "this", "expression", "with_", "side", "kind")
    tables = with_clause(node, tables)
    parts = [relation(each, tables) for each in _parts(node)]
    if len({len(part.columns) for part in parts}) > 1:
        raise UnionRefused(problem="they have different numbers of columns")
    return _stacked(parts)


def _stacked(parts: list[Scope]) -> Scope:
    """Return parts with as many columns each, one below the other."""
    first, places = parts[0], range(len(parts[0].columns))
    people = [place for place in places if all(_is_person(part, place) for part in parts)]
    names = {place: fresh(f"c{place}", first.rows.person_column) for place in places if place not in people}
    kinds = {place: _common(parts, place) for place in names}
    derived = [
        Derive(
            part.rows,
            tuple((name, _of_kind(part.columns[place].formula, kinds[place], part)) for place, name in names.items()),
        )
        for part in parts
    ]
    columns = [
        Named("", each.name, Column(names[place]) if place in names else each.formula)
        for place, each in enumerate(first.columns)
    ]
    return Scope(Union(tuple(derived)), tuple(columns))


def _parts(node: exp.Union) -> list[Node]:
    """Return what UNION ALL stacks, top to bottom."""
    parts, first = [node.expression], node.this
    while isinstance(first, exp.Union) and not (first.args.get("distinct") or first.args.get("with_")):
        only(first, "this", "expression", "side", "kind")
        parts.append(first.expression)
        first = first.this
    return [first, *reversed(parts)]


def _of_kind(formula: Expression, kind: Kind, part: Scope) -> Expression:
    """Return a column of a part in the kind that all parts have; NULL has any."""
    found = converted(formula, kind, part.kinds)
    return Literal(None, kind) if found == Literal.of(None) else found


def _is_person(part: Scope, place: int) -> bool:
    return part.person is not None and part.columns[place].formula == part.person


def _common(parts: list[Scope], place: int) -> Kind:
    """Return the kind that a column of all parts can be turned into."""
    kinds = [part.formulas.kind(part.columns[place].formula) for part in parts]
    found = alike(kinds)
    if found is None:
        raise UnionRefused(problem=f"columns number {place + 1} are of different kinds")
    return found
