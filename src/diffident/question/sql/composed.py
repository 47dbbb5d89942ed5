# SPDX-License-Identifier: Apache-2.0
"""The SELECT that a chain composes: each piece of text was one formula before it became a part of it."""

import re
from typing import Final

from sqlglot import exp
from sqlglot.dialects.duckdb import DuckDB
from sqlglot.expressions.core import Expr as Node

from diffident.question.frame import Chain, Pairs
from diffident.question.sql.groups import unaliased
from diffident.question.sql.parse import fragment, ordering

PLAIN: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
TAKEN: Final = {word.upper() for word in DuckDB.Tokenizer.KEYWORDS}


def composed(chain: Chain) -> exp.Select:
    """Return the SELECT of a chain; what was selected before stands in its FROM as a subquery."""
    if isinstance(chain.table, str):
        source: Node = exp.Table(this=_name(chain.table))
    else:
        source = composed(chain.table).subquery(_name("chosen"), copy=False)
    keys = [fragment(key) for key in chain.keys]
    columns = [_as(fragment(formula), name) for name, formula in chain.columns.items()]
    cells = [_as(fragment(cell.sql), name) for name, cell in chain.cells.items()]
    select = exp.Select(expressions=[*columns, *keys, *cells], from_=exp.From(this=source))
    for table, how, on in chain.joins:
        select.append("joins", _join(table, how, on))
    for clause, conditions, kind in (("where", chain.conditions, exp.Where), ("having", chain.kept, exp.Having)):
        if conditions:
            select.set(clause, kind(this=_all(conditions)))
    if keys:
        select.set("group", exp.Group(expressions=[unaliased(key).copy() for key in keys]))
    if chain.order:
        select.set("order", exp.Order(expressions=[each for text in chain.order for each in ordering(text)]))
    return select if chain.most is None else select.limit(chain.most, copy=False)


def _name(name: str) -> exp.Identifier:
    """Return a name, in quotes where SQL would read it as something else."""
    return exp.to_identifier(name, quoted=not PLAIN.fullmatch(name) or name.upper() in TAKEN)


def _as(formula: Node, name: str) -> Node:
    is_named = isinstance(formula, exp.Column) and formula.name == name
    return formula if is_named or isinstance(formula, exp.Star) else exp.Alias(this=formula, alias=_name(name))


def _all(conditions: tuple[str, ...]) -> Node:
    """Return the condition that all of these hold."""
    found: Node = exp.and_(*(exp.paren(fragment(each), copy=False) for each in conditions), copy=False)
    return found


def _join(table: str, how: str, on: Pairs) -> exp.Join:
    right = exp.Table(this=_name(table))
    side = "LEFT" if how == "left" else None
    if isinstance(on, tuple):
        return exp.Join(this=right, side=side, using=[_name(name) for name in on])
    pairs = [
        exp.EQ(this=exp.Column(this=_name(ours)), expression=exp.Column(this=_name(its), table=_name(table)))
        for ours, its in on.items()
    ]
    return exp.Join(this=right, side=side, on=exp.and_(*pairs, copy=False))
