# SPDX-License-Identifier: Apache-2.0
"""How counts along a key are mixed: of all strategies the one with the smallest expected error, before anything is priced."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from diffident.privacy.accounting.budget import Budget
from diffident.privacy.mechanisms.need import Blur
from diffident.question.aggregates import Aggregate, WindowCount
from diffident.question.aggregates.along import ITSELF, Window, spread
from diffident.question.mixed import Mixed
from diffident.question.plan import Part, Plan
from diffident.question.strategies import STRATEGIES

USUAL: Final = Fraction(1, 2)  # of a pure promise, under which Laplace noise spreads in proportion whatever the price


def blended(plan: Plan, cells: Sequence[Aggregate], budget: Budget) -> Plan:
    """Return the plan with the best strategy for what is asked of each part, at the promise's usual question."""
    parts = tuple(_best(part, _windows(plan, part, cells), plan, budget) for part in plan.parts)
    return replace(plan, parts=parts)


def _windows(plan: Plan, part: Part, cells: Sequence[Aggregate]) -> list[Window]:
    """Return what is summed of a part, by the statistics that are read from it."""
    asked = zip(plan.wanted, cells, strict=True)
    mine = (cell for wanted, cell in asked if part.measurement.covers(wanted))
    return [(cell.before, cell.after) if isinstance(cell, WindowCount) else ITSELF for cell in mine]


def _best(part: Part, windows: Sequence[Window], plan: Plan, budget: Budget) -> Part:
    measured = part.measurement
    if not isinstance(measured, Mixed):
        return part
    ways = [replace(measured, strategy=kind(measured.strategy.cells)) for kind in STRATEGIES]

    def error(way: Mixed) -> float:
        noise = Blur(way.reach(plan.bound)).at(budget.typical or USUAL, budget.delta_per_question)
        return noise.sd * spread(way.strategy, windows)

    best = min(ways, key=error)
    return replace(part, measurement=best, reach=best.reach(plan.bound))
