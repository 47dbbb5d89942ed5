# SPDX-License-Identifier: Apache-2.0
"""Whether rows can lie outside the listed cells, read off the words alone."""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import product

from diffident.question.expression import Call, Column, Expression, Literal
from diffident.question.words import ByKeys, Derive, Keep, Rows
from diffident.question.words.by_keys import Cell

Allowed = tuple[tuple[str, ...], frozenset[Cell]]  # columns, and the combinations of values that they can have


def are_listed(rows: Rows, by: ByKeys) -> bool:
    """Return whether the keys of every row, whatever the data, are among the listed cells.

    Guarantee:
        If it says so, no row of `rows` has keys that are not listed.
    Because:
        A row that passed a condition such as "column in (list)" has a value of that list, and only words that leave
        the keys as they are are looked through. Every combination of such values is among the cells.
    Checked by: tests/engine/test_bounded.py::test_only_conditions_tell_that_keys_are_listed
    """
    names: tuple[str, ...] = ()
    cells: frozenset[Cell] = frozenset({()})
    for more, values in filter(None, map(_allowed, _conditions(rows, by.keys))):
        if set(more) <= set(by.keys) - set(names):
            names, cells = _both((names, cells), (more, values))
    order = [names.index(key) for key in by.keys if key in names]
    return len(order) == len(by.keys) and {tuple(cell[place] for place in order) for cell in cells} <= set(by.cells)


def _conditions(rows: Rows, keys: tuple[str, ...]) -> Iterator[Expression]:
    """Yield the conditions that rows have passed since their keys were made."""
    match rows:
        case Keep(inner, where):
            yield where
            yield from _conditions(inner, keys)
        case Derive(inner, formulas) if all((key, Column(key)) in formulas for key in keys):
            yield from _conditions(inner, keys)
        case _:
            return


def _allowed(where: Expression) -> Allowed | None:
    """Return combinations without which a condition does not hold, or None if it is of another kind."""
    match where:
        case Call("in" | "=", (Column(name), *values)) if all(isinstance(each, Literal) for each in values):
            return (name,), frozenset((each.value,) for each in values if isinstance(each, Literal))
        case Call("is null", (Column(name),)):
            return (name,), frozenset({(None,)})
        case Call("or", arguments):
            return _either([_allowed(argument) for argument in arguments])
        case Call("and", arguments):
            known = [part for part in map(_allowed, arguments) if part is not None]
            return reduce(_both, known) if known else None
        case _:
            return None


def _either(parts: Sequence[Allowed | None]) -> Allowed | None:
    """Return the combinations of all parts, if all speak of the same columns."""
    known = [part for part in parts if part is not None]
    if len(known) < len(parts) or len({names for names, _ in known}) != 1:
        return None
    return known[0][0], frozenset().union(*(cells for _, cells in known))


def _both(one: Allowed, other: Allowed) -> Allowed:
    """Return every combination of one part with one of the other."""
    return one[0] + other[0], frozenset(left + right for left, right in product(one[1], other[1]))
