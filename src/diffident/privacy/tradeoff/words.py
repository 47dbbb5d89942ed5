# SPDX-License-Identifier: Apache-2.0
"""A plan as a page of text: each way to collect with its answer first, then what the chosen one means for a person."""

import math
from fractions import Fraction
from typing import Final

from diffident.privacy.tradeoff.compare import Alternative
from diffident.privacy.tradeoff.numbers import Number, Unknown
from diffident.privacy.tradeoff.planned import Tradeoff
from diffident.privacy.tradeoff.setting import Release, Setting
from diffident.show.text import number, percent, table

COLUMN: Final = {
    Unknown.PEOPLE: "people needed",
    Unknown.EPSILON: "epsilon needed",
    Unknown.WITHIN: "error",
    Unknown.CONFIDENCE: "confidence",
    Unknown.NOTHING: "confidence",
}


def told(plan: Tradeoff) -> str:
    """Return the page."""
    names = ["", COLUMN[plan.unknown], "normal law", "who learns what about one person"]
    rows = [_row(each, plan.unknown) for each in plan.alternatives]
    facts = [f"  {name:12}{text}" for name, text in _facts(plan)]
    return "\n".join([f"{_title(plan)}:", table(names, rows), "", *facts])


def answer(plan: Tradeoff) -> str:
    """Return what was found, in one line."""
    value = plan.numbers.confidence if plan.unknown is Unknown.CONFIDENCE else plan.value
    if plan.unknown is Unknown.NOTHING:
        return f"{'yes' if plan.holds else 'no'}: the error stays within {number(plan.within)} with {percent(value)}"
    name = {Unknown.PEOPLE: "people", Unknown.WITHIN: "is the error"}.get(plan.unknown, "")
    before = {Unknown.EPSILON: "epsilon "}.get(plan.unknown, "")
    shown = percent(value) if plan.unknown is Unknown.CONFIDENCE else number(value)
    return f"{before}{shown} {name}".rstrip()


def _title(plan: Tradeoff) -> str:
    """Return what is planned, with the numbers that were given."""
    given = (
        (Unknown.WITHIN, f"within {number(plan.within)}"),
        (Unknown.CONFIDENCE, percent(plan.confidence)),
        (Unknown.EPSILON, f"epsilon {number(plan.epsilon)}"),
        (Unknown.PEOPLE, None if plan.people is None else f"{number(plan.people)} people"),
    )
    parts = [text for unknown, text in given if text is not None and unknown is not plan.unknown]
    return ", ".join([_subject(plan.setting), *parts])


def _subject(setting: Setting) -> str:
    low, high = (number(end) for end in setting.bounds)
    return {
        Release.COUNT: "Count of people",
        Release.SUM: f"Sum of values from {low} to {high}",
        Release.MEAN: f"Mean of values from {low} to {high}",
        Release.SHARE: "Share of people with a property",
        Release.CHOICE: f"The one of {number(setting.cells)} candidates that most people have",
        Release.HISTOGRAM: f"Counts of people in {number(setting.cells)} cells, the worst of them",
    }[setting.release]


def _row(each: Alternative, unknown: Unknown) -> list[str | Number | None]:
    """Return a line of the table; what nothing can reach has no number."""
    as_share = unknown in {Unknown.CONFIDENCE, Unknown.NOTHING}
    values = [percent(value) if as_share and value is not None else value for value in (each.value, each.by_normal_law)]
    if each.value is None:
        values[0] = "exact" if each.is_exact else "out of reach"
    return [each.who, *values, each.learned]


def _facts(plan: Tradeoff) -> list[tuple[str, str]]:
    """Return what the chosen way means, a line each."""
    epsilon, delta = plan.for_household
    guesses = math.ceil(100 * Fraction(plan.best_guess))
    odds = math.ceil(Fraction(plan.odds) * 100) / 100
    counted = (
        "noise, and who happens to be asked" if plan.setting.sampled else "noise; these people are all it is about"
    )
    household = f"epsilon {number(epsilon)}" + (f", delta {float(delta):.1e}" if delta else "")
    return [
        ("answer", f"{answer(plan)}, {plan.setting.trust.value} trusted"),
        ("done", plan.mechanism),
        ("error", counted),
        ("a person", f"changes the odds of any outcome at most {odds:g} times; {guesses} of 100 guesses right at best"),
        (f"{plan.household} together", household),
        *(("warning", text) for text in plan.warnings),
    ]
