# SPDX-License-Identifier: Apache-2.0
"""With how many rows, in how many groups, one person counts in a look: said, enforced, and as a reach."""

from dataclasses import dataclass

from diffident.privacy.person import Neighbours
from diffident.privacy.reach import Reach
from diffident.question.catalog import EachRow
from diffident.question.words import Rows, Truncate


@dataclass(frozen=True, slots=True)
class Contribution:
    """At most `total` rows of a person, in at most `groups` groups, at most `each` of them in one.

    >>> str(Contribution(groups=3, each=2, total=5))
    'one person can change 3 groups by at most 2 rows each, and by 5 rows in all'
    """

    groups: int
    each: int
    total: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", min(self.total, self.groups * self.each))
        object.__setattr__(self, "each", min(self.each, self.total))
        object.__setattr__(self, "groups", min(self.groups, self.total))

    @property
    def of_one_row_a_group(self) -> "Contribution":
        """The same where a person is counted once in a group."""
        return Contribution(self.groups, 1, self.groups)

    @property
    def reach(self) -> Reach:
        """How far one person moves counts of rows, all groups together.

        Guarantee:
            Counts by group of the rows that `bounded` leaves, of tables without and with a person, differ by at most
            this, in sum and in sum of squares.
        Because:
            Truncate leaves a person at most `total` rows, at most `each` in a group, and moves nobody else's
            (`Truncate`, `Reach.of_counts`). Where each row is a person, that is one row.
        Checked by: tests/question/test_contribution.py::test_nobody_moves_counts_further_than_their_reach
        """
        return Reach.of_counts(Neighbours.ADD_REMOVE, rows_per_person=self.total, rows_per_group=self.each)

    def bounded(self, rows: Rows, keys: tuple[str, ...], read: tuple[str, ...]) -> Rows:
        """Return what each person keeps of the rows, in groups by keys; where each row is a person, all of them."""
        if isinstance(rows.person, EachRow):
            return rows
        return Truncate(rows, keys, read, self.groups, self.each, self.total)

    def __str__(self) -> str:
        groups = "1 group" if self.groups == 1 else f"{self.groups} groups"
        rows = "1 row" if self.each == 1 else f"{self.each} rows"
        each = " each" if self.groups > 1 else ""
        total = f", and by {self.total} rows in all" if self.total < self.groups * self.each else ""
        return f"one person can change {groups} by at most {rows}{each}{total}"
