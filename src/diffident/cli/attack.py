# SPDX-License-Identifier: Apache-2.0
"""`diffident attack`: what is found out from naive releases of invented people, and from answers of Diffident."""

from pathlib import Path
from typing import Final

import click

from diffident.cli.door import End, Room
from diffident.cli.option import Text
from diffident.cli.progress import telling
from diffident.cli.speech import can_speak_json, say

SHORT: Final = "Attack naive releases, and Diffident, on invented people."
HELP: Final = """Attack what is published about invented people: naively first, then as Diffident answers it. No data is read.

`list` names the attacks, `run NAME` tells how one goes, `report` draws all of them on a page.
"""
EPSILON: Final = Text(
    "--epsilon", metavar="EPSILON", means="What all answers together may cost; 1 if not given.", default="1"
)
ROUNDS: Final = Text(
    "--rounds", metavar="NUMBER", means="How often the attacker tries against Diffident; 1,000 if not given."
)
TWIN: Final = Text("--twin", metavar="NUMBER", means="Which invented people; 1 if not given.", default="1")
INTO: Final = Text(
    "--into", metavar="FOLDER", means="Where page and pictures go; ./attacks if not given.", default="attacks"
)


def _list() -> int:
    from diffident.lab.attacks import ATTACKS  # noqa: PLC0415 - numpy would slow down --help
    from diffident.show.text import table  # noqa: PLC0415 - the same

    rows = [[kind.name, kind.title, kind.wanted] for kind in ATTACKS]
    plain = [
        {"name": kind.name, "title": kind.title, "happened": kind.happened, "wanted": kind.wanted} for kind in ATTACKS
    ]
    say(table(["attack", "what happens", "what is found out"], rows), {"attacks": plain})
    return End.ANSWERED


def _run(name: str, epsilon: str, rounds: str | None, twin: str) -> int:
    from diffident.lab.attacks.run import USUAL_ROUNDS, run  # noqa: PLC0415 - numpy would slow down --help

    with telling("attacking"):
        ran = run(name, epsilon=epsilon, rounds=rounds or USUAL_ROUNDS, twin=twin)
    say(str(ran), ran.as_json())
    return End.ANSWERED


def _report(into: str) -> int:
    from diffident.lab.attacks.report import report  # noqa: PLC0415 - numpy would slow down --help

    with telling("running all attacks"):
        page = report(Path(into))
    say(f"  {page.as_posix()}", {"page": page.as_posix()})
    return End.ANSWERED


PARTS: Final = (
    click.Command("list", callback=_list, help="Name all attacks."),
    click.Command(
        "run", params=[click.Argument(["name"]), EPSILON, ROUNDS, TWIN], callback=_run, help="Run the attack NAME."
    ),
    click.Command("report", params=[INTO], callback=_report, help="Draw all attacks on a page of HTML."),
)

attack = can_speak_json(Room("attack", commands=[can_speak_json(each) for each in PARTS], help=HELP, short_help=SHORT))
