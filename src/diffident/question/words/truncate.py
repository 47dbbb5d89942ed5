# SPDX-License-Identifier: Apache-2.0
"""Truncate: of each person only so many groups and rows, evenly spaced over all that the person has."""

from collections.abc import Mapping
from dataclasses import dataclass

from diffident.question.catalog import Person
from diffident.question.expression import Kind
from diffident.question.words.rows import Rows


@dataclass(frozen=True, slots=True)
class Truncate(Rows):
    """At most `groups` combinations of keys a person, `rows_per_group` rows in each and `total` rows altogether.

    Three stages, each counting what the one before kept: groups, rows in a group, rows in total. A stage sorts a
    person's c things by their own public order, numbers them from 0 and keeps the r-th if c <= k or
    (r k + a) mod c < k; the start a is a slice of a keyed hash of the person, in the person's j-th kept group shifted
    by j c 89 div 144. Groups are ordered by their keys, rows by their `read` columns, NULL first, text by its bytes.

    Guarantee:
        A person keeps at most that many rows, in at most that many groups, and which depends on that person's own rows
        alone, whatever the secret. Two tables without and with a person differ in that person's kept rows only.
    Because:
        Every count, number and start of the rule is a function of one person's rows and of the secret; of c things
        exactly min(c, k) are kept, for r -> (r k + a) mod c meets each residue class of gcd(k, c) equally often and
        [0, k) holds k residues. What comes out is the person, the keys and the columns that ordered the rows and
        nothing else, so rows that tie are identical and it does not matter which of them is kept.
    Checked by: tests/engine/test_truncate.py::test_nobody_elses_rows_move_what_is_kept
    """

    rows: Rows
    keys: tuple[str, ...]
    read: tuple[str, ...]
    groups: int
    rows_per_group: int
    total: int

    @property
    def columns(self) -> Mapping[str, Kind]:
        """The person, the keys and the columns that ordered the rows."""
        before = self.rows.columns
        return {name: before[name] for name in (*self.rows.person_column, *self.keys, *self.read)}

    @property
    def person(self) -> Person | None:
        """Whose the rows are, as it was."""
        return self.rows.person

    @property
    def inputs(self) -> tuple[Rows, ...]:
        """The rows that these are made of."""
        return (self.rows,)
