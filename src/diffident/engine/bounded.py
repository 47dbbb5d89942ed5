# SPDX-License-Identifier: Apache-2.0
"""Sums over what Truncate keeps, fast: most people are within the limits, and their rows need no order.

Rows are added up by person and cell first. Which cells a person keeps is arithmetic on those of the person; only cells
with too many rows are read again, and all rows of people with too many in total. The integers are those of the plain
windows in `render`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from diffident.engine.linear import Linear
from diffident.engine.listed import are_listed, unconditioned
from diffident.engine.order import GROUPS, ROWS, TOTAL, rank
from diffident.engine.render import CELL, Statement, kept, ordered, quoted, same, shifted
from diffident.question.expression import Column, Expression, columns_of, renamed
from diffident.question.words import ByKeys, Derive, Rows, SumOfIntegers, Truncate

Summed = Linear | Expression  # what follows from the number and the sum of a column, or any other formula
BITS = 62  # so many cells fit into the bits of an integer that is not negative


def sums(statement: Statement, look: SumOfIntegers) -> str | None:
    """Return a statement with the number of each cell that occurs and its sums, or None where the plain form is due.

    Guarantee:
        Its rows are the sums over the rows that Truncate keeps, cell by cell.
    Because:
        No row lies outside the cells (`are_listed`), so the place of a cell among all, in the order of keys, orders a
        person's groups. A person within a limit keeps everything at that stage, so sums of whole groups stand for their
        rows. All others go through the conditions of the rule, with the same orders, numbers and starts.
    Checked by: tests/engine/test_bounded.py::test_the_fast_form_finds_the_integers_of_the_plain_one
    """
    match look.by.rows:
        case Derive(Truncate() as words, formulas) if words.keys == look.by.keys and are_listed(words.rows, look.by):
            named, short = dict(formulas), {name: f"x{place}" for place, name in enumerate(words.read)}
            asked = [renamed(named[name], short) for name in look.columns]
            summed = tuple(Linear.of(formula) or formula for formula in asked)
            return _Fast(statement, words, look.by, short, summed, _columns(statement, summed)).text()
        case _:
            return None


def _columns(statement: Statement, summed: Sequence[Summed]) -> dict[str, tuple[str, str]]:
    """Return what is added up, by name: of many rows, and of one."""
    found = {"c": ("count(*)", "1")}
    for place, each in enumerate(summed):
        if not isinstance(each, Linear):
            text = statement.formula(each)
            found[f"f{place}"] = f"sum({text})", text
        elif each.column:
            x = each.column
            found[f"n_{x}"] = f"count({x})", f"CAST({x} IS NOT NULL AS BIGINT)"
            found[f"s_{x}"] = f"sum({x})", x
    return found


@dataclass(frozen=True, slots=True)
class _Fast:
    """The parts of the statement: u is the person, i the cell, x0, x1, ... what orders rows, c how many rows there are."""

    statement: Statement
    words: Truncate
    by: ByKeys
    read: Mapping[str, str]  # what the columns that order rows are called here
    summed: tuple[Summed, ...]
    columns: Mapping[str, tuple[str, str]]

    def text(self) -> str:
        """Return all parts; rows are read twice and never held, partial sums are held."""
        over = [f"o AS MATERIALIZED ({self._over()})"] if self.has_total else []
        people = [f"n AS ({self._people()})"] if self.has_bits else []
        tables = [
            f"cells AS MATERIALIZED ({self._cells()})",
            f"p AS MATERIALIZED ({self._partials()})",
            *people,
            f"r AS ({self._ranked()})",
            f"k AS MATERIALIZED ({self._kept_groups()})",
            *over,
            f"e AS ({self._heavy()})",
            f"v AS ({self._kept_rows()})",
            f"s AS ({self._all()})",
        ]
        return f"WITH {', '.join(tables)} SELECT {CELL}, {self._totals()} FROM s JOIN cells USING (i) GROUP BY {CELL}"

    @property
    def has_bits(self) -> bool:
        """Whether the cells of a person are numbered by counting bits, and not by sorting."""
        return 1 < len(self.by.cells) <= BITS

    @property
    def has_total(self) -> bool:
        """Whether the limit on all rows of a person can bind: below groups times rows a group it can."""
        return self.words.total < min(self.words.groups, len(self.by.cells)) * self.words.rows_per_group

    def _cells(self) -> str:
        """The cells, numbered in the order of a person's groups."""
        order = sorted(range(len(self.by.cells)), key=lambda place: tuple(map(rank, self.by.cells[place])))
        places = {cell: place for place, cell in enumerate(order)}
        return self.statement.cells(self.by, {"i": [places[cell] for cell in range(len(order))]})

    def _partials(self) -> str:
        """The rows of each person in each cell, added up."""
        (person,) = map(quoted, self.words.person_column)
        read = [f"r.{quoted(name)} AS {short}" for name, short in self.read.items()]
        rows = self.statement.rows(unconditioned(self.words.rows, self.by))
        columns = ", ".join([f"r.{person} AS u", "c.i", *read])
        sums = ", ".join(f"{of_many} AS {name}" for name, (of_many, _) in self.columns.items())
        return (
            f"SELECT u, i, {sums} FROM (SELECT {columns} FROM ({rows}) r JOIN cells c ON {same(self.by)}) GROUP BY u, i"
        )

    def _people(self) -> str:
        """Which cells each person has, and where the choice of them starts if they are too many."""
        most = self.words.groups
        begin = f"CASE WHEN count(*) > {most} THEN {self.statement.start('u', GROUPS)} % count(*) END"
        return f"SELECT u, bit_or(1::BIGINT << i) AS has, {begin} AS b FROM p GROUP BY u"

    def _ranked(self) -> str:
        """The number r of each cell among the g of its person."""
        if len(self.by.cells) == 1:
            return "SELECT *, 0 AS r, 1 AS g, 0 AS b FROM p"
        if self.has_bits:
            r, g = (f"CAST(bit_count({bits}) AS BIGINT)" for bits in ("has & ((1::BIGINT << i) - 1)", "has"))
            return f"SELECT p.*, {r} AS r, {g} AS g, b FROM p JOIN n USING (u)"
        person = "OVER (PARTITION BY u"
        numbered = f"SELECT *, row_number() {person} ORDER BY i) - 1 AS r, count(*) {person}) AS g FROM p"
        begin = f"CASE WHEN g > {self.words.groups} THEN {self.statement.start('u', GROUPS)} % g END"
        return f"SELECT *, {begin} AS b FROM ({numbered})"

    def _kept_groups(self) -> str:
        """The cells that each person keeps, and which number j each has among these.

        As r grows by one, r k + b grows by k, and passes a multiple of g just where r is kept: so j is how many were
        passed, less the one that is not if b is at least k.
        """
        most, names = self.words.groups, ", ".join(self.columns)
        place = f"CASE WHEN g <= {most} THEN r ELSE (r * {most} + b) // g - CAST(b >= {most} AS BIGINT) END"
        return f"SELECT u, i, {names}, {place} AS j FROM r WHERE {kept('r', 'g', most, 'b')}"

    def _over(self) -> str:
        """People with too many rows in the cells that they keep."""
        count = f"CAST(sum(least(c, {self.words.rows_per_group})) AS BIGINT)"
        return f"SELECT u, {count} AS n FROM k GROUP BY u HAVING {count} > {self.words.total}"

    def _heavy(self) -> str:
        """Cells whose rows must be read: they have too many, or their person has too many in total."""
        many = f"c > {self.words.rows_per_group}"
        begin = f"CASE WHEN {many} THEN {shifted(self.statement.start('u', ROWS), 'j', 'c')} END AS a"
        if not self.has_total:
            return f"SELECT u, i, c, {begin} FROM k WHERE {many}"
        last = f"CASE WHEN n IS NOT NULL THEN {self.statement.start('u', TOTAL)} % n END AS z"
        return f"SELECT u, i, c, {begin}, n, {last} FROM k LEFT JOIN o USING (u) WHERE {many} OR n IS NOT NULL"

    def _kept_rows(self) -> str:
        """The rows that are kept of these cells."""
        order = ordered([*self.read.values()])
        numbered = f"SELECT *, row_number() OVER (PARTITION BY u, i{order}) - 1 AS r FROM ({self._read_again()})"
        rows = f"SELECT * FROM ({numbered}) WHERE {kept('r', 'c', self.words.rows_per_group, 'a')}"
        if not self.has_total:
            return rows
        listed = f"SELECT *, row_number() OVER (PARTITION BY u ORDER BY i, r) - 1 AS q FROM ({rows})"
        return f"SELECT * FROM ({listed}) WHERE n IS NULL OR {kept('q', 'n', self.words.total, 'z')}"

    def _read_again(self) -> str:
        """The rows of these cells; formulas are computed of them alone."""
        rows, formulas = self._before()
        raw = dict.fromkeys(name for formula in formulas.values() for name in columns_of(formula))
        names = {name: f"y{place}" for place, name in enumerate(raw)}
        (person,), keys = map(quoted, self.words.person_column), [quoted(key) for key in self.by.keys]
        columns = [f"{person} AS u", *keys, *(f"{quoted(name)} AS {short}" for name, short in names.items())]
        found = [f"{self.statement.formula(renamed(formula, names))} AS {short}" for short, formula in formulas.items()]
        cells = f"SELECT {', '.join(['e.*', *keys])} FROM e JOIN cells USING (i)"
        source = f"SELECT {', '.join(columns)} FROM ({self.statement.rows(rows)})"
        return (
            f"SELECT {', '.join(['c.*', *found])} FROM ({source}) r JOIN ({cells}) c ON r.u = c.u AND {same(self.by)}"
        )

    def _before(self) -> tuple[Rows, Mapping[str, Expression]]:
        """The rows from which the columns that order rows are computed, and how."""
        match unconditioned(self.words.rows, self.by):
            case Derive(inner, formulas) if all((key, Column(key)) in formulas for key in self.by.keys):
                named = dict(formulas)
                return inner, {short: named[name] for name, short in self.read.items()}
            case rows:
                return rows, {short: Column(name) for name, short in self.read.items()}

    def _all(self) -> str:
        """Whole cells as they were added up, and the rows that are kept of the others.

        A condition on `k` would be checked where it is made, and again here.
        """
        light, few = "k ANTI JOIN o USING (u)" if self.has_total else "k", f"c <= {self.words.rows_per_group}"
        sums = [f"CASE WHEN {few} THEN {name} END AS {name}" for name in self.columns]
        whole = f"SELECT i, {', '.join(sums)} FROM {light}"
        single = ", ".join(f"{of_one} AS {name}" for name, (_, of_one) in self.columns.items())
        return f"{whole} UNION ALL SELECT i, {single} FROM v"

    def _totals(self) -> str:
        """The sums that were asked for, as text."""
        return ", ".join(f"CAST({self._total(place, each)} AS VARCHAR)" for place, each in enumerate(self.summed))

    @staticmethod
    def _total(place: int, summed: Summed) -> str:
        if not isinstance(summed, Linear):
            return f"sum(f{place})"
        if summed.column is None:
            return f"sum(c) * {summed.constant}"
        x = summed.column
        return f"sum(n_{x}) * {summed.constant} + coalesce(sum(s_{x}), 0) * {summed.factor}"
