# SPDX-License-Identifier: Apache-2.0
"""FROM and JOIN, into rows and the names that their columns go by."""

from sqlglot import exp
from sqlglot.expressions.core import Expression as Node

from diffident.errors import Refused
from diffident.question.catalog import Catalog
from diffident.question.expression import Column
from diffident.question.sql.parse import NotAnswered, only
from diffident.question.sql.scope import Scope
from diffident.question.words import Derive, Join, Rows, Table


class NothingProtected(Refused):
    """A question about public tables alone: nobody needs us for that."""

    code = "nothing_protected"
    sentence = "This question is about public tables only."
    remedy = "Read them directly, or ask about a table with people in it."


def from_clause(select: exp.Select, catalog: Catalog) -> tuple[Rows, Scope]:
    """Return the rows that a SELECT is about, and what their columns are called."""
    start = select.args.get("from_")
    if start is None:
        raise NotAnswered(what="SELECT without FROM")
    rows, names = _table(start.this, catalog)
    for join in select.args.get("joins") or ():
        rows, names = _joined(rows, names, join, catalog)
    if rows.is_public:
        raise NothingProtected
    return rows, Scope(tuple(names), dict(rows.columns))


Names = list[tuple[str, str, str]]


def _table(node: Node, catalog: Catalog) -> tuple[Rows, Names]:
    """Return a table and its columns under its name or alias."""
    if not isinstance(node, exp.Table) or not isinstance(node.this, exp.Identifier):
        raise NotAnswered(what=f"FROM {node.key.upper()}")
    only(node, "this", "alias")
    facts = catalog.table(_catalogued(node.name, catalog))
    called = node.alias or facts.name
    return Table.of(facts), [(called, column, column) for column in facts.columns]


def _catalogued(name: str, catalog: Catalog) -> str:
    """Return a table's name as the catalog writes it."""
    return next((known for known in catalog.tables if known.casefold() == name.casefold()), name)


def _joined(rows: Rows, names: Names, node: exp.Join, catalog: Catalog) -> tuple[Rows, Names]:
    only(node, "this", "using", "on", "side", "kind")
    side, kind = (node.args.get("side") or "").upper(), (node.args.get("kind") or "").upper()
    if side not in {"", "LEFT"} or kind not in {"", "INNER", "OUTER"}:
        raise NotAnswered(what=f"{side or kind} JOIN")
    right, theirs = _table(node.this, catalog)
    on = _pairs(node, Scope(tuple(names), dict(rows.columns)), Scope(tuple(theirs), dict(right.columns)))
    taken = {name.casefold() for name in rows.columns}
    used = {column for _, column in on}
    renamed = {
        name: f"{theirs[0][0]}.{name}" for name in right.columns if name not in used and name.casefold() in taken
    }
    if renamed:
        kept = [name for name in right.columns if name not in right.person_column]
        right = Derive(right, tuple((renamed.get(name, name), Column(name)) for name in kept))
    same = {column: left for left, column in on}
    found = [(table, called, same.get(inside) or renamed.get(inside, inside)) for table, called, inside in theirs]
    return Join(rows, right, on, outer=side == "LEFT"), names + found


def _pairs(node: exp.Join, left: Scope, right: Scope) -> tuple[tuple[str, str], ...]:
    """Return which columns must be equal: those of USING, or of ON with equalities joined by AND."""
    using = node.args.get("using")
    if using:
        return tuple((left.find("", each.name).name, right.find("", each.name).name) for each in using)
    condition = node.args.get("on")
    if condition is None:
        raise NotAnswered(what="JOIN without ON or USING")
    return tuple(_pair(each, left, right) for each in _conjuncts(condition))


def _conjuncts(node: Node) -> list[Node]:
    if isinstance(node, exp.Paren):
        return _conjuncts(node.this)
    return [*_conjuncts(node.this), *_conjuncts(node.expression)] if isinstance(node, exp.And) else [node]


def _pair(node: Node, left: Scope, right: Scope) -> tuple[str, str]:
    if not (isinstance(node, exp.EQ) and isinstance(node.left, exp.Column) and isinstance(node.right, exp.Column)):
        raise NotAnswered(what="JOIN on anything but equal columns")
    one, other = node.left, node.right
    if any(of.casefold() == one.table.casefold() for of, _, _ in right.names):
        one, other = other, one
    return left.find(one.table, one.name).name, right.find(other.table, other.name).name
