# SPDX-License-Identifier: Apache-2.0
"""One SELECT, clause by clause, into a question."""

from collections.abc import Sequence
from typing import Final

from sqlglot import exp
from sqlglot.expressions.core import Expr as Node

from diffident.errors import Refused
from diffident.question.catalog import Catalog
from diffident.question.domains import categories_of
from diffident.question.expression import Column, Expression, Kind
from diffident.question.facts import facts_of
from diffident.question.question import CELL, After, Key, Output, Question, cell_name, in_order, key_name
from diffident.question.sql.corrected import corrected
from diffident.question.sql.google import plain, spoken
from diffident.question.sql.groups import Grouped, NotAnAggregate, end_of, keys_of, name_of, statistics_of, unaliased
from diffident.question.sql.parse import parsed
from diffident.question.sql.relations import filtered, with_clause
from diffident.question.sql.scope import Scope
from diffident.question.sql.spread import spread
from diffident.question.sql.statistics import aggregate
from diffident.question.sql.tables import Tables
from diffident.question.sql.unanswered import NotAnswered, only, unanswered, written

CLAUSES: Final = ("expressions", "from_", "joins", "where", "group", "having", "order", "limit", "with_")


class NothingProtected(Refused):
    """A question about public tables alone: nobody needs us for that."""

    code = "nothing_protected"
    sentence = "This question is about public tables only."
    remedy = "Read them directly, or ask about a table with people in it."


class NoStatistic(Refused):
    """A question that names nothing to be released."""

    code = "no_statistic"
    sentence = "This question asks for no statistic."
    remedy = "Ask for one: {question}."


class ColumnTwice(Refused):
    """Two columns of an answer that could not be told apart."""

    code = "column_twice"
    sentence = "Two columns of the answer would be called {name}; a noisy x brings x_low and x_high along."
    remedy = "Give one of them another name: COUNT(*) AS n."


class LimitUnusable(Refused):
    """A LIMIT that is no number of rows."""

    code = "limit_unusable"
    sentence = "LIMIT must be a whole number of rows from 0 to 999,999."
    remedy = "Write LIMIT 10 at the end of the question."


def read(text: object, catalog: Catalog) -> Question:
    """Return the question that a text asks."""
    if not isinstance(text, str):
        return read_tree(parsed(text), catalog)
    tree = parsed(spoken(text).text)
    return read_tree(plain(tree, _person(catalog)), catalog)


def _person(catalog: Catalog) -> str | None:
    """Return the column that says whose a row is, in the first table that has one."""
    return next((table.person for table in catalog.tables.values() if isinstance(table.person, str)), None)


def read_tree(node: Node, catalog: Catalog) -> Question:
    """Return the question that a syntax tree asks."""
    if isinstance(node, exp.Subquery):
        only(node, "this")
        return read_tree(node.this, catalog)
    if not isinstance(node, exp.Select):
        raise unanswered(node)
    only(node, *CLAUSES, "distinct")
    spread(node)
    scope = filtered(node, with_clause(node, Tables(catalog)))
    if scope.rows.is_public:
        raise NothingProtected
    if node.args.get("distinct"):
        raise NotAnAggregate(formula="SELECT DISTINCT", question=corrected(node, scope, catalog))
    return _question(node, scope, catalog)


def _question(select: exp.Select, scope: Scope, catalog: Catalog) -> Question:
    keys = keys_of(select, scope)
    asked = statistics_of(_released(select), scope)
    found = {each: aggregate(each, node, scope) for each, node in asked.items()}
    cells = tuple(dict.fromkeys(found.values()))
    grouped = Grouped(
        scope,
        {key: Column(key_name(place)) for place, key in enumerate(keys)},
        {each: Column(cell_name(cells.index(cell))) for each, cell in found.items()},
        _kinds(keys, len(cells), scope),
        lambda: corrected(select, scope, catalog),
    )
    after = _after(select, grouped)
    if not cells:
        raise NoStatistic(question=grouped.instead())
    known = facts_of(scope.rows, catalog)
    return in_order(Question(scope.rows, tuple(Key(each, categories_of(each, known)) for each in keys), cells, after))


def _released(select: exp.Select) -> list[Node]:
    """Return all that is computed from released values: a statistic in HAVING or ORDER BY costs like a selected one."""
    clauses = [select.args[name] for name in ("having", "order") if select.args.get(name) is not None]
    return [*select.expressions, *clauses]


def _kinds(keys: Sequence[Expression], cells: int, scope: Scope) -> dict[str, Kind]:
    known = {key_name(place): scope.formulas.kind(key) or Kind.TEXT for place, key in enumerate(keys)}
    return {**known, **{cell_name(place): Kind.NUMBER for place in range(cells)}}


def _after(select: exp.Select, grouped: Grouped) -> After:
    """Return what is done with released values: columns, HAVING, ORDER BY and LIMIT."""
    named = grouped.with_columns(
        {
            name_of(node).casefold(): grouped.formulas.read(unaliased(node))
            for node in select.expressions
            if end_of(unaliased(node)) is None
        }
    )
    outputs = tuple(_output(node, grouped, named) for node in select.expressions)
    _told_apart(outputs)
    named = grouped.with_columns({output.name.casefold(): output.formula for output in outputs})
    having = select.args.get("having")
    kept = None if having is None else named.formulas.condition(having.this, "HAVING")
    return After(outputs, kept, _order(select.args.get("order"), named), _limit(select.args.get("limit")))


def _output(node: Node, grouped: Grouped, named: Grouped) -> Output:
    """Return a column of the answer: a formula over what is left of rows, or one end of a column's interval."""
    end = end_of(unaliased(node))
    if end is None:
        return Output(name_of(node), grouped.formulas.read(unaliased(node)))
    low_or_high, of = end
    formula = named.formulas.read(of)
    if not (isinstance(formula, Column) and formula.name.startswith(CELL)):
        raise NotAnswered(
            what="The interval of what is no statistic alone", instead="Write DP_INTERVAL_LOW(n) of a column n."
        )
    return Output(name_of(node), Column(f"{formula.name} {low_or_high}"))


def _told_apart(outputs: Sequence[Output]) -> None:
    names = [output.name.casefold() for output in outputs]
    ends = [f"{name}{end}" for name in names for end in ("_low", "_high")]
    for name in names:
        if names.count(name) > 1 or name in ends:
            raise ColumnTwice(name=written(name))


def _order(order: Node | None, named: Grouped) -> tuple[tuple[Expression, bool], ...]:
    """Return what rows of the answer are ordered by. NULL stands last unless NULLS FIRST is said."""
    if order is None:
        return ()
    only(order, "expressions")
    terms: list[tuple[Expression, bool]] = []
    for each in order.expressions:
        only(each, "this", "desc", "nulls_first")
        formula = named.column(each.this)
        unknown = named.formulas.made("is null", formula)
        terms += [(unknown, bool(each.args.get("nulls_first"))), (formula, bool(each.args.get("desc")))]
    return tuple(terms)


def _limit(limit: Node | None) -> int | None:
    if limit is None:
        return None
    text = limit.expression.this if isinstance(limit, exp.Limit) and isinstance(limit.expression, exp.Literal) else ""
    if not (isinstance(text, str) and text.isascii() and text.isdigit() and len(text) <= 6):
        raise LimitUnusable
    only(limit, "expression")
    return int(text)
