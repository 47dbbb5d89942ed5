# SPDX-License-Identifier: Apache-2.0
"""What an engine sees for a plan: the categories that are named first, then every look, sealed."""

from collections.abc import Sequence
from typing import Any

from diffident.engine.engine import Engine
from diffident.privacy.mechanisms.columns import columns, mixed
from diffident.privacy.mechanisms.gaussian_threshold import GaussianThreshold
from diffident.privacy.mechanisms.in_cells import in_cells
from diffident.privacy.mechanisms.key_selection import KeySelection
from diffident.privacy.private import Private
from diffident.question.look import Named
from diffident.question.mixed import Mixed
from diffident.question.plan import Part, Plan
from diffident.question.ranks import AtRanks
from diffident.question.words import CountOfKeys, SumOfIntegers, Tally
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


def all_looks(engine: Engine, plan: Plan, named: Named) -> list[Private[Any]]:
    """Return what each look sees, sealed: a row for each cell, a column for each number; or rows by cell and step."""
    cells = plan.cells(named)
    return [_seen(engine, look.words(named), cells) for look in plan.looks]


def part(looks: Sequence[Private[Any]], part: Part) -> Private[Any]:
    """Return what is blurred for a part: its columns of a look, mixed if its measurement says so; or all rows by step."""
    if isinstance(part.measurement, AtRanks):
        return looks[part.look]
    own = columns(looks[part.look], part.first, part.width)
    if not isinstance(part.measurement, Mixed):
        return own
    return mixed(own, part.measurement.strategy.matrix, *part.measurement.blocks)


def _seen(engine: Engine, words: SumOfIntegers | CountOfKeys | Tally, cells: Named) -> Private[Any]:
    if isinstance(words, Tally):
        return engine.tally(words)
    return engine.sums(words) if isinstance(words, SumOfIntegers) else in_cells(engine.counts(words), cells)
