# SPDX-License-Identifier: Apache-2.0
"""A plan at many epsilons and numbers of people at once: what a page with sliders shows."""

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Final

from diffident.exact.number import LARGEST_WHOLE, LEAST, Epsilon
from diffident.exact.rounding import round_up
from diffident.privacy.tradeoff.compare import NO_DELTA
from diffident.privacy.tradeoff.numbers import LEAST_CONFIDENCE, Numbers, Unknown
from diffident.privacy.tradeoff.picture import COUNTED
from diffident.privacy.tradeoff.planned import Tradeoff
from diffident.show.picture import Hue
from diffident.show.sliders import Sliders
from diffident.show.text import percent

STEPS: Final = (1, 2, 5)  # epsilons and people in each power of ten, about evenly apart
DECADES: Final = 3  # powers of ten of people around those of the plan, and of epsilons up to the largest
USUAL: Final = 1000  # people where the plan has none


def explored(plan: Tradeoff) -> Sliders:
    """Return the errors of every way to collect, around the plan."""
    confidence = max(plan.confidence, LEAST_CONFIDENCE)
    many = plan.people or USUAL
    epsilons = sorted({*_ladder(float(Epsilon.most), DECADES + 1), float(plan.epsilon)})
    people = sorted(
        {*(round(each) for each in _ladder(many * 10 ** (DECADES / 2), DECADES) if each <= LARGEST_WHOLE), many}
    )
    asked = replace(plan.numbers, confidence=confidence)
    rows = [[_errors(plan, asked, epsilon, each) for each in people] for epsilon in epsilons]
    names = rows[0][0].keys()
    ways = {who: (_hue(who), [[cell[who] for cell in row] for row in rows]) for who in names}
    low, high = plan.setting.bounds
    return Sliders(
        title=f"{plan.setting.release.value.replace('_', ' ').capitalize()}: error, odds and interval",
        assumed=f"Errors are kept with {percent(confidence)}; between computed places they are read off.",
        confidence=percent(confidence),
        unit=COUNTED[plan.setting.release],
        about="estimate" if plan.setting.release.is_average else "off by",
        centre=float(plan.setting.share or (low + high) / 2) if plan.setting.release.is_average else 0.0,
        least=float(high - low) / 1000,
        epsilons=epsilons,
        people=people,
        epsilon=float(plan.epsilon),
        delta=float(plan.delta),
        many=many,
        ways=ways,
    )


def _errors(plan: Tradeoff, known: Numbers, epsilon: float, people: int) -> dict[str, float | None]:
    """Return the error of each way to collect, 0 where it is exact, None where it is out of reach."""
    numbers = replace(known, epsilon=max(Fraction(str(epsilon)), LEAST), people=max(people, 1))
    asked = replace(plan, unknown=Unknown.WITHIN, numbers=numbers, people=people)
    return {
        way.who: 0.0 if way.is_exact else None if way.value is None else round_up(Fraction(way.value))
        for way in asked.alternatives
        if way.instead != NO_DELTA
    }


def _hue(who: str) -> Hue:
    """Return the colour of a way: without privacy only chance is left."""
    return Hue.SAMPLING if who == "no privacy" else Hue.NOISE


def _ladder(most: float, decades: int) -> Iterator[float]:
    """Yield round numbers up to some number, over so many powers of ten."""
    top = math.floor(math.log10(most) + 1e-9)
    for power in range(top - decades, top + 1):
        yield from (step * 10.0**power for step in STEPS if step * 10.0**power <= most * (1 + 1e-9))
