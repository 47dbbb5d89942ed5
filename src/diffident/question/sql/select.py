# SPDX-License-Identifier: Apache-2.0
"""One SELECT, clause by clause, into a question."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from sqlglot import exp
from sqlglot.expressions.core import Expression as Node

from diffident.errors import Refused
from diffident.question.aggregates import (
    Aggregate,
    Count,
    CountOf,
    Deviation,
    Mean,
    SampleDeviation,
    SampleVariance,
    Sum,
    Variance,
)
from diffident.question.catalog import Catalog
from diffident.question.domains import categories_of
from diffident.question.expression import Column, Expression, Kind, Literal
from diffident.question.facts import facts_of
from diffident.question.formula import call, kind_of
from diffident.question.question import After, Key, Output, Question, cell_name, in_order, key_name
from diffident.question.sql.formulas import formula
from diffident.question.sql.parse import NotAnswered, only, parsed
from diffident.question.sql.scope import Scope
from diffident.question.sql.tables import from_clause
from diffident.question.words import Keep, Rows

STATISTICS: Final[Mapping[type[Node], Callable[[Expression], Aggregate]]] = {
    exp.Sum: Sum,
    exp.Avg: Mean,
    exp.VariancePop: Variance,
    exp.Variance: SampleVariance,
    exp.StddevPop: Deviation,
    exp.Stddev: SampleDeviation,
    exp.StddevSamp: SampleDeviation,
}


class NotAnAggregate(Refused):
    """Something that would print what single rows hold."""

    code = "not_an_aggregate"
    sentence = "{formula} would print what single rows hold."
    remedy = "Ask for a statistic of it, such as AVG({formula}), or add it to GROUP BY."


class LimitUnusable(Refused):
    """A LIMIT that is no number of rows."""

    code = "limit_unusable"
    sentence = "LIMIT must be a whole number of rows from 0 to 1,000,000."
    remedy = "Write LIMIT 10 at the end of the question."


def read(text: object, catalog: Catalog) -> Question:
    """Return the question that a text asks."""
    return read_tree(parsed(text), catalog)


def read_tree(select: Node, catalog: Catalog) -> Question:
    """Return the question that a syntax tree asks."""
    if not isinstance(select, exp.Select):
        raise NotAnswered(what=select.key.upper())
    only(select, "expressions", "from_", "joins", "where", "group", "having", "order", "limit", "kind")
    rows, scope = from_clause(select, catalog)
    return _Reading(select, rows, scope, catalog).question()


@dataclass(slots=True)
class _Reading:
    """A SELECT that is being read: its keys and statistics so far."""

    select: exp.Select
    rows: Rows
    scope: Scope
    catalog: Catalog
    keys: list[Expression] = field(default_factory=list[Expression])
    cells: list[Aggregate] = field(default_factory=list[Aggregate])

    def question(self) -> Question:
        """Return what was read."""
        where = self.select.args.get("where")
        if where is not None:
            self.rows = Keep(self.rows, self._condition(where.this))
        self.keys = self._grouped()
        outputs = tuple(self._output(node, place) for place, node in enumerate(self.select.expressions))
        after = After(outputs, self._having(outputs), self._order(outputs), self._limit())
        known = facts_of(self.rows, self.catalog)
        keys = tuple(Key(each, categories_of(each, known)) for each in self.keys)
        if not self.cells:
            raise NotAnAggregate(formula=self.select.expressions[0].sql() if self.select.expressions else "*")
        return in_order(Question(self.rows, keys, tuple(self.cells), after))

    def _row(self, node: Node) -> Expression:
        """Return a formula over the columns of a row."""
        return formula(node, self._column, self.scope.kinds)

    def _column(self, node: Node) -> Expression | None:
        return self.scope.find(node.table, node.name) if isinstance(node, exp.Column) else None

    def _condition(self, node: Node) -> Expression:
        found = self._row(node)
        return (
            call("and", found, columns=self.scope.kinds)
            if kind_of(found, self.scope.kinds) is not Kind.TRUTH
            else found
        )

    def _grouped(self) -> list[Expression]:
        """Return the formulas of GROUP BY; a number means a column of the answer, a name may be one."""
        group = self.select.args.get("group")
        if group is None:
            return []
        only(group, "expressions", "all")
        if group.args.get("all"):
            nodes = [_unaliased(node) for node in self.select.expressions if not _has_statistic(node)]
        else:
            nodes = [self._meant(node) for node in group.expressions]
        return list(dict.fromkeys(self._row(node) for node in nodes))

    def _meant(self, node: Node) -> Node:
        listed = self.select.expressions
        if (
            isinstance(node, exp.Literal)
            and not node.is_string
            and node.this.isdigit()
            and 1 <= int(node.this) <= len(listed)
        ):
            return _unaliased(listed[int(node.this) - 1])
        aliases = {each.alias.casefold(): each.this for each in listed if isinstance(each, exp.Alias)}
        is_name = isinstance(node, exp.Column) and not node.table and node.name.casefold() in aliases
        columns = {called.casefold() for _, called, _ in self.scope.names}
        return aliases[node.name.casefold()] if is_name and node.name.casefold() not in columns else node

    def _output(self, node: Node, place: int) -> Output:
        name = node.alias_or_name or f"column {place + 1}"
        return Output(name, self._released(_unaliased(node)))

    def _released(self, node: Node) -> Expression:
        """Return a formula over keys and statistics."""
        kinds = self._kinds()
        return formula(node, self._known, _Growing(kinds, self))

    def _kinds(self) -> dict[str, Kind]:
        known = {key_name(place): kind_of(key, self.scope.kinds) or Kind.TEXT for place, key in enumerate(self.keys)}
        return {**known, **{cell_name(place): Kind.NUMBER for place in range(len(self.cells))}}

    def _known(self, node: Node) -> Expression | None:
        """Return a node that is a statistic or a key."""
        aggregate = self._statistic(node)
        if aggregate is not None:
            if aggregate not in self.cells:
                self.cells.append(aggregate)
            return Column(cell_name(self.cells.index(aggregate)))
        if isinstance(node, exp.Literal | exp.Boolean | exp.Null) or _has_statistic(node):
            return None
        found = self._row(node) if isinstance(node, exp.Column) else self._row_if_any(node)
        if found in self.keys:
            return Column(key_name(self.keys.index(found)))
        if isinstance(node, exp.Column):
            raise NotAnAggregate(formula=node.name)
        return None

    def _row_if_any(self, node: Node) -> Expression | None:
        """Return a formula over the columns of a row, or nothing for one that also names columns of the answer."""
        try:
            return self._row(node)
        except Refused:
            return None

    def _statistic(self, node: Node) -> Aggregate | None:
        """Return the aggregate that a node asks for, if it asks for one."""
        if isinstance(node, exp.Filter):
            inner = self._statistic(node.this)
            return None if inner is None else _filtered(inner, self._condition(node.expression.this), self.scope)
        if isinstance(node, exp.Count):
            only(node, "this", "big_int")
            if isinstance(node.this, exp.Distinct):
                raise NotAnswered(what="COUNT(DISTINCT ...)")
            return Count() if isinstance(node.this, exp.Star) else CountOf(self._row(node.this))
        if type(node) in STATISTICS:
            only(node, "this")
            return STATISTICS[type(node)](self._row(node.this))
        return None

    def _having(self, outputs: Sequence[Output]) -> Expression | None:
        having = self.select.args.get("having")
        return None if having is None else self._named(having.this, outputs)

    def _order(self, outputs: Sequence[Output]) -> tuple[tuple[Expression, bool], ...]:
        order = self.select.args.get("order")
        return (
            ()
            if order is None
            else tuple((self._named(each.this, outputs), bool(each.args.get("desc"))) for each in order.expressions)
        )

    def _named(self, node: Node, outputs: Sequence[Output]) -> Expression:
        """Return a formula in which the names of the answer's columns may stand, or their numbers alone."""
        by_name = {output.name.casefold(): output.formula for output in outputs}
        if (
            isinstance(node, exp.Literal)
            and not node.is_string
            and node.this.isdigit()
            and 1 <= int(node.this) <= len(outputs)
        ):
            return outputs[int(node.this) - 1].formula

        def find(each: Node) -> Expression | None:
            if isinstance(each, exp.Column) and not each.table and each.name.casefold() in by_name:
                return by_name[each.name.casefold()]
            return self._known(each)

        return formula(node, find, _Growing(self._kinds(), self))

    def _limit(self) -> int | None:
        limit = self.select.args.get("limit")
        if limit is None:
            return None
        text = limit.expression.this if isinstance(limit.expression, exp.Literal) else ""
        if not (isinstance(text, str) and text.isascii() and text.isdigit() and len(text) <= 6):
            raise LimitUnusable
        return int(text)


class _Growing(dict[str, Kind]):
    """Kinds of released columns, those of statistics that are met while a formula is read included."""

    def __init__(self, kinds: dict[str, Kind], reading: _Reading) -> None:
        super().__init__(kinds)
        self._reading = reading

    def __missing__(self, name: str) -> Kind:
        return Kind.NUMBER


def _unaliased(node: Node) -> Node:
    return node.this if isinstance(node, exp.Alias) else node


def _has_statistic(node: Node) -> bool:
    return any(True for _ in node.find_all(exp.AggFunc))


def _filtered(aggregate: Aggregate, condition: Expression, scope: Scope) -> Aggregate:
    """Return a statistic of the rows that meet a condition: others count as NULL."""
    value = aggregate.formula or Literal.of(1)
    kept = call("case", condition, value, Literal.of(None), columns=scope.kinds)
    return CountOf(kept) if isinstance(aggregate, Count) else type(aggregate)(kept)
