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
ALL_OF_THEM: Final = "noise; these people are all it is about"
ERRORS: Final = {
    Release.CHOICE: "how many people fewer have the one that is chosen than the best",
    Release.TOP: "how many people fewer have one that is chosen than the best that was left",
    Release.THRESHOLD: "how far from the threshold a count may be that is told wrongly",
    Release.CATEGORIES: "how many people it takes for a category to be named",
    Release.COUNTED_CATEGORIES: "how many people it takes for a category to be named",
}


def told(plan: Tradeoff) -> str:
    """Return the page."""
    names = ["", _column(plan), "normal law", "who learns what about one person"]
    rows = [_row(each, plan.unknown) for each in plan.alternatives]
    facts = [f"  {name:12}{text}" for name, text in _facts(plan)]
    return "\n".join([f"{_title(plan)}:", table(names, rows), "", *facts])


def answer(plan: Tradeoff) -> str:
    """Return what was found, in one line."""
    value = plan.numbers.confidence if plan.unknown is Unknown.CONFIDENCE else plan.value
    shown = percent(value) if plan.unknown in {Unknown.CONFIDENCE, Unknown.NOTHING} else number(value)
    match plan.unknown:
        case Unknown.NOTHING:
            yes, kept = "yes" if plan.holds else "no", f"the error stays within {number(plan.within)}"
            if plan.setting.release.names_categories:
                kept = f"a category of {number(plan.within)} people is named"
            return f"{yes}: {kept} with {shown}"
        case Unknown.PEOPLE:
            return f"{shown} people"
        case Unknown.WITHIN:
            return (
                f"groups of {shown} people are named"
                if plan.setting.release.names_categories
                else f"{shown} is the error"
            )
        case Unknown.EPSILON:
            return f"epsilon {shown}"
        case _:
            return shown


def _column(plan: Tradeoff) -> str:
    """Return what stands above the answers."""
    named = plan.unknown is Unknown.WITHIN and plan.setting.release.names_categories
    return "smallest group" if named else COLUMN[plan.unknown]


def _title(plan: Tradeoff) -> str:
    """Return what is planned, with the numbers that were given."""
    far = number(plan.within)
    within = f"groups of {far} people" if plan.setting.release.names_categories else f"within {far}"
    given = (
        (Unknown.WITHIN, within),
        (Unknown.CONFIDENCE, percent(plan.confidence)),
        (Unknown.EPSILON, f"epsilon {number(plan.epsilon)}"),
        (Unknown.PEOPLE, None if plan.people is None else f"{number(plan.people)} people"),
    )
    parts = [text for unknown, text in given if text is not None and unknown is not plan.unknown]
    return ", ".join([_subject(plan.setting), *parts])


def _subject(setting: Setting) -> str:
    low, high = (number(end) for end in setting.bounds)
    many, most = number(setting.cells), number(setting.take)
    at_most = "" if setting.groups_per_person == 1 else f", at most {number(setting.groups_per_person)} of a person"
    return {
        Release.COUNT: "Count of people",
        Release.SUM: f"Sum of values from {low} to {high}",
        Release.MEAN: f"Mean of values from {low} to {high}",
        Release.SHARE: "Share of people with a property",
        Release.CHOICE: f"The one of {many} candidates that most people have",
        Release.TOP: f"The {most} of {many} candidates that most people have",
        Release.THRESHOLD: f"Which of {many} counts reach a threshold, until {most} do",
        Release.CATEGORIES: f"Undeclared categories{at_most}, by name",
        Release.COUNTED_CATEGORIES: f"Undeclared categories{at_most}, with their numbers of people",
        Release.HISTOGRAM: f"Counts of people in {many} cells, the worst of them",
    }[setting.release]


def _row(each: Alternative, unknown: Unknown) -> list[str | Number | None]:
    """Return a line of the table; what nothing can reach has no number."""
    as_share = unknown in {Unknown.CONFIDENCE, Unknown.NOTHING}
    values = [percent(value) if as_share and value is not None else value for value in (each.value, each.by_normal_law)]
    if each.value is None:
        values[0] = each.instead
    return [each.who, *values, each.learned]


def _facts(plan: Tradeoff) -> list[tuple[str, str]]:
    """Return what the chosen way means, a line each."""
    epsilon, delta = plan.for_household
    guesses = math.ceil(100 * Fraction(plan.best_guess))
    odds = math.ceil(Fraction(plan.odds) * 100) / 100
    usual = ERRORS.get(plan.setting.release, ALL_OF_THEM)
    counted = "noise, and who happens to be asked" if plan.setting.sampled else usual
    household = f"epsilon {number(epsilon)}" + (f", delta {float(delta):.1e}" if delta else "")
    return [
        ("answer", f"{answer(plan)}, {plan.setting.trust.value} trusted"),
        ("done", plan.mechanism),
        ("error", counted),
        *([("sample", str(plan.beside))] if plan.beside else []),
        ("a person", f"changes the odds of any outcome at most {odds:g} times; {guesses} of 100 guesses right at best"),
        (f"{plan.household} together", household),
        *([("the promise", str(plan.lifetime))] if plan.lifetime else []),
        *(("warning", text) for text in plan.warnings),
    ]
