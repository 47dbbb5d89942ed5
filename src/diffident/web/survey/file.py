# SPDX-License-Identifier: Apache-2.0
"""A survey file: one TOML file that is read in a meeting, and refused with the line that is wrong."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Final

from diffident.errors import Refused
from diffident.exact import declared
from diffident.exact.declared import Declared
from diffident.exact.number import decimal
from diffident.exact.spelling import plain
from diffident.web.survey.asked import question
from diffident.web.survey.question import Question
from diffident.web.survey.survey import Survey
from diffident.web.survey.table import Table

MOST_QUESTIONS: Final = 100
MOST_TOLD: Final = 100  # of an epsilon for all answers together; each question has its own, lower cap
KNOWN: Final = {
    "name", "title", "languages", "contact", "epsilon", "batch", "rounds", "invitations",
    "opens", "closes", "retention_days", "margins", "questions",
}  # fmt: skip


class TooMuchTold(Refused):
    """Questions that tell more of a person than the survey promises."""

    code = "survey_tells_too_much"
    sentence = "{place}: all answers of one person tell epsilon {spent} together, and the survey promises {epsilon}."
    remedy = "Write epsilon = {spent}, or a smaller epsilon for some question."


def read(path: Path) -> Survey:
    """Return the survey that a file declares."""
    return survey(declared.read(path))


def survey(file: Declared) -> Survey:
    """Return the survey that was declared, or refuse it."""
    table = Table.of(file, (), file.values, KNOWN)
    languages = _languages(table)
    rounds = table.whole("rounds", 1, at_least=1, at_most=1000)
    invitations = "Write true for a code for each person, or false for a link that is open to everybody."
    made = Survey(
        name=table.name("name"),
        title=table.words("title", table.get("title"), languages),
        languages=languages,
        contact=table.text("contact", 'contact = "survey@example.org"'),
        epsilon=table.epsilon("epsilon", cap=MOST_TOLD),
        questions=_questions(table, languages, rounds),
        batch=table.whole("batch", 50, at_least=1, at_most=10**6),
        rounds=rounds,
        by_invitation=table.truth("invitations", default=True, fix=invitations),
        opens=table.day("opens"),
        closes=table.day("closes"),
        retention_days=table.whole("retention_days", 365, at_least=1, at_most=36_525),
        margins=_margins(table),
    )
    if made.spent > made.epsilon:
        raise TooMuchTold(place=file.where("epsilon"), spent=plain(made.spent), epsilon=plain(made.epsilon))
    if made.opens and made.closes and made.opens > made.closes:
        raise table.wrong("closes", "it closes before it opens", "Write a later day.")
    return made


def _languages(table: Table) -> tuple[str, ...]:
    given = table.get("languages", ["en"])
    codes = (
        [each for each in given if type(each) is str and re.fullmatch("[a-z]{2}", each)] if type(given) is list else []
    )
    if not codes or len(set(codes)) < len(given):
        raise table.wrong("languages", "languages must be codes of two letters", 'Write languages = ["en", "de"]')
    return tuple(codes)


def _margins(table: Table) -> tuple[tuple[str, Fraction], ...]:
    """Return the known shares of strata, if there are any."""
    given = table.get("margins")
    if given is None:
        return ()
    strata = Table.of(table.file, ("margins",), given, set(given) if isinstance(given, dict) else set())
    shares = tuple((name, _share(strata, name)) for name in strata.values)
    if sum(share for _, share in shares) != 1:
        raise table.wrong("margins", "shares of strata must add up to 1", "Write decimals that add up to exactly 1.")
    return shares


def _share(strata: Table, name: str) -> Fraction:
    return strata.placed(name, lambda: decimal(strata.get(name), name="a share", above=0, at_most=1))


def _questions(table: Table, languages: tuple[str, ...], rounds: int) -> tuple[Question, ...]:
    given = table.get("questions", [])
    if not isinstance(given, list) or not 1 <= len(given) <= MOST_QUESTIONS:
        fix = "Write [[questions]], and below it id, kind, text and epsilon."
        raise table.wrong("questions", f"a survey has 1 to {MOST_QUESTIONS} questions", fix)
    made: dict[str, Question] = {}
    for place, values in enumerate(given):
        found = question(table.file, ("questions", place), values, languages, made, rounds=rounds)
        if found.id in made:
            raise table.wrong("questions", f"{found.id} is asked twice", "Give one of them another id.")
        made[found.id] = found
    return tuple(made.values())
