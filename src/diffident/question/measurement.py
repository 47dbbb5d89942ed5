# SPDX-License-Identifier: Apache-2.0
"""What gets one draw of noise: a few integers of each row, added up together, and how far one row moves them.

A measurement of more tells all that one of less does: a triple covers a pair, a pair covers a count and a total.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diffident.exact.fixed import FixedPoint
from diffident.privacy.reach import Reach
from diffident.question.contribution import Contribution
from diffident.question.expression import Call, Column, Expression, Literal
from diffident.question.steps import above, below, in_steps

if TYPE_CHECKING:
    from diffident.question.question import Key


@dataclass(frozen=True, slots=True)
class Measurement(ABC):
    """Some integers of every cell that are blurred together."""

    formula: Expression | None

    @property
    def formulas(self) -> tuple[Expression, ...]:
        """What is computed of a row before it is measured."""
        return () if self.formula is None else (self.formula,)

    @property
    def grids(self) -> tuple[tuple[Expression, FixedPoint], ...]:
        """Which of it is kept on which grid, and so within which limits."""
        return ()

    @property
    @abstractmethod
    def name(self) -> str:
        """What is measured, for the certificate."""

    @property
    @abstractmethod
    def row_reach(self) -> int:
        """How far one row can move a cell's integers, all changes added up."""

    @property
    def width(self) -> int:
        """How many integers it has in a cell."""
        return 1

    @property
    def counted(self) -> "Measurement":
        """What a look sums in every cell: this, unless cells are mixed before they are blurred."""
        return self

    def along(self, keys: "Sequence[Key]") -> "Measurement":  # noqa: ARG002 - only what runs along a key needs them
        """Return the same for an answer with these keys."""
        return self

    @property
    def worth(self) -> int:
        """How many shares of a request it gets beside a number by itself."""
        return 1

    def joined(self, needed: "Sequence[Measurement]") -> "Measurement":  # noqa: ARG002 - most are measured alone
        """Return the measurement of all that is needed and can be measured together with this."""
        return self

    def covers(self, other: "Measurement") -> bool:
        """Whether whoever has this needs no draw for the other."""
        return self == other

    def reach(self, bound: Contribution) -> Reach:
        """Return how far one person moves it in all cells together, of whom so much is kept.

        Guarantee:
            Without and with a person its integers differ by at most this, in sum and in sum of squares.
        Because:
            A row moves the integers of its cell by at most `row_reach` together, so a cell moves by at most that times
            the person's rows in it: the reach of counts, times row_reach, and times its square.
        Checked by: tests/question/test_plan.py::test_nobody_moves_a_part_further_than_its_reach
        """
        counts, each = bound.reach, self.row_reach
        return Reach(counts.l1 * each, counts.l2_squared * each**2)


@dataclass(frozen=True, slots=True)
class People(Measurement):
    """How many different people there are: a one for each person in a cell."""

    formula: None = None

    def reach(self, bound: Contribution) -> Reach:
        """Return how far one person moves numbers of people.

        Guarantee:
            They differ by at most this, in sum and in sum of squares.
        Because:
            A person is counted once in a group (`OfPeople`).
        Checked by: tests/question/test_look.py::test_people_are_counted_once_in_a_cell
        """
        return bound.of_one_row_a_group.reach

    @property
    def name(self) -> str:
        """What is measured."""
        return "number of people"

    @property
    def row_reach(self) -> int:
        """One."""
        return 1


@dataclass(frozen=True, slots=True)
class Values(Measurement):
    """How many different values there are among the rows: a row brings at most one that nobody else has."""

    formula: Expression

    @property
    def name(self) -> str:
        """What is measured."""
        return f"number of different {self.formula}"

    @property
    def row_reach(self) -> int:
        """One."""
        return 1


@dataclass(frozen=True, slots=True)
class OfRows(Measurement, ABC):
    """Integer columns of a row, summed over the rows of every cell.

    Guarantee:
        The absolute values of one row's `columns` add up to at most `row_reach`.
    Because:
        Each kind says why. Steps lie between the least and the most of their grid, whatever the value.
    Checked by: tests/question/test_measurement.py::test_no_row_holds_more_than_it_says
    """

    @abstractmethod
    def read(self, values: Sequence[str]) -> tuple[Expression, ...]:
        """Return the integers of a row that all columns are made of, given the columns with the formulas' values."""

    def columns(self, read: Sequence[str]) -> tuple[Expression, ...]:
        """Return the integer columns, given those that hold what was read: these, unless it says otherwise."""
        return tuple(map(Column, read))

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.columns([""] * len(self.formulas)))


