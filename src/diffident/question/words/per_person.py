# SPDX-License-Identifier: Apache-2.0
"""PerPerson: one row a person, or a person and some keys, with exact statistics of that person's rows."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from diffident.question.catalog import Person
from diffident.question.expression import Kind
from diffident.question.words.rows import Rows


class Exactly(Enum):
    """What may be computed of one person's rows: anything total, and the same in every order of rows."""

    ROWS = "count of rows"
    COUNT = "count"
    DISTINCT = "count of distinct"
    SUM = "sum"
    LEAST = "least"
    LARGEST = "largest"
    MEAN = "mean"


ADDED: Final = {Exactly.SUM, Exactly.MEAN}


@dataclass(frozen=True, slots=True)
class PerPerson(Rows):
    """For each person, and each of that person's combinations of `keys`, one row of statistics.

    A statistic is a name, what is computed, and of which column; NULL is no value. Sums and means are of whole numbers
    alone, so that the order of rows plays no part, and NULL where the sum is beyond 64 bits; whoever adds up other
    numbers turns them into steps of a grid first.

    Guarantee:
        A person's rows depend on that person's rows alone, not on their order; without keys there is at most one.
    Because:
        Rows have a column that names the person and are grouped by it first. Numbers of values, extremes and sums of whole numbers have no order.
    Checked by: tests/engine/test_words.py::test_nobody_else_moves_a_persons_rows
    """

    rows: Rows
    keys: tuple[str, ...]
    statistics: tuple[tuple[str, Exactly, str | None], ...]

    def __post_init__(self) -> None:
        if not self.rows.person_column:
            raise TypeError("rows without a column that names the person cannot be told apart by person")
        for _, what, of in self.statistics:
            if what in ADDED and self.rows.columns[of or ""] is not Kind.INTEGER:
                raise TypeError(f"{what.value} of a column that holds other than whole numbers")

    @property
    def columns(self) -> Mapping[str, Kind]:
        """The person, the keys and the statistics."""
        before = self.rows.columns
        grouped = {name: before[name] for name in (*self.rows.person_column, *self.keys)}
        return {**grouped, **{name: _kind(what, before.get(of or "")) for name, what, of in self.statistics}}

    @property
    def person(self) -> Person | None:
        """Whose the rows are, as it was."""
        return self.rows.person

    @property
    def inputs(self) -> tuple[Rows, ...]:
        """The rows that these are made of."""
        return (self.rows,)


def _kind(what: Exactly, of: Kind | None) -> Kind:
    if what in {Exactly.LEAST, Exactly.LARGEST} and of is not None:
        return of
    return Kind.NUMBER if what is Exactly.MEAN else Kind.INTEGER
