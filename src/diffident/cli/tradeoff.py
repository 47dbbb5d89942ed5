# SPDX-License-Identifier: Apache-2.0
"""`diffident tradeoff`: of error, confidence, people and epsilon, find the one that is left out. Reads no data."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from diffident.cli.door import End, NotUnderstood
from diffident.cli.option import Text
from diffident.cli.speech import can_speak_json, say

if TYPE_CHECKING:
    from diffident.privacy.accounting.budget import Budget
    from diffident.privacy.tradeoff import Tradeoff

Given = str | tuple[str, ...] | None

SHORT: Final = "Find the error, the confidence, the people or the epsilon."
HELP: Final = """Of error, confidence, people and epsilon, find the one that is left out. No data is read.

RELEASE is count, sum, mean, share or histogram; choice, of the cell that most people are in; top, of several; threshold,
which cells reach one; categories that nobody has declared; counted_categories; or together: the questions of a file
under one promise. With all four numbers
given, the answer is yes or no, and the exit code 0 or 4.
"""
OPTIONS: Final = (
    Text("--within", metavar="DISTANCE", means="How far the answer may be from the truth."),
    Text("--confidence", metavar="PROBABILITY", means="How surely it is to be that near, for example 0.95."),
    Text("--people", metavar="NUMBER", means="How many people there are, or are asked."),
    Text("--epsilon", metavar="EPSILON", means="What the answer may tell about one person."),
    Text("--delta", metavar="PROBABILITY", means="How likely epsilon may fail; without it, never."),
    Text("--bounds", metavar="LOW HIGH", parts=2, means="Between what each value lies, for a sum or a mean."),
    Text(
        "--cells",
        metavar="NUMBER",
        means="How many cells a histogram has, a choice is among, or options a question has.",
    ),
    Text("--take", metavar="NUMBER", means="How many are chosen, or may reach the threshold; 1 if not given."),
    Text("--groups-per-person", metavar="NUMBER", means="How many of the categories one person has; 1 if not given."),
    Text("--share", metavar="SHARE", means="The share that is expected; without it, the one with the largest error."),
    Text(
        "--trust",
        metavar="WHOM",
        means="curator (the default); nobody: people randomise their own answers; or shuffler, who mixes those.",
    ),
    Text(
        "--sampling", metavar="HOW", means="none (the default): these people are all it is about; or simple: a sample."
    ),
    Text("--neighbours", metavar="WHICH", means="add_remove or replace: whether the number of people is a secret."),
    Text("--household", metavar="NUMBER", means="How many people of one household to speak about; 4 if not given."),
    Text("--promise", metavar="EPSILON", means="A promise for ever: how often it pays for this, or for what together."),
    Text("--promise-delta", metavar="PROBABILITY", means="How likely the promise may fail; without it, never."),
    Text("--typical", metavar="EPSILON", means="A usual question under a promise with a delta."),
    Text("--every", metavar="RHYTHM", means="How often this is asked: day, week, month, quarter or year."),
    Text(
        "--questions",
        metavar="FILE",
        means="A TOML file of [[question]]s, each with a release and a distance, for together.",
    ),
    Text("--picture", metavar="FILE", means="Draw the answer into files, .svg or .png, and their tables into .html."),
    Text("--page", metavar="FILE", means="Write a page with sliders over epsilon and people, .html, for any browser."),
)


def _answer(release: str, *, picture: str | None, page: str | None, questions: str | None, **given: Given) -> int:
    """Find what is left out, draw it if asked to, and say it."""
    said = {name: value for name, value in given.items() if value is not None}
    promised = _promised(said)
    if release == "together":
        return _together(questions, promised)
    from diffident.privacy.tradeoff import tradeoff as find  # noqa: PLC0415 - numpy would slow down --help

    file, sliders = None if picture is None else _drawable(picture), None if page is None else _page(page)
    plan = find(release, promise=promised, **said)
    told, plain = str(plan), plan.as_json()
    if file is not None:
        sentence = _draw(plan, file)
        told += f"\n\n  {file.name}: {sentence}\n  The same as a table: {file.with_suffix('.html').name}"
        plain["picture"] = {"file": str(file), "table": str(file.with_suffix(".html")), "sentence": sentence}
    if sliders is not None:
        _explore(plan, sliders)
        told += f"\n\n  {sliders.name}: open it in a browser, and move epsilon and people."
        plain["page"] = str(sliders)
    say(told, plain)
    return End.ANSWERED if plan.holds else End.NO


def _promised(said: dict[str, str | tuple[str, ...]]) -> "Budget | None":
    """Take the promise out of what was said."""
    names = {"promise": "epsilon", "promise_delta": "delta", "typical": "typical"}
    given = {meant: said.pop(name) for name, meant in names.items() if name in said}
    if not given:
        return None
    from diffident.privacy.accounting.budget import Budget  # noqa: PLC0415 - numpy would slow down --help

    return Budget(**{"epsilon": None, **given})


def _together(questions: str | None, promised: "Budget | None") -> int:
    """Plan the questions of a file under one promise."""
    from diffident.exact.declared import read  # noqa: PLC0415 - only this needs it
    from diffident.privacy.tradeoff import together  # noqa: PLC0415 - numpy would slow down --help

    if questions is None or promised is None:
        raise NotUnderstood(problem="together needs --questions and --promise", command="diffident tradeoff")
    plans = together(read(Path(questions)).values.get("question", []), promise=promised)
    say(str(plans), plans.as_json())
    return End.ANSWERED if plans.holds else End.NO


def _page(given: str) -> Path:
    """Return the file that somebody named for a page."""
    path = Path(given)
    if path.suffix.lower() != ".html":
        from diffident.show.chart import UnknownFormat  # noqa: PLC0415 - only who errs needs it

        raise UnknownFormat(formats=".html", given=ascii(path.name[-40:]))
    return path


def _explore(plan: "Tradeoff", file: Path) -> None:
    """Write the page with sliders."""
    from diffident.privacy.tradeoff.explored import explored  # noqa: PLC0415 - only pages need it
    from diffident.show.file import write  # noqa: PLC0415 - the same

    write(file, explored(plan).page())


def _drawable(given: str) -> Path:
    from diffident.show.chart import drawable  # noqa: PLC0415 - only pictures need it

    return drawable(given)


def _draw(plan: "Tradeoff", file: Path) -> str:
    """Write the pictures and, beside them, the page with their tables; return the sentence that says the first."""
    from diffident.privacy.tradeoff.linked import pictures  # noqa: PLC0415 - only pictures need it
    from diffident.show.chart import save  # noqa: PLC0415 - the same
    from diffident.show.file import write  # noqa: PLC0415 - the same
    from diffident.show.page import page  # noqa: PLC0415 - the same

    shown = {file.with_stem(file.stem + name): picture for name, picture in pictures(plan).items()}
    for each, picture in shown.items():
        save(picture, each)
    title = shown[file].title
    write(file.with_suffix(".html"), page(title, [(picture, each.name) for each, picture in shown.items()]))
    return shown[file].sentence


tradeoff = can_speak_json(
    click.Command(
        "tradeoff", params=[click.Argument(["release"]), *OPTIONS], callback=_answer, help=HELP, short_help=SHORT
    )
)
