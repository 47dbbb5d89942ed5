# SPDX-License-Identifier: Apache-2.0
"""Counts of cells that are mixed along an ordered key before noise, so that sums over many of them are nearly exact."""

from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING, Final

from diffident.errors import Refused
from diffident.privacy.reach import Reach
from diffident.question.contribution import Contribution
from diffident.question.expression import Expression, Value
from diffident.question.measurement import Measurement, OfRows
from diffident.question.strategies import Separate, Strategy
from diffident.question.strategies.strategy import MOST_CELLS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diffident.question.question import Key


LONGEST_SHOWN: Final = 60


class NotAlongGroups(Refused):
    """A window along something that has no order that everybody knows."""

    code = "not_along_groups"
    sentence = "Counts cannot be added up along {axis}: {problem}."
    remedy = "{fix}"


@dataclass(frozen=True, slots=True)
class Along(Measurement):
    """Counts that will be added up along a key of the answer, whichever place it has among the keys."""

    formula: Expression | None
    of: OfRows
    axis: Expression
    others: tuple[Expression, ...]

    @property
    def name(self) -> str:
        """What is measured."""
        return f"{self.of.name} along {self.axis}"

    @property
    def row_reach(self) -> int:
        """How far one row moves a count."""
        return self.of.row_reach

    def along(self, keys: "Sequence[Key]") -> "Mixed":
        """Return what is measured in an answer with these keys, each cell by itself until a better way is chosen."""
        place = next((place for place, key in enumerate(keys) if key.formula == self.axis), None)
        if place is None:
            raise self._refused("the question is not grouped by it", "Write GROUP BY {axis}.")
        if {key.formula for key in keys} != {self.axis, *self.others}:
            others = ", ".join(str(key.formula) for key in keys if key.formula != self.axis)
            fix = f"Write OVER (PARTITION BY {others} ORDER BY {{axis}})."
            raise self._refused("the window does not say what becomes of the other keys", fix)
        sizes = [len(key.categories.values) for key in keys]
        if 0 in sizes:
            raise self._refused("the answer has hidden categories", "Declare the list of each key.")
        values = keys[place].categories.values
        if not _is_ascending(values):
            raise self._refused(
                "its list is not in ascending order", "Declare its values from the least to the largest."
            )
        if len(values) > MOST_CELLS:
            raise self._refused(f"it has {len(values)} groups, and {MOST_CELLS} are the most", "Group by wider bins.")
        return Mixed(self.formula, self.of, Separate(len(values)), prod(sizes[:place]), prod(sizes[place + 1 :]))

    def _refused(self, problem: str, fix: str) -> NotAlongGroups:
        axis = str(self.axis)
        said = axis if len(axis) <= LONGEST_SHOWN else "this key"
        return NotAlongGroups(axis=said, problem=problem, fix=fix.format(axis=said))


def _is_ascending(values: "Sequence[Value]") -> bool:
    """Return whether a list is in order; what is unknown may stand before all that is known, or behind."""
    known = [each for each in values if each is not None]
    is_apart = None not in values[1:-1]
    return is_apart and all(first < second for first, second in pairwise(known))  # type: ignore[operator]  # all of one kind


@dataclass(frozen=True, slots=True)
class Mixed(Measurement):
    """What is counted in every cell, and how the cells of each block are mixed: those that differ in one key alone.

    The cells of an answer run through the keys before the ordered one, then through its own values, then through the keys
    behind it: so many of the former and of the latter, each pair of which is a block.
    """

    formula: Expression | None
    of: OfRows
    strategy: Strategy
    ahead: int = 1
    behind: int = 1

    @property
    def name(self) -> str:
        """What is measured."""
        return f"{self.of.name}, mixed as {type(self.strategy).__name__} along {self.strategy.cells} groups"

    @property
    def row_reach(self) -> int:
        """How far one row moves all that is released."""
        return int(self.reach(Contribution(1, 1, 1)).l1)

    @property
    def counted(self) -> Measurement:
        """What is counted in every cell."""
        return self.of

    @property
    def blocks(self) -> tuple[int, int, int]:
        """Through how many values each part of the keys runs."""
        return self.ahead, self.strategy.cells, self.behind

    def covers(self, other: Measurement) -> bool:
        """Mixed counts tell the counts themselves."""
        return other == self.of or (isinstance(other, Mixed) and (other.of, other.blocks) == (self.of, self.blocks))

    def reach(self, bound: Contribution) -> Reach:
        """Return how far one person moves what is released.

        Guarantee:
            Without and with a person it differs by at most this, in sum and in sum of squares.
        Because:
            A row is a one in its own cell, and the strategy says how far so many ones move what is mixed of them.
        Checked by: tests/question/test_mixed.py::test_nobody_moves_what_is_mixed_further
        """
        return self.strategy.reach(bound)
