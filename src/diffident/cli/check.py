# SPDX-License-Identifier: Apache-2.0
"""`diffident check`: what a curator file declares, and what is missing from it."""

from typing import TYPE_CHECKING, Final

import click

from diffident.cli.curated import opened
from diffident.cli.door import End
from diffident.cli.speech import can_speak_json, say
from diffident.show.text import number

if TYPE_CHECKING:
    from diffident.curator.curator import Curator

SHORT: Final = "Check a curator file: tables, limits with their sources, what is missing."
HELP: Final = """Check a curator FILE: its tables, their limits with their sources, and what nobody declared.

A mistake is refused with file, line and what to write instead. Nothing is charged.
"""
NEW: Final = click.Option(
    ["--new-version"],
    is_flag=True,
    help="Publish the data anew, as their steward: later answers are new and cost again.",
)


def _check(file: str, *, new_version: bool) -> int:
    """Open and tell."""
    from diffident.curator import codebook  # noqa: PLC0415 - numpy would slow down --help

    curator = opened(file, new_version=new_version)
    tables = curator.catalog.tables.values()
    lacking = [line for facts in tables for line in codebook.missing(facts)]
    lines = [promise(curator), *told_to_people(curator), *(codebook.told(facts) for facts in tables)]
    lines.append(
        "\n".join(["  Missing:", *(f"     {line}" for line in lacking)]) if lacking else "  Nothing is missing."
    )
    say(
        "\n\n".join(lines),
        {
            "name": curator.name,
            "epsilon": float(curator.promise.epsilon),
            "delta": float(curator.promise.delta),
            "purposes": {purpose: float(epsilon) for purpose, epsilon in curator.purposes.items()},
            "notices": {version: list(notice.purposes) for version, notice in curator.consent.notices.items()},
            "tables": [codebook.plain(facts) for facts in tables],
        },
    )
    return End.ANSWERED


def promise(curator: "Curator") -> str:
    """Return what a curator promises, in a line."""
    delta = f", delta {number(curator.promise.delta)}" if curator.promise.delta else ""
    return f"  {curator.name}: epsilon {number(curator.promise.epsilon)}{delta}, for ever"


def told_to_people(curator: "Curator") -> list[str]:
    """Return what is set aside for each purpose, and what people were told before they consented."""
    purposes = [
        f"  purpose {purpose}: epsilon {number(epsilon)} of it" for purpose, epsilon in curator.purposes.items()
    ]
    notices = [
        f"  notice {version}: people consent to {', '.join(notice.purposes)}, for {number(notice.days)} days"
        for version, notice in curator.consent.notices.items()
    ]
    return ["\n".join(each) for each in (purposes, notices) if each]


check = can_speak_json(
    click.Command("check", params=[click.Argument(["file"]), NEW], callback=_check, help=HELP, short_help=SHORT)
)
