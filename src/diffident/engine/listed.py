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


def unconditioned(rows: Rows, by: ByKeys) -> Rows:
    """Return the rows without the conditions that hold in every listed cell.

    Guarantee:
        Of rows in listed cells these are the same.
    Because:
        A condition on keys alone that holds for the keys of each cell lets all such rows pass.
    Checked by: tests/engine/test_bounded.py::test_the_fast_form_finds_the_integers_of_the_plain_one
    """
    match rows:
        case Keep(inner, where):
            return unconditioned(inner, by) if _holds(where, by) else Keep(unconditioned(inner, by), where)
        case Derive(inner, formulas) if _passes(rows, by.keys):
            return Derive(unconditioned(inner, by), formulas)
        case _:
            return rows


def _holds(where: Expression, by: ByKeys) -> bool:
    """Return whether a condition on keys alone holds in every cell."""
    names, values = _allowed(where) or ((), frozenset[Cell]())
    places = [by.keys.index(name) for name in names if name in by.keys]
    return 0 < len(places) == len(names) and all(tuple(cell[place] for place in places) in values for cell in by.cells)


def _passes(rows: Derive, keys: tuple[str, ...]) -> bool:
    """Return whether keys are passed on as they are."""
    return all((key, Column(key)) in rows.formulas for key in keys)


def _conditions(rows: Rows, keys: tuple[str, ...]) -> Iterator[Expression]:
    """Yield the conditions that rows have passed since their keys were made."""
    match rows:
        case Keep(inner, where):
            yield where
            yield from _conditions(inner, keys)
        case Derive(inner) if _passes(rows, keys):
            yield from _conditions(inner, keys)
        case _:
            return


def _allowed(where: Expression) -> Allowed | None:
    """Return the combinations for which a condition holds, and no others do; None if it is of another kind."""
    match where:
        case Call("in" | "=", (Column(name), *values)) if all(isinstance(each, Literal) for each in values):
            known = {each.value for each in values if isinstance(each, Literal)} - {None}
            return (name,), frozenset((value,) for value in known)
        case Call("is null", (Column(name),)):
            return (name,), frozenset({(None,)})
        case Call("and" | "or" as function, arguments):
            parts = [_allowed(argument) for argument in arguments]
            known_parts = [part for part in parts if part is not None]
            if len(known_parts) < len(parts):
                return None
            return reduce(_both, known_parts) if function == "and" else _either(known_parts)
        case _:
            return None


def _either(parts: Sequence[Allowed]) -> Allowed | None:
    """Return the combinations of all parts, if all speak of the same columns."""
    if len({names for names, _ in parts}) != 1:
        return None
    return parts[0][0], frozenset().union(*(cells for _, cells in parts))


def _both(one: Allowed, other: Allowed) -> Allowed:
    """Return every combination of one part with one of the other."""
    return one[0] + other[0], frozenset(left + right for left, right in product(one[1], other[1]))
