# SPDX-License-Identifier: Apache-2.0
"""What every engine is."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from numpy.typing import NDArray

from diffident.privacy.private import Private
from diffident.question.catalog import TableFacts
from diffident.question.expression import Value
from diffident.question.words import CountOfKeys, SumOfIntegers
from diffident.question.words.by_keys import Cell


class Engine(Protocol):
    """Holds tables and looks at them; what it sees is sealed, and nothing that it raises depends on a value."""

    def sums(self, look: SumOfIntegers) -> Private[NDArray[Any]]:
        """Return the sums, sealed: a row for each cell in its order, a column for each sum, Python integers."""
        ...

    def counts(self, look: CountOfKeys) -> Private[Mapping[Cell, int]]:
        """Return how many people have each combination of keys, sealed."""
        ...

    def holding(self, table: TableFacts, values: Mapping[str, Sequence[Value]]) -> "Engine":
        """Return an engine that also has a table of these columns, from memory; this one stays as it is."""
        ...
