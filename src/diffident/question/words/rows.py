# SPDX-License-Identifier: Apache-2.0
"""What rows are: columns of known kinds, and whose they are."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from diffident.question.catalog import Person
from diffident.question.expression import Kind


@dataclass(frozen=True, slots=True)
class Rows(ABC):
    """Rows of a table, or made of rows by a word. Each row is one person's, by a rule that nobody else can move.

    `person` names the column that says whose a row is; EACH_ROW if every row is another person's; `Along` if that is
    known only once the rows are joined to people by a key; None if the rows are public.
    """

    @property
    @abstractmethod
    def columns(self) -> Mapping[str, Kind]:
        """The columns and their kinds, in order."""

    @property
    @abstractmethod
    def person(self) -> Person | None:
        """Whose the rows are."""

    @property
    @abstractmethod
    def inputs(self) -> tuple["Rows", ...]:
        """The rows that these are made of."""

    @property
    def is_public(self) -> bool:
        """Whether the rows are nobody's."""
        return self.person is None

    @property
    def person_column(self) -> tuple[str, ...]:
        """The name of the column that says whose a row is, if there is one."""
        return (self.person,) if isinstance(self.person, str) else ()


def leaves(rows: Rows) -> Iterator[Rows]:
    """Yield the tables that rows are made of, left to right."""
    if not rows.inputs:
        yield rows
    for each in rows.inputs:
        yield from leaves(each)
