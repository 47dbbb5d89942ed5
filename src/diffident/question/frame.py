# SPDX-License-Identifier: Apache-2.0
"""The chain: a question built step by step. It composes the SELECT that the reader of SQL reads, so both ask the same."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from diffident.errors import Refused
from diffident.exact.number import whole
from diffident.exact.spelling import plain
from diffident.privacy.ranks import ranks_of

if TYPE_CHECKING:
    from sqlglot import exp

Pairs: TypeAlias = tuple[str, ...] | Mapping[str, str]  # columns that both have, or ours and its
On: TypeAlias = str | Pairs
HOW: Final = ("inner", "left")


@dataclass(frozen=True, slots=True)
class Statistic:
    """A statistic that somebody wants, in the words of SQL: `dd.mean("stay")` is AVG(stay)."""

    sql: str

    def __str__(self) -> str:
        return self.sql


class NotAStatistic(Refused):
    """Something else where a statistic is due."""

    code = "not_a_statistic"
    sentence = "{name} must be a statistic, such as dd.count(), dd.mean(...) or text of SQL, not {given}."
    remedy = 'Write agg(n=dd.count(), stay=dd.mean("stay"), r="CORR(stay, age)").'


class StepRefused(Refused):
    """A step of a chain that means nothing where it stands."""

    code = "step_refused"
    sentence = "This {step} says nothing that a chain could do."
    remedy = "{instead}"


def count(formula: str | None = None, *, weight: str | None = None) -> Statistic:
    """Return the number of rows, or of those where a formula is known; each as often as a weight says.

    >>> str(count("stay", weight="w"))
    'SUM(w) FILTER (WHERE (stay) IS NOT NULL)'
    """
    if weight is None:
        return Statistic(f"COUNT({formula or '*'})")
    return Statistic(f"SUM({weight})" if formula is None else f"SUM({weight}) FILTER (WHERE ({formula}) IS NOT NULL)")


def total(formula: str, *, weight: str | None = None) -> Statistic:
    """Return what all values come to, each as often as a weight says."""
    return Statistic(f"SUM({formula})" if weight is None else f"SUM(({weight}) * ({formula}))")


def mean(formula: str, *, weight: str | None = None) -> Statistic:
    """Return the average, in which each value counts as often as a weight says."""
    return Statistic(f"AVG({formula})" if weight is None else f"WEIGHTED_AVG({formula}, {weight})")


def median(formula: str) -> Statistic:
    """Return the value that half of all values lie below."""
    return Statistic(f"MEDIAN({formula})")


def quantile(formula: str, *ranks: object) -> Statistic:
    """Return the values at some ranks, each as a column of its own: `dd.quantile("stay", 0.25, 0.75)`."""
    listed = ", ".join(plain(rank) for rank in ranks_of(ranks))
    return Statistic(f"QUANTILE_CONT({formula}, {listed if len(ranks) == 1 else f'[{listed}]'})")


def boxplot(formula: str) -> Statistic:
    """Return the five numbers of a boxplot, as columns that end in _from, _q1, _median, _q3 and _to."""
    return Statistic(f"BOXPLOT({formula})")


@dataclass(frozen=True, slots=True)
class Chain:
    """One SELECT, clause by clause; each step returns a new chain and nothing is read.

    >>> str(Chain("visits").where("age >= 18").group_by("ward").agg(n=count()))
    'SELECT ward, COUNT(*) AS n FROM visits WHERE (age >= 18) GROUP BY ward'
    """

    table: "str | Chain"
    joins: tuple[tuple[str, str, Pairs], ...] = ()
    conditions: tuple[str, ...] = ()
    columns: Mapping[str, str] = field(default_factory=dict[str, str])
    keys: tuple[str, ...] = ()
    cells: Mapping[str, Statistic] = field(default_factory=dict[str, Statistic])
    kept: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    most: int | None = None

    def where(self, condition: str) -> "Chain":
        """Keep the rows for which a condition holds."""
        return replace(self, conditions=(*self.conditions, condition))

    def join(self, table: str, *, on: On, how: str = "inner") -> "Chain":
        """Join another table on columns that both have, or on pairs {"ward": "id"}: a column of ours, one of its."""
        columns = _pairs(on)
        if how not in HOW or not columns or not isinstance(table, str):
            raise StepRefused(step="join", instead='Write join("wards", on={"ward": "id"}, how="left") or how="inner".')
        return replace(self, joins=(*self.joins, (table, how, columns)))

    def select(self, *columns: str, **computed: str) -> "Chain":
        """Keep these columns, and compute others by name; later steps see no more."""
        named = {**{name: name for name in columns}, **computed}
        if not named or not all(isinstance(name, str) for name in named):
            raise StepRefused(step="select", instead='Write select("ward", long="stay > 7").')
        rows = Chain(self) if self.keys or self.cells else self
        return Chain(replace(rows, columns=named))

    def group_by(self, *keys: str) -> "Chain":
        """Ask for each group by itself."""
        return replace(self, keys=(*self.keys, *keys))

    def agg(self, **cells: Statistic | str) -> "Chain":
        """Ask for statistics, by the names that they get in the answer: dd.mean("stay"), or as SQL "CORR(stay, age)"."""
        return replace(self, cells={**self.cells, **{name: _statistic(name, cell) for name, cell in cells.items()}})

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
        """Return the SELECT that the steps make."""
        from diffident.question.sql.composed import composed  # noqa: PLC0415 - slow to import

        return composed(self)


def _statistic(name: str, cell: object) -> Statistic:
    """Return a statistic, written in words of SQL or made by a function."""
    if not isinstance(cell, Statistic | str):
        raise NotAStatistic(name=name, given=f"a {type(cell).__name__}")
    return Statistic(cell) if isinstance(cell, str) else cell


def _pairs(on: object) -> Pairs:
    """Return the columns that a join is on, or none where something else was given."""
    columns: Pairs = (on,) if isinstance(on, str) else on if isinstance(on, tuple | Mapping) else ()
    names = (*columns, *columns.values()) if isinstance(columns, Mapping) else columns
    return columns if all(isinstance(name, str) for name in names) else ()
