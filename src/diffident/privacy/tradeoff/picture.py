# SPDX-License-Identifier: Apache-2.0
"""A plan as a picture: how the error of each way to collect falls with people, or with epsilon where people do not help."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from diffident.exact.number import LARGEST_WHOLE, LEAST, Epsilon
from diffident.exact.rounding import round_up
from diffident.privacy.tradeoff.compare import NO_DELTA, Alternative
from diffident.privacy.tradeoff.numbers import LEAST_CONFIDENCE, Number, Numbers, Unknown
from diffident.privacy.tradeoff.planned import Tradeoff
from diffident.privacy.tradeoff.setting import Release
from diffident.show.picture import Axis, Curve, Hue, Limit, Picture
from diffident.show.text import number, percent

STEPS: Final = (10, 13, 17, 22, 29, 38, 50, 65, 84)
AROUND: Final = (*(Fraction(step, 100) for step in STEPS), *(Fraction(step, 10) for step in STEPS), Fraction(10))
DASHES: Final = ("-", "--", ":")
COUNTED: Final = {
    Release.COUNT: "people",
    Release.HISTOGRAM: "people, the worst cell",
    Release.CHOICE: "people fewer than the best",
    Release.TOP: "people fewer than the best that was left",
    Release.THRESHOLD: "people from the threshold",
    Release.CATEGORIES: "people in the smallest group that is named",
    Release.COUNTED_CATEGORIES: "people in the smallest group that is named",
    Release.SHARE: "part of 1",
    Release.SUM: "as the values",
    Release.MEAN: "as the values",
}

Ways = Mapping[str, Alternative]


def drawn(plan: Tradeoff) -> Picture:
    """Return the picture: the plan stands in the middle, from a tenth to ten times of what the error depends on."""
    along = Unknown.PEOPLE if plan.setting.release.is_average else Unknown.EPSILON
    known = replace(plan.numbers, confidence=max(plan.confidence, LEAST_CONFIDENCE))
    table = {place: _ways(plan, known.with_(along, place)) for place in _places(_middle(known, along), along)}
    here = "; ".join(f"{who} {_told(way)}" for who, way in _ways(plan, known).items())
    people = "any number of people" if plan.people is None else f"{number(plan.people)} people"
    fixed = f"epsilon {number(plan.epsilon)}" if along is Unknown.PEOPLE else people
    return Picture(
        title=f"Error of a {plan.setting.release.value}, {percent(known.confidence)}, {fixed}",
        sentence=f"The error that is kept with {percent(known.confidence)} at {_said(known, along)}: {here}.",
        x=_side(along),
        y=Axis(name="error", unit=COUNTED[plan.setting.release], scale="log"),
        marks=(*_curves(table), *_limits(plan, along)),
    )


def _ways(plan: Tradeoff, known: Numbers) -> Ways:
    """Return the error of each way to collect, other things being known."""
    people = None if plan.people is None else known.people
    asked = replace(plan, unknown=Unknown.WITHIN, numbers=known, people=people)
    return {way.who: way for way in asked.alternatives if way.instead != NO_DELTA}


def _curves(table: Mapping[Number, Ways]) -> Iterator[Curve]:
    """Yield a curve for each way where its error is above 0, rounded up; without noise its hue is that of sampling."""
    noisy = 0
    for who, way in next(iter(table.values())).items():
        errors = [(Fraction(place), Fraction(ways[who].value or 0)) for place, ways in table.items()]
        across, up = ([round_up(pair[side]) for pair in errors if pair[1]] for side in (0, 1))
        has_noise = way.learned != "everything"
        if up:
            hue = Hue.NOISE if has_noise else Hue.SAMPLING
            yield Curve(label=who, hue=hue, x=tuple(across), y=tuple(up), dash=DASHES[noisy % len(DASHES)])
        noisy += has_noise


def _places(middle: Number, along: Unknown) -> Sequence[Number]:
    """Return the numbers around the one in the middle, as far as they may be."""
    if along is Unknown.PEOPLE:
        return sorted({min(max(round(middle * factor), 1), LARGEST_WHOLE) for factor in AROUND})
    return sorted({min(max(middle * factor, LEAST), Epsilon.most) for factor in AROUND})


def _middle(known: Numbers, along: Unknown) -> Number:
    return known.people if along is Unknown.PEOPLE else known.epsilon


def _told(way: Alternative) -> str:
    """Return the error of a way at the plan itself."""
    if way.value is None:
        return f"is {way.instead}"
    return number(way.value)


def _said(known: Numbers, along: Unknown) -> str:
    return f"{number(known.people)} people" if along is Unknown.PEOPLE else f"epsilon {number(known.epsilon)}"


def _side(along: Unknown) -> Axis:
    if along is Unknown.PEOPLE:
        return Axis(name="people", unit="number", scale="log")
    return Axis(name="epsilon", unit="of one person", scale="log")


def _limits(plan: Tradeoff, along: Unknown) -> Iterator[Limit]:
    """Yield the numbers that were given, as dashed lines."""
    if plan.unknown is not Unknown.WITHIN:
        yield Limit(label=f"within {number(plan.within)}", at=float(plan.within))
    if plan.unknown is not along:
        yield Limit(label=_said(plan.numbers, along), at=float(_middle(plan.numbers, along)), along="x")
