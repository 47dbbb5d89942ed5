# SPDX-License-Identifier: Apache-2.0
"""A question in somebody's hands: lazy, free, and with one door where it is paid for."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

from diffident.curator.preview import Preview
from diffident.curator.result import Answer
from diffident.curator.wanted import Wanted, spelled_out
from diffident.question.frame import Chain, On, Statistic

if TYPE_CHECKING:
    from diffident.curator.curator import Curator


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a curator, as SQL or as a chain. Steps return another one; nothing is read before `release`."""

    curator: "Curator"
    text: str | Chain

    def where(self, condition: str) -> "Asked":
        """Keep the rows for which a condition holds."""
        return self._next(lambda chain: chain.where(condition))

    def select(self, *columns: str, **computed: str) -> "Asked":
        """Keep these columns, and compute others by name; later steps see no more."""
        return self._next(lambda chain: chain.select(*columns, **computed))

    def join(self, table: str, *, on: On, how: str = "inner") -> "Asked":
        """Join another table on columns that both have, or on pairs {"ward": "id"}: a column of ours, one of its."""
        return self._next(lambda chain: chain.join(table, on=on, how=how))

    def group_by(self, *keys: str) -> "Asked":
        """Ask for each group by itself."""
        return self._next(lambda chain: chain.group_by(*keys))

    def agg(self, **cells: Statistic | str) -> "Asked":
        """Ask for statistics, by the names that they get in the answer."""
        return self._next(lambda chain: chain.agg(**cells))

    def having(self, condition: str) -> "Asked":
        """Show the rows of the answer for which a condition on released values holds."""
        return self._next(lambda chain: chain.having(condition))

    def order_by(self, *columns: str) -> "Asked":
        """Order the answer; "n DESC" runs down."""
        return self._next(lambda chain: chain.order_by(*columns))

    def limit(self, rows: int) -> "Asked":
        """Show so many rows of the answer."""
        return self._next(lambda chain: chain.limit(rows))

    @spelled_out
    def preview(self, **wanted: Unpack[Wanted]) -> Preview:
        """Return price and error; free, and nothing is read."""
        return self.curator.preview(self.text, **wanted)

    @spelled_out
    def release(self, **wanted: Unpack[Wanted]) -> Answer:
        """Pay and answer."""
        return self.curator.ask(self.text, **wanted)

    def __repr__(self) -> str:
        return f"<question, not yet asked: {self.text}>"

    def _next(self, step: Callable[[Chain], Chain]) -> "Asked":
        if isinstance(self.text, str):
            raise TypeError("a question in SQL has no further steps; write them into the SELECT")
        return replace(self, text=step(self.text))
