# SPDX-License-Identifier: Apache-2.0
"""JOIN: two scopes become one, with no column of the same name inside."""

from dataclasses import replace
from typing import Final

from sqlglot import exp
from sqlglot.expressions.core import Expr as Node

from diffident.errors import Refused
from diffident.question.catalog import Along, Catalog
from diffident.question.expression import Column, Expression, Kind, renamed
from diffident.question.facts import most_rows, protected
from diffident.question.sql.scope import Scope, fresh, renamed_inside
from diffident.question.sql.unanswered import NotAnswered, only
from diffident.question.words import Derive, Join, Truncate

Pairs = list[tuple[str, str]]
ROWS_BEFORE: Final = 1000  # of a person on each side of a join on the person, unless more of them count
MATCHED: Final = "Write JOIN wards ON visits.ward = wards.id, or USING (ward)."


class JoinUnlike(Refused):
    """Columns whose values cannot be equal, or not for certain."""

    code = "join_unlike"
    sentence = "A column of kind {left} cannot be joined with one of kind {right}."
    remedy = "Store both as text, whole numbers or dates, alike in both tables."


def joined(left: Scope, right: Scope, node: exp.Join, catalog: Catalog) -> Scope:
    """Return the scope of a join: of public rows, on the person, or refused."""
    only(node, "this", "using", "on", "side", "kind")
    is_outer = _is_outer(node)
    using = [each.name for each in node.args.get("using") or ()]
    pairs = _used(using, left, right) if using else _on(node.args.get("on"), left, right)
    if left.rows.is_public and not right.rows.is_public and not is_outer:
        left, right, pairs = right, left, [(other, one) for one, other in pairs]
    if _is_along(left, right, pairs) or _is_along(right, left, [(other, one) for one, other in pairs]):
        pairs = [*pairs, *zip(left.rows.person_column, right.rows.person_column, strict=True)]
    for one, other in pairs:
        _alike(left.kinds[one], right.kinds[other])
    if _multiplies(left) and _multiplies(right):
        left, right = _bounded(left, catalog), _bounded(right, catalog)
    right = _apart(left, right, pairs, is_outer)
    rows = Join(left.rows, right.rows, tuple(dict.fromkeys(pairs)), is_outer)
    shared = left.shared | right.shared | {name.casefold() for name in using}
    return Scope(rows, left.columns + right.columns, shared)


def _multiplies(side: Scope) -> bool:
    """Whether people can have several rows, and each of them meets all of the same person on the other side."""
    return side.person is not None and most_rows(side.rows) is None


def _bounded(side: Scope, catalog: Catalog) -> Scope:
    """Return the scope of so many rows of each person: else one with very many on both sides could exhaust a machine."""
    most = max(ROWS_BEFORE, protected(side.rows, catalog).rows_per_person)
    read = tuple(name for name in side.kinds if name not in side.rows.person_column)
    return replace(side, rows=Truncate(side.rows, (), read, 1, most, most))


def _is_along(child: Scope, parent: Scope, pairs: Pairs) -> bool:
    """Return whether a table is joined to the one that its key says the people of: then it is on the person too."""
    if child.table is None or parent.table is None or not isinstance(child.table.person, Along):
        return False
    along = child.table.person
    key = (child.find("", along.column), parent.find("", along.key))
    return along.table == parent.table.name and key in [(Column(one), Column(other)) for one, other in pairs]


def _is_outer(node: exp.Join) -> bool:
    side, kind = (node.args.get("side") or "").upper(), (node.args.get("kind") or "").upper()
    if side not in {"", "LEFT"} or kind not in {"", "INNER", "OUTER"}:
        what = f"{side or kind} JOIN"
        raise NotAnswered(what=what, instead="Write JOIN or LEFT JOIN, the table with people first.")
    return bool(side == "LEFT")


def _apart(left: Scope, right: Scope, pairs: Pairs, is_outer: bool) -> Scope:  # noqa: FBT001 - of the join
    """Return the right scope under names that the left one does not have, its joined columns being the left one's.

    An outer join keeps a copy of these: they are NULL where nothing fitted.
    """
    same = {other: one for one, other in reversed(pairs)}
    taken = [*left.kinds, *right.kinds]
    names: dict[str, str] = {} if is_outer else dict(same)
    columns: list[tuple[str, Expression]] = []
    people = right.rows.person_column
    for name in right.kinds:
        is_taken = name.casefold() in {each.casefold() for each in left.kinds}
        if (is_taken and name not in same) or (is_outer and name in same):
            names[name] = fresh(name, taken)
            taken.append(names[name])
            columns.append((names[name], Column(name)))
        if name not in people and (name in same or not is_taken):
            columns.append((name, Column(name)))
    is_moved = any(name != formula.name for name, formula in columns if isinstance(formula, Column))
    rows = Derive(right.rows, tuple(columns)) if is_moved else right.rows
    return renamed_inside(right, rows, lambda formula: renamed(formula, names))


def _alike(one: Kind, other: Kind) -> None:
    if one is not other or one is Kind.NUMBER:
        raise JoinUnlike(left=one.value, right=other.value)


def _used(names: list[str], left: Scope, right: Scope) -> Pairs:
    return [(_column(left.find("", name)), _column(right.find("", name))) for name in names]


def _on(condition: Node | None, left: Scope, right: Scope) -> Pairs:
    if condition is None:
        raise NotAnswered(what="JOIN without ON or USING", instead=MATCHED)
    return [_pair(each, left, right) for each in _conjuncts(condition)]


def _conjuncts(node: Node) -> list[Node]:
    """Return the conditions that AND holds together."""
    parts: list[Node] = []
    open_ = [node]
    while open_:
        each = open_.pop()
        if isinstance(each, exp.And):
            open_ += [each.expression, each.this]
        elif isinstance(each, exp.Paren):
            open_.append(each.this)
        else:
            parts.append(each)
    return parts


def _pair(node: Node, left: Scope, right: Scope) -> tuple[str, str]:
    """Return the columns that an equality is about, the left table's first."""
    if not (isinstance(node, exp.EQ) and isinstance(node.left, exp.Column) and isinstance(node.right, exp.Column)):
        raise NotAnswered(what="JOIN on anything but equal columns", instead=f"{MATCHED} Other conditions go to WHERE.")
    one, other = node.left, node.right
    if _belongs(one, right) or _belongs(other, left):
        one, other = other, one
    return _column(left.find(one.table, one.name)), _column(right.find(other.table, other.name))


def _belongs(node: exp.Column, scope: Scope) -> bool:
    """Return whether a name says which table it is of, and it is this one."""
    return bool(node.table) and any(each.table.casefold() == node.table.casefold() for each in scope.columns)


def _column(formula: Expression) -> str:
    if not isinstance(formula, Column):
        raise NotAnswered(what="JOIN on a computed column", instead="Join on a column as the table has it.")
    return formula.name
