# SPDX-License-Identifier: Apache-2.0
"""Derive: other columns, computed row by row."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from diffident.question.catalog import Along, NameUnusable, Person
from diffident.question.expression import Column, Expression, Kind
from diffident.question.formula import kind_of
from diffident.question.words.rows import Rows


@dataclass(frozen=True, slots=True)
class Derive(Rows):
    """One row for each row, with these columns and its person; other columns are gone.

    Guarantee:
        A person has as many rows as before, and they depend on nobody else's.
    Because:
        Each row is computed from its own values, by total functions. No column takes the name that says whose it is,
        and a key along which rows find their people is the column that it was, whatever it is called.
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
        """Whose the rows are, as it was; a key goes by its new name, and without it nothing says whose they are."""
        person = self.rows.person
        if not isinstance(person, Along):
            return person
        named = (name for name, formula in self.formulas if formula == Column(person.column))
        return replace(person, column=next(named, ""))

    @property
    def inputs(self) -> tuple[Rows, ...]:
        """The rows that these are made of."""
        return (self.rows,)