@dataclass(frozen=True, slots=True)
class Ones(OfRows):
    """A one for each row."""

    formula: None = None

    @property
    def name(self) -> str:
        """What is measured."""
        return "number of rows"

    @property
    def row_reach(self) -> int:
        """One."""
        return 1

    def read(self, values: Sequence[str]) -> tuple[()]:  # noqa: ARG002 - nothing is read
        """Return nothing: rows are counted whatever they hold."""
        return ()

    def columns(self, read: Sequence[str]) -> tuple[Expression, ...]:  # noqa: ARG002 - nothing was read
        """Return a one."""
        return (Literal.of(1),)


@dataclass(frozen=True, slots=True)
class Present(OfRows):
    """A one for each row where the formula is not NULL."""

    formula: Expression

    @property
    def name(self) -> str:
        """What is measured."""
        return f"number of {self.formula}"

    @property
    def row_reach(self) -> int:
        """One."""
        return 1

    def read(self, values: Sequence[str]) -> tuple[Expression, ...]:
        """Return a one, or a zero for NULL."""
        (value,) = values
        return (Call("case", (Call("is null", (Column(value),)), Literal.of(0), Literal.of(1))),)


@dataclass(frozen=True, slots=True)
class OnGrid(OfRows, ABC):
    """A measurement of a formula's values as whole steps of a public grid; NULL counts as nothing."""

    formula: Expression
    grid: FixedPoint

    @property
    def span(self) -> int:
        """How many steps lie between the limits."""
        return self.grid.most - self.grid.least

    @property
    def grids(self) -> tuple[tuple[Expression, FixedPoint], ...]:
        """The values on their grid."""
        return ((self.formula, self.grid),)

    def read(self, values: Sequence[str]) -> tuple[Expression, ...]:
        """Return the value as steps of the grid."""
        (value,) = values
        return (in_steps(value, self.grid),)

    def both(self, read: Sequence[str]) -> tuple[Expression, Expression]:
        """Return the steps above the lower limit, u, and those below the upper one, S - u."""
        (steps,) = read
        return above(steps, self.grid), below(steps, self.grid)


@dataclass(frozen=True, slots=True)
class Total(OnGrid):
    """The value itself, in steps: at most as many as the limit that is further from zero has."""

    @property
    def name(self) -> str:
        """What is measured."""
        return f"total of {self.formula}"

    @property
    def row_reach(self) -> int:
        """The steps of the limit that is further from zero."""
        return max(abs(self.grid.least), abs(self.grid.most))


@dataclass(frozen=True, slots=True)
class Pair(OnGrid):
    """(u, S - u): both are at least 0 and together always S (Kulesza, Suresh and Wang 2024)."""

    @property
    def name(self) -> str:
        """What is measured."""
        return f"complement pair of {self.formula}"

    @property
    def row_reach(self) -> int:
        """The steps between the limits."""
        return self.span

    def columns(self, read: Sequence[str]) -> tuple[Expression, ...]:
        """Return both parts."""
        return self.both(read)

    def covers(self, other: Measurement) -> bool:
        """Both parts together tell how many values there are, and the first their total."""
        return isinstance(other, Pair | Total | Present) and _same_values(self, other)


@dataclass(frozen=True, slots=True)
class Triple(OnGrid):
    """((S - u)^2, 2u(S - u), u^2): all at least 0 and together always S^2 (Takakura, Liew and Hasegawa 2025)."""

    @property
    def name(self) -> str:
        """What is measured."""
        return f"Bernstein triple of {self.formula}"

    @property
    def row_reach(self) -> int:
        """The square of the steps between the limits."""
        return self.span**2

    def columns(self, read: Sequence[str]) -> tuple[Expression, ...]:
        """Return the three parts."""
        up, down = self.both(read)
        mixed = Call("whole *", (Literal.of(2), Call("whole *", (up, down))))
        return Call("whole *", (down, down)), mixed, Call("whole *", (up, up))

    def covers(self, other: Measurement) -> bool:
        """The three parts tell what the pair tells: u = (u^2 + u(S - u))/S."""
        return isinstance(other, Triple | Pair | Total | Present) and _same_values(self, other)


def _same_values(one: OnGrid, other: "OnGrid | Present") -> bool:
    is_alike = isinstance(other, Present) or other.grid == one.grid
    return one.formula == other.formula and is_alike
