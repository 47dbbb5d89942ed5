# SPDX-License-Identifier: Apache-2.0
"""Which columns a name can mean: rows, and for every table in sight what its columns are called and computed from."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from sqlglot import exp
from sqlglot.expressions.core import Expr as Node

from diffident.errors import Refused
from diffident.question.catalog import TableFacts, UnknownName
from diffident.question.expression import Call, Column, Expression, Kind
from diffident.question.formula import call
from diffident.question.sql.formulas import Formulas
from diffident.question.sql.unanswered import only, written
from diffident.question.words import Keep, Rows

MOST_WORDS: Final = 64  # of rows in rows


class AmbiguousName(Refused):
    """A name that two tables have."""

    code = "ambiguous_name"
    sentence = "{name} could be a column of several tables."
    remedy = "Write the table before it: {example}."


class TooManySteps(Refused):
    """More subqueries and joins in one another than anybody follows."""

    code = "too_many_steps"
    sentence = "This question puts more than {most} tables, conditions and subqueries into one another."
    remedy = "Ask fewer at a time, or prepare a table beforehand."


@dataclass(frozen=True, slots=True)
class Named:
    """A column that can be named: under which table, as what, and the formula over the rows that it means."""

    table: str
    name: str
    formula: Expression


@dataclass(frozen=True, slots=True)
class Scope:
    """Rows, and the columns of theirs that can be named.

    Names stand for formulas, so a subquery that only selects and filters leaves no trace: what is asked of it is the
    same question as one that was written without it. `shared` are the names that USING joined: alone they mean the
    first table's. `table` is the one of the catalog that these are the rows of, if they are one's.
    """

    rows: Rows
    columns: tuple[Named, ...]
    shared: frozenset[str] = frozenset()
    table: TableFacts | None = None

    def __post_init__(self) -> None:
        if _words(self.rows) > MOST_WORDS:
            raise TooManySteps(most=MOST_WORDS)

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """The kinds of the columns inside."""
        return self.rows.columns

    @property
    def person(self) -> Column | None:
        """The column that says whose a row is."""
        return next((Column(name) for name in self.rows.person_column), None)

    @property
    def formulas(self) -> Formulas:
        """Reads formulas over the columns of a row."""
        return Formulas(self._meant, self.kinds)

    def find(self, table: str, name: str) -> Expression:
        """Return what a name means; capitals do not matter."""
        found = [each for each in self.columns if _is(each.name, name) and (not table or _is(each.table, table))]
        if len({each.formula for each in found}) > 1 and (table or name.casefold() not in self.shared):
            raise AmbiguousName(name=written(name), example=written(f"{found[0].table}.{name}"))
        if not found:
            known = dict.fromkeys(each.name for each in self.columns if not table or _is(each.table, table))
            raise UnknownName(what="column", name=written(name), known=listed(known))
        return found[0].formula

    def all(self, table: str = "") -> list[tuple[str, Expression]]:
        """Return the columns of a table, or of all, in order: what * stands for."""
        pairs = [(each.name, each.formula) for each in self.columns if not table or _is(each.table, table)]
        if not pairs:
            raise UnknownName(what="table", name=written(table), known=listed(each.table for each in self.columns))
        return list(dict.fromkeys(pairs))

    def under(self, table: str) -> "Scope":
        """Return the scope of a subquery or table under the name that it has outside."""
        return replace(self, columns=tuple(replace(each, table=table) for each in self.columns), shared=frozenset())

    def where(self, condition: Expression) -> "Scope":
        """Return the scope of the rows for which a condition holds; two conditions in turn are one."""
        if not isinstance(self.rows, Keep):
            return replace(self, rows=Keep(self.rows, condition))
        both = call("and", *_parts(self.rows.where), *_parts(condition), columns=self.kinds)
        return replace(self, rows=Keep(self.rows.rows, both))

    def _meant(self, node: Node) -> Expression | None:
        if not isinstance(node, exp.Column):
            return None
        only(node, "this", "table")
        return self.find(node.table, node.name)


def fresh(name: str, taken: Iterable[str]) -> str:
    """Return a name that none of these is, capitals aside.

    >>> fresh("ward", ["Ward", "ward 2"])
    'ward 3'
    """
    used = {each.casefold() for each in taken}
    number = 1
    while (found := name if number == 1 else f"{name} {number}").casefold() in used:
        number += 1
    return found


def listed(names: Iterable[str]) -> str:
    """Return the first names of some, for a refusal."""
    every = [written(name) for name in dict.fromkeys(names) if name]
    return ", ".join(every[:8]) + (f" and {len(every) - 8} more" if len(every) > 8 else "")


def renamed_inside(scope: Scope, rows: Rows, meaning: Callable[[Expression], Expression]) -> Scope:
    """Return the scope of other rows, in which each formula has become another one."""
    return replace(
        scope, rows=rows, columns=tuple(replace(each, formula=meaning(each.formula)) for each in scope.columns)
    )


def _is(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _parts(condition: Expression) -> tuple[Expression, ...]:
    return condition.arguments if isinstance(condition, Call) and condition.function == "and" else (condition,)


def _words(rows: Rows) -> int:
    return 1 + sum(map(_words, rows.inputs))
