# SPDX-License-Identifier: Apache-2.0
"""Which values a group can have: those declared for a column, or those that a function can have at all."""

from typing import Final

from diffident.errors import Refused
from diffident.question.expression import Call, Column, Expression, Kind, Literal
from diffident.question.facts import Facts
from diffident.question.formula import kind_of
from diffident.question.limits import Categories

CALENDAR: Final = {"month": range(1, 13), "weekday": range(1, 8), "day": range(1, 32), "hour": range(24)}


class CategoriesMissing(Refused):
    """A grouping whose groups nobody declared: which there are would tell whose rows there are."""

    code = "needs_categories"
    sentence = (
        "GROUP BY {formula} needs a list of groups, and it cannot be taken from the data: a group may be one person's."
    )
    remedy = 'Declare the column with dd.categories("A", "B", source="ward list"), or group by one that has categories.'


def categories_of(formula: Expression, known: Facts) -> Categories:
    """Return the public list of a key's values, in order, or refuse."""
    match formula:
        case Column(name) if (declared := known[name].categories) is not None and not declared.hidden:
            return declared
        case Call(function, _) if function in CALENDAR:
            return Categories(tuple(CALENDAR[function]), "the calendar")
        case Call("case", arguments) if all(isinstance(value, Literal) for value in (*arguments[1::2], arguments[-1])):
            values = [value.value for value in (*arguments[1::2], arguments[-1]) if isinstance(value, Literal)]
            return Categories(tuple(dict.fromkeys(values)), "the question")
        case _ if kind_of(formula, {name: each.kind for name, each in known.items()}) is Kind.TRUTH:
            return Categories((False, True, None), "true, false or unknown")
        case _:
            raise CategoriesMissing(formula=formula)
