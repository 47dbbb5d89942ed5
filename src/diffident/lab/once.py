# SPDX-License-Identifier: Apache-2.0
"""An engine that looks once and remembers what it saw, so that only noise is drawn again and again."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

from diffident.engine.engine import Batch, Engine
from diffident.privacy.private import Private
from diffident.privacy.tallied import Tallied
from diffident.question.catalog import TableFacts
from diffident.question.expression import Value
from diffident.question.words import CountOfKeys, Rows, SumOfIntegers, Tally
from diffident.question.words.by_keys import Cell


class Once:
    """An engine for the lab, where the same invented rows are asked about thousands of times."""

    def __init__(self, inner: Engine) -> None:
        self.inner = inner
        self.seen: dict[Hashable, Any] = {}

    def sums(self, look: SumOfIntegers) -> Private[NDArray[Any]]:
        """Return the sums as they were seen first."""
        sealed: Private[NDArray[Any]] = self._seen(look, self.inner.sums)
        return sealed

    def counts(self, look: CountOfKeys) -> Private[Mapping[Cell, int]]:
        """Return the counts as they were seen first."""
        sealed: Private[Mapping[Cell, int]] = self._seen(look, self.inner.counts)
        return sealed

    def feed(self, rows: Rows, columns: Sequence[str], take: Callable[[Private[Batch]], None]) -> None:
        """Hand rows over in sealed batches; they are many, and are not kept."""
        self.inner.feed(rows, columns, take)

    def tally(self, look: Tally) -> Private[Tallied]:
        """Return the numbers of rows by step as they were seen first."""
        sealed: Private[Tallied] = self._seen(look, self.inner.tally)
        return sealed

    def holding(self, table: TableFacts, values: Mapping[str, Sequence[Value]]) -> "Once":
        """Return an engine that also has a table, and remembers nothing yet."""
        return Once(self.inner.holding(table, values))

    def _seen(self, look: Any, see: Callable[[Any], Any]) -> Any:  # noqa: ANN401 - whatever that kind of look is
        if look not in self.seen:
            self.seen[look] = see(look)
        return self.seen[look]
