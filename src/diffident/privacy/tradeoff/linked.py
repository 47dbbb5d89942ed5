# SPDX-License-Identifier: Apache-2.0
"""Two pictures that go with that of the error: what somebody could find out about a person, and the interval of each way."""

from dataclasses import replace
from fractions import Fraction
from typing import Final

from diffident.exact.rounding import round_up
from diffident.privacy.region import Region
from diffident.privacy.tradeoff.compare import NO_DELTA
from diffident.privacy.tradeoff.numbers import LEAST_CONFIDENCE, Unknown
from diffident.privacy.tradeoff.picture import COUNTED, drawn
from diffident.privacy.tradeoff.planned import Tradeoff
from diffident.show.picture import Axis, Curve, Hue, Limit, Picture, Points
from diffident.show.text import number, percent

PLACES: Final = [Fraction(step) * Fraction(10) ** power for power in (-2, -1, 0) for step in (1, 2, 3, 5, 7)] + [
    Fraction(10)
]


def pictures(plan: Tradeoff) -> dict[str, Picture]:
    """Return the pictures of a plan, each with what its file is called after the plan's own."""
    return {"": drawn(plan), "-odds": odds(plan), "-interval": intervals(plan)}


def odds(plan: Tradeoff) -> Picture:
    """Return how often guesses about a person are right at best, along epsilon."""
    guesses = tuple(100 * Region.of(each, plan.delta).best_guess for each in PLACES)
    right = number(round(100 * Fraction(plan.best_guess), 1))
    return Picture(
        title="What somebody could find out about one person",
        sentence=f"At epsilon {number(plan.epsilon)} at most {right} of 100 guesses are right, where a coin gets 50.",
        x=Axis(name="epsilon", unit="of one person", scale="log"),
        y=Axis(name="right guesses", unit="of 100"),
        marks=(
            Curve(label="at best", hue=Hue.NOISE, x=tuple(map(round_up, PLACES)), y=guesses),
            Limit(label=f"epsilon {number(plan.epsilon)}", at=float(plan.epsilon), along="x"),
            Limit(label="a coin", at=50.0),
        ),
    )


def intervals(plan: Tradeoff) -> Picture:
    """Return how far each way to collect may be off at the plan itself, side by side."""
    sure = max(plan.confidence, LEAST_CONFIDENCE)
    asked = replace(plan, unknown=Unknown.WITHIN, numbers=replace(plan.numbers, confidence=sure))
    known = [way for way in asked.alternatives if way.instead != NO_DELTA and (way.value is not None or way.is_exact)]
    far = [round_up(Fraction(way.value or 0)) for way in known]
    told = "; ".join(f"{way.who} {number(each)}" for way, each in zip(known, far, strict=True))
    marks = tuple(
        Points(
            label=f"{place}: {way.who}",
            hue=Hue.SAMPLING if way.learned == "everything" else Hue.NOISE,
            x=(float(place),),
            y=(0.0,),
            low=(-each,),
            high=(each,),
        )
        for place, (way, each) in enumerate(zip(known, far, strict=True), start=1)
    )
    return Picture(
        title=f"Interval of each way to collect, {percent(sure)}",
        sentence=f"Kept with {percent(sure)} at epsilon {number(plan.epsilon)}, how far each may be off: {told}.",
        x=Axis(name="way to collect", unit="in the order of the table"),
        y=Axis(name="off by", unit=COUNTED[plan.setting.release]),
        marks=marks,
    )
