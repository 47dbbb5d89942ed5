# SPDX-License-Identifier: Apache-2.0
"""From one kind of value to another: what CAST means, and text that stands beside a date."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Final

from diffident.question.expression import Expression, Kind, Literal
from diffident.question.formula import call, kind_of
from diffident.question.sql.unanswered import NotAnswered

WAYS: Final[Mapping[tuple[Kind, Kind], tuple[str, ...]]] = {  # functions, in the order in which they are applied
    (Kind.INTEGER, Kind.NUMBER): ("as number",),
    (Kind.TRUTH, Kind.NUMBER): ("as number",),
    (Kind.TRUTH, Kind.INTEGER): ("as number", "as integer"),
    (Kind.TEXT, Kind.NUMBER): ("read number",),
    (Kind.TEXT, Kind.INTEGER): ("read number", "as integer"),
    (Kind.NUMBER, Kind.INTEGER): ("as integer",),
    (Kind.INTEGER, Kind.TEXT): ("as text",),
    (Kind.DATE, Kind.MOMENT): ("as moment",),
    (Kind.MOMENT, Kind.DATE): ("as date",),
}
DATES: Final = (Kind.DATE, Kind.MOMENT)


def converted(formula: Expression, wanted: Kind, kinds: Mapping[str, Kind]) -> Expression:
    """Return a formula as another kind; what cannot be read as one is NULL, as with TRY_CAST."""
    kind = kind_of(formula, kinds)
    if kind is None or kind is wanted:
        return formula
    if wanted in DATES and _is_text(formula):
        return moment(formula, wanted)
    for function in WAYS.get((kind, wanted), ("",)):
        if not function:
            raise NotAnswered(what=f"CAST from {kind.value} to {wanted.value}", instead="Prepare a column beforehand.")
        formula = call(function, formula, columns=kinds)
    return formula


def as_moments(parts: Sequence[Expression], kinds: Mapping[str, Kind]) -> Sequence[Expression]:
    """Return the parts of a function; if they are dates or moments and text, the text is read as such."""
    known = {kind_of(part, kinds) for part in parts} - {None}
    wanted = next((each for each in DATES if known == {Kind.TEXT, each}), None)
    return parts if wanted is None else [moment(part, wanted) if _is_text(part) else part for part in parts]


def moment(text: Expression, wanted: Kind) -> Literal:
    """Return a date or a moment that somebody wrote as text, without a zone: columns have none."""
    said = str(text.value) if isinstance(text, Literal) else ""
    try:
        read = dt.date.fromisoformat(said) if wanted is Kind.DATE else dt.datetime.fromisoformat(said)
    except ValueError:
        read = None
    if read is None or getattr(read, "tzinfo", None) is not None:
        example = "'2026-11-19'" if wanted is Kind.DATE else "'2026-11-19 12:00:00'"
        raise NotAnswered(what=f"This text as a {wanted.value}", instead=f"Write {example}.")
    return Literal.of(read)


def _is_text(formula: Expression) -> bool:
    return isinstance(formula, Literal) and formula.kind is Kind.TEXT
