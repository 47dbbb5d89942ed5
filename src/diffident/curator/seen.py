# SPDX-License-Identifier: Apache-2.0
"""What an engine sees for a plan: the categories that are named first, then every look, sealed."""

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from diffident.engine.engine import Engine
from diffident.privacy.mechanisms.columns import columns, mixed
from diffident.privacy.mechanisms.gaussian_threshold import GaussianThreshold
from diffident.privacy.mechanisms.in_cells import in_cells
from diffident.privacy.mechanisms.key_selection import KeySelection
from diffident.privacy.private import Private
from diffident.question.look import Named
from diffident.question.mixed import Mixed
from diffident.question.plan import Part, Plan
from diffident.question.words import CountOfKeys, SumOfIntegers
from diffident.randomness.source import Source


def named(engine: Engine, plan: Plan, select: KeySelection | GaussianThreshold, source: Source) -> Named:
    """Return the combinations of hidden categories that are released, in the order of the keys.

    Guarantee:
        They are a function of the one draw and of public facts.
    Because:
        The numbers of people stay sealed; noisy ones that come with the keys are left out.
    Checked by: tests/curator/test_hidden.py::test_neighbours_move_the_numbers_of_people_by_no_more_than_was_paid_for
    """
    assert plan.selection is not None  # noqa: S101 - whoever selects has something to select from
    drawn = select.draw(engine.counts(plan.selection.look.words()), source)
    return tuple(drawn.tolist() if drawn.ndim == 1 else drawn[:, 0].tolist())


def all_looks(engine: Engine, plan: Plan, named: Named) -> list[Private[NDArray[Any]]]:
    """Return what each look sees, sealed: a row for each cell, a column for each number."""
    cells = plan.cells(named)
    return [_seen(engine, look.words(named), cells) for look in plan.looks]


def part(looks: Sequence[Private[NDArray[Any]]], part: Part) -> Private[NDArray[Any]]:
    """Return what is blurred for a part: its columns of a look, mixed if its measurement says so."""
    own = columns(looks[part.look], part.first, part.width)
    if not isinstance(part.measurement, Mixed):
        return own
    return mixed(own, part.measurement.strategy.matrix, *part.measurement.blocks)


def _seen(engine: Engine, words: SumOfIntegers | CountOfKeys, cells: Named) -> Private[NDArray[Any]]:
    return engine.sums(words) if isinstance(words, SumOfIntegers) else in_cells(engine.counts(words), cells)
