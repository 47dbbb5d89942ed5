# SPDX-License-Identifier: Apache-2.0
"""A curator whose people are put into parts: what is asked of different parts costs the most that any of them cost."""

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diffident.curator import written
from diffident.curator.written import Plain
from diffident.exact.spelling import shown
from diffident.ledger.entry import Part
from diffident.question.expression import Value
from diffident.question.question import Question
from diffident.question.split import Split, SplitRefused

if TYPE_CHECKING:
    from diffident.curator.curator import Curator


@dataclass(frozen=True, slots=True)
class Chosen:
    """The part of the people that questions are about."""

    split: Split
    value: Value

    def __str__(self) -> str:
        return f"{self.split.column} {shown(self.value)}"

    @property
    def charged(self) -> Part:
        """How the ledger knows the part."""
        return Part(self.split.name, f"{self.split.place(self.value)}: {shown(self.value)}")

    def limited(self, question: Question) -> Question:
        """Return the question about the people of the part."""
        return self.split.limited(question, self.value)

    def as_json(self) -> Plain:
        """Return the part as a certificate says it."""
        said = {"table": self.split.table.name, "by": self.split.column, "of": written.write_value(self.value)}
        return {**said, "split": self.charged.split, "name": self.charged.name}


@dataclass(frozen=True, slots=True, eq=False)
class Parts(Mapping[Value, "Curator"]):
    """A curator for each part of the people, by the value of the column that puts them there."""

    curator: "Curator"
    split: Split

    def __getitem__(self, value: Value) -> "Curator":
        self.split.place(value)
        return _with(self.curator, Chosen(self.split, value))

    def __iter__(self) -> Iterator[Value]:
        return iter(self.split.categories.values)

    def __len__(self) -> int:
        return len(self.split.categories.values)

    def __contains__(self, value: object) -> bool:
        return value in self.split.categories.values

    def __repr__(self) -> str:
        listed = ", ".join(map(shown, self))
        return f"<parts of {self.curator.name} by {self.split.table.name}.{self.split.column}: {listed}>"

    def _ipython_key_completions_(self) -> list[Value]:
        return list(self)


def charged(part: Chosen | None) -> Part | None:
    """Return how the ledger knows a part, if there is one."""
    return None if part is None else part.charged


def parts_of(curator: "Curator", column: str, table: str) -> Parts:
    """Return the parts of a curator's people by a column of a table, as it is published now."""
    if curator.part is not None:
        raise SplitRefused(column=column, problem="these are a part already")
    return Parts(curator, Split(curator.catalog.table(table), column, curator.tables[table].version))


def part_of(curator: "Curator", said: Any) -> "Curator":  # noqa: ANN401 - plain data
    """Return the curator of the part that a certificate speaks of."""
    whole = _with(curator, None)
    return whole if said is None else parts_of(whole, said["by"], said["table"])[written.value(said["of"])]


def _with(curator: "Curator", part: Chosen | None) -> "Curator":
    found = copy.copy(curator)
    object.__setattr__(found, "part", part)
    return found
