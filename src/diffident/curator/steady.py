# SPDX-License-Identifier: Apache-2.0
"""An engine that looks at the files that were registered, and at no others that took their place."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from numpy.typing import NDArray

from diffident.curator.source import Source
from diffident.engine.engine import Batch, Engine
from diffident.errors import Refused
from diffident.privacy.private import Private
from diffident.privacy.tallied import Tallied
from diffident.question.catalog import TableFacts
from diffident.question.expression import Value
from diffident.question.words import CountOfKeys, Rows, SumOfIntegers, Tally
from diffident.question.words.by_keys import Cell

Seen = TypeVar("Seen")


class SourceReplaced(Refused):
    """A file that is no longer the one that was opened."""

    code = "source_replaced"
    sentence = "The file {source} was changed after it was opened, so what was seen is kept back; what was charged stays charged."
    remedy = "Open the curator anew; if the change is meant, publish it with new_version()."


class SourceGone(Refused):
    """A file that is not where it was opened; this is asked before anything is paid."""

    code = "source_gone"
    sentence = "The file {source} is no longer there; nothing was charged."
    remedy = "Put it back, or open the curator where it lies now. What was answered before is served without it."


@dataclass(frozen=True, slots=True)
class Steady:
    """An engine, and the sources that have to be as they were before and after every look."""

    engine: Engine
    sources: tuple[Source, ...]

    def there(self) -> None:
        """Refuse to go on without a file; whether one is there is no secret, what is in it is not asked."""
        for source in self.sources:
            if source.stamp is not None and source.stamp_now is None:
                raise SourceGone(source=source.name)

    def sums(self, look: SumOfIntegers) -> Private[NDArray[Any]]:
        """Return the sums, sealed, if the files stayed what they are."""
        return self._looked(lambda: self.engine.sums(look))

    def counts(self, look: CountOfKeys) -> Private[Mapping[Cell, int]]:
        """Return the numbers of people, sealed, if the files stayed what they are."""
        return self._looked(lambda: self.engine.counts(look))

    def feed(self, rows: Rows, columns: Sequence[str], take: Callable[[Private[Batch]], None]) -> None:
        """Hand rows over in sealed batches, if the files stayed what they are."""
        self._looked(lambda: self.engine.feed(rows, columns, take))

    def tally(self, look: Tally) -> Private[Tallied]:
        """Return the numbers of rows, sealed, if the files stayed what they are."""
        return self._looked(lambda: self.engine.tally(look))

    def holding(self, table: TableFacts, values: Mapping[str, Sequence[Value]]) -> "Steady":
        """Return the same with a table from memory."""
        return Steady(self.engine.holding(table, values), self.sources)

    def _looked(self, look: Callable[[], Seen]) -> Seen:
        self._same()
        seen = look()
        self._same()
        return seen

    def _same(self) -> None:
        for source in self.sources:
            if source.stamp != source.stamp_now:
                raise SourceReplaced(source=source.name)
