# SPDX-License-Identifier: Apache-2.0
"""Which values a group can have: those declared for a column, or those that a function can have at all."""

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Final

from diffident.errors import Refused
from diffident.question.expression import Call, Column, Expression, Kind, Literal, Value
from diffident.question.facts import Facts, fact
from diffident.question.formula import kind_of
from diffident.question.limits import EPOCH, MOST_CATEGORIES, Categories

CALENDAR_DAYS: Final = range((dt.date.min - EPOCH).days, (dt.date.max - EPOCH).days + 1)
CALENDAR: Final = {"month": range(1, 13), "weekday": range(1, 8), "day": range(1, 32), "hour": range(24)}
NAMED: Final = {Kind.TEXT, Kind.INTEGER, Kind.TRUTH}  # kinds of which hidden categories can be named


class CategoriesMissing(Refused):
    """A grouping whose groups nobody declared: which there are would tell whose rows there are."""

    code = "needs_categories"
    sentence = (
        "GROUP BY {formula} needs a list of groups, and it cannot be taken from the data: a group may be one person's."
    )
    remedy = (
        'Declare the column with dd.categories("A", "B", source="ward list"), in a curator file '
        '{{ categories = ["A", "B"], source = "ward list" }}, with dd.bounds(...) if it holds whole '
        "numbers or dates, or with dd.categories(hidden=True), which costs more."
    )


class NotToBeNamed(Refused):
    """Hidden categories of a kind that cannot be named."""

    code = "not_to_be_named"
    sentence = "Hidden categories must be text, whole numbers, or yes and no, and {formula} is none of these."
    remedy = "Give dates their limits with dd.bounds(date, date), and group numbers by CAST(... AS BIGINT) or in bins."


def categories_of(formula: Expression, known: Facts) -> Categories:
    """Return the public list of a key's values, in order, or refuse; hidden ones have no list."""
    match formula:
        case Column(name) if (declared := known[name].categories) is not None:
            return _to_be_named(declared, formula, known[name].kind)
        case Call(function, _) if function in CALENDAR:
            return Categories(tuple(CALENDAR[function]), "the calendar")
        case Call("case", arguments) if all(isinstance(value, Literal) for value in (*arguments[1::2], arguments[-1])):
            values = [value.value for value in (*arguments[1::2], arguments[-1]) if isinstance(value, Literal)]
            return Categories(tuple(dict.fromkeys(values)), "the question")
        case _:
            return _of_kind(formula, known)


def _of_kind(formula: Expression, known: Facts) -> Categories:
    """Return the values that a formula can have by its kind and limits alone."""
    kind = kind_of(formula, {name: each.kind for name, each in known.items()})
    if kind is Kind.TRUTH:
        return Categories((False, True, None), "true, false or unknown")
    return _within_bounds(formula, kind, known)


def _to_be_named(declared: Categories, formula: Expression, kind: Kind) -> Categories:
    if declared.hidden and kind not in NAMED:
        raise NotToBeNamed(formula=formula)
    return declared


def _within_bounds(formula: Expression, kind: Kind | None, known: Facts) -> Categories:
    """Return all values between limits: of whole numbers and dates, and of what is computed from dates."""
    of_dates = formula.function if isinstance(formula, Call) and formula.function in OF_DATES else ""
    inner = formula.arguments[0] if of_dates and isinstance(formula, Call) else formula
    bounds = fact(inner, Kind.DATE if of_dates else kind or Kind.TEXT, known).bounds
    if bounds is None or kind not in {Kind.INTEGER, Kind.DATE} or bounds.width >= MOST_CATEGORIES:
        raise CategoriesMissing(formula=formula)
    whole = range(bounds.low.__ceil__(), bounds.high.__floor__() + 1)
    if (of_dates or kind is Kind.DATE) and not (whole and whole[0] in CALENDAR_DAYS and whole[-1] in CALENDAR_DAYS):
        raise CategoriesMissing(formula=formula)
    found = map(OF_DATES[of_dates], map(_date, whole)) if of_dates or kind is Kind.DATE else whole
    return Categories(tuple(dict.fromkeys(found)), bounds.source or "the limits of the column")


def _date(day: int) -> dt.date:
    return EPOCH + dt.timedelta(days=day)


OF_DATES: Final[Mapping[str, Callable[[dt.date], Value]]] = {
    "": lambda day: day,
    "first of month": lambda day: day.replace(day=1),
    "year": lambda day: day.year,
}
