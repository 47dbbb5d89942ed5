# SPDX-License-Identifier: Apache-2.0
"""One pass over the rows of a question, bounded in its own way: it ends in integers for every cell.

Where categories are hidden it waits for those that were released, and bounds everybody's part among these alone.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from diffident.question.contribution import Contribution
from diffident.question.expression import Call, Column, Expression, Kind, Literal
from diffident.question.formula import kind_of
from diffident.question.grouping import Grouping
from diffident.question.measurement import Measurement, OfRows, People, Values
from diffident.question.ranks import AtRanks
from diffident.question.words import ByKeys, CountOfKeys, Derive, Keep, PerPerson, Rows, SumOfIntegers, Tally
from diffident.question.words.by_keys import Cell

Named = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Look(ABC):
    """The rows, how they are grouped, how much of each person is kept, and what is measured of them."""

    rows: Rows
    grouping: Grouping
    bound: Contribution

    @abstractmethod
    def words(self, named: Named | None = None) -> SumOfIntegers | CountOfKeys | Tally:
        """Return the words from rows to integers."""

    @property
    @abstractmethod
    def measured(self) -> tuple[Measurement, ...]:
        """What is measured, in the order of its columns."""

    def first(self, measurement: Measurement) -> int:
        """Return the number of columns before those of a measurement."""
        return sum(one.width for one in self.measured[: self.measured.index(measurement)])


@dataclass(frozen=True, slots=True)
class OfAllRows(Look):
    """Sums over rows, several measurements at once."""

    sums: tuple[OfRows, ...]

    @property
    def measured(self) -> tuple[Measurement, ...]:
        """All of them."""
        return self.sums

    def words(self, named: Named | None = None) -> SumOfIntegers:
        """Return sums of the columns of each measurement, of the rows that everybody keeps."""
        keys = self.grouping.names
        named_parts = [_Named(one, place) for place, one in enumerate(self.sums)]
        numbers = tuple((name, _as_number(each, self.rows)) for part in named_parts for name, each in part.values)
        read = tuple(each for part in named_parts for each in part.read)
        grouped = tuple((key, Column(key)) for key in keys)
        rows: Rows = Derive(self.grouping.listed(self.rows, numbers, named), (*grouped, *read))
        kept = self.bound.bounded(rows, keys, tuple(name for name, _ in read))
        columns = [each for part in named_parts for each in part.columns]
        sums = tuple((f"s{place}", each) for place, each in enumerate(columns))
        return _summed(Derive(kept, (*grouped, *sums)), self.grouping, named, tuple(name for name, _ in sums))


@dataclass(frozen=True, slots=True)
class OfPeople(Look):
    """How many different people are in each cell.

    Guarantee:
        It sums a one for each person and cell in which the person has a row, in at most `bound.groups` cells a person.
    Because:
        Rows that hold a person and keys alone are all alike within a cell, and Truncate keeps one of them.
    Checked by: tests/question/test_look.py::test_people_are_counted_once_in_a_cell
    """

    @property
    def measured(self) -> tuple[Measurement, ...]:
        """The number of people."""
        return (People(),)

    def words(self, named: Named | None = None) -> SumOfIntegers:
        """Return sums of ones."""
        rows = self.bound.bounded(self.grouping.listed(self.rows, (), named), self.grouping.names, ())
        grouped = tuple((key, Column(key)) for key in self.grouping.names)
        return _summed(Derive(rows, (*grouped, ("s0", Literal.of(1)))), self.grouping, named, ("s0",))


@dataclass(frozen=True, slots=True)
class OfValues(Look):
    """How many different values there are in each cell: the combinations of keys and value that anybody has.

    Guarantee:
        One person moves these numbers by at most `bound.reach`.
    Because:
        Of each person only `bound.total` combinations are kept, `bound.each` in a cell. Without the person a cell lacks
        some of those that the person kept in it, and no others: so many at most, and never more than before.
    Checked by: tests/question/test_look.py::test_nobody_moves_the_number_of_values_further_than_their_reach
    """

    values: Values

    @property
    def measured(self) -> tuple[Measurement, ...]:
        """The number of values."""
        return (self.values,)

    def words(self, named: Named | None = None) -> CountOfKeys:
        """Return the combinations that anybody keeps, NULL not being a value."""
        keys = self.grouping.names
        rows = self.grouping.listed(self.rows, (("x0", self.values.formula),), named)
        known: Rows = Keep(rows, Call("not", (Call("is null", (Column("x0"),)),)))
        once = PerPerson(known, (*keys, "x0"), ()) if known.person_column else known
        return CountOfKeys(self.bound.bounded(once, keys, ("x0",)), (*keys, "x0"))


@dataclass(frozen=True, slots=True)
class OfSteps(Look):
    """How many rows of each cell lie at each step of a column's grid.

    Guarantee:
        One person moves these numbers by at most `bound.reach`, in sum and in sum of squares by cell.
    Because:
        Each row that a person keeps lies at one step of one cell, and NULL at none. Rows without a value are left out
        before anybody's part is bounded.
    Checked by: tests/question/test_look.py::test_nobody_moves_the_rows_by_step_further_than_their_reach
    """

    ranks: AtRanks

    @property
    def measured(self) -> tuple[Measurement, ...]:
        """The ranks."""
        return (self.ranks,)

    def words(self, named: Named | None = None) -> Tally:
        """Return the numbers of rows by step, of the rows that everybody keeps."""
        keys = self.grouping.names
        value = _as_number(self.ranks.formula, self.rows)
        grouped = tuple((key, Column(key)) for key in keys)
        rows = Derive(
            self.grouping.listed(self.rows, (("x0", value),), named), (*grouped, ("u0", self.ranks.read("x0")))
        )
        known = Keep(rows, Call("not", (Call("is null", (Column("u0"),)),)))
        kept = self.bound.bounded(known, keys, ("u0",))
        return Tally(ByKeys(kept, keys, self.grouping.cells(named or ())), "u0")


@dataclass(frozen=True, slots=True)
class OfHiddenKeys(Look):
    """How many different people have each combination of hidden keys: what categories are released from.

    Guarantee:
        One person moves at most `bound.groups` of these numbers, each by one.
    Because:
        Truncate keeps at most one row of a person for each of so many combinations, and people are counted, not rows.
    Checked by: tests/question/test_look.py::test_nobody_moves_more_hidden_keys_than_their_groups
    """

    @property
    def measured(self) -> tuple[Measurement, ...]:
        """Nothing that is blurred."""
        return ()

    def words(self, named: Named | None = None) -> CountOfKeys:  # noqa: ARG002 - nothing is named yet
        """Return the combinations of hidden keys among the rows of listed ones."""
        hidden = self.grouping.hidden
        rows = Derive(self.grouping.listed(self.rows, ()), tuple((key, Column(key)) for key in hidden))
        return CountOfKeys(self.bound.bounded(rows, hidden, ()), hidden)


@dataclass(frozen=True, slots=True)
class _Named:
    """A measurement whose values and integers have names inside a plan."""

    measurement: OfRows
    place: int

    @property
    def values(self) -> list[tuple[str, Expression]]:
        """What is computed of a row before it is measured."""
        return [(f"x{self.place}_{number}", each) for number, each in enumerate(self.measurement.formulas)]

    @property
    def read(self) -> list[tuple[str, Expression]]:
        """The integers of a row that all columns are made of."""
        found = self.measurement.read([name for name, _ in self.values])
        return [(f"u{self.place}_{number}", each) for number, each in enumerate(found)]

    @property
    def columns(self) -> tuple[Expression, ...]:
        """The columns that are added up."""
        return self.measurement.columns([name for name, _ in self.read])


def _summed(rows: Rows, grouping: Grouping, named: Named | None, sums: tuple[str, ...]) -> SumOfIntegers:
    return SumOfIntegers(ByKeys(rows, grouping.names, grouping.cells(named or ())), sums)


def _as_number(formula: Expression, rows: Rows) -> Expression:
    """Return a formula in double precision where it is a whole number or a yes or no."""
    kind = kind_of(formula, rows.columns)
    return Call("as number", (formula,)) if kind in {Kind.INTEGER, Kind.TRUTH} else formula
