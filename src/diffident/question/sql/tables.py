# SPDX-License-Identifier: Apache-2.0
"""What can stand in FROM: a table of the catalog, a subquery, or one that WITH has named."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from sqlglot import exp
from sqlglot.expressions.core import Expr as Node

from diffident.question.catalog import Along, Catalog, TableFacts, UnknownName
from diffident.question.expression import Column
from diffident.question.sql.scope import Named, Scope, fresh, listed
from diffident.question.sql.unanswered import INSTEAD, NotAnswered, only, written
from diffident.question.words import Derive, Join, PerPerson, Table
from diffident.question.words.join import JoinRefused

NO_ALIASES: Final = "Name the columns inside, with AS."


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables that FROM can name: those of the catalog, and those that WITH has named so far."""

    catalog: Catalog
    named: Mapping[str, Scope] = field(default_factory=dict[str, Scope])

    def called(self, name: str) -> Scope:
        """Return a table by its name; capitals do not matter."""
        if name.casefold() in self.named:
            return self.named[name.casefold()]
        known = {each.casefold(): each for each in self.catalog.tables}
        if name.casefold() not in known:
            raise UnknownName(what="table", name=written(name), known=listed(known.values()) or "no table yet")
        facts = self.catalog.table(known[name.casefold()])
        columns = tuple(Named(facts.name, column, Column(column)) for column in facts.columns)
        return (
            self._held(facts, facts.person)
            if isinstance(facts.person, Along)
            else Scope(Table.of(facts), columns, table=facts)
        )

    def _held(self, facts: TableFacts, along: Along) -> Scope:
        """Return the rows of a table that knows people only by a key, each as often as people hold its key."""
        if along.column not in facts.columns:
            raise UnknownName(what="column", name=written(along.column), known=listed(facts.columns))
        holders = self.called(along.table)
        person = holders.person
        if person is None:
            raise JoinRefused(problem=f"{along.table} has no column that names people")
        names = {name: fresh(name, [person.name]) for name in facts.columns}
        own = Derive(Table.of(facts), tuple((inside, Column(name)) for name, inside in names.items()))
        key = holders.find("", along.key)
        if not isinstance(key, Column) or key == person:
            raise JoinRefused(problem=f"{along.key} is no key of {along.table} beside its person")
        pairs = PerPerson(holders.rows, (key.name,), ())
        columns = tuple(Named(facts.name, name, Column(inside)) for name, inside in names.items())
        named = () if person.name.casefold() in map(str.casefold, names) else (Named(facts.name, person.name, person),)
        return Scope(Join(own, pairs, ((names[along.column], key.name),)), columns + named, table=facts)

    def also(self, name: str, scope: Scope) -> "Tables":
        """Return the tables and one that WITH names."""
        if name.casefold() in self.named:
            raise NotAnswered(what=f"WITH {written(name)} twice", instead="Give one of them another name.")
        return replace(self, named={**self.named, name.casefold(): scope.under(name)})


def table(node: exp.Table, tables: Tables) -> Scope:
    """Return what a name in FROM stands for."""
    if not isinstance(node.this, exp.Identifier):
        instead = INSTEAD[exp.ReadCSV]
        raise NotAnswered(what="A function in FROM", instead=instead)
    only(node, "this", "alias", "db", "catalog")
    if node.db or node.catalog:
        whole = ".".join(part for part in (node.catalog, node.db, node.name) if part)
        raise UnknownName(what="table", name=written(whole), known=listed(tables.catalog.tables))
    scope = tables.called(node.name)
    return scope.under(alias(node)) if alias(node) else scope


def alias(node: Node) -> str:
    """Return what a table is called besides its name, or nothing."""
    found = node.args.get("alias")
    if found is None:
        return ""
    if found.args.get("columns"):
        raise NotAnswered(what="A list of column names after a table", instead=NO_ALIASES)
    only(found, "this")
    return str(found.name)
