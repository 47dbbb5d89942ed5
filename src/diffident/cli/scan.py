# SPDX-License-Identifier: Apache-2.0
"""`diffident scan`: who stands alone in one's own table, and by which columns. No value is shown unless its owner asks."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from diffident.cli.door import End
from diffident.cli.option import Text
from diffident.cli.progress import telling
from diffident.cli.speech import can_speak_json, printable, say, speaks_json
from diffident.errors import Refused

if TYPE_CHECKING:
    from diffident.lab.scan import Scanned

SHORT: Final = "See who stands alone in a table of your own."
HELP: Final = """Look at a FILE of your own: how many people stand alone for somebody who knows a few columns of them, what it
would cost to hide everybody among k, and what to ask instead of publishing it.

What is told is exact and for you alone. No value is shown, unless --show-rows is given on a terminal.
"""
KNOWN: Final = Text("--known", metavar="COLUMNS", means="Columns that others may know of people, as zip,birth,sex.")
PERSON: Final = Text(
    "--person", metavar="COLUMN", means="The column that says whose a row is; without it each row is another's."
)
K: Final = Text("--k", metavar="NUMBER", means="Among how many everybody is to hide; 5 if not given.", default="5")
SHOW: Final = click.Option(
    ["--show-rows"], is_flag=True, help="Show some rows of people who stand alone, on this terminal."
)
SHOWN: Final = "These rows are real people's. Nothing else that Diffident writes shows a row."


class RowsStayHere(Refused):
    """Rows of people, asked for where they would go somewhere else than to their owner's eyes."""

    code = "rows_stay_here"
    sentence = "Rows of people are shown on a terminal only, and here they would go {where}."
    remedy = "Leave --show-rows out, or run it on your own terminal without --json."


def _scan(file: str, known: str | None, person: str | None, k: str, *, show_rows: bool) -> int:
    """Read, count, tell."""
    from diffident.curator.source import Source  # noqa: PLC0415 - slow beside --help
    from diffident.lab.scan import scan as scanned  # noqa: PLC0415 - the same

    _may_show(show_rows)
    with telling("scanning"):
        columns = Source.of(file, table="scanned", beside=Path.cwd()).columns()
        names = [name.strip() for name in known.split(",")] if known is not None else []
        found = scanned(columns, name=Path(file).name, known=names, person=person, k=k)
    rows = f"\n\n  {SHOWN}\n\n{_rows(found, columns)}" if show_rows else ""
    say("\n".join(map(printable, f"{found}{rows}".splitlines())), found.as_json())
    return End.ANSWERED


def _may_show(show_rows: bool) -> None:  # noqa: FBT001 - as it was given
    """Refuse to show rows where nobody sits, or where they would be data for something else."""
    if show_rows and speaks_json():
        raise RowsStayHere(where="into JSON")
    if show_rows and not sys.stdout.isatty():
        raise RowsStayHere(where="into a file or another program")


def _rows(found: "Scanned", columns: dict[str, Any]) -> str:
    """Return some rows of people who stand alone."""
    from diffident.show.text import table  # noqa: PLC0415 - slow beside --help

    names = list(found.alone[-1].columns)
    return table(names, [[str(columns[name][place]) for name in names] for place in found.places])


scan = can_speak_json(
    click.Command(
        "scan",
        params=[click.Argument(["file"]), KNOWN, PERSON, K, SHOW],
        callback=_scan,
        help=HELP,
        short_help=SHORT,
    )
)
