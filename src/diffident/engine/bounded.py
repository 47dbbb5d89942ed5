# SPDX-License-Identifier: Apache-2.0
"""Sums over what Truncate keeps, fast: most people are within the limits, and their rows need no order.

Rows are added up by person and group first. Only people with too many groups are ranked, only groups with too many rows
are read again, and people with too many rows in total. The integers are those of the plain windows in `render`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from diffident.engine.order import GROUPS, OF, ROWS, TOTAL, TURN
from diffident.engine.render import Statement, kept, ordered, quoted
from diffident.question.expression import Expression
from diffident.question.words import Truncate

Formulas = Sequence[tuple[str, Expression]]


def sums(statement: Statement, words: Truncate, formulas: Formulas) -> str:
    """Return a statement with the kept keys and the sums of formulas over the rows that are kept, by person and group.

    Guarantee:
        Added up by keys, its rows are the sums over the rows that Truncate keeps.
    Because:
        A person within a limit keeps everything at that stage, so sums of whole groups stand for their rows. All others
        go through the conditions of the rule, with the same orders, numbers and starts.
    Checked by: tests/engine/test_bounded.py::test_the_fast_form_finds_the_integers_of_the_plain_one
    """
    return _Fast(statement, words, formulas).text()


@dataclass(frozen=True, slots=True)
class _Fast:
    """The parts of the statement, each a common table: u is the person, c how many rows a group has."""

    statement: Statement
    words: Truncate
    formulas: Formulas

    def text(self) -> str:
        tables = [
            f"t AS NOT MATERIALIZED ({self._rows()})",
            f"p AS MATERIALIZED ({self._partials()})",
            *self._kept_groups(),
            *self._heavy(),
        ]
        return f"WITH {', '.join(tables)} {self._all()}"

    @property
    def keys(self) -> list[str]:
        return [quoted(name) for name in self.words.keys]

    @property
    def read(self) -> list[str]:
        return [quoted(name) for name in self.words.read]

    @property
    def names(self) -> list[str]:
        return [quoted(name) for name, _ in self.formulas]

    @property
    def has_total(self) -> bool:
        """Whether the limit on all rows of a person can bind: below groups times rows a group it can."""
        groups = self.words.groups if self.words.keys else 1
        return self.words.total < groups * self.words.rows_per_group

    def _rows(self) -> str:
        """Every row, with its person, keys, what orders it, and what is added up."""
        (person,) = map(quoted, self.words.person_column)
        inner = self.statement.rows(self.words.rows)
        return f"SELECT {', '.join([f'{person} AS u', *self.keys, *self.read])} FROM ({inner})"

    def _partials(self) -> str:
        sums = [
            f"sum({self.statement.formula(formula)}) AS {name}"
            for name, (_, formula) in zip(self.names, self.formulas, strict=True)
        ]
        by = ", ".join(["u", *self.keys])
        return f"SELECT {', '.join([by, 'count(*) AS c', *sums])} FROM t GROUP BY {by}"

    def _kept_groups(self) -> list[str]:
        """All groups of people who have few, and the kept ones of people who have many."""
        if not self.keys:
            return ["k AS (SELECT * FROM p)"]
        most = self.words.groups
        columns = ", ".join(["u", *self.keys, "c", *self.names])
        many = f"SELECT u, count(*) AS g FROM p GROUP BY u HAVING count(*) > {most}"
        ranked = (
            f"SELECT p.*, g, row_number() OVER (PARTITION BY u{ordered(self.keys)}) - 1 AS r FROM p JOIN n USING (u)"
        )
        condition = kept("r", "g", most, f"{self.statement.start('u', GROUPS)} % g")
        few = f"SELECT {columns} FROM p ANTI JOIN n USING (u)"
        return [
            f"n AS MATERIALIZED ({many})",
            f"k AS MATERIALIZED ({few} UNION ALL SELECT {columns} FROM ({ranked}) WHERE {condition})",
        ]

    def _heavy(self) -> list[str]:
        """Groups whose rows must be read: they have too many, or their person has too many in total."""
        each, total = self.words.rows_per_group, self.words.total
        over = f"SELECT u, sum(least(c, {each})) AS n FROM k GROUP BY u HAVING sum(least(c, {each})) > {total}"
        people = f"SELECT DISTINCT u FROM k WHERE c > {each}" + (" UNION SELECT u FROM o" if self.has_total else "")
        placed = (
            f"SELECT k.*, row_number() OVER (PARTITION BY u{ordered(self.keys)}) - 1 AS j FROM k SEMI JOIN m USING (u)"
        )
        first = f"{self.statement.start('u', ROWS)} % c + j * c * {TURN} // {OF}"
        chosen = f"SELECT j.*, {first} AS a FROM j WHERE c > {each}"
        if self.has_total:
            chosen = f"SELECT j.*, {first} AS a, o.n AS n, {self.statement.start('u', TOTAL)} AS b FROM j LEFT JOIN o USING (u) WHERE c > {each} OR o.n IS NOT NULL"
        same = " AND ".join(["t.u = e.u", *(f"t.{key} IS NOT DISTINCT FROM e.{key}" for key in self.keys)])
        group = f"PARTITION BY {', '.join(['t.u', *(f't.{key}' for key in self.keys)])}"
        more = ", e.n, e.b" if self.has_total else ""
        numbered = f"SELECT t.*, e.c, e.a, e.j{more}, row_number() OVER ({group}{ordered([f't.{name}' for name in self.read])}) - 1 AS r FROM t JOIN e ON {same}"
        tables = [f"o AS MATERIALIZED ({over})"] if self.has_total else []
        return [
            *tables,
            f"m AS MATERIALIZED ({people})",
            f"j AS MATERIALIZED ({placed})",
            f"e AS MATERIALIZED ({chosen})",
            f"v AS (SELECT * FROM ({numbered}) WHERE {kept('r', 'c', each, 'a')})",
        ]

    def _all(self) -> str:
        """Whole groups as they were added up, and the rows that are kept of the others."""
        columns = ", ".join([*self.keys, *self.names])
        light = f"c <= {self.words.rows_per_group}" + (" AND u NOT IN (SELECT u FROM o)" if self.has_total else "")
        values = [
            f"{self.statement.formula(formula)} AS {name}"
            for name, (_, formula) in zip(self.names, self.formulas, strict=True)
        ]
        rows = "SELECT * FROM v"
        if self.has_total:
            listed = "SELECT *, row_number() OVER (PARTITION BY u ORDER BY j, r) - 1 AS q FROM v"
            rows = f"SELECT * FROM ({listed}) WHERE n IS NULL OR {kept('q', 'n', self.words.total, 'b % n')}"
        return (
            f"SELECT {columns} FROM k WHERE {light} UNION ALL SELECT {', '.join([*self.keys, *values])} FROM ({rows})"
        )
