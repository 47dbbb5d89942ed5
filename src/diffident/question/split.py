# SPDX-License-Identifier: Apache-2.0
"""People put into parts: each person counts under one value of a column, or under none, the same in every question."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from diffident.errors import Refused
from diffident.exact import canonical
from diffident.exact.spelling import shown
from diffident.privacy.person import Neighbours
from diffident.question.catalog import Along, EachRow, TableFacts, UnknownName
from diffident.question.expression import Column, Kind, Value
from diffident.question.grouping import Grouping, is_one_of, listed_key
from diffident.question.limits import Categories
from diffident.question.question import Key, Question, at_leaves, described
from diffident.question.words import Join, Keep, PerPerson, Rows, Table, Truncate

IDS: Final = (Kind.TEXT, Kind.INTEGER)  # the kinds of ids that have one spelling
MOST_SHOWN: Final = 8  # parts in a refusal


class SplitRefused(Refused):
    """A column that puts people into no parts that are the same for everybody."""

    code = "parts_refused"
    sentence = "People cannot be put into parts by {column}: {problem}."
    remedy = 'Name a column of their own table with a public list, dd.categories("A", "B"), and ask about that table.'


@dataclass(frozen=True)
class Split:
    """Everybody under one value of a column of a table, at a published version of it.

    A person with rows of several values is put to one of them, evenly chosen and for good.
    """

    table: TableFacts
    column: str
    version: int
    neighbours: Neighbours = Neighbours.ADD_REMOVE

    def __post_init__(self) -> None:
        self.categories  # noqa: B018 - refuses what puts nobody anywhere
        person = self.table.person
        if self.neighbours is not Neighbours.ADD_REMOVE:
            raise self._refused("a person who is replaced could go from one part to another")
        if person is None or isinstance(person, Along):
            raise self._refused(f"the table {self.table.name} does not say itself whose its rows are")
        if isinstance(person, str) and self.table.column(person).kind not in IDS:
            raise self._refused(f"its people are not named by text or a whole number in {self.table.name}")

    @cached_property
    def categories(self) -> Categories:
        """The values that parts are named by."""
        found = self.table.column(self.column).categories
        if found is None or found.hidden:
            raise self._refused("nobody declared a public list of its values")
        return found

    @cached_property
    def name(self) -> str:
        """What tells it from every other split: where it puts people, by which table, at which version."""
        return f"parts {canonical.digest([described(self._each_once), self.version])}"

    def place(self, part: Value) -> int:
        """Return the number of a part, or refuse what is none."""
        if part not in self.categories.values:
            raise UnknownName(
                what=f"part by {self.column}",
                name=shown(part),
                known=", ".join(map(shown, self.categories.values[:MOST_SHOWN])),
            )
        return self.categories.values.index(part)

    def limited(self, question: Question, part: Value) -> Question:
        """Return the question about the people of a part.

        Guarantee:
            Of questions for different parts at most one sees anything of a person's rows: without that person, all
            others see the same rows. It sees rows of people of its part alone.
        Because:
            Truncate leaves a person one row and with it one value, which depends on that person's own rows in the
            table, on public facts and on the secret: nothing of the question plays a part, for this is done at the leaf. So
            `people` lists a person for one value at most. Every leaf that has people is joined to that list, each
            person once; where each row is a person it is kept by its own value. Rows that get their people from a leaf
            along a key come and go with it, and whoever replaces a person is refused.
        Checked by: tests/question/test_split.py::test_a_person_is_in_one_part_at_most
        """
        return replace(question, rows=at_leaves(question.rows, lambda leaf: self._leaf(leaf, part)))

    def people(self, part: Value) -> Rows:
        """Return who is in a part, each once."""
        return PerPerson(Keep(self._each_once, is_one_of(Column("k0"), ((part,),))), (), ())

    @cached_property
    def _key(self) -> Key:
        return Key(Column(self.column), self.categories)

    @cached_property
    def _each_once(self) -> Rows:
        """Everybody who has a listed value, with one of them."""
        listed = Grouping((self._key,)).listed(Table.of(self.table), ())
        return listed if isinstance(self.table.person, EachRow) else Truncate(listed, ("k0",), (), 1, 1, 1)

    def _leaf(self, leaf: Table, part: Value) -> Rows:
        """Return the rows of a table whose people are in the part; of the table itself those with its value."""
        person, owner = self.table.person, leaf.owner
        is_own = leaf.name == self.table.name
        found: Rows = leaf
        if isinstance(person, str) and isinstance(owner, str):
            if leaf.columns[owner] is not self.table.column(person).kind:
                raise self._refused(f"{leaf.name} names its people by ids of another kind")
            found = Join(leaf, self.people(part), ((owner, person),))
        elif not is_own:
            raise self._refused(f"the rows of {leaf.name} are those of other people")
        return Keep(found, is_one_of(listed_key(self._key), ((part,),))) if is_own else found

    def _refused(self, problem: str) -> SplitRefused:
        return SplitRefused(column=self.column, problem=problem)
