# SPDX-License-Identifier: Apache-2.0
"""Asking for an error in place of a price: the least epsilon of each part that keeps what is read from it close enough.

Errors are those that are foreseen from planning facts, in the smallest group that is expected; nothing is read. A part
for which nobody named an error is blurred as much, beside what its groups hold, as the least exact of the others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Final

from diffident.curator.goal import DIGITS, Goal, OutOfReach, goals_of
from diffident.curator.noise import Blurring, Draw, Sheet, bell, blurring, price_of, steady
from diffident.curator.shares import demands
from diffident.exact.number import Epsilon
from diffident.exact.rounding import up_to
from diffident.exact.spelling import plain
from diffident.privacy.accounting.budget import Budget
from diffident.privacy.laws.weighted import Law, Weighted
from diffident.privacy.tradeoff.search import digit
from diffident.question.aggregates.aggregate import NoiseLaw

PURE: Final = (steady,)
EITHER: Final = (steady, bell)


@dataclass(frozen=True, slots=True)
class Within:
    """Errors by column of the answer: a half-width in its units, or a share of what is expected, "10 %".

    `errors` are about noise, `total` about noise and a simple sample together. Errors are those that are left beside
    `earlier` answers, by the noise that each part of these has; `follows` names them.
    """

    errors: Mapping[str, object]
    total: Mapping[str, object]
    confidence: Fraction
    delta: Fraction
    earlier: tuple[tuple[Law, ...], ...] = ()
    follows: tuple[str, ...] = ()

    def blurring(self, sheets: Sequence[Sheet], budget: Budget) -> list[Blurring]:
        """Return the cheapest noise that keeps the errors: Laplace, or Gaussian where the promise has a delta."""
        (sheet,) = sheets
        goals = self._goals(sheet)
        draws = PURE if budget.typical is None else EITHER
        found, refused = list[Blurring](), list[OutOfReach]()
        for draw in draws:
            try:
                found.append(blurring(sheet, self._epsilons(sheet, goals, draw), self.delta, budget, draw))
            except OutOfReach as refusal:
                refused.append(refusal)
        if not found:
            raise refused[0]
        cheapest = min(found, key=lambda one: budget.share(price_of(budget, one.mechanisms)))
        return [replace(cheapest, earlier=self.earlier, follows=self.follows)]

    def is_kept(self, sheet: Sheet) -> bool:
        """Whether earlier answers keep the errors by themselves."""
        laws = [Weighted.by_precision(each) for each in self.earlier]
        return all(goal.is_kept_by(laws[goal.part]) for goal in self._goals(sheet))

    def _goals(self, sheet: Sheet) -> list[Goal]:
        noise = goals_of(sheet, self.errors, self.confidence) if self.errors or not self.total else []
        total = goals_of(sheet, self.total, self.confidence) if self.total else []
        return [*noise, *(goal.but_for_sampling() for goal in total)]

    def _epsilons(self, sheet: Sheet, goals: Sequence[Goal], draw: Draw) -> list[Fraction]:
        """Return the epsilon of each part, and of naming hidden categories."""
        (wanted,) = demands([sheet])
        found: dict[int, Fraction] = {}
        for goal in goals:
            epsilon = goal.least(partial(self._law, sheet, draw, goal.part))
            found[goal.part] = max(found.get(goal.part, epsilon), epsilon)
        rate = min(epsilon / wanted[part] for part, epsilon in found.items())
        epsilons = [found.get(place, _readable(rate * share)) for place, share in enumerate(wanted)]
        if sum(epsilons) > Epsilon.most:
            best = f"all of it together would cost epsilon {plain(sum(epsilons, Fraction(0)))}, and {plain(Epsilon.most)} is the most"
            raise OutOfReach(name=goals[0].name, within=f"{goals[0].within:g}", best=best)
        return epsilons

    def _law(self, sheet: Sheet, draw: Draw, part: int, epsilon: Fraction) -> NoiseLaw:
        """Return what noise is left of a part at an epsilon."""
        own = draw(sheet.plan.parts[part], epsilon, self.delta / sheet.shares)
        return Blurring((own,), earlier=self.earlier[part : part + 1]).law(0)


def _readable(epsilon: Fraction) -> Fraction:
    """Return an epsilon of few digits that is not below, unless it is the most there is."""
    return min(up_to(epsilon, digit(float(epsilon), DIGITS)), Epsilon.most)
