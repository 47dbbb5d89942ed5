# SPDX-License-Identifier: Apache-2.0
"""How one question is declared in a survey file: its kind, options, limits, and when it is skipped."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from diffident.exact.declared import Declared
from diffident.exact.number import whole
from diffident.web.survey.question import KINDS, NO_ANSWER, NOT_ASKED, YES_NO, Question, Words
from diffident.web.survey.table import Table

MOST_OPTIONS: Final = 200
MOST_TOGETHER: Final = 49  # options of which several may be ticked, without "not asked"
WIDEST: Final = 100_000
FARTHEST: Final = 10**9
KNOWN: Final = {"id", "kind", "text", "options", "epsilon", "lifetime", "bounds", "wants", "only_if", "no_answer"}


def question(  # noqa: PLR0913 - a question stands in a file, in languages, behind others
    file: Declared,
    path: tuple[str | int, ...],
    values: object,
    languages: tuple[str, ...],
    before: Mapping[str, Question],
    *,
    rounds: int,
) -> Question:
    """Return the question that was declared, or refuse it."""
    table = Table.of(file, path, values, KNOWN)
    kind = table.get("kind")
    if kind not in KINDS:
        raise table.wrong("kind", f"kind must be one of {', '.join(KINDS)}", f'Write kind = "{KINDS[0]}"')
    only_if = _only_if(table, before)
    options, no_answer = _all_options(table, languages, skipped=only_if is not None)
    return Question(
        id=table.name("id"),
        kind=kind,
        text=table.words("text", table.get("text"), languages),
        options=options,
        epsilon=table.epsilon("epsilon"),
        lifetime=_lifetime(table, rounds),
        bounds=_bounds(table) if kind == "number" else None,
        wants=_wants(table),
        only_if=only_if,
        no_answer=no_answer,
    )


def _all_options(table: Table, languages: tuple[str, ...], *, skipped: bool) -> tuple[tuple[Words, ...], int | None]:
    """Return the options, with those for people who do not answer or are not asked, and which one the first is."""
    kind = table.get("kind")
    wants = table.truth("no_answer", kind in {"yes_no", "one_of", "scale"}, "Write no_answer = false")
    if kind == "number":
        if skipped or wants:
            fix = "Ask it as a scale with some cells, or of everybody."
            raise table.wrong("", "a number must be answered by everybody", fix)
        return (), None
    options = _options(table, languages)
    no_answer = len(options) if wants and kind != "several_of" else None
    options += [_spoken(NO_ANSWER, languages)] * (no_answer is not None) + [_spoken(NOT_ASKED, languages)] * skipped
    if any(len({each[language] for each in options}) < len(options) for language in languages):
        raise table.wrong("options", "two options are the same", "Give each its own wording.")
    return tuple(options), no_answer


def _options(table: Table, languages: tuple[str, ...]) -> list[Words]:
    """Return the options as they are declared; yes or no has its own."""
    kind, given = table.get("kind"), table.get("options")
    if kind == "yes_no":
        if given is not None:
            raise table.wrong("options", "yes or no has no other options", 'Write kind = "one_of" for them.')
        return [_spoken(each, languages) for each in YES_NO]
    most = MOST_TOGETHER if kind == "several_of" else MOST_OPTIONS
    if not isinstance(given, list) or not 2 <= len(given) <= most:
        raise table.wrong("options", f"{kind} has 2 to {most} options", 'Write options = ["never", "once", "often"]')
    return [table.words("options", each, languages) for each in given]


def _spoken(words: Words, languages: tuple[str, ...]) -> Words:
    """Return a wording of ours in the languages of the survey, in English where we have no other."""
    return {language: words.get(language, words["en"]) for language in languages}


def _only_if(table: Table, before: Mapping[str, Question]) -> tuple[str, int] | None:
    given = table.get("only_if")
    if given is None:
        return None
    fix = 'Write only_if = { question = "an-earlier-id", is = "Yes" }'
    earlier = (
        before.get(str(given.get("question"))) if isinstance(given, dict) and set(given) == {"question", "is"} else None
    )
    if earlier is None:
        raise table.wrong("only_if", "only_if must name an earlier question", fix)
    found = [place for place, words in enumerate(earlier.options) if given["is"] in words.values()]
    if not found or earlier.kind == "several_of":
        raise table.wrong("only_if", "only_if must name one of the options of that question", fix)
    return earlier.id, found[0]


def _lifetime(table: Table, rounds: int) -> Fraction | None:
    """Return what all rounds may tell, where there are several."""
    if rounds == 1:
        if table.get("lifetime") is not None:
            raise table.wrong("lifetime", "lifetime is for surveys with several rounds", "Write rounds = 12")
        return None
    if table.get("kind") not in {"yes_no", "one_of", "scale"}:
        raise table.wrong("kind", f"{table.get('kind')} cannot be asked again", "Ask it as a scale, or in one round.")
    if table.epsilon("lifetime") <= table.epsilon("epsilon"):
        raise table.wrong("lifetime", "all rounds tell more than one of them", "Write a larger lifetime.")
    return table.epsilon("lifetime")


def _bounds(table: Table) -> tuple[int, int]:
    given = table.get("bounds")
    if not isinstance(given, list) or len(given) != 2:
        raise table.wrong("bounds", "a number needs its limits", "Write bounds = [0, 120]")
    low, high = (_end(table, end) for end in given)
    if not 1 <= high - low <= WIDEST:
        fix = "Write the lower limit first; ask for thousands if the unit is too small."
        raise table.wrong("bounds", f"limits must be 1 to {WIDEST:,} apart", fix)
    return low, high


def _end(table: Table, given: object) -> int:
    return table.placed("bounds", lambda: whole(given, name="bounds", at_least=-FARTHEST, at_most=FARTHEST))


def _wants(table: Table) -> str:
    given = table.get("wants", "mean")
    if given not in {"mean", "distribution"} or ("wants" in table.values and table.get("kind") != "number"):
        raise table.wrong("wants", "wants is not known here", 'Of a number, write wants = "mean" or "distribution".')
    return str(given)
