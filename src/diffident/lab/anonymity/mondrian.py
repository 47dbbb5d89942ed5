# SPDX-License-Identifier: Apache-2.0
"""A table made k-anonymous as Mondrian does it: split where it is widest, as long as every part keeps k rows.

LeFevre, DeWitt and Ramakrishnan 2006. Numbers are split at the median, other values along their hierarchy. Every group is
then described as narrowly as its members allow, which is what the attacks on such tables live from.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.exact.number import whole
from diffident.invented.columns import Columns
from diffident.lab.anonymity.general import Among, General, Range
from diffident.lab.anonymity.groups import Group
from diffident.lab.anonymity.hierarchy import Hierarchy
from diffident.lab.anonymity.unique import column, required

Places = NDArray[np.int64]


class TooFewToHide(Refused):
    """A table with fewer rows than each of them is to hide among."""

    code = "too_few_to_hide"
    sentence = "Nobody can hide among {k} rows in a table of {rows}."
    remedy = "Ask for a smaller k, or for a larger table."


@dataclass(frozen=True, slots=True, eq=False)
class _Column:
    """A column as places on a line: numbers in their order, other values so that a term of the hierarchy is a stretch."""

    codes: Places
    values: tuple[Any, ...]
    hierarchy: Hierarchy | None

    def wide(self, rows: Places) -> float:
        """Return which share of the whole line some rows span."""
        codes = self.codes[rows]
        return float(codes.max() - codes.min()) / max(len(self.values) - 1, 1)

    def parts(self, rows: Places, k: int) -> list[Places]:
        """Return rows in parts of at least k, or nothing if that is not possible here."""
        codes = self.codes[rows]
        cuts = self._cuts(codes)
        found = [rows[np.flatnonzero(part)] for part in _between(codes, cuts)]
        return found if cuts and min(part.size for part in found) >= k else []

    def _cuts(self, codes: Places) -> list[int]:
        """Return where the line is cut: each part begins at one of these codes."""
        if self.hierarchy is None:
            middle = int(np.partition(codes, codes.size // 2)[codes.size // 2])
            return [middle] if codes.min() < middle else [middle + 1] if codes.max() > middle else []
        there = np.unique(codes).tolist()
        stretches = self.hierarchy.below([self.values[code] for code in there])
        starts = np.cumsum([len(stretch) for stretch in stretches])[:-1].tolist()
        return [there[start] for start in starts]

    def general(self, rows: Places) -> General:
        """Return the narrowest description of what the rows hold."""
        codes = self.codes[rows]
        if self.hierarchy is None:
            return Range(self.values[codes.min()], self.values[codes.max()])
        held = [self.values[code] for code in np.unique(codes).tolist()]
        term = self.hierarchy.together(held)
        return Among(frozenset(_under(self.hierarchy, term, held)), term)


def anonymous(
    columns: Columns,
    names: Sequence[str],
    sensitive: str,
    *,
    k: object,
    hierarchies: Mapping[str, Hierarchy] | None = None,
) -> tuple[Group, ...]:
    """Return a table in which every row looks like at least k - 1 others in the columns that are named.

    >>> ages = {"age": np.array([21, 25, 34, 39]), "has": np.array(["a", "b", "c", "c"])}
    >>> [(str(group.general["age"]), group.sensitive) for group in anonymous(ages, ["age"], "has", k=2)]
    [('21-25', ('a', 'b')), ('34-39', ('c', 'c'))]
    """
    held = column(columns, sensitive)
    least = whole(k, name="k", at_least=1)
    if held.size < least:
        raise TooFewToHide(k=least, rows=held.size)
    given = hierarchies or {}
    lines = {name: _line(name, column(columns, name), given.get(name)) for name in required(names)}
    return tuple(
        Group({name: line.general(rows) for name, line in lines.items()}, tuple(held[rows].tolist()))
        for rows in _split(np.arange(held.size), list(lines.values()), least)
    )


def _split(rows: Places, lines: Sequence[_Column], k: int) -> Iterator[Places]:
    """Yield the parts that cannot be split further, without going deeper than Python likes."""
    waiting = [rows]
    while waiting:
        part = waiting.pop()
        parts = _best(part, lines, k) if part.size >= 2 * k else []
        if parts:
            waiting.extend(reversed(parts))
        else:
            yield part


def _best(rows: Places, lines: Sequence[_Column], k: int) -> list[Places]:
    """Return the parts along the widest column along which there are any."""
    for line in sorted(lines, key=lambda each: -each.wide(rows)):
        if parts := line.parts(rows, k):
            return parts
    return []


def _line(name: str, values: NDArray[Any], hierarchy: Hierarchy | None) -> _Column:
    """Return a column as places on a line."""
    different = set(values.tolist())
    if hierarchy is None and values.dtype.kind not in "iufM":
        hierarchy = Hierarchy.flat(different)
    ordered = sorted(different) if hierarchy is None else hierarchy.order(name, different)
    place = {value: code for code, value in enumerate(ordered)}
    return _Column(np.array([place[value] for value in values.tolist()], np.int64), tuple(ordered), hierarchy)


def _between(codes: Places, cuts: Sequence[int]) -> list[NDArray[np.bool_]]:
    """Return for each part between two cuts which codes lie in it."""
    part = np.searchsorted(cuts, codes, side="right")
    return [part == number for number in range(len(cuts) + 1)]


def _under(hierarchy: Hierarchy, term: str, held: Sequence[Any]) -> Sequence[Any]:
    """Return all values that a term may mean."""
    if len(held) == 1:
        return held
    return [value for value, terms in hierarchy.terms.items() if term in terms or term == "*"]
