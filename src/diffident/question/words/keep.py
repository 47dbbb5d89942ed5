# SPDX-License-Identifier: Apache-2.0
"""Keep: the rows for which a public condition holds."""

from collections.abc import Mapping
from dataclasses import dataclass

from diffident.question.catalog import Person
from diffident.question.expression import Expression, Kind
from diffident.question.words.rows import Rows


@dataclass(frozen=True, slots=True)
class Keep(Rows):
    """Rows for which the condition is true; where it is false or NULL they are left out.

    Guarantee:
        A person's kept rows are among that person's rows and depend on nobody else's.
    Because:
        Each row stays or goes by its own values.
    Checked by: tests/engine/test_words.py::test_nobody_else_moves_a_persons_rows
    """

    rows: Rows
    where: Expression

    @property
    def columns(self) -> Mapping[str, Kind]:
        """The columns, as they were."""
        return self.rows.columns

    @property
    def person(self) -> Person | None:
        """Whose the rows are, as it was."""
        return self.rows.person

    @property
    def inputs(self) -> tuple[Rows, ...]:
        """The rows that these are made of."""
        return (self.rows,)
