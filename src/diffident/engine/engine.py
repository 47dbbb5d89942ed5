# SPDX-License-Identifier: Apache-2.0
"""What every engine is."""

from collections.abc import Mapping
from typing import Any, Protocol

from numpy.typing import NDArray

from diffident.privacy.private import Private
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
