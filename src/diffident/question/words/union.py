# SPDX-License-Identifier: Apache-2.0
"""Union: the rows of several tables about the same people, one below the other."""

from collections.abc import Mapping
from dataclasses import dataclass

from diffident.errors import Refused
from diffident.question.catalog import EachRow, Person
from diffident.question.expression import Kind
from diffident.question.words.rows import Rows


class UnionRefused(Refused):
    """Parts that do not have the same columns, or not the same people."""

    code = "union_refused"
    sentence = "These tables cannot stand one below the other: {problem}."
    remedy = "Select the same columns in the same order on both sides, with the person under one name."


@dataclass(frozen=True, slots=True)
class Union(Rows):
    """All rows of the parts; people are the same if their ids are equal.

    Guarantee:
        A person's rows are that person's rows of the parts, and depend on nobody else's.
    Because:
        Rows are listed, not changed; ids are of one kind and one name.
    Checked by: tests/engine/test_words.py::test_nobody_else_moves_a_persons_rows
    """

    parts: tuple[Rows, ...]

    def __post_init__(self) -> None:
        first = self.parts[0]
        for part in self.parts[1:]:
            if list(part.columns.items()) != list(first.columns.items()):
                raise UnionRefused(problem="their columns differ")
            if part.person != first.person or isinstance(first.person, EachRow):
                raise UnionRefused(problem="it is not the same column that names the person")

    @property
    def columns(self) -> Mapping[str, Kind]:
        """The columns of each part."""
        return self.parts[0].columns

    @property
    def person(self) -> Person | None:
        """Whose the rows are."""
        return self.parts[0].person

    @property
    def inputs(self) -> tuple[Rows, ...]:
        """The rows that these are made of."""
        return self.parts
