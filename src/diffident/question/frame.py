# SPDX-License-Identifier: Apache-2.0
"""The chain: a question built step by step. Its text is read by the reader of SQL, so both ask the same."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from diffident.errors import Refused
from diffident.exact.number import whole

if TYPE_CHECKING:
    from sqlglot import exp


@dataclass(frozen=True, slots=True)
class Statistic:
    """A statistic that somebody wants, in the words of SQL: `dd.mean("stay")` is AVG(stay)."""

    sql: str

    def __str__(self) -> str:
        return self.sql


class NotAStatistic(Refused):
    """Something else where a statistic is due."""

    code = "not_a_statistic"
    sentence = "{name} must be a statistic, such as dd.count() or dd.mean(...), not {given}."
    remedy = 'Write agg(n=dd.count(), stay=dd.mean("stay")).'


def count(formula: str | None = None) -> Statistic:
    """Return the number of rows, or of those where a formula is known."""
    return Statistic(f"COUNT({formula or '*'})")


def total(formula: str) -> Statistic:
    """Return what all values come to."""
    return Statistic(f"SUM({formula})")


def mean(formula: str) -> Statistic:
    """Return the average."""
    return Statistic(f"AVG({formula})")


@dataclass(frozen=True, slots=True)
class Chain:
    """One SELECT, clause by clause; each step returns a new chain and nothing is read.

    >>> str(Chain("visits").where("age >= 18").group_by("ward").agg(n=count()))
    'SELECT ward, COUNT(*) AS n FROM visits WHERE (age >= 18) GROUP BY ward'
    """

    table: str
    joins: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    conditions: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    cells: Mapping[str, Statistic] = field(default_factory=dict[str, Statistic])
    kept: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    most: int | None = None

    def where(self, condition: str) -> "Chain":
        """Keep the rows for which a condition holds."""
        return replace(self, conditions=(*self.conditions, condition))

    def join(self, table: str, *, on: str | tuple[str, ...], how: str = "inner") -> "Chain":
        """Join another table on columns that both have."""
        columns = (on,) if isinstance(on, str) else tuple(on)
        return replace(self, joins=(*self.joins, (table, how, columns)))

    def group_by(self, *keys: str) -> "Chain":
        """Ask for each group by itself."""
        return replace(self, keys=(*self.keys, *keys))

    def agg(self, **cells: Statistic) -> "Chain":
        """Ask for statistics, by the names that they get in the answer."""
        for name, cell in cells.items():
            if not isinstance(cell, Statistic):
                raise NotAStatistic(name=name, given=f"a {type(cell).__name__}")
        return replace(self, cells={**self.cells, **cells})

    def having(self, condition: str) -> "Chain":
        """Show the rows of the answer for which a condition on released values holds."""
        return replace(self, kept=(*self.kept, condition))

    def order_by(self, *columns: str) -> "Chain":
        """Order the answer; "n DESC" runs down."""
        return replace(self, order=(*self.order, *columns))

    def limit(self, rows: int) -> "Chain":
        """Show so many rows of the answer."""
        return replace(self, most=whole(rows, name="rows", at_least=0, at_most=10**6 - 1))

    def __str__(self) -> str:
        return str(self.tree().sql(dialect="duckdb"))

    def tree(self) -> "exp.Select":
        """Return the SELECT; each piece of text was one formula before it became a part of it."""
        from sqlglot import exp  # noqa: PLC0415 - slow to import

        from diffident.question.sql.parse import fragment  # noqa: PLC0415 - slow to import

        cells = [exp.alias_(fragment(cell.sql), name, quoted=False) for name, cell in self.cells.items()]
        select = exp.Select().select(*map(fragment, self.keys), *cells).from_(exp.to_table(self.table))
        for table, how, columns in self.joins:
            select = select.join(
                exp.to_table(table),
                using=[exp.to_identifier(each) for each in columns],
                join_type="left" if how == "left" else "",
            )
        select = select.where(*(exp.paren(fragment(each)) for each in self.conditions)) if self.conditions else select
        select = select.group_by(*map(fragment, self.keys)) if self.keys else select
        select = select.having(*(exp.paren(fragment(each)) for each in self.kept)) if self.kept else select
        select = select.order_by(*map(_ordered, self.order)) if self.order else select
        return select if self.most is None else select.limit(self.most)


def _ordered(text: str) -> "exp.Ordered":
    from sqlglot import exp  # noqa: PLC0415 - slow to import

    from diffident.question.sql.parse import fragment  # noqa: PLC0415 - slow to import

    name, _, direction = text.strip().rpartition(" ")
    runs_down = direction.upper() == "DESC" and bool(name)
    column = name if runs_down or (direction.upper() == "ASC" and name) else text
    return exp.Ordered(this=fragment(column), desc=runs_down)
