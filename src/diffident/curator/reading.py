# SPDX-License-Identifier: Apache-2.0
"""How an answer is read: which statistics from which parts, under which names, in which order. It costs nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from diffident.curator import written
from diffident.curator.written import Plain
from diffident.question.aggregates import Aggregate
from diffident.question.expression import Expression, Kind, as_plain, columns_of
from diffident.question.formula import kind_of
from diffident.question.question import ENDS, After, Output, Question, cell_name, end_name, key_name


@dataclass(frozen=True, slots=True)
class Reading:
    """What one asker wants to see of the released integers.

    `cells` are the statistics, each with the number of the part that it is computed from; `kinds` those of the columns;
    `asked` is the question as somebody wrote it.
    """

    asked: str
    cells: tuple[tuple[Aggregate, int], ...]
    after: After
    kinds: tuple[Kind, ...]

    @classmethod
    def of(cls, asked: str, question: Question, parts: tuple[int, ...]) -> "Reading":
        """Return how a question is read whose statistics are computed from these parts."""
        kinds = _kinds(question)
        shown = tuple(kind_of(output.formula, kinds) or Kind.TEXT for output in question.after.outputs)
        return cls(asked, tuple(zip(question.cells, parts, strict=True)), question.after, shown)

    def statistics_in(self, formula: Expression) -> tuple[int, ...]:
        """Return the numbers of the statistics that a formula is computed from, each once."""
        names = {cell_name(number): number for number in range(len(self.cells))}
        return tuple(dict.fromkeys(names[name] for name in columns_of(formula) if name in names))

    @property
    def chooses(self) -> bool:
        """Whether rows are shown because of what was released for them."""
        having = () if self.after.having is None else self.statistics_in(self.after.having)
        order = [number for formula, _ in self.after.order for number in self.statistics_in(formula)]
        return bool(having) or (self.after.limit is not None and bool(order))

    def as_json(self) -> Plain:
        """Return the reading as plain data."""
        after = self.after
        return {
            "asked": self.asked,
            "cells": [[written.write(cell), part] for cell, part in self.cells],
            "outputs": [
                [output.name, as_plain(output.formula), kind.value]
                for output, kind in zip(after.outputs, self.kinds, strict=True)
            ],
            "having": None if after.having is None else as_plain(after.having),
            "order": [[as_plain(formula), runs_down] for formula, runs_down in after.order],
            "limit": after.limit,
        }

    @classmethod
    def from_json(cls, stored: Any) -> "Reading":  # noqa: ANN401 - plain data
        """Return the reading that was stored so."""
        having = stored["having"]
        after = After(
            tuple(Output(name, written.formula(formula)) for name, formula, _ in stored["outputs"]),
            None if having is None else written.formula(having),
            tuple((written.formula(formula), runs_down) for formula, runs_down in stored["order"]),
            stored["limit"],
        )
        cells = tuple((written.aggregate(cell), part) for cell, part in stored["cells"])
        return cls(stored["asked"], cells, after, tuple(Kind(kind) for _, _, kind in stored["outputs"]))


def _kinds(question: Question) -> Mapping[str, Kind]:
    """Return the kinds of what formulas over the answer read."""
    keys = {
        key_name(place): kind_of(key.formula, question.rows.columns) or Kind.TEXT
        for place, key in enumerate(question.keys)
    }
    cells = range(len(question.cells))
    ends = {end_name(place, end): Kind.NUMBER for place in cells for end in ENDS}
    return {**keys, **ends, **{cell_name(place): Kind.NUMBER for place in cells}}
