# SPDX-License-Identifier: Apache-2.0
"""Join: rows with the columns of a public table, of rows of the same person, or of the person who holds their key."""

from collections.abc import Mapping
from dataclasses import dataclass

from diffident.errors import Refused
from diffident.question.catalog import Along, EachRow, Person
from diffident.question.expression import Kind
from diffident.question.words.rows import Rows


class JoinRefused(Refused):
    """A join after which a row could belong to two people, or to nobody."""

    code = "join_refused"
    sentence = "After this join it could not be said whose a row is: {problem}."
    remedy = "Join a public table on any columns, a private one on its person, or a table along its key to people."


@dataclass(frozen=True, slots=True)
class Join(Rows):
    """All pairs of a left and a right row whose columns `on` are equal and not NULL; `outer` keeps left rows without.

    The pair has the columns of both, those of the right that it is joined on left out.

    Guarantee:
        Every row is one person's, and depends on that person's rows, public ones, and nobody else's.
    Because:
        Public rows are the same for all neighbours. Two private sides are joined on the person, so both rows are one
        person's. Rows along a key go with whoever holds it: a row becomes one of each holder, and is there for one
        whether or not there are others; a row that nobody holds finds no partner.
    Checked by: tests/engine/test_words.py::test_nobody_else_moves_a_persons_rows
    """

    left: Rows
    right: Rows
    on: tuple[tuple[str, str], ...]
    outer: bool = False

    def __post_init__(self) -> None:
        if self.left.is_public and not self.right.is_public and self.outer:
            raise JoinRefused(problem="public rows without a person would be kept")
        if isinstance(self.left.person, EachRow) or isinstance(self.right.person, EachRow):
            raise JoinRefused(problem="each row is a person, and a person could get several")
        if isinstance(self.right.person, Along) or (isinstance(self.left.person, Along) and not self._finds_people):
            raise JoinRefused(problem="rows along a key are joined to the people who hold it first")
        if self.left.is_public or self.right.is_public or self._finds_people:
            return
        if (self.left.person, self.right.person) not in self.on:
            raise JoinRefused(problem="both tables are about people, and it is not on the person")

    @property
    def _finds_people(self) -> bool:
        """Whether rows along a key are joined here to the people who hold it."""
        along, people = self.left.person, self.right.person
        is_along = isinstance(along, Along) and [along.column] == [ours for ours, _ in self.on]
        return is_along and isinstance(people, str) and people != self.on[0][1] and not self.outer

    @property
    def columns(self) -> Mapping[str, Kind]:
        """The columns of both sides."""
        used = {right for _, right in self.on}
        return {**self.left.columns, **{name: kind for name, kind in self.right.columns.items() if name not in used}}

    @property
    def person(self) -> Person | None:
        """Whose the rows are: the left side's, or the right side's if the left is public or along a key."""
        if self._finds_people:
            return self.right.person
        if self.left.person is not None or self.right.person is None:
            return self.left.person
        same = [left for left, right in self.on if right == self.right.person]
        return same[0] if same else self.right.person

    @property
    def inputs(self) -> tuple[Rows, ...]:
        """The rows that these are made of."""
        return (self.left, self.right)
