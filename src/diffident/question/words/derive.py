# SPDX-License-Identifier: Apache-2.0
"""Derive: other columns, computed row by row."""

from collections.abc import Mapping
from dataclasses import dataclass

from diffident.question.catalog import NameUnusable, Person
from diffident.question.expression import Expression, Kind
from diffident.question.formula import kind_of
from diffident.question.words.rows import Rows


@dataclass(frozen=True, slots=True)
class Derive(Rows):
    """One row for each row, with these columns and its person; other columns are gone.

    Guarantee:
        A person has as many rows as before, and they depend on nobody else's.
    Because:
        Each row is computed from its own values, by total functions. No column takes the name that says whose it is.
    Checked by: tests/engine/test_words.py::test_nobody_else_moves_a_persons_rows
    """

    rows: Rows
    formulas: tuple[tuple[str, Expression], ...]

    def __post_init__(self) -> None:
        people = {name.casefold() for name in self.rows.person_column}
        for name, _ in self.formulas:
            if name.casefold() in people:
                raise NameUnusable(
                    name=ascii(name), problem="in this question another column has it beside the person's"
                )

    @property
    def columns(self) -> Mapping[str, Kind]:
        """The columns named, behind the person's; what is always NULL counts as a number."""
        before = self.rows.columns
        people = {name: before[name] for name in self.rows.person_column}
        return {**people, **{name: kind_of(formula, before) or Kind.NUMBER for name, formula in self.formulas}}

    @property
    def person(self) -> Person | None:
        """Whose the rows are, as it was."""
        return self.rows.person

    @property
    def inputs(self) -> tuple[Rows, ...]:
        """The rows that these are made of."""
        return (self.rows,)
