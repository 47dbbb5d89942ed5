# SPDX-License-Identifier: Apache-2.0
"""The question that would be answered in place of one that would print what single rows hold."""

from typing import Final

from sqlglot import exp
from sqlglot.expressions.core import Expr as Node

from diffident.question.catalog import Catalog
from diffident.question.expression import Column
from diffident.question.facts import facts_of, protected
from diffident.question.sql.scope import Scope
from diffident.question.sql.unanswered import written

LONGEST: Final = 180
LEFT_OUT: Final = ("order", "limit", "having", "distinct")


def corrected(select: exp.Select, scope: Scope, catalog: Catalog) -> str:
    """Return the same rows and groups with COUNT(*), and the mean of each number that was named and has limits."""
    group = select.args.get("group")
    keys = [] if group is None else [each for each in group.expressions if isinstance(each, exp.Column)]
    means = [node for node in select.expressions if isinstance(node, exp.Column) and _has_mean(node, scope, catalog)]
    question = select.copy()
    for part in LEFT_OUT:
        question.set(part, None)
    question.set("expressions", [*(key.copy() for key in keys), *_cells([node for node in means if node not in keys])])
    question.set("group", exp.Group(expressions=[key.copy() for key in keys]) if keys else None)
    text = str(question.sql(dialect="duckdb"))
    return text if len(text) <= LONGEST else f"SELECT COUNT(*) AS n FROM {written(protected(scope.rows, catalog).name)}"  # noqa: S608 - shown, never run


def _cells(means: list[exp.Column]) -> list[Node]:
    count = exp.alias_(exp.Count(this=exp.Star()), "n")
    return [count, *(exp.alias_(exp.Avg(this=node.copy()), node.name, quoted=node.this.quoted) for node in means)]


def _has_mean(node: exp.Column, scope: Scope, catalog: Catalog) -> bool:
    if isinstance(node.this, exp.Star):
        return False
    formula = scope.formulas.read(node)
    return isinstance(formula, Column) and facts_of(scope.rows, catalog)[formula.name].bounds is not None
