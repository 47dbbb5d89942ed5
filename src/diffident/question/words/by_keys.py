# SPDX-License-Identifier: Apache-2.0
"""ByKeys: rows put into public cells."""

from dataclasses import dataclass

from diffident.question.expression import Value
from diffident.question.words.rows import Rows

Cell = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class ByKeys:
    """A cell for each listed combination of the keys, in the order of the list; rows of other combinations are dropped.

    Without keys there is one cell.

    Guarantee:
        Which cells there are, and in which order, does not depend on the rows; a row is in at most one cell.
    Because:
        The list is public, or was released before, and holds each combination once.
    Checked by: tests/engine/test_words.py::test_cells_are_those_that_were_listed
    """

    rows: Rows
    keys: tuple[str, ...]
    cells: tuple[Cell, ...]
