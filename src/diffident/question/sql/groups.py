# SPDX-License-Identifier: Apache-2.0
"""GROUP BY, and formulas over what it leaves of rows: keys, statistics, and columns of the answer by name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from sqlglot import exp
from sqlglot.expressions.core import Expr as Node

from diffident.errors import Refused
from diffident.question.expression import Expression, Kind
from diffident.question.sql.formulas import Formulas
from diffident.question.sql.scope import Scope
from diffident.question.sql.statistics import Statistic, statistic, statistics_in
from diffident.question.sql.unanswered import NotAnswered, only, written

ENDS: Final = {"DP_INTERVAL_LOW": "low", "DP_INTERVAL_HIGH": "high"}
PLAIN: Final = (exp.Literal, exp.Boolean, exp.Null)


class NotAnAggregate(Refused):
    """Something that would print what single rows hold."""

    code = "not_an_aggregate"
    sentence = "{formula} would print what single rows hold."
    remedy = "Ask for a statistic: {question}."


def keys_of(select: exp.Select, scope: Scope) -> list[Expression]:
    """Return the formulas of GROUP BY; a number means a column of the answer, a name may be one."""
    group = select.args.get("group")
    if group is None:
        return []
    only(group, "expressions", "all")
    if group.args.get("all"):
        nodes = [unaliased(node) for node in select.expressions if _is_of_rows(node)]
    else:
        nodes = [_meant(node, select, scope) for node in group.expressions]
    if not group.expressions and not group.args.get("all"):
        raise NotAnswered(what="GROUP BY nothing", instead="Write GROUP BY ward, or leave it out.")
    return list(dict.fromkeys(scope.formulas.read(node) for node in nodes))


def placed(node: Node, count: int) -> int | None:
    """Return which column of the answer a number alone means, counted from 0, if it means one."""
    is_number = isinstance(node, exp.Literal) and not node.is_string and node.this.isdigit() and len(node.this) < 5
    return int(node.this) - 1 if is_number and 1 <= int(node.this) <= count else None


def unaliased(node: Node) -> Node:
    """Return what a column of the answer is computed from."""
    if isinstance(node, exp.Alias):
        only(node, "this", "alias")
        found: Node = node.this
        return found
    return node


def name_of(node: Node) -> str:
    """Return what a column of the answer is called: as it says, or as it is written."""
    is_named = isinstance(node, exp.Column | exp.Alias)
    return str(node.alias_or_name) if is_named else written(node.sql(dialect="duckdb"))


def end_of(node: Node) -> tuple[str, Node] | None:
    """Return which end of an interval a column of the answer is, and of what; nothing if it is none."""
    end = ENDS.get(str(node.this).upper()) if isinstance(node, exp.Anonymous) else None
    return (end, node.expressions[0]) if end is not None and len(node.expressions) == 1 else None


def _is_of_rows(node: Node) -> bool:
    """Return whether a column of the answer is computed from rows, neither from statistics nor from nothing."""
    return node.find(exp.Column, exp.Star) is not None and not any(statistics_in([node]))


def _meant(node: Node, select: exp.Select, scope: Scope) -> Node:
    place = placed(node, len(select.expressions))
    if place is not None:
        return unaliased(select.expressions[place])
    aliases = {each.alias.casefold(): each.this for each in select.expressions if isinstance(each, exp.Alias)}
    is_free = isinstance(node, exp.Column) and not node.table and node.name.casefold() in aliases
    is_column = any(each.name.casefold() == node.name.casefold() for each in scope.columns)
    return aliases[node.name.casefold()] if is_free and not is_column else node


@dataclass(frozen=True, slots=True)
class Grouped:
    """What is left of rows: keys and statistics, each with the formula that stands for it now, and names of columns."""

    scope: Scope
    keys: Mapping[Expression, Expression]
    statistics: Mapping[Statistic, Expression]
    kinds: Mapping[str, Kind]
    instead: Callable[[], str]
    columns: Mapping[str, Expression] = field(default_factory=dict[str, Expression])

    @property
    def formulas(self) -> Formulas:
        """Reads formulas over what is left."""
        return Formulas(self._meant, self.kinds)

    def with_columns(self, columns: Mapping[str, Expression]) -> "Grouped":
        """Return what is left, where columns of the answer can be named too."""
        return replace(self, columns=columns)

    def column(self, node: Node) -> Expression:
        """Return a formula in which a number alone means a column of the answer."""
        place = placed(node, len(self.columns))
        return self.formulas.read(node) if place is None else list(self.columns.values())[place]

    def _meant(self, node: Node) -> Expression | None:
        if isinstance(node, exp.Column):
            return self._column(node)
        asked = statistic(node, self.scope)
        if asked is not None:
            return self.statistics[asked]
        if isinstance(node, PLAIN) or any(statistics_in([node])):
            return None
        if isinstance(node, exp.Star):
            raise NotAnAggregate(formula="*", question=self.instead())
        return self._key(node)

    def _column(self, node: exp.Column) -> Expression:
        """Return what a name means: a column of the answer, or a key."""
        if not node.table and node.name.casefold() in self.columns:
            only(node, "this")
            return self.columns[node.name.casefold()]
        is_all = isinstance(node.this, exp.Star)
        found = None if is_all else self.keys.get(self.scope.formulas.read(node))
        if found is None:
            raise NotAnAggregate(formula="*" if is_all else written(node.name), question=self.instead())
        return found

    def _key(self, node: Node) -> Expression | None:
        """Return the key that a formula is; none for one that also names columns of the answer."""
        try:
            return self.keys.get(self.scope.formulas.read(node))
        except Refused:
            return None


def statistics_of(nodes: Sequence[Node], scope: Scope) -> dict[Statistic, Node]:
    """Return the statistics that are asked for, each once, with the first node that asks for it."""
    found: dict[Statistic, Node] = {}
    for node in statistics_in(list(nodes)):
        asked = statistic(node, scope)
        if asked is not None:
            found.setdefault(asked, node)
    return found
