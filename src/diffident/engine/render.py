# SPDX-License-Identifier: Apache-2.0
"""Words as SQL text, shared by SQL engines. The text is ours alone: identifiers are quoted, literals are bound."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, assert_never

from diffident.engine.order import APART, GROUPS, OF, ROWS, SLICE, TOTAL, TURN
from diffident.question.expression import Call, Column, Expression, Kind, Literal, Value
from diffident.question.functions import FUNCTIONS
from diffident.question.words import (
    ByKeys,
    CountOfKeys,
    Derive,
    Join,
    Keep,
    PerPerson,
    Rows,
    SumOfIntegers,
    Table,
    Tally,
    Truncate,
    Union,
)
from diffident.question.words.per_person import Exactly

TYPES = {
    Kind.TRUTH: "BOOLEAN",
    Kind.INTEGER: "BIGINT",
    Kind.NUMBER: "DOUBLE",
    Kind.TEXT: "VARCHAR",
    Kind.DATE: "DATE",
    Kind.MOMENT: "TIMESTAMP",
}
EXACTLY: Final[Mapping[Exactly, Callable[[str], str]]] = {
    Exactly.ROWS: lambda _: "count(*)",
    Exactly.COUNT: "count({})".format,
    Exactly.DISTINCT: "count(DISTINCT {})".format,
    Exactly.SUM: "TRY_CAST(sum(CAST({} AS HUGEINT)) AS BIGINT)".format,
    Exactly.MEAN: "CAST(TRY_CAST(sum(CAST({0} AS HUGEINT)) AS BIGINT) AS DOUBLE) / CAST(count({0}) AS DOUBLE)".format,
    Exactly.LEAST: "min({})".format,
    Exactly.LARGEST: "max({})".format,
}
CELL, COUNTED = "cell", "people"


def quoted(name: str) -> str:
    """Return an identifier that is never anything else.

    >>> quoted('a"; --')
    '"a""; --"'
    """
    return '"' + name.replace('"', '""') + '"'


@dataclass(slots=True)
class Statement:
    """One statement, and the literals bound to its places in order. `secret` starts what Truncate keeps."""

    secret: str
    literals: list[Value | list[Value]] = field(default_factory=list[Value | list[Value]])

    def sums(self, look: SumOfIntegers) -> str:
        """Return a statement with the number of each cell that occurs, and its sums as text."""
        totals = ", ".join(f"CAST(sum(CAST(r.{quoted(name)} AS HUGEINT)) AS VARCHAR)" for name in look.columns)
        cells = self.cells(look.by)
        return f"SELECT c.{CELL}, {totals} FROM ({self.rows(look.by.rows)}) r JOIN ({cells}) c ON {same(look.by)} GROUP BY c.{CELL}"

    def counts(self, look: CountOfKeys) -> str:
        """Return a statement with each combination of keys and its number of people."""
        keys = ", ".join(map(quoted, look.keys))
        people = "".join(f"DISTINCT {quoted(person)}" for person in look.rows.person_column) or "*"
        return f"SELECT {keys}, count({people}) AS {COUNTED} FROM ({self.rows(look.rows)}) GROUP BY {keys}"

    def tally(self, look: Tally) -> str:
        """Return a statement with the number of each cell, each whole number in it, and how many rows hold that."""
        held, cells = f"r.{quoted(look.column)}", self.cells(look.by)
        rows = f"({self.rows(look.by.rows)}) r JOIN ({cells}) c ON {same(look.by)}"
        return (
            f"SELECT c.{CELL}, {held} AS held, count(*) FROM {rows} WHERE {held} IS NOT NULL GROUP BY c.{CELL}, {held}"
        )

    def rows(self, words: Rows) -> str:
        """Return the statement of the rows that words stand for."""
        match words:
            case Table():
                return self._table(words)
            case Keep(inner, where):
                return f"SELECT * FROM ({self.rows(inner)}) WHERE {self.formula(where)}"
            case Derive(inner, formulas):
                people = [quoted(name) for name in inner.person_column]
                text = self.rows(inner)
                named = [f"{self.formula(formula)} AS {quoted(name)}" for name, formula in formulas]
                return f"SELECT {', '.join([*people, *named]) or '1'} FROM ({text})"
            case Join():
                return self._join(words)
            case Union(parts):
                return " UNION ALL ".join(
                    f"SELECT {self._names(part.columns)} FROM ({self.rows(part)})" for part in parts
                )
            case PerPerson():
                return self._per_person(words)
            case Truncate():
                return self._truncate(words)
            case _:
                raise AssertionError(words)

    def formula(self, formula: Expression) -> str:
        """Return the text of a formula."""
        match formula:
            case Column(name):
                return quoted(name)
            case Literal(value, kind):
                return "NULL" if kind is None else self._bound(value, kind)
            case Call(function, arguments):
                return FUNCTIONS[function].sql(*map(self.formula, arguments))
            case _:
                assert_never(formula)

    def _bound(self, value: Value, kind: Kind) -> str:
        self.literals.append(value)
        return f"CAST(${len(self.literals)} AS {TYPES[kind]})"

    def _table(self, words: Table) -> str:
        """Return a table's rows as it stands; its view has the declared kinds and no row without a person.

        With its schema, for a name alone could be that of a part of the statement.
        """
        return f"SELECT {self._names(words.columns)} FROM main.{quoted(words.name)}"

    def _join(self, words: Join) -> str:
        on = " AND ".join(f"l.{quoted(left)} = r.{quoted(right)}" for left, right in words.on)
        ours, used = words.left.columns, {right for _, right in words.on}
        theirs = [name for name in words.right.columns if name not in used and name not in ours]
        names = ", ".join([*(f"l.{quoted(name)}" for name in ours), *(f"r.{quoted(name)}" for name in theirs)])
        side = "LEFT JOIN" if words.outer else "JOIN"
        return f"SELECT {names} FROM ({self.rows(words.left)}) l {side} ({self.rows(words.right)}) r ON {on}"

    def _per_person(self, words: PerPerson) -> str:
        """Return a row for each person and combination of keys."""
        by = [quoted(name) for name in (*words.person_column, *words.keys)]
        found = [f"{EXACTLY[what](quoted(of or ''))} AS {quoted(name)}" for name, what, of in words.statistics]
        return f"SELECT {', '.join([*by, *found])} FROM ({self.rows(words.rows)}) GROUP BY {', '.join(by)}"

    def _truncate(self, words: Truncate) -> str:
        """Return the rule as windows over all rows, the form that says what is meant, where it has to order them."""
        if not words.keys and words.rows_per_group <= words.total:
            return self._truncate_some(words)
        (person,) = map(quoted, words.person_column)
        keys, read = list(map(quoted, words.keys)), list(map(quoted, words.read))
        columns = ", ".join([person, *keys, *read])
        mine, group = f"PARTITION BY {person}", f"PARTITION BY {', '.join([person, *keys])}"
        by_group, by_row = ordered(keys), ordered(read)
        numbered = f"SELECT {columns}, dense_rank() OVER ({mine}{by_group}) - 1 AS g_, row_number() OVER ({group}{by_row}) - 1 AS r_, count(*) OVER ({group}) AS c_ FROM ({self.rows(words.rows)})"
        counted = f"SELECT *, max(g_) OVER ({mine}) + 1 AS n_ FROM ({numbered})"
        groups = (
            f"SELECT * FROM ({counted}) WHERE {kept('g_', 'n_', words.groups, f'{self.start(person, GROUPS)} % n_')}"
        )
        placed = f"SELECT *, dense_rank() OVER ({mine}{ordered(['g_'])}) - 1 AS j_ FROM ({groups})"
        turned = shifted(self.start(person, ROWS), "j_", "c_")
        rows = f"SELECT * FROM ({placed}) WHERE {kept('r_', 'c_', words.rows_per_group, turned)}"
        listed = f"SELECT *, row_number() OVER ({mine}{ordered(['g_', 'r_'])}) - 1 AS q_, count(*) OVER ({mine}) AS t_ FROM ({rows})"
        last = kept("q_", "t_", words.total, f"{self.start(person, TOTAL)} % t_")
        return f"SELECT {columns} FROM ({listed}) WHERE {last}"

    def _truncate_some(self, words: Truncate) -> str:
        """Return the rule without keys: people within the limit keep their rows, and only those of others are ordered.

        Guarantee:
            Its rows are those of the rule.
        Because:
            Without keys a person has one group, kept, the first: its start is not shifted. No limit on all rows binds
            that does not bind in the group. Of c rows within the limit all are kept.
        Checked by: tests/engine/test_truncate.py::test_rows_without_groups_are_kept_by_the_same_rule
        """
        (person,), most = map(quoted, words.person_column), words.rows_per_group
        inner = {quoted(name): f"x{place}" for place, name in enumerate(words.read)}
        source = ", ".join([f"{person} AS u", *(f"{name} AS {short}" for name, short in inner.items())])
        many = f"SELECT u, count(*) AS c, {self.start('u', ROWS)} % count(*) AS a FROM w GROUP BY u HAVING count(*) > {most}"
        number = f"row_number() OVER (PARTITION BY w.u{ordered([*inner.values()])}) - 1 AS r"
        numbered = f"SELECT w.*, c, a, {number} FROM w JOIN m ON w.u = m.u"
        columns = ", ".join([f"u AS {person}", *(f"{short} AS {name}" for name, short in inner.items())])
        few, rest = f"SELECT {columns} FROM w ANTI JOIN m ON w.u = m.u", f"SELECT {columns} FROM ({numbered})"
        tables = f"w AS NOT MATERIALIZED (SELECT {source} FROM ({self.rows(words.rows)})), m AS MATERIALIZED ({many})"
        return f"WITH {tables} {few} UNION ALL {rest} WHERE {kept('r', 'c', most, 'a')}"

    def start(self, person: str, stage: int) -> str:
        """Return the slice of a person's keyed hash at which a stage starts, as in `order.start`."""
        digits = f"substr(sha256(concat({self._bound(self.secret + '|', Kind.TEXT)}, CAST({person} AS VARCHAR))), {APART * stage + 1}, {SLICE})"
        return f"CAST(CAST('0x' || {digits} AS UBIGINT) AS BIGINT)"

    def cells(self, by: ByKeys, more: Mapping[str, Sequence[int]] | None = None) -> str:
        """Return the listed cells with their keys, their numbers, and other numbers."""
        numbers = {CELL: range(len(by.cells)), **(more or {})}
        columns: list[tuple[str, str, list[Value]]] = [(name, "BIGINT", [*given]) for name, given in numbers.items()]
        for place, key in enumerate(by.keys):
            kind = TYPES[by.rows.columns[key]]
            columns.append((quoted(key), kind, [cell[place] for cell in by.cells]))
        return f"SELECT {', '.join(self._list(*column) for column in columns)}"

    def _list(self, name: str, kind: str, values: list[Value]) -> str:
        self.literals.append(values)
        return f"unnest(CAST(${len(self.literals)} AS {kind}[])) AS {name}"

    @staticmethod
    def _names(columns: Iterable[str]) -> str:
        return ", ".join(map(quoted, columns)) or "1"


def ordered(columns: Sequence[str]) -> str:
    """Return the order of `order.rank`."""
    return f" ORDER BY {', '.join(f'{column} NULLS FIRST' for column in columns)}" if columns else ""


def same(by: ByKeys) -> str:
    """Return the condition that a row r is in a cell c; NULL is a value like others where it is listed."""
    has_null = [any(cell[place] is None for cell in by.cells) for place in range(len(by.keys))]
    equal = ["IS NOT DISTINCT FROM" if null else "=" for null in has_null]
    return (
        " AND ".join(f"r.{quoted(key)} {is_} c.{quoted(key)}" for key, is_ in zip(by.keys, equal, strict=True))
        or "TRUE"
    )


def kept(number: str, count: str, most: int, begin: str) -> str:
    """Return the condition of `order.kept`; below 2^40 things, and starts below their number, nothing overflows."""
    return f"({count} <= {most} OR ({number} * {most} + {begin}) % {count} < {most})"


def shifted(begin: str, group: str, count: str) -> str:
    """Return the start of `order.shifted`, below the number of rows."""
    return f"CAST(({begin} % {count} + CAST({group} AS HUGEINT) * {count} * {TURN} // {OF}) % {count} AS BIGINT)"
