# SPDX-License-Identifier: Apache-2.0
"""What rows are grouped by: which cells there are, those of hidden categories once they are released, and whose rows."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final

from diffident.errors import Refused
from diffident.question.expression import Call, Column, Expression, Literal, Value
from diffident.question.question import Key
from diffident.question.words import Derive, Keep, Rows
from diffident.question.words.by_keys import Cell

MOST_CELLS: Final = 100_000
Formulas = tuple[tuple[str, Expression], ...]


class TooManyGroups(Refused):
    """More groups than anybody reads, or engines should answer."""

    code = "too_many_groups"
    sentence = "This question has {cells} groups, and {most} are the most."
    remedy = "Group by fewer columns, or by coarser ones."


@dataclass(frozen=True, slots=True)
class Grouping:
    """The keys of a question. Inside a plan they are called k0, k1, ...

    `named` are the released combinations of hidden keys, in the order in which these stand among the keys.
    """

    keys: tuple[Key, ...]

    def __post_init__(self) -> None:
        count = math.prod(len(key.categories.values) for key in self.keys if not key.categories.hidden)
        if count > MOST_CELLS:
            raise TooManyGroups(cells=count, most=MOST_CELLS)

    @property
    def names(self) -> tuple[str, ...]:
        """What the keys are called inside a plan."""
        return tuple(f"k{place}" for place in range(len(self.keys)))

    @property
    def hidden(self) -> tuple[str, ...]:
        """What the hidden ones among them are called."""
        return tuple(name for name, key in zip(self.names, self.keys, strict=True) if key.categories.hidden)

    def cells(self, named: tuple[Cell, ...] = ()) -> tuple[Cell, ...]:
        """Return every combination of categories, key by key in the order of their lists; hidden ones in their own order.

        Of released combinations that would make more cells than anybody reads, the first are taken.
        """
        lists = [[(value,) for value in key.categories.values] for key in self.keys if not key.categories.hidden]
        if not self.hidden:
            return tuple(sum(parts, ()) for parts in product(*lists))
        cells = [self._placed(parts[-1], sum(parts[:-1], ())) for parts in product(*lists, self._fitting(named))]
        orders = [_order(key, {cell[place] for cell in cells}) for place, key in enumerate(self.keys)]
        return tuple(sorted(cells, key=lambda cell: [order[value] for order, value in zip(orders, cell, strict=True)]))

    def listed(self, rows: Rows, values: Formulas, named: tuple[Cell, ...] | None = None) -> Rows:
        """Return the rows of listed cells with their keys and these values; of all hidden ones before any is named."""
        keys = [(name, listed_key(key)) for name, key in zip(self.names, self.keys, strict=True)]
        rows = Derive(rows, (*keys, *values))
        for name, key in zip(self.names, self.keys, strict=True):
            if not key.categories.hidden:
                rows = Keep(rows, is_one_of(Column(name), tuple((value,) for value in key.categories.values)))
        if self.hidden and named is not None:
            rows = Keep(rows, _is_combined(self.hidden, self._fitting(named)))
        return rows

    def _fitting(self, named: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """Return the released combinations that do not make more cells than anybody reads."""
        public = math.prod(len(key.categories.values) for key in self.keys if not key.categories.hidden)
        return named[: MOST_CELLS // public]

    def _placed(self, hidden: Cell, public: Cell) -> Cell:
        """Return a cell of the values of hidden keys and of the others."""
        left, right = iter(hidden), iter(public)
        return tuple(next(left if key.categories.hidden else right) for key in self.keys)


def _order(key: Key, found: set[Value]) -> Mapping[Value, int]:
    """Return where each value of a key stands: in the list, or in the order of released ones, NULL first."""
    values = (
        key.categories.values
        if not key.categories.hidden
        else sorted(found, key=lambda value: (value is not None, value))
    )
    return {value: place for place, value in enumerate(values)}


def listed_key(key: Key) -> Expression:
    """Return a key's formula, what is not in its list turned into the category for all else."""
    if key.categories.other is None:
        return key.formula
    values = tuple((value,) for value in key.categories.values)
    return Call("case", (is_one_of(key.formula, values), key.formula, Literal.of(key.categories.other)))


def is_one_of(formula: Expression, cells: tuple[Cell, ...]) -> Expression:
    """Return the condition that a formula is one of these values, NULL being a value like others."""
    values = tuple(Literal.of(value) for (value,) in cells if value is not None)
    known = (Call("in", (formula, *values)),) if values else ()
    return _any_of((*known, _is(formula, None)) if (None,) in cells else known)


def _is_combined(names: tuple[str, ...], cells: tuple[Cell, ...]) -> Expression:
    """Return the condition that columns hold one of these combinations."""
    if len(names) == 1:
        return is_one_of(Column(names[0]), cells)
    return _any_of(tuple(Call("and", tuple(map(_is, map(Column, names), cell))) for cell in cells))


def _is(formula: Expression, value: Value) -> Expression:
    return Call("is null", (formula,)) if value is None else Call("=", (formula, Literal.of(value)))


def _any_of(conditions: tuple[Expression, ...]) -> Expression:
    """Return the condition that one of several holds; none of none."""
    return Call("or", conditions) if len(conditions) > 1 else conditions[0] if conditions else Literal.of(False)  # noqa: FBT003 - a value
