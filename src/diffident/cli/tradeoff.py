# SPDX-License-Identifier: Apache-2.0
"""`diffident tradeoff`: of error, confidence, people and epsilon, find the one that is left out. Reads no data."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from diffident.cli.door import End
from diffident.cli.option import Text
from diffident.cli.speech import can_speak_json, say

if TYPE_CHECKING:
    from diffident.privacy.tradeoff import Tradeoff

SHORT: Final = "Find the error, the confidence, the people or the epsilon."
HELP: Final = """Of error, confidence, people and epsilon, find the one that is left out. No data is read.

RELEASE is count, sum, mean, share or histogram; choice, of the cell that most people are in; top, of several; threshold,
which cells reach one; categories that nobody has declared; or counted_categories. With all four numbers
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
    Text("--picture", metavar="FILE", means="Draw the answer into a file, .svg or .png, and its table into .html."),
)


def _answer(release: str, *, picture: str | None, **given: str | tuple[str, ...] | None) -> int:
    """Find what is left out, draw it if asked to, and say it."""
    from diffident.privacy.tradeoff import tradeoff as find  # noqa: PLC0415 - numpy would slow down --help

    file = None if picture is None else _drawable(picture)
    plan = find(release, **{name: value for name, value in given.items() if value is not None})
    told, plain = str(plan), plan.as_json()
    if file is not None:
        sentence = _draw(plan, file)
        told += f"\n\n  {file.name}: {sentence}\n  The same as a table: {file.with_suffix('.html').name}"
        plain["picture"] = {"file": str(file), "table": str(file.with_suffix(".html")), "sentence": sentence}
    say(told, plain)
    return End.ANSWERED if plan.holds else End.NO


def _drawable(given: str) -> Path:
    from diffident.show.chart import drawable  # noqa: PLC0415 - only pictures need it

    return drawable(given)


def _draw(plan: "Tradeoff", file: Path) -> str:
    """Write the picture and, beside it, the page with its table; return the sentence that says it."""
    from diffident.privacy.tradeoff.picture import drawn  # noqa: PLC0415 - only pictures need it
    from diffident.show.chart import save  # noqa: PLC0415 - the same
    from diffident.show.file import write  # noqa: PLC0415 - the same
    from diffident.show.page import page  # noqa: PLC0415 - the same

    picture = drawn(plan)
    save(picture, file)
    write(file.with_suffix(".html"), page(picture.title, [(picture, file.name)]))
    return picture.sentence


tradeoff = can_speak_json(
    click.Command(
        "tradeoff", params=[click.Argument(["release"]), *OPTIONS], callback=_answer, help=HELP, short_help=SHORT
    )
)
