# SPDX-License-Identifier: Apache-2.0
"""From a question to a plan: everybody's part is bounded, and what is then summed gets noise in parts."""

from dataclasses import dataclass
from functools import reduce
from itertools import product

from diffident.errors import Refused
from diffident.privacy.person import Neighbours
from diffident.privacy.reach import Reach
from diffident.question.catalog import EACH_ROW, Catalog, ColumnFacts, TableFacts
from diffident.question.expression import Call, Column, Expression, Kind, Literal
from diffident.question.facts import Facts, fact, facts_of, protected
from diffident.question.formula import kind_of
from diffident.question.measurement import Measurement, merged
from diffident.question.question import Key, Question
from diffident.question.words import ByKeys, Derive, Keep, Rows, SumOfIntegers, Truncate
from diffident.question.words.by_keys import Cell

MOST_CELLS = 100_000


class TooManyGroups(Refused):
    """More groups than anybody reads, or engines should answer."""

    code = "too_many_groups"
    sentence = "This question has {cells} groups, and {most} are the most."
    remedy = "Group by fewer columns, or by coarser ones."


@dataclass(frozen=True, slots=True)
class Part:
    """One measurement: which columns of the look it has, and how far one person moves them."""

    measurement: Measurement
    first: int
    reach: Reach

    @property
    def width(self) -> int:
        """How many columns it has."""
        return len(self.measurement.columns(""))


@dataclass(frozen=True, slots=True)
class Plan:
    """One look at the rows, and the parts of what is seen."""

    look: SumOfIntegers
    parts: tuple[Part, ...]
    wanted: tuple[Measurement, ...]  # what each statistic needs: a part, or something that a part covers
    limits: TableFacts

    @property
    def explained(self) -> str:
        """How far one person can move the answer, in words."""
        limits, has_keys = self.limits, bool(self.look.by.keys)
        if limits.person is EACH_ROW:
            return "each row counts as another person"
        groups = f" in at most {_groups(limits)} groups" if has_keys else ""
        each = f", at most {limits.rows_per_group} in one" if has_keys and limits.rows_per_group else ""
        return f"a person counts with at most {limits.rows_per_person} rows{groups}{each}"


def planned(question: Question, catalog: Catalog, neighbours: Neighbours = Neighbours.ADD_REMOVE) -> Plan:
    """Return the plan of a question: bounds first, then sums.

    Guarantee:
        Two tables without and with a person differ, in the columns of each part over all cells, by at most the part's
        reach, in sum and in sum of squares.
    Because:
        After Truncate a person has at most rows_per_person rows, at most rows_per_group in a cell, and nobody else's
        rows changed. Each row holds at most `row_reach` in the part's columns together, so a cell's sums move by at
        most rows in it times that; `Reach.of_counts` adds up over cells. Without Truncate each row is a person.
    Checked by: tests/question/test_plan.py::test_nobody_moves_a_part_further_than_its_reach
    """
    limits, known = protected(question.rows, catalog), facts_of(question.rows, catalog)
    wanted = tuple(cell.measurement(_fact(cell.formula, question.rows, known)) for cell in question.cells)
    measurements = merged(wanted)
    look, firsts = _look(question, measurements, limits)
    counts = Reach.of_counts(
        neighbours, rows_per_person=limits.rows_per_person, rows_per_group=_rows_per_group(limits, question)
    )
    parts = (Part(one, first, _scaled(counts, one.row_reach)) for one, first in zip(measurements, firsts, strict=True))
    return Plan(look, tuple(parts), wanted, limits)


def _fact(formula: Expression | None, rows: Rows, known: Facts) -> ColumnFacts | None:
    return None if formula is None else fact(formula, kind_of(formula, rows.columns) or Kind.NUMBER, known)


def _cells(keys: tuple[Key, ...]) -> tuple[Cell, ...]:
    """Return every combination of categories, in the order of the lists, or refuse."""
    count = reduce(lambda many, key: many * len(key.categories.values), keys, 1)
    if count > MOST_CELLS:
        raise TooManyGroups(cells=count, most=MOST_CELLS)
    return tuple(product(*(key.categories.values for key in keys)))


def _look(
    question: Question, measurements: tuple[Measurement, ...], limits: TableFacts
) -> tuple[SumOfIntegers, list[int]]:
    """Return the words from rows to sums, and where the columns of each measurement begin."""
    keys = tuple(f"k{place}" for place in range(len(question.keys)))
    rows = _kept(question, keys, measurements)
    reads = [(f"u{place}", one.read(f"x{place}")) for place, one in enumerate(measurements)]
    read = tuple((name, formula) for name, formula in reads if formula is not None)
    grouped = tuple((key, Column(key)) for key in keys)
    rows = Derive(rows, (*grouped, *read))
    if limits.person is not EACH_ROW:
        rows = _truncated(rows, keys, tuple(name for name, _ in read), limits)
    columns: list[Expression] = []
    firsts = []
    for place, one in enumerate(measurements):
        firsts.append(len(columns))
        columns += one.columns(f"u{place}")
    sums = tuple(f"s{place}" for place in range(len(columns)))
    rows = Derive(rows, (*grouped, *zip(sums, columns, strict=True)))
    return SumOfIntegers(ByKeys(rows, keys, _cells(question.keys)), sums), firsts


def _kept(question: Question, keys: tuple[str, ...], measurements: tuple[Measurement, ...]) -> Rows:
    """Return the rows with listed keys, under the names that plans use: k0, ... for keys and x0, ... for values."""
    named = [(name, _listed(key)) for name, key in zip(keys, question.keys, strict=True)]
    values = [(f"x{place}", one.formula) for place, one in enumerate(measurements)]
    numbers = [(name, _as_number(formula, question.rows)) for name, formula in values if formula is not None]
    rows: Rows = Derive(question.rows, (*named, *numbers))
    for name, key in zip(keys, question.keys, strict=True):
        rows = Keep(rows, _is_listed(name, key))
    return rows


def _truncated(rows: Rows, keys: tuple[str, ...], read: tuple[str, ...], limits: TableFacts) -> Truncate:
    total = limits.rows_per_person
    each = min(limits.rows_per_group or total, total)
    return Truncate(rows, keys, read, _groups(limits), each if keys else total, total)


def _listed(key: Key) -> Expression:
    """Return a key's formula, what is not in its list turned into the category for all else."""
    if key.categories.other is None:
        return key.formula
    values = tuple(Literal.of(value) for value in key.categories.values if value is not None)
    return Call("case", (Call("in", (key.formula, *values)), key.formula, Literal.of(key.categories.other)))


def _is_listed(name: str, key: Key) -> Expression:
    """Return the condition that a row's key is in the list."""
    values = tuple(Literal.of(value) for value in key.categories.values if value is not None)
    listed = Call("in", (Column(name), *values))
    return Call("or", (listed, Call("is null", (Column(name),)))) if None in key.categories.values else listed


def _as_number(formula: Expression, rows: Rows) -> Expression:
    """Return a formula in double precision where it is a whole number or a yes or no."""
    kind = kind_of(formula, rows.columns)
    return Call("as number", (formula,)) if kind in {Kind.INTEGER, Kind.TRUTH} else formula


def _groups(limits: TableFacts) -> int:
    return min(limits.groups_per_person, limits.rows_per_person)


def _rows_per_group(limits: TableFacts, question: Question) -> int | None:
    """Return how many rows of a person one cell can hold; without groups there is one cell for all."""
    return limits.rows_per_group if question.keys else None


def _scaled(counts: Reach, times: int) -> Reach:
    return Reach(counts.l1 * times, counts.l2_squared * times**2)
