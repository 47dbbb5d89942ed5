# SPDX-License-Identifier: Apache-2.0
"""What every engine is."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from numpy.typing import NDArray

from diffident.privacy.private import Private
from diffident.privacy.tallied import Tallied
from diffident.question.catalog import TableFacts
from diffident.question.expression import Value
from diffident.question.words import CountOfKeys, Rows, SumOfIntegers, Tally
from diffident.question.words.by_keys import Cell

Batch = Mapping[
    str, NDArray[Any]
]  # columns of equally many rows: numbers as floats, NULL as NaN; anything else as objects
BATCH: Final = 1 << 16  # rows of a batch


class Engine(Protocol):
    """Holds tables and looks at them; what it sees is sealed, and nothing that it raises depends on a value."""

    def sums(self, look: SumOfIntegers) -> Private[NDArray[Any]]:
        """Return the sums, sealed: a row for each cell in its order, a column for each sum, Python integers."""
        ...

    def counts(self, look: CountOfKeys) -> Private[Mapping[Cell, int]]:
        """Return how many people have each combination of keys, sealed."""
        ...

    def feed(self, rows: Rows, columns: Sequence[str], take: Callable[[Private[Batch]], None]) -> None:
        """Hand these columns of all rows over in sealed batches, each row once, in no particular order."""
        ...

    def tally(self, look: Tally) -> Private[Tallied]:
        """Return how many rows hold each whole number, cell by cell, sealed."""
        ...

    def holding(self, table: TableFacts, values: Mapping[str, Sequence[Value]]) -> "Engine":
        """Return an engine that also has a table of these columns, from memory; this one stays as it is."""
        ...
