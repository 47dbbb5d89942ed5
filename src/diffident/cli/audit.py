# SPDX-License-Identifier: Apache-2.0
"""`diffident audit`: what this installation claims, against what can be proven of it. No data of anybody is read."""

from pathlib import Path
from typing import Final

import click

from diffident.cli.door import End
from diffident.cli.option import Text
from diffident.cli.progress import telling
from diffident.cli.speech import can_speak_json, say

SHORT: Final = "Check this installation: claimed against proven."
HELP: Final = """Check this installation on invented people: exact masses of every mechanism, one question to neighbouring
hospitals, bounds from samples, bets, randomness and the ledger, and wrong twins that must be noticed. It takes about a
minute. The exit code is 0 if nothing was refuted, and else 4.
"""
PAGE: Final = Text("--html", metavar="FILE", means="Write the findings as a page too.")
LIST: Final = click.Option(
    ["--checklist"], is_flag=True, help="Answer what NIST SP 800-226 and the W3C note ask, with evidence."
)


def _audit(html: str | None, *, checklist: bool) -> int:
    """Check everything, or answer the lists."""
    if checklist:
        return _listed()
    from diffident.lab.audit.report import audit as audited  # noqa: PLC0415 - slow beside --help
    from diffident.show.file import write  # noqa: PLC0415 - the same

    with telling("checking this installation"):
        found = audited()
    if html is not None:
        write(Path(html), found.html())
    say(str(found), found.as_json())
    return End.ANSWERED if found.holds else End.NO


def _listed() -> int:
    from diffident.lab.audit.checklist import CHECKLIST, told  # noqa: PLC0415 - slow beside --help

    say(told(), {"checklist": [each.as_json() for each in CHECKLIST]})
    return End.ANSWERED


audit = can_speak_json(click.Command("audit", params=[PAGE, LIST], callback=_audit, help=HELP, short_help=SHORT))
